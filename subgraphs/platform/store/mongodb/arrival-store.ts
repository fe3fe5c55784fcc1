import type { Filter } from 'mongodb';
import type { ArrivalStore, StoredArrival } from '../arrival-store.ts';
import {
  type ArrivalDocument,
  arrivalCollection,
  arrivalEntryCollection,
  type EntryDocument,
  type MarkDocument,
  markCollection,
  markOf,
  type ReadArrivalDocument,
  storedArrivalOf,
  withoutKeys,
} from './arrival-rows.ts';
import { committed, type MetaRow, type MongoDatabase, openCollection } from './collections.ts';
import type { MongoCall } from './failure.ts';
import { createMongoArrivalLists } from './list-arrivals.ts';
import { keyOf } from './rows.ts';
import { removeArrivals, writeArrivals } from './write-arrivals.ts';

/** Options of reads of whole arrivals. */
const read = { ...committed, projection: withoutKeys } as const;

/** Maximum number of arrivals in one transaction, whose changes MongoDB keeps in memory. */
const maxWrites = 100;

/** Opens the MongoDB {@link ArrivalStore}. Reads that precede a write use majority read concern. */
export function createMongoArrivals(
  db: MongoDatabase,
  { call, timeoutMs }: { readonly call: MongoCall; readonly timeoutMs: number },
): ArrivalStore {
  const collections = {
    db,
    arrivals: openCollection<ArrivalDocument>(db, arrivalCollection),
    entries: openCollection<EntryDocument>(db, arrivalEntryCollection),
    marks: openCollection<MarkDocument>(db, markCollection),
  };
  const { arrivals, entries, marks } = collections;
  const meta = openCollection<MetaRow>(db, 'meta');
  const select = (filter: Filter<ArrivalDocument>, sort: Record<string, 1>, limit: number): Promise<StoredArrival[]> =>
    call(async () => {
      const find = arrivals.find<ReadArrivalDocument>(filter, { ...read, maxTimeMS: timeoutMs }).sort(sort);
      return limit === 0 ? [] : (await find.limit(limit).toArray()).map(storedArrivalOf);
    });
  const afterId = (after: string | undefined): Filter<ArrivalDocument> => (after === undefined ? {} : { _id: { $gt: after } });

  return {
    ...createMongoArrivalLists({ arrivals, entries, call, timeoutMs }),
    find: async (arrivalIds) => {
      if (arrivalIds.length === 0) return [];
      const rows = await call(() => arrivals.find<ReadArrivalDocument>({ _id: { $in: [...new Set(arrivalIds)] } }, read).toArray());
      const found = new Map(rows.map((row) => [row._id, storedArrivalOf(row)]));
      return arrivalIds.map((arrivalId) => found.get(arrivalId));
    },
    findTerms: async (arrivalIds) => {
      if (arrivalIds.length === 0) return [];
      const options = { ...committed, projection: { terms: 1 } };
      const rows = await call(() => arrivals.find({ _id: { $in: [...new Set(arrivalIds)] } }, options).toArray());
      const found = new Map(rows.map(({ _id, terms }) => [_id, terms]));
      return arrivalIds.map((arrivalId) => found.get(arrivalId));
    },
    write: async (writes) => {
      const written: boolean[] = [];
      for (let from = 0; from < writes.length; from += maxWrites) {
        written.push(...(await call(() => writeArrivals(collections, writes.slice(from, from + maxWrites)))));
      }
      return written;
    },
    remove: (arrivalIds) => call(() => removeArrivals(collections, arrivalIds)),
    dueBy: (kind, throughMs, limit) => {
      const field = kind === 'wake' ? 'wakeAtMs' : 'queryAtMs';
      return select({ [field]: { $lte: throughMs } }, { [field]: 1 }, limit);
    },
    earliestQueriedMs: () =>
      call(async () => {
        const options = { ...committed, projection: { queriedAtMs: 1 }, sort: { queriedAtMs: 1 }, maxTimeMS: timeoutMs } as const;
        return (await arrivals.findOne({ queriedAtMs: { $gte: 0 } }, options))?.queriedAtMs;
      }),
    pending: (limit) => select({ hasPending: true }, { _id: 1 }, limit),
    findByTerms: ({ terms, after, limit }) => select({ keys: { $in: terms.map(keyOf) }, ...afterId(after) }, { _id: 1 }, limit),
    scan: ({ after, limit }) => select(afterId(after), { _id: 1 }, limit),
    findMarks: (arrivalIds, tenant) =>
      call(async () => {
        if (arrivalIds.length === 0) return [];
        const wanted = { arrivalId: { $in: [...new Set(arrivalIds)] }, ...(tenant === undefined ? {} : { tenant }) };
        const found = await marks.find(wanted, committed).sort({ arrivalId: 1, tenant: 1, target: 1, kind: 1 }).toArray();
        return found.map(markOf);
      }),
    position: (log) => call(async () => (await meta.findOne({ _id: positionIdOf(log) }, committed))?.position ?? 0),
    advance: (log, position) =>
      call(async () => {
        await meta.updateOne({ _id: positionIdOf(log) }, { $max: { position } }, { upsert: true });
      }),
  };
}

function positionIdOf(log: string): string {
  return `followed:${log}`;
}
