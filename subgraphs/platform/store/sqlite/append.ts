import type { AppendOutcome, Clash, LogName, NewVersion } from '../version-store.ts';
import type { SqlRow, Statement, Writer } from './connection.ts';
import { contentColumnsOf, indexOf, integer, json, storedVersionOf, text, versionColumns } from './rows.ts';
import { tablePrefix } from './schema.ts';
import type { AddedTerms } from './write-requests.ts';

/** Writes to one log inside the store's write transaction; every call is done when it returns. */
export interface LogWriter {
  /** Before the first call of a transaction: numbers go on where the log ends. */
  begin(): void;
  append(version: NewVersion): AppendOutcome;
  complete(version: NewVersion): void;
  addClash(clash: Clash): void;
  /** Adds terms to versions, except those that were completed since they were looked at: they have them. */
  addTerms(added: AddedTerms): void;
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
    const { thing, order, partner, receivedAt, receivedBy } = version;
    sql.insertVersion.run(sequence, head, order, thing, partner, receivedAt, receivedBy, ...contentColumnsOf(version));
    if (version.blob !== undefined) sql.putBlob.run(sequence, version.blob.bytes);
    return sequence;
  };

  const insertThing = (version: NewVersion): AppendOutcome => {
    const { thing, receivedAt, order, index } = version;
    const day = index.date ?? null;
    const row = sql.insertHead.get(thing, receivedAt, sequence + 1, order, receivedAt, day, JSON.stringify(index.terms));
    const head = integer(row, 'id');
    insertVersion(version, head);
    for (const term of new Set(index.terms)) terms.push([term, head]);
    return { kind: 'STORED' };
  };

  const moveHead = (head: SqlRow, version: NewVersion, number: number): void => {
    const id = integer(head, 'id');
    const { order, receivedAt, index } = version;
    sql.moveHead.run(number, order, receivedAt, index.date ?? null, JSON.stringify(index.terms), id);
    const before = new Set(json(head, 'terms') as string[]);
    const after = new Set(index.terms);
    for (const term of after) if (!before.has(term)) terms.push([term, id]);
    for (const term of before) if (!after.has(term)) sql.dropTerm.run(term, id);
  };

  const appendOne = (version: NewVersion): AppendOutcome => {
    const head = sql.findHead.get(version.thing);
    if (head === undefined) return insertThing(version);
    const currentOrder = text(head, 'ord');
    if (version.order > currentOrder) {
      // Index entries of this transaction must be there before a move may drop some of them.
      if (terms.length > 0) flushTerms();
      moveHead(head, version, insertVersion(version, integer(head, 'id')));
      return { kind: 'STORED' };
    }
    const held = sql.findVersion.get(integer(head, 'id'), version.order);
    if (held === undefined) {
      insertVersion(version, integer(head, 'id'));
      return { kind: 'STORED' };
    }
    if (text(held, 'hash') === version.contentHash) return { kind: 'REPEATED' };
    return { kind: 'HELD', held: storedVersionOf(held) };
  };

  const completeOne = (version: NewVersion): void => {
    const head = sql.findHead.get(version.thing);
    const held = head && sql.findVersion.get(integer(head, 'id'), version.order);
    if (head === undefined || held === undefined || integer(held, 'richness') >= version.richness) return;
    const number = integer(held, 'sequence');
    sql.replaceContent.run(...contentColumnsOf(version), number);
    if (version.blob !== undefined) sql.putBlob.run(number, version.blob.bytes);
    if (integer(head, 'sequence') !== number) return;
    if (terms.length > 0) flushTerms();
    moveHead(head, { ...version, receivedAt: text(head, 'received_at') }, number);
  };

  const addClash = (clash: Clash): void => {
    const head = sql.findHead.get(clash.thing);
    const held = head && sql.findVersion.get(integer(head, 'id'), clash.order);
    if (held === undefined) return;
    sql.addClash.run(integer(held, 'sequence'), clash.contentHash, clash.receivedAt, clash.receivedBy, clash.document);
  };

  const addTerms = ({ rule, through, isDone, additions }: AddedTerms): void => {
    for (const { sequence: number, contentHash, terms: added } of additions) {
      const version = sql.findFoundBy.get(number, contentHash);
      if (version === undefined) continue;
      const index = indexOf(version);
      sql.replaceFoundBy.run(JSON.stringify({ ...index, terms: [...new Set([...index.terms, ...added])] }), number);
      const head = sql.findHeadOf.get(number);
      if (head === undefined) continue;
      const id = integer(head, 'id');
      sql.replaceTerms.run(JSON.stringify([...new Set([...(json(head, 'terms') as string[]), ...added])]), id);
      for (const term of added) terms.push([term, id]);
    }
    sql.keepRule.run(log, rule, through, Number(isDone));
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
    addTerms,
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
  findHead: 'SELECT id, sequence, ord, received_at, terms FROM $_heads WHERE thing = ?',
  insertHead:
    'INSERT INTO $_heads (thing, first_received_at, sequence, ord, received_at, day, terms) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
  moveHead: 'UPDATE $_heads SET sequence = ?, ord = ?, received_at = ?, day = ?, terms = ? WHERE id = ?',
  findVersion: `SELECT ${versionColumns} FROM $_versions v WHERE v.head = ? AND v.ord = ?`,
  insertVersion:
    'INSERT INTO $_versions (sequence, head, ord, thing, partner, received_at, received_by, hash, richness, found_by, faults, blob, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  replaceContent: 'UPDATE $_versions SET hash = ?, richness = ?, found_by = ?, faults = ?, blob = ?, document = ? WHERE sequence = ?',
  putBlob: 'INSERT INTO $_blobs (sequence, bytes) VALUES (?, ?) ON CONFLICT (sequence) DO UPDATE SET bytes = excluded.bytes',
  addTerms: 'INSERT OR IGNORE INTO $_terms (term, head) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  dropTerm: 'DELETE FROM $_terms WHERE term = ? AND head = ?',
  findFoundBy: 'SELECT found_by FROM $_versions WHERE sequence = ? AND hash = ?',
  replaceFoundBy: 'UPDATE $_versions SET found_by = ? WHERE sequence = ?',
  findHeadOf: 'SELECT h.id, h.terms FROM $_versions v JOIN $_heads h ON h.id = v.head AND h.sequence = v.sequence WHERE v.sequence = ?',
  replaceTerms: 'UPDATE $_heads SET terms = ? WHERE id = ?',
  keepRule:
    'INSERT INTO term_rules (log, name, through, is_done) VALUES (?, ?, ?, ?) ON CONFLICT (log, name) DO UPDATE SET through = excluded.through, is_done = excluded.is_done',
  raiseFloor:
    'UPDATE floors SET floor = max(floor, coalesce((SELECT sequence FROM $_versions WHERE sequence > floor AND received_at < ? ORDER BY sequence DESC LIMIT 1), 0)) WHERE log = ?',
  addClash: 'INSERT OR IGNORE INTO $_clashes (sequence, hash, received_at, received_by, document) VALUES (?, ?, ?, ?, ?)',
};
