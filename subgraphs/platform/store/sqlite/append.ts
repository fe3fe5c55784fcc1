import type { AppendOutcome, Clash, LogName, NewVersion } from '../version-store.ts';
import type { SqlRow, Statement, Writer } from './connection.ts';
import { contentColumnsOf, integer, json, storedVersionOf, text, versionColumns } from './rows.ts';
import { prepareLogStatements } from './schema.ts';

/** Writes to one log inside the store's write transaction. Every call has finished when it returns. */
export interface LogWriter {
  /** Begins a transaction. Sequence numbers continue from the end of the log. */
  begin(): void;
  append(version: NewVersion): AppendOutcome;
  complete(version: NewVersion): void;
  addClash(clash: Clash): void;
  /** Trims the log up to the last number received before the instant. */
  trim(receivedBefore: string): void;
  /**
   * Writes the index entries of all previous calls in one statement. Must be called at the end of a transaction, and
   * before the index is read.
   */
  finish(): void;
}

/** Opens the writer of a log. */
export function createLogWriter(log: LogName, writer: Writer): LogWriter {
  const sql = prepareLogStatements(statements, log, writer);
  const index = createTermIndex(sql);
  let lastSequence = 0;

  const insertVersion = (version: NewVersion, currentRow: number): number => {
    lastSequence += 1;
    const { entityId, sortKey, partner, receivedAt, receivedBy } = version;
    const columns = contentColumnsOf(version);
    sql.insertVersion.run(lastSequence, currentRow, sortKey, entityId, partner, receivedAt, receivedBy, ...columns);
    if (version.blob !== undefined) sql.putBlob.run(lastSequence, version.blob.bytes);
    return lastSequence;
  };

  const insertEntity = (version: NewVersion): void => {
    const { entityId, receivedAt, sortKey, index: entries } = version;
    const day = entries.date ?? null;
    const terms = JSON.stringify(entries.terms);
    const row = sql.insertCurrentRow.get(entityId, receivedAt, lastSequence + 1, sortKey, receivedAt, day, terms);
    const id = integer(row, 'id');
    insertVersion(version, id);
    index.add(id, new Set(entries.terms));
  };

  const updateCurrentRow = (row: SqlRow, version: NewVersion, sequence: number): void => {
    const id = integer(row, 'id');
    const { sortKey, receivedAt, index: entries } = version;
    sql.updateCurrentRow.run(sequence, sortKey, receivedAt, entries.date ?? null, JSON.stringify(entries.terms), id);
    index.replace(id, new Set(json(row, 'terms') as string[]), new Set(entries.terms));
  };

  return {
    begin: () => {
      index.clear();
      lastSequence = Number(sql.lastSequence.get()?.['seq'] ?? 0);
    },
    append: (version) => {
      const row = sql.findCurrentRow.get(version.entityId);
      if (row === undefined) {
        insertEntity(version);
        return { kind: 'STORED' };
      }
      const id = integer(row, 'id');
      if (version.sortKey > text(row, 'sort_key')) {
        updateCurrentRow(row, version, insertVersion(version, id));
        return { kind: 'STORED' };
      }
      const stored = sql.findVersion.get(id, version.sortKey);
      if (stored === undefined) {
        insertVersion(version, id);
        return { kind: 'STORED' };
      }
      if (text(stored, 'hash') === version.contentHash) return { kind: 'REPEATED' };
      return { kind: 'CONFLICT', stored: storedVersionOf(stored) };
    },
    complete: (version) => {
      const row = sql.findCurrentRow.get(version.entityId);
      const stored = row && sql.findVersion.get(integer(row, 'id'), version.sortKey);
      if (row === undefined || stored === undefined || integer(stored, 'completeness') >= version.completeness) return;
      const sequence = integer(stored, 'sequence');
      sql.replaceContent.run(...contentColumnsOf(version), sequence);
      if (version.blob !== undefined) sql.putBlob.run(sequence, version.blob.bytes);
      if (integer(row, 'sequence') !== sequence) return;
      updateCurrentRow(row, { ...version, receivedAt: text(row, 'received_at') }, sequence);
    },
    addClash: (clash) => {
      const row = sql.findCurrentRow.get(clash.entityId);
      const stored = row && sql.findVersion.get(integer(row, 'id'), clash.sortKey);
      if (stored === undefined) return;
      sql.addClash.run(integer(stored, 'sequence'), clash.contentHash, clash.receivedAt, clash.receivedBy, clash.document);
    },
    trim: (receivedBefore) => sql.trim.run(receivedBefore, log),
    finish: index.flush,
  };
}

/** Collects the index entries of a transaction. */
function createTermIndex(sql: Pick<LogStatements, 'addTerms' | 'dropTerm'>) {
  let added: [term: string, currentRow: number][] = [];
  const flush = (): void => {
    if (added.length > 0) sql.addTerms.run(JSON.stringify(added));
    added = [];
  };
  const add = (currentRow: number, terms: Iterable<string>): void => {
    for (const term of terms) added.push([term, currentRow]);
  };
  return {
    add,
    replace: (currentRow: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void => {
      // Entries of this transaction have to be written before some of them are dropped.
      flush();
      add(
        currentRow,
        [...after].filter((term) => !before.has(term)),
      );
      for (const term of before) if (!after.has(term)) sql.dropTerm.run(term, currentRow);
    },
    flush,
    clear: () => {
      added = [];
    },
  };
}

type LogStatements = Record<keyof typeof statements, Statement>;

/** `$` is replaced by the prefix of the log's tables. */
const statements = {
  lastSequence: "SELECT seq FROM sqlite_sequence WHERE name = '$_versions'",
  findCurrentRow: 'SELECT id, sequence, sort_key, received_at, terms FROM $_current_rows WHERE entity_id = ?',
  insertCurrentRow:
    'INSERT INTO $_current_rows (entity_id, first_received_at, sequence, sort_key, received_at, day, terms) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
  updateCurrentRow: 'UPDATE $_current_rows SET sequence = ?, sort_key = ?, received_at = ?, day = ?, terms = ? WHERE id = ?',
  findVersion: `SELECT ${versionColumns} FROM $_versions v WHERE v.current_row = ? AND v.sort_key = ?`,
  insertVersion:
    'INSERT INTO $_versions (sequence, current_row, sort_key, entity_id, partner, received_at, received_by, hash, completeness, search_index, violations, blob, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  replaceContent:
    'UPDATE $_versions SET hash = ?, completeness = ?, search_index = ?, violations = ?, blob = ?, document = ? WHERE sequence = ?',
  putBlob: 'INSERT INTO $_blobs (sequence, bytes) VALUES (?, ?) ON CONFLICT (sequence) DO UPDATE SET bytes = excluded.bytes',
  addTerms: 'INSERT OR IGNORE INTO $_terms (term, current_row) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  dropTerm: 'DELETE FROM $_terms WHERE term = ? AND current_row = ?',
  trim: 'UPDATE log_bounds SET trimmed_through = max(trimmed_through, coalesce((SELECT sequence FROM $_versions WHERE sequence > trimmed_through AND received_at < ? ORDER BY sequence DESC LIMIT 1), 0)) WHERE log = ?',
  addClash: 'INSERT OR IGNORE INTO $_clashes (sequence, hash, received_at, received_by, document) VALUES (?, ?, ?, ?, ?)',
};
