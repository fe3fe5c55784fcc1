import type { AppendOutcome, Clash, LogName, NewVersion } from '../version-store.ts';
import type { SqlRow, Statement, Writer } from './connection.ts';
import { contentColumnsOf, integer, json, storedVersionOf, text, versionColumns } from './rows.ts';
import { tablePrefix } from './schema.ts';

/** Writes to one log inside the store's write transaction; every call is done when it returns. */
export interface LogWriter {
  /** Before the first call of a transaction: numbers go on where the log ends. */
  begin(): void;
  append(version: NewVersion): AppendOutcome;
  complete(version: NewVersion): void;
  addClash(clash: Clash): void;
  /** Raises the floor to the last number received before the instant. */
  trim(receivedBefore: string): void;
  /** Behind the last call of a transaction, and before anything else looks at the index: the entries of all calls in one statement. */
  finish(): void;
}

/** Opens the writing half of a log. */
export function createLogWriter(log: LogName, writer: Writer): LogWriter {
  const sql = prepareAll(log, writer);
  let sequence = 0;
  let terms: [string, number][] = [];

  const insertVersion = (version: NewVersion, head: number): number => {
    sequence += 1;
    const { entityId, sortKey, partner, receivedAt, receivedBy } = version;
    sql.insertVersion.run(sequence, head, sortKey, entityId, partner, receivedAt, receivedBy, ...contentColumnsOf(version));
    if (version.blob !== undefined) sql.putBlob.run(sequence, version.blob.bytes);
    return sequence;
  };

  const insertThing = (version: NewVersion): AppendOutcome => {
    const { entityId, receivedAt, sortKey, index } = version;
    const day = index.date ?? null;
    const row = sql.insertHead.get(entityId, receivedAt, sequence + 1, sortKey, receivedAt, day, JSON.stringify(index.terms));
    const head = integer(row, 'id');
    insertVersion(version, head);
    for (const term of new Set(index.terms)) terms.push([term, head]);
    return { kind: 'STORED' };
  };

  const moveHead = (head: SqlRow, version: NewVersion, number: number): void => {
    const id = integer(head, 'id');
    const { sortKey, receivedAt, index } = version;
    sql.moveHead.run(number, sortKey, receivedAt, index.date ?? null, JSON.stringify(index.terms), id);
    const before = new Set(json(head, 'terms') as string[]);
    const after = new Set(index.terms);
    for (const term of after) if (!before.has(term)) terms.push([term, id]);
    for (const term of before) if (!after.has(term)) sql.dropTerm.run(term, id);
  };

  const appendOne = (version: NewVersion): AppendOutcome => {
    const head = sql.findHead.get(version.entityId);
    if (head === undefined) return insertThing(version);
    const currentOrder = text(head, 'sort_key');
    if (version.sortKey > currentOrder) {
      // Index entries of this transaction must be there before a move may drop some of them.
      if (terms.length > 0) flushTerms();
      moveHead(head, version, insertVersion(version, integer(head, 'id')));
      return { kind: 'STORED' };
    }
    const held = sql.findVersion.get(integer(head, 'id'), version.sortKey);
    if (held === undefined) {
      insertVersion(version, integer(head, 'id'));
      return { kind: 'STORED' };
    }
    if (text(held, 'hash') === version.contentHash) return { kind: 'REPEATED' };
    return { kind: 'HELD', held: storedVersionOf(held) };
  };

  const completeOne = (version: NewVersion): void => {
    const head = sql.findHead.get(version.entityId);
    const held = head && sql.findVersion.get(integer(head, 'id'), version.sortKey);
    if (head === undefined || held === undefined || integer(held, 'completeness') >= version.completeness) return;
    const number = integer(held, 'sequence');
    sql.replaceContent.run(...contentColumnsOf(version), number);
    if (version.blob !== undefined) sql.putBlob.run(number, version.blob.bytes);
    if (integer(head, 'sequence') !== number) return;
    if (terms.length > 0) flushTerms();
    moveHead(head, { ...version, receivedAt: text(head, 'received_at') }, number);
  };

  const addClash = (clash: Clash): void => {
    const head = sql.findHead.get(clash.entityId);
    const held = head && sql.findVersion.get(integer(head, 'id'), clash.sortKey);
    if (held === undefined) return;
    sql.addClash.run(integer(held, 'sequence'), clash.contentHash, clash.receivedAt, clash.receivedBy, clash.document);
  };

  const flushTerms = (): void => {
    sql.addTerms.run(JSON.stringify(terms));
    terms = [];
  };

  return {
    begin: () => {
      terms = [];
      sequence = Number(sql.lastSequence.get()?.['seq'] ?? 0);
    },
    append: appendOne,
    complete: completeOne,
    addClash,
    trim: (receivedBefore) => sql.raiseFloor.run(receivedBefore, log),
    finish: () => {
      if (terms.length > 0) flushTerms();
    },
  };
}

function prepareAll(log: LogName, writer: Writer): Record<keyof typeof statements, Statement> {
  const prefix = tablePrefix(log);
  const prepared = Object.entries(statements).map(([name, sql]) => [name, writer.prepare(sql.replaceAll('$', prefix))] as const);
  return Object.fromEntries(prepared) as Record<keyof typeof statements, Statement>;
}

/** `$` stands for the prefix of the log's tables. */
const statements = {
  lastSequence: "SELECT seq FROM sqlite_sequence WHERE name = '$_versions'",
  findHead: 'SELECT id, sequence, sort_key, received_at, terms FROM $_current_rows WHERE entity_id = ?',
  insertHead:
    'INSERT INTO $_current_rows (entity_id, first_received_at, sequence, sort_key, received_at, day, terms) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
  moveHead: 'UPDATE $_current_rows SET sequence = ?, sort_key = ?, received_at = ?, day = ?, terms = ? WHERE id = ?',
  findVersion: `SELECT ${versionColumns} FROM $_versions v WHERE v.current_row = ? AND v.sort_key = ?`,
  insertVersion:
    'INSERT INTO $_versions (sequence, current_row, sort_key, entity_id, partner, received_at, received_by, hash, completeness, search_index, violations, blob, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  replaceContent:
    'UPDATE $_versions SET hash = ?, completeness = ?, search_index = ?, violations = ?, blob = ?, document = ? WHERE sequence = ?',
  putBlob: 'INSERT INTO $_blobs (sequence, bytes) VALUES (?, ?) ON CONFLICT (sequence) DO UPDATE SET bytes = excluded.bytes',
  addTerms: 'INSERT OR IGNORE INTO $_terms (term, current_row) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  dropTerm: 'DELETE FROM $_terms WHERE term = ? AND current_row = ?',
  raiseFloor:
    'UPDATE log_bounds SET trimmed_through = max(trimmed_through, coalesce((SELECT sequence FROM $_versions WHERE sequence > trimmed_through AND received_at < ? ORDER BY sequence DESC LIMIT 1), 0)) WHERE log = ?',
  addClash: 'INSERT OR IGNORE INTO $_clashes (sequence, hash, received_at, received_by, document) VALUES (?, ?, ?, ?, ?)',
};
