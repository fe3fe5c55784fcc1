import type { Collection, Filter } from 'mongodb';
import { bucketsOf, noTimeMs } from '../arrival-order.ts';
import type { ArrivalFilter, ArrivalOrder, ArrivalSelection, ArrivalStore, ListedArrival } from '../arrival-store.ts';
import { type ArrivalDocument, type EntryDocument, entryIdOf, orderStringOf, storedArrivalOf } from './arrival-rows.ts';
import type { MongoCall } from './failure.ts';
import { allOf } from './filter.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import { keyOf } from './rows.ts';

/** Up to so many arrivals of a term, finding them one by one and sorting is cheaper than walking an order. */
const fewArrivals = 1_000;

/** How often a page is read when arrivals of it are changed during the read. */
const maxAttempts = 5;

/** The collections that lists read. */
export interface ArrivalLists {
  readonly arrivals: Collection<ArrivalDocument>;
  readonly entries: Collection<EntryDocument>;
  readonly call: MongoCall;
  /** The limit of `call`, for queries that the server itself has to stop. */
  readonly timeoutMs: number;
}

/** Lists and counts arrivals. */
export function createMongoArrivalLists(lists: ArrivalLists): Pick<ArrivalStore, 'list' | 'count'> {
  const { entries, call, timeoutMs: maxTimeMS } = lists;
  return {
    list: async (query) => {
      const { order, from, limit, backwards = false } = query;
      if (limit === 0) return [];
      const after = from === undefined ? [] : [afterPosition(order, from, backwards)];
      const direction = backwards ? -1 : 1;
      for (let attempt = 1; ; attempt += 1) {
        const conditions = await call(() => conditionsOf(lists, query, fewArrivals));
        const find = () => entries.find(allOf([...conditions, ...after]), { maxTimeMS }).sort({ [orderFields[order]]: direction });
        const found = await call(() => find().limit(limit).toArray());
        const { listed, isComplete } = await call(() => listedArrivals(lists, found, query));
        // An arrival was changed or removed meanwhile. A page that is too short would look like the last one.
        if (!isComplete && attempt < maxAttempts) continue;
        return backwards ? listed.reverse() : listed;
      }
    },
    count: async ({ limit, ...query }) => {
      if (limit === 0) return 0;
      // To walk the scope is cheaper only when most of it matches.
      const conditions = await call(() => conditionsOf(lists, query, 2 * limit));
      return call(() => entries.countDocuments(allOf(conditions), { limit, maxTimeMS }));
    },
  };
}

/** Adds the arrivals to the entries of a page. */
async function listedArrivals(
  { arrivals }: ArrivalLists,
  found: readonly EntryDocument[],
  { order, maxBytes = Number.POSITIVE_INFINITY }: Parameters<ArrivalStore['list']>[0],
): Promise<{ readonly listed: ListedArrival[]; readonly isComplete: boolean }> {
  const rows = await arrivals.find({ _id: { $in: found.map(({ arrival }) => arrival) } }).toArray();
  const byId = new Map(rows.map((row) => [row._id, storedArrivalOf(row)]));
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
 * Returns the conditions of a selection. If few arrivals have the terms of one set, those are found first: entries have no
 * index on terms, because each change of an arrival would move all its entries there.
 */
async function conditionsOf(
  { arrivals }: Pick<ArrivalLists, 'arrivals'>,
  { scope, overriding, filter = {} }: ArrivalSelection,
  few: number,
): Promise<Filter<EntryDocument>[]> {
  const scopes = overriding === undefined || overriding === scope ? [scope] : [scope, overriding];
  const buckets = bucketsOf(filter);
  const sets = (filter.all ?? []).map((terms) => terms.map(keyOf));
  let leader: readonly string[] | undefined;
  let leading: readonly string[] = [];
  for (const keys of sets) {
    const most = leader === undefined ? few : leading.length - 1;
    if (most < 0) break;
    // Counted first: to transfer that many ids costs more than a page.
    if ((await arrivals.countDocuments({ keys: { $in: keys } }, { limit: most + 1 })) > most) continue;
    const rows = await arrivals.find({ keys: { $in: keys } }, { projection: { _id: 1 } }).toArray();
    [leader, leading] = [keys, rows.map(({ _id }) => _id)];
  }
  return [
    leader === undefined
      ? { scope: { $in: scopes }, bucket: { $in: buckets } }
      : { _id: { $in: leading.flatMap((arrivalId) => scopes.map((one) => entryIdOf(arrivalId, one))) }, bucket: { $in: buckets } },
    ...(scopes.length === 1 ? [] : [{ overriddenBy: { $ne: overriding } } as Filter<EntryDocument>]),
    ...sets.filter((keys) => keys !== leader).map((keys) => ({ keys: { $in: keys } })),
    ...timeConditions(filter),
  ];
}

/** Absent times are no instants: no bound selects them. */
function timeConditions({ bestTimeFromMs, bestTimeBeforeMs }: ArrivalFilter): Filter<EntryDocument>[] {
  if (bestTimeFromMs === undefined && bestTimeBeforeMs === undefined) return [];
  const before = { $lt: orderStringOf(bestTimeBeforeMs ?? noTimeMs) };
  return [{ bestTime: bestTimeFromMs === undefined ? before : { $gte: orderStringOf(bestTimeFromMs), ...before } }];
}

/** The field of each order. */
const orderFields = { ATTENTION: 'attention', BEST_TIME: 'bestTime', LAST_CHANGE: 'lastChange' } as const;

/** @throws {LandfallError} CURSOR_INVALID for a string that is no position of this order */
function afterPosition(order: ArrivalOrder, position: string, backwards: boolean): Filter<EntryDocument> {
  const [name, value, ...rest] = partsOf(position);
  if (name !== order || typeof value !== 'string' || rest.length > 0) throw wrongPosition();
  return { [orderFields[order]]: { [backwards ? '$lt' : '$gt']: value } };
}
