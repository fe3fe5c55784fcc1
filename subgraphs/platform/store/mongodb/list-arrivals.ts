import type { Collection, Filter } from 'mongodb';
import { bucketsOf, type ColumnRange, lastCharacter, ranks, timeConditionsOf } from '../arrival-order.ts';
import type { ArrivalFilter, ArrivalOrder, ArrivalSelection, ArrivalStore, ListedArrival } from '../arrival-store.ts';
import { type ArrivalDocument, type EntryDocument, entryIdOf, orderStringOf, storedArrivalOf } from './arrival-rows.ts';
import type { MongoCall } from './failure.ts';
import { allOf } from './filter.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import { keyOf } from './rows.ts';

/**
 * Up to this many matching arrivals, looking each one up and sorting them is cheaper than scanning the index of the
 * order.
 */
const fewArrivals = 1_000;

/** Maximum number of arrivals with a term that are read to count how many of them also have the other terms. */
const maxIntersected = 20_000;

/** How often the read of a page is repeated when its arrivals change during the read. */
const maxAttempts = 5;

/** The collections that lists read. */
export interface ArrivalLists {
  readonly arrivals: Collection<ArrivalDocument>;
  readonly entries: Collection<EntryDocument>;
  readonly call: MongoCall;
  /** The time limit of `call`, for queries that the server itself has to abort. */
  readonly timeoutMs: number;
}

type ListQuery = Parameters<ArrivalStore['list']>[0];

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
        const { conditions, scannedOrder } = await call(() => planOf(lists, query, { order, few: fewArrivals }));
        const find = (range: readonly Filter<EntryDocument>[]) =>
          entries
            .find(allOf([...conditions, ...range, ...after]), { maxTimeMS, ...hintOf(scannedOrder) })
            .sort({ [orderFields[order]]: direction });
        const found: EntryDocument[] = [];
        for (const range of rankRangesOf(query, scannedOrder)) {
          if (found.length < limit) {
            const left = limit - found.length;
            found.push(...(await call(() => find(range).limit(left).toArray())));
          }
        }
        const { listed, isComplete } = await call(() => listedArrivals(lists, found, query));
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
      const plan = { order: condition?.order ?? 'BEST_TIME', few: 2 * limit } as const;
      const { conditions, scannedOrder } = await call(() => planOf(lists, query, plan));
      return call(() => entries.countDocuments(allOf(conditions), { limit, maxTimeMS, ...hintOf(scannedOrder) }));
    },
  };
}

