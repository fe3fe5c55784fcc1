import type { ArrivalStore, StoredArrival } from '../arrival-store.ts';
import { arrivalColumns, arrivalOf, createArrivalCache, markOf } from './arrival-rows.ts';
import type { Reader, SqlValue } from './connection.ts';
import { createSqliteArrivalLists } from './list-arrivals.ts';
import { integer, json, text } from './rows.ts';
import type { WriteThread } from './thread.ts';
import { writtenArrivalOf } from './write-arrivals.ts';

/** Maximum number of arrivals in one request to the writing thread. */
const maxWrites = 100;

/** Opens the SQLite {@link ArrivalStore}. An arrival is written with its entries and marks in one transaction. */
export function createSqliteArrivals({ thread, reader }: { readonly thread: WriteThread; readonly reader: Reader }): ArrivalStore {
  const select = (rest: string, ...values: SqlValue[]): StoredArrival[] =>
    reader.all(`SELECT ${arrivalColumns} FROM ${rest}`, ...values).map(arrivalOf);
  const byId = <Row>(arrivalIds: readonly string[], rows: readonly (readonly [string, Row])[]): (Row | undefined)[] => {
    const found = new Map(rows);
    return arrivalIds.map((arrivalId) => found.get(arrivalId));
  };
  return {
    ...createSqliteArrivalLists(reader, createArrivalCache(reader)),
    find: async (arrivalIds) => {
      const found = select('arrivals a WHERE a.arrival_id IN (SELECT value FROM json_each(?))', JSON.stringify(arrivalIds));
      return byId(
        arrivalIds,
        found.map((arrival) => [arrival.arrivalId, arrival]),
      );
    },
    findTerms: async (arrivalIds) => {
      const sql = 'SELECT arrival_id, terms FROM arrivals WHERE arrival_id IN (SELECT value FROM json_each(?))';
      const rows = reader.all(sql, JSON.stringify(arrivalIds));
      return byId(
        arrivalIds,
        rows.map((row) => [text(row, 'arrival_id'), json(row, 'terms') as string[]]),
      );
    },
    write: async (writes) => {
      const written: Promise<boolean[]>[] = [];
      for (let from = 0; from < writes.length; from += maxWrites) {
        written.push(thread.write('writeArrivals', { writes: writes.slice(from, from + maxWrites).map(writtenArrivalOf) }));
      }
      return (await Promise.all(written)).flat();
    },
    remove: (arrivalIds) => thread.write('removeArrivals', { arrivalIds }),
    dueBy: async (kind, throughMs, limit) => {
      const column = kind === 'wake' ? 'wake_at' : 'query_at';
      return select(`arrivals a WHERE a.${column} <= ? ORDER BY a.${column} LIMIT ?`, throughMs, limit);
    },
    earliestQueriedMs: async () => {
      const row = reader.get('SELECT queried_at FROM arrivals WHERE queried_at IS NOT NULL ORDER BY queried_at LIMIT 1');
      return row && integer(row, 'queried_at');
    },
    pending: async (limit) => select('arrivals a WHERE a.has_pending = 1 ORDER BY a.arrival_id LIMIT ?', limit),
    findByTerms: async ({ terms, after = '', limit }) => {
      const matching = 'SELECT arrival FROM arrival_terms WHERE term IN (SELECT value FROM json_each(?))';
      const rest = `arrivals a WHERE a.id IN (${matching}) AND +a.arrival_id > ? ORDER BY +a.arrival_id LIMIT ?`;
      return select(rest, JSON.stringify(terms), after, limit);
    },
    scan: async ({ after = '', limit }) => select('arrivals a WHERE a.arrival_id > ? ORDER BY a.arrival_id LIMIT ?', after, limit),
    findMarks: async (arrivalIds, tenant) => {
      const ofTenant = tenant === undefined ? '' : 'AND tenant = ?';
      const sql = `SELECT * FROM arrival_marks WHERE arrival_id IN (SELECT value FROM json_each(?)) ${ofTenant} ORDER BY arrival_id, tenant, target, kind`;
      return reader.all(sql, JSON.stringify(arrivalIds), ...(tenant === undefined ? [] : [tenant])).map(markOf);
    },
    position: async (log) => {
      const row = reader.get('SELECT position FROM followed_logs WHERE log = ?', log);
      return row === undefined ? 0 : integer(row, 'position');
    },
    advance: (log, position) => thread.write('advance', { log, position }),
  };
}
