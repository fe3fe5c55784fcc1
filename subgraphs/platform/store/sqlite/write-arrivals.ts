import { hash } from 'node:crypto';
import { bucketOf, columnsOfEntry } from '../arrival-order.ts';
import type { ArrivalEntry, ArrivalMark, ArrivalRow, ArrivalWrite, MarkKey } from '../arrival-store.ts';
import type { SqlRow, Writer } from './connection.ts';
import { integer, json } from './rows.ts';

/**
 * A write of an arrival in the form in which it is passed to the writing thread, with lists as the JSON that is stored.
 */
export interface WrittenArrival extends Omit<ArrivalWrite, 'row'> {
  readonly row: Omit<ArrivalRow, 'terms' | 'entries'> & { readonly terms: string; readonly entries: string };
}

/** Converts a write to the form for the writing thread. */
export function writtenArrivalOf({ row, ...write }: ArrivalWrite): WrittenArrival {
  return { ...write, row: { ...row, terms: JSON.stringify(row.terms), entries: JSON.stringify(row.entries) } };
}

/** Writes arrivals, marks and positions inside the store's write transaction. */
export interface ArrivalWriter {
  /** Writes one arrival. @returns false, having written nothing, when the arrival has changed since it was read */
  write(write: WrittenArrival): boolean;
  remove(arrivalId: string): void;
  advance(log: string, position: number): void;
}

