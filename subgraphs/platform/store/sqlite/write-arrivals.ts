import { hash } from 'node:crypto';
import { bucketOf, columnsOfEntry } from '../arrival-order.ts';
import type { ArrivalMark, ArrivalRow, ArrivalWrite, MarkKey } from '../arrival-store.ts';
import type { Writer } from './connection.ts';
import { integer, json } from './rows.ts';

/** Writes arrivals, marks and positions inside the store's write transaction. */
export interface ArrivalWriter {
  /** Writes one arrival. @returns false, having written nothing, when the arrival has changed since it was read */
  write(write: ArrivalWrite): boolean;
  remove(arrivalId: string): void;
  advance(log: string, position: number): void;
}

/** Opens the writer of arrivals. */
export function createArrivalWriter(writer: Writer): ArrivalWriter {
  const sql = {
    insert: writer.prepare(
      'INSERT OR IGNORE INTO arrivals (arrival_id, revision, partner, has_pending, wake_at, ask_at, asked_at, terms, entries, hash, document) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
    ),
    update: writer.prepare(
      'UPDATE arrivals SET revision = revision + 1, partner = ?, has_pending = ?, wake_at = ?, ask_at = ?, asked_at = ?, terms = ?, entries = ?, hash = ?, document = ? WHERE id = ?',
    ),
    find: writer.prepare('SELECT id, revision, terms FROM arrivals WHERE arrival_id = ?'),
    remove: writer.prepare('DELETE FROM arrivals WHERE id = ?'),
    addTerms: writer.prepare('INSERT OR IGNORE INTO arrival_terms (term, arrival) SELECT value, ? FROM json_each(?)'),
    removeTerms: writer.prepare('DELETE FROM arrival_terms WHERE arrival = ? AND term IN (SELECT value FROM json_each(?))'),
    putEntry: writer.prepare(
      'INSERT INTO arrival_entries (arrival, scope, bucket, attention, best_time, last_change, last_free, best_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (arrival, scope) DO UPDATE SET bucket = excluded.bucket, attention = excluded.attention, best_time = excluded.best_time, last_change = excluded.last_change, last_free = excluded.last_free, best_day = excluded.best_day',
    ),
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

  /** @returns the id of the row; undefined when its revision differs */
  const writeRow = (row: ArrivalRow, revision: number): number | undefined => {
    const stored = sql.find.get(row.arrivalId);
    if ((stored === undefined ? 0 : integer(stored, 'revision')) !== revision) return undefined;
    const columns = columnsOf(row);
    if (stored === undefined) {
      const id = integer(sql.insert.get(row.arrivalId, ...columns), 'id');
      sql.addTerms.run(id, JSON.stringify(row.terms));
      return id;
    }
    const id = integer(stored, 'id');
    sql.update.run(...columns, id);
    replaceTerms(id, new Set(json(stored, 'terms') as string[]), new Set(row.terms));
    return id;
  };
  const replaceTerms = (id: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void => {
    const [added, removed] = [[...after].filter((term) => !before.has(term)), [...before].filter((term) => !after.has(term))];
    if (removed.length > 0) sql.removeTerms.run(id, JSON.stringify(removed));
    if (added.length > 0) sql.addTerms.run(id, JSON.stringify(added));
  };
  const putMark = ({ arrivalId, tenant, target, kind, at, until, by }: ArrivalMark): void =>
    sql.putMark.run(arrivalId, tenant, target, kind, at, until ?? null, by ?? null);
  const removeMark = ({ arrivalId, tenant, target, kind }: MarkKey): void => sql.removeMark.run(arrivalId, tenant, target, kind);

  return {
    write: ({ row, revision, putMarks = [], removeMarks = [] }) => {
      const id = writeRow(row, revision);
      if (id === undefined) return false;
      sql.keepEntries.run(id, JSON.stringify(row.entries.map(({ scope }) => scope)));
      for (const entry of row.entries) {
        const { attention, bestTime, lastChange, lastFree, bestDay } = columnsOfEntry(entry);
        sql.putEntry.run(id, entry.scope, bucketOf(entry), attention, bestTime, lastChange, lastFree, bestDay);
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

type RowColumns = [string, number, number | null, number | null, number | null, string, string, string, Buffer];

/** Returns the values of the columns partner, has_pending, wake_at, ask_at, asked_at, terms, entries, hash and document. */
function columnsOf({ partner, hasPending, wakeAtMs, askAtMs, askedAtMs, terms, entries, document }: ArrivalRow): RowColumns {
  const times = [wakeAtMs ?? null, askAtMs ?? null, askedAtMs ?? null] as const;
  const texts = [JSON.stringify(terms), JSON.stringify(entries)] as const;
  return [partner, Number(hasPending), ...times, ...texts, hash('sha256', document, 'base64url'), Buffer.from(document)];
}
