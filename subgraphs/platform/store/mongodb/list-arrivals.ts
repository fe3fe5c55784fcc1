import type { Filter } from 'mongodb';
import { ranks, timeConditionsOf } from '../arrival-order.ts';
import type { ArrivalOrder, ArrivalSelection, ArrivalStore, ListedArrival } from '../arrival-store.ts';
import { indexOf, orderFields } from './arrival-conditions.ts';
import { createArrivalPlanner, type PlannedCollections } from './arrival-planner.ts';
import { type ArrivalCache, createArrivalCache, type EntryDocument, orderStringOf } from './arrival-rows.ts';
import type { MongoCall } from './failure.ts';
import { allOf } from './filter.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';

/**
 * Up to this many matching arrivals, looking each one up and sorting them is cheaper than scanning the index of the
 * order.
 */
const fewArrivals = 1_000;

/** How often the read of a page is repeated when its arrivals change during the read. */
const maxAttempts = 5;

/** The collections that lists read. */
export interface ArrivalLists extends PlannedCollections {
  readonly call: MongoCall;
  /** The time limit of `call`, for queries that the server itself has to abort. */
  readonly timeoutMs: number;
}

type ListQuery = Parameters<ArrivalStore['list']>[0];

/** The fields of an entry that a page needs: not its keys, which are only used for searching. */
type FoundEntry = Pick<EntryDocument, 'arrival' | 'revision' | 'writeId' | 'scope'> &
  Partial<Pick<EntryDocument, (typeof orderFields)[ArrivalOrder]>>;
const foundFields = { _id: 0, arrival: 1, revision: 1, writeId: 1, scope: 1 } as const;

/** Lists and counts arrivals. */
export function createMongoArrivalLists(lists: ArrivalLists): Pick<ArrivalStore, 'list' | 'count'> {
  const { entries, call, timeoutMs: maxTimeMS } = lists;
  const [plan, cache] = [createArrivalPlanner(lists), createArrivalCache(lists.arrivals)];
  return {
    list: async (query) => {
      const { order, from, limit, backwards = false } = query;
      if (limit === 0) return [];
      const after = from === undefined ? [] : [afterPosition(order, from, backwards)];
      const direction = backwards ? -1 : 1;
      for (let attempt = 1; ; attempt += 1) {
        const { conditions, scannedOrder } = await call(() => plan({ selection: selectionOf(query), order, few: fewArrivals }));
        const projection = { ...foundFields, [orderFields[order]]: 1 };
        const find = (range: readonly Filter<EntryDocument>[]) =>
          entries
            .find<FoundEntry>(allOf([...conditions, ...range, ...after]), { maxTimeMS, projection, ...hintOf(scannedOrder) })
            .sort({ [orderFields[order]]: direction });
        const found: FoundEntry[] = [];
        for (const range of rankRangesOf(query, scannedOrder)) {
          if (found.length < limit) {
            const left = limit - found.length;
            found.push(...(await call(() => find(range).limit(left).toArray())));
          }
        }
        const { listed, isComplete } = await call(() => listedArrivals(cache, found, query));
        // An arrival was changed or removed meanwhile, which makes the page too short. Callers would take it for the
        // last one.
        if (!isComplete && attempt < maxAttempts) continue;
        return backwards ? listed.reverse() : listed;
      }
    },
    count: async ({ limit, ...query }) => {
      if (limit === 0) return 0;
      const [condition] = timeConditionsOf(query.filter ?? {});
      // Scanning the scope is cheaper only when most of its entries match.
      const list = { selection: query, order: condition?.order ?? 'BEST_TIME', few: 2 * limit } as const;
      const { conditions, scannedOrder } = await call(() => plan(list));
      return call(() => entries.countDocuments(allOf(conditions), { limit, maxTimeMS, ...hintOf(scannedOrder) }));
    },
  };
}

/** Adds the arrivals to the entries of a page. */
async function listedArrivals(
  cache: ArrivalCache,
  found: readonly FoundEntry[],
  { order, maxBytes = Number.POSITIVE_INFINITY }: ListQuery,
): Promise<{ readonly listed: ListedArrival[]; readonly isComplete: boolean }> {
  const byId = await cache.find(found);
  const listed: ListedArrival[] = [];
  let [bytes, isComplete] = [0, true];
  for (const document of found) {
    const arrival = byId.get(document.arrival);
    const entry = arrival?.entries.find(({ scope }) => scope === document.scope);
    const isCurrent = arrival?.revision === document.revision;
    isComplete &&= isCurrent;
    if (arrival === undefined || entry === undefined) continue;
    listed.push({ arrival, entry, position: JSON.stringify([order, document[orderFields[order]]]) });
    bytes += arrival.document.length;
    if (bytes > maxBytes && listed.length > 1) break;
  }
  return { listed, isComplete };
}

/**
 * Returns the ranges of the index that a page is read from, one after the other. Within one rank, entries in the order
 * ATTENTION are sorted by best known time, of which the filter may select a range.
 */
function rankRangesOf(
  { order, filter = {}, backwards = false }: ListQuery,
  scannedOrder: ArrivalOrder | undefined,
): Filter<EntryDocument>[][] {
  const times = timeConditionsOf(filter).find((condition) => condition.order === 'BEST_TIME');
  if (order !== 'ATTENTION' || scannedOrder !== order || times === undefined) return [[]];
  const [{ from, before }] = times.ranges;
  const ranges = ranks.map((rank) => {
    const [first, last] = [from, before].map((time) => `${orderStringOf(-rank)} ${orderStringOf(time)}`);
    return [{ attention: { $gte: first, $lt: last } } as Filter<EntryDocument>];
  });
  return backwards ? ranges.toReversed() : ranges;
}

/** Returns the selection of a query without its page. */
function selectionOf({ scope, overriding, filter }: ListQuery): ArrivalSelection {
  return { scope, overriding, filter };
}

function hintOf(scannedOrder: ArrivalOrder | undefined): { readonly hint?: Record<string, 1> } {
  return scannedOrder === undefined ? {} : { hint: indexOf(scannedOrder) };
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of this order */
function afterPosition(order: ArrivalOrder, position: string, backwards: boolean): Filter<EntryDocument> {
  const [name, value, ...rest] = partsOf(position);
  if (name !== order || typeof value !== 'string' || rest.length > 0) throw wrongPosition();
  return { [orderFields[order]]: { [backwards ? '$lt' : '$gt']: value } };
}