/** Adds the arrivals to the entries of a page. */
async function listedArrivals(
  { arrivals }: ArrivalLists,
  found: readonly EntryDocument[],
  { order, maxBytes = Number.POSITIVE_INFINITY }: ListQuery,
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

/** How the entries of a selection are found. */
interface Plan {
  readonly conditions: readonly Filter<EntryDocument>[];
  /** The order whose index is scanned; undefined when the conditions contain the ids of the entries. */
  readonly scannedOrder?: ArrivalOrder;
}

/**
 * Plans how entries are found: by the condition that the fewest entries or arrivals meet if those are at most `few`,
 * otherwise by scanning the order. The arrivals of a rare term are found first. Entries have no index on terms, because
 * each change of an arrival would move all its entries there.
 */
async function planOf(
  { arrivals, entries }: Pick<ArrivalLists, 'arrivals' | 'entries'>,
  { scope, overriding, filter = {} }: ArrivalSelection,
  { order, few }: { readonly order: ArrivalOrder; readonly few: number },
): Promise<Plan> {
  const scopes = overriding === undefined || overriding === scope ? [scope] : [scope, overriding];
  const buckets = { bucket: { $in: bucketsOf(filter) } };
  const inScopes = { scope: { $in: scopes }, ...buckets };
  let [most, arrivalFilter, scannedOrder]: [number, Filter<ArrivalDocument> | undefined, ArrivalOrder] = [few, undefined, order];
  const sets = termConditionsOf<ArrivalDocument>(filter);
  let rarest = maxIntersected + 1;
  for (const set of sets) {
    if (most < 0) break;
    // Counted before reading: transferring that many ids costs more than reading a page.
    const found = await arrivals.countDocuments(set, { limit: sets.length > 1 ? Math.max(most + 1, rarest) : most + 1 });
    if (found <= most) [most, arrivalFilter] = [found - 1, set];
    rarest = Math.min(rarest, found);
  }
  for (const { order: other, ranges } of timeConditionsOf(filter)) {
    if (other === order || most < 0) continue;
    const found = await entries.countDocuments({ $and: [inScopes, rangeCondition(ranges[0])] }, { limit: most + 1, hint: indexOf(other) });
    if (found <= most) [most, arrivalFilter, scannedOrder] = [found - 1, undefined, other];
  }
  if (arrivalFilter === undefined && scannedOrder === order && sets.length > 1 && rarest <= maxIntersected) {
    // Each term may be common while few arrivals have all of them.
    const all = { $and: sets } as Filter<ArrivalDocument>;
    if ((await arrivals.countDocuments(all, { limit: few + 1 })) <= few) arrivalFilter = all;
  }
  const checks = [
    ...(scopes.length === 1 ? [] : [{ overriddenBy: { $ne: overriding } } as Filter<EntryDocument>]),
    ...termConditionsOf<EntryDocument>(filter).filter((_, index) => arrivalFilter === undefined || sets[index] !== arrivalFilter),
    ...timeConditionsOf(filter).flatMap(({ ranges }) => ranges.map(rangeCondition)),
  ];
  if (arrivalFilter === undefined) return { conditions: [inScopes, ...checks], scannedOrder };
  const rows = await arrivals.find(arrivalFilter, { projection: { _id: 1 } }).toArray();
  const ids = rows.flatMap(({ _id }) => scopes.map((one) => entryIdOf(_id, one)));
  return { conditions: [{ _id: { $in: ids }, ...buckets }, ...checks] };
}

/** Builds the conditions on the keys of arrivals, which entries have too. */
function termConditionsOf<Row extends Pick<ArrivalDocument, 'keys'>>({ all = [], beginnings = [] }: ArrivalFilter): Filter<Row>[] {
  const conditions = [
    ...all.map((terms) => ({ keys: { $in: terms.map(keyOf) } })),
    ...beginnings.map((strings) => {
      const ranges = strings.map((string) => ({ keys: { $elemMatch: { $gte: string, $lt: `${string}${lastCharacter}` } } }));
      return ranges.length === 0 ? { keys: { $in: [] } } : { $or: ranges };
    }),
  ];
  return conditions as Filter<Row>[];
}

function rangeCondition({ column, from, before }: ColumnRange): Filter<EntryDocument> {
  // An order string begins with the number of its first column, so these bounds are exactly those on the number.
  if (column !== 'bestDay') return { [column]: { $gte: orderStringOf(from), $lt: orderStringOf(before) } };
  return { bestDay: { $gte: from, $lt: before } };
}

/** The field of each order. */
const orderFields = { ATTENTION: 'attention', BEST_TIME: 'bestTime', LAST_CHANGE: 'lastChange', LAST_FREE_DAY: 'lastFree' } as const;

function hintOf(scannedOrder: ArrivalOrder | undefined): { readonly hint?: Record<string, 1> } {
  return scannedOrder === undefined ? {} : { hint: indexOf(scannedOrder) };
}

function indexOf(order: ArrivalOrder): Record<string, 1> {
  return { scope: 1, bucket: 1, [orderFields[order]]: 1 };
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of this order */
function afterPosition(order: ArrivalOrder, position: string, backwards: boolean): Filter<EntryDocument> {
  const [name, value, ...rest] = partsOf(position);
  if (name !== order || typeof value !== 'string' || rest.length > 0) throw wrongPosition();
  return { [orderFields[order]]: { [backwards ? '$lt' : '$gt']: value } };
}
