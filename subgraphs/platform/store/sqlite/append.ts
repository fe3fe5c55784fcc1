import type { AppendOutcome, Clash, LogName, NewVersion } from '../version-store.ts';
import type { SqlRow, Writer } from './connection.ts';
import { contentColumnsOf, integer, json, storedVersionOf, text, versionColumns } from './rows.ts';
import { prepareLogStatements } from './schema.ts';

/** Writes to one log inside the store's write transaction. Every call has finished when it returns. */
export interface LogWriter {
  /** Begins a transaction, which reads the end of the log again. */
  begin(): void;
  append(version: NewVersion): AppendOutcome;
  complete(version: NewVersion): void;
  addClash(clash: Clash): void;
  /** Trims the log up to the last number received before the instant. */
  trim(receivedBefore: string): void;
  /** Returns how many current rows this process has added that are not indexed yet. */
  unindexedRows(): number;
  /** Writes the index entries of all current rows that are not indexed yet. */
  writeIndex(): void;
}

/** The end of the log in a transaction. */
interface LogEnd {
  lastSequence: number;
  /** The terms of rows with greater ids are not in the index yet. */
  readonly indexedThrough: number;
}

/**
 * Opens the writer of a log. A new current row is not indexed in the transaction that adds it, because each of its
 * terms belongs to another page of the index. The entries of many rows share these pages. Queries read the terms of the
 * other rows from the rows themselves.
 */
export function createLogWriter(log: LogName, writer: Writer): LogWriter {
  const sql = prepareLogStatements(statements, log, writer);
  let current: LogEnd | undefined;
  let unindexed = 0;

  const logEnd = (): LogEnd => {
    if (current === undefined) {
      const row = sql.findEnd.get(log);
      current = { lastSequence: integer(row, 'last_sequence'), indexedThrough: integer(row, 'indexed_through') };
    }
    return current;
  };

  const insertVersion = (version: NewVersion, currentRow: number): number => {
    const end = logEnd();
    end.lastSequence += 1;
    const { entityId, sortKey, partner, receivedAt, receivedBy } = version;
    const columns = contentColumnsOf(version);
    sql.insertVersion.run(end.lastSequence, currentRow, sortKey, entityId, partner, receivedAt, receivedBy, ...columns);
    if (version.blob !== undefined) sql.putBlob.run(end.lastSequence, version.blob.bytes);
    return end.lastSequence;
  };

  const insertEntity = (version: NewVersion): void => {
    const { entityId, receivedAt, sortKey, index: entries } = version;
    const day = entries.date ?? null;
    const terms = JSON.stringify(entries.terms);
    const row = sql.insertCurrentRow.get(entityId, receivedAt, logEnd().lastSequence + 1, sortKey, receivedAt, day, terms);
    insertVersion(version, integer(row, 'id'));
    unindexed += 1;
  };

  const updateCurrentRow = (row: SqlRow, version: NewVersion, sequence: number): void => {
    const id = integer(row, 'id');
    const { sortKey, receivedAt, index: entries } = version;
    sql.updateCurrentRow.run(sequence, sortKey, receivedAt, entries.date ?? null, JSON.stringify(entries.terms), id);
    if (id > logEnd().indexedThrough) return;
    const [before, after] = [new Set(json(row, 'terms') as string[]), new Set(entries.terms)];
    const added = [...after].filter((term) => !before.has(term));
    if (added.length > 0) sql.addTerms.run(id, JSON.stringify(added));
    for (const term of before) if (!after.has(term)) sql.dropTerm.run(term, id);
  };

  return {
    begin: () => {
      current = undefined;
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
    unindexedRows: () => unindexed,
    writeIndex: () => {
      const after = integer(sql.findEnd.get(log), 'indexed_through');
      sql.indexRows.run(after);
      sql.setIndexed.run(log);
      unindexed = 0;
    },
  };
}

/** `$` is replaced by the prefix of the log's tables. */
const statements = {
  findEnd:
    "SELECT indexed_through, coalesce((SELECT seq FROM sqlite_sequence WHERE name = '$_versions'), 0) AS last_sequence FROM log_bounds WHERE log = ?",
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
  addTerms: 'INSERT OR IGNORE INTO $_terms (term, current_row) SELECT t.value, ?1 FROM json_each(?2) t',
  indexRows:
    'INSERT OR IGNORE INTO $_terms (term, current_row) SELECT t.value, c.id FROM $_current_rows c CROSS JOIN json_each(c.terms) t WHERE c.id > ? ORDER BY t.value, c.id',
  setIndexed:
    "UPDATE log_bounds SET indexed_through = coalesce((SELECT seq FROM sqlite_sequence WHERE name = '$_current_rows'), 0) WHERE log = ?",
  dropTerm: 'DELETE FROM $_terms WHERE term = ? AND current_row = ?',
  trim: 'UPDATE log_bounds SET trimmed_through = max(trimmed_through, coalesce((SELECT sequence FROM $_versions WHERE sequence > trimmed_through AND received_at < ? ORDER BY sequence DESC LIMIT 1), 0)) WHERE log = ?',
  addClash: 'INSERT OR IGNORE INTO $_clashes (sequence, hash, received_at, received_by, document) VALUES (?, ?, ?, ?, ?)',
};
