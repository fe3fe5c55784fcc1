import { hash } from 'node:crypto';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import type { ArrivalEntry, ArrivalMark, MarkKind, StoredArrival } from '../arrival-store.ts';
import { bytesOfArrival } from '../version-bytes.ts';
import type { Reader, SqlRow } from './connection.ts';
import { DamagedRowError } from './failure.ts';
import { bytes, integer, json, text } from './rows.ts';

/** The columns that {@link arrivalOf} reads; `a` is the table of arrivals. */
export const arrivalColumns =
  'a.id, a.arrival_id, a.revision, a.partner, a.has_pending, a.wake_at, a.query_at, a.queried_at, a.terms, a.entries, a.hash, a.document';

/** Reads a row of {@link arrivalColumns}. @throws {DamagedRowError} when the document is not the stored one */
export function arrivalOf(row: SqlRow): StoredArrival {
  const document = bytes(row, 'document');
  if (hash('sha256', document, 'base64url') !== text(row, 'hash'))
    throw new DamagedRowError('document', 'bytes that do not match their hash');
  return {
    arrivalId: text(row, 'arrival_id'),
    revision: integer(row, 'revision'),
    partner: text(row, 'partner'),
    document: document.toString(),
    hasPending: integer(row, 'has_pending') === 1,
    ...(row['wake_at'] === null ? {} : { wakeAtMs: integer(row, 'wake_at') }),
    ...(row['query_at'] === null ? {} : { queryAtMs: integer(row, 'query_at') }),
    ...(row['queried_at'] === null ? {} : { queriedAtMs: integer(row, 'queried_at') }),
    terms: json(row, 'terms') as string[],
    entries: json(row, 'entries') as ArrivalEntry[],
  };
}

/** Reads a row of the table of marks. */
export function markOf(row: SqlRow): ArrivalMark {
  return {
    arrivalId: text(row, 'arrival_id'),
    tenant: text(row, 'tenant'),
    target: text(row, 'target'),
    kind: text(row, 'kind') as MarkKind,
    at: text(row, 'at'),
    ...(row['until'] === null ? {} : { until: text(row, 'until') }),
    ...(row['set_by'] === null ? {} : { by: text(row, 'set_by') }),
  };
}

/** Caches the arrivals that lists have read most recently. */
export interface ArrivalCache {
  /** @returns undefined when the arrival has been removed or changed since its revision was read */
  find(id: number, revision: number): StoredArrival | undefined;
}

/** Opens the cache. */
export function createArrivalCache(reader: Reader): ArrivalCache {
  const arrivals = sharedCachePool.open<number, StoredArrival>();
  const sql = `SELECT ${arrivalColumns} FROM arrivals a WHERE a.id = ?`;
  return {
    find: (id, revision) => {
      const cached = arrivals.get(id);
      if (cached?.revision === revision) return cached;
      const row = reader.get(sql, id);
      const arrival = row && arrivalOf(row);
      if (arrival !== undefined) arrivals.set(id, arrival, bytesOfArrival(arrival));
      return arrival?.revision === revision ? arrival : undefined;
    },
  };
}