/** Opens the writer of arrivals. */
export function createArrivalWriter(writer: Writer): ArrivalWriter {
  const sql = {
    insert: writer.prepare(
      'INSERT OR IGNORE INTO arrivals (arrival_id, revision, partner, has_pending, wake_at, query_at, queried_at, terms, entries, hash, document) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
    ),
    // SQLite updates the index of every column that a statement sets, even if the value is the same.
    update: writer.prepare('UPDATE arrivals SET revision = revision + 1, terms = ?, entries = ?, hash = ?, document = ? WHERE id = ?'),
    updateIndexed: writer.prepare(
      'UPDATE arrivals SET partner = ?, has_pending = ?, wake_at = ?, query_at = ?, queried_at = ? WHERE id = ?',
    ),
    find: writer.prepare(
      'SELECT id, revision, partner, has_pending, wake_at, query_at, queried_at, terms, entries FROM arrivals WHERE arrival_id = ?',
    ),
    remove: writer.prepare('DELETE FROM arrivals WHERE id = ?'),
    addTerms: writer.prepare('INSERT OR IGNORE INTO arrival_terms (term, arrival) SELECT value, ? FROM json_each(?)'),
    removeTerms: writer.prepare('DELETE FROM arrival_terms WHERE arrival = ? AND term IN (SELECT value FROM json_each(?))'),
    putEntry: writer.prepare(
      'INSERT INTO arrival_entries (arrival, scope, bucket, attention, best_time, last_change, last_free, best_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (arrival, scope) DO UPDATE SET bucket = excluded.bucket, attention = excluded.attention, best_time = excluded.best_time, last_change = excluded.last_change, last_free = excluded.last_free, best_day = excluded.best_day',
    ),
    changeEntry: writer.prepare('UPDATE arrival_entries SET last_change = ? WHERE arrival = ? AND scope = ?'),
    keepEntries: writer.prepare('DELETE FROM arrival_entries WHERE arrival = ? AND scope NOT IN (SELECT value FROM json_each(?))'),
    putMark: writer.prepare(
      'INSERT INTO arrival_marks (arrival_id, tenant, target, kind, at, until, set_by) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, until = excluded.until, set_by = excluded.set_by',
    ),
    removeMark: writer.prepare('DELETE FROM arrival_marks WHERE arrival_id = ? AND tenant = ? AND target = ? AND kind = ?'),
    removeMarks: writer.prepare('DELETE FROM arrival_marks WHERE arrival_id = ?'),
    advance: writer.prepare(
      'INSERT INTO followed_logs (log, position) VALUES (?, ?) ON CONFLICT (log) DO UPDATE SET position = max(position, excluded.position)',
    ),
  };

  const writeRow = (row: WrittenArrival['row'], stored: SqlRow | undefined): number => {
    const [indexed, contents] = [indexedColumnsOf(row), contentColumnsOf(row)];
    if (stored === undefined) {
      const id = integer(sql.insert.get(row.arrivalId, ...indexed, ...contents), 'id');
      sql.addTerms.run(id, row.terms);
      return id;
    }
    const id = integer(stored, 'id');
    sql.update.run(...contents, id);
    const { partner = null, has_pending = null, wake_at = null, query_at = null, queried_at = null } = stored;
    const before = [partner, has_pending, wake_at, query_at, queried_at];
    if (indexed.some((value, index) => value !== before[index])) sql.updateIndexed.run(...indexed, id);
    if (stored['terms'] !== row.terms) replaceTerms(id, new Set(json(stored, 'terms') as string[]), new Set(JSON.parse(row.terms)));
    return id;
  };
  const replaceTerms = (id: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void => {
    const [added, removed] = [[...after].filter((term) => !before.has(term)), [...before].filter((term) => !after.has(term))];
    if (removed.length > 0) sql.removeTerms.run(id, JSON.stringify(removed));
    if (added.length > 0) sql.addTerms.run(id, JSON.stringify(added));
  };
  const writeEntries = (id: number, entries: readonly ArrivalEntry[], before: readonly ArrivalEntry[]): void => {
    const stored = new Map(before.map((entry) => [entry.scope, entry]));
    for (const entry of entries) {
      const { attention, bestTime, lastChange, lastFree, bestDay } = columnsOfEntry(entry);
      const known = stored.get(entry.scope);
      stored.delete(entry.scope);
      // Most changes move an entry only in the order by time of change.
      if (known !== undefined && JSON.stringify({ ...known, changedAtMs: entry.changedAtMs }) === JSON.stringify(entry)) {
        if (known.changedAtMs !== entry.changedAtMs) sql.changeEntry.run(lastChange, id, entry.scope);
      } else sql.putEntry.run(id, entry.scope, bucketOf(entry), attention, bestTime, lastChange, lastFree, bestDay);
    }
    if (stored.size > 0) sql.keepEntries.run(id, JSON.stringify(entries.map(({ scope }) => scope)));
  };
  const putMark = ({ arrivalId, tenant, target, kind, at, until, by }: ArrivalMark): void =>
    sql.putMark.run(arrivalId, tenant, target, kind, at, until ?? null, by ?? null);
  const removeMark = ({ arrivalId, tenant, target, kind }: MarkKey): void => sql.removeMark.run(arrivalId, tenant, target, kind);

  return {
    write: ({ row, revision, putMarks = [], removeMarks = [] }) => {
      const stored = sql.find.get(row.arrivalId);
      if ((stored === undefined ? 0 : integer(stored, 'revision')) !== revision) return false;
      const id = writeRow(row, stored);
      if (stored?.['entries'] !== row.entries) {
        writeEntries(id, JSON.parse(row.entries), stored === undefined ? [] : (json(stored, 'entries') as ArrivalEntry[]));
      }
      for (const mark of removeMarks) removeMark(mark);
      for (const mark of putMarks) putMark(mark);
      return true;
    },
    remove: (arrivalId) => {
      sql.removeMarks.run(arrivalId);
      const stored = sql.find.get(arrivalId);
      if (stored === undefined) return;
      const id = integer(stored, 'id');
      sql.removeTerms.run(id, JSON.stringify(json(stored, 'terms')));
      sql.keepEntries.run(id, '[]');
      sql.remove.run(id);
    },
    advance: (log, position) => sql.advance.run(log, position),
  };
}

/** Returns the values of the columns partner, has_pending, wake_at, query_at and queried_at. */
function indexedColumnsOf({ partner, hasPending, wakeAtMs, queryAtMs, queriedAtMs }: WrittenArrival['row']) {
  return [partner, Number(hasPending), wakeAtMs ?? null, queryAtMs ?? null, queriedAtMs ?? null] as const;
}

/** Returns the values of the columns terms, entries, hash and document. */
function contentColumnsOf({ terms, entries, document }: WrittenArrival['row']) {
  return [terms, entries, hash('sha256', document, 'base64url'), Buffer.from(document)] as const;
}
