import type { ClientSession, Filter } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import {
  type ArrivalIndex,
  type ArrivalLists,
  type ColumnRange,
  type CompiledSelection,
  createArrivalLists,
  deadlineRank,
  type EntryIndex,
  type EntryLookup,
  type EntryPage,
  type FoundEntry,
  fewArrivals,
  lastCharacter,
  noTimeMs,
  selectedEntry,
  type TermSet,
} from '../arrival-lists.ts';
import {
  type ArrivalOrder,
  type ArrivalStore,
  bytesOfArrival,
  documentIdOf,
  entriesIn,
  type SharingArrivals,
  type StoredArrival,
  type VisitStats,
} from '../arrival-store.ts';
import { partsOfPosition, wrongPosition } from '../version-store.ts';
import {
  type ArrivalDocument,
  arrivalCollection,
  arrivalEntryCollection,
  type EntryDocument,
  linesCollection,
  type MarkDocument,
  markCollection,
  markOf,
  orderNumberLength,
  orderNumberOf,
  orderStringOf,
  orderValueOf,
} from './arrival-rows.ts';
import { committed, inTransaction, type MetaRow, type MongoDatabase, type MongoLog, openCollection } from './collections.ts';
import type { MongoCall } from './failure.ts';
import { allOf, keyOf } from './rows.ts';
import { type LinesDocument, openSharedLines, replacementsOf, revisionOf } from './shared-lines.ts';
import { type ArrivalCollections, changeOnce, removeArrivals, writeOnce, writeTogether } from './write-arrivals.ts';

/** Maximum number of arrivals in one transaction, and of their entries and alerts, which it must write within the time of a step. */
const [maxWrites, maxRows] = [200, 1_000];

/** Opens the MongoDB {@link ArrivalStore}. Reads that precede a write use majority read concern. */
export function createMongoArrivals(
  db: MongoDatabase,
  { call, timeoutMs, alerts }: { readonly call: MongoCall; readonly timeoutMs: number; readonly alerts: MongoLog },
): ArrivalStore {
  const collections = {
    db,
    alerts,
    arrivals: openCollection<ArrivalDocument>(db, arrivalCollection),
    entries: openCollection<EntryDocument>(db, arrivalEntryCollection),
    marks: openCollection<MarkDocument>(db, markCollection),
    sharedLines: openSharedLines(openCollection<LinesDocument>(db, linesCollection)),
  };
  const { arrivals, marks, sharedLines } = collections;
  const meta = openCollection<MetaRow>(db, 'meta');
  const select = (filter: Filter<ArrivalDocument>, sort: Record<string, 1>, limit: number): Promise<StoredArrival[]> =>
    call(async () => {
      const find = async (session?: ClientSession) => {
        const options = { ...(session === undefined ? committed : { session }), maxTimeMS: timeoutMs };
        const found = await arrivals.find(filter, options).sort(sort).limit(limit).toArray();
        return sharedLines.completed(found, session);
      };
      const found = limit === 0 ? [] : await find();
      // An arrival that has got other lines meanwhile is read again, at one moment with its lines.
      const complete = found.includes(undefined) ? await inTransaction(db, find) : found;
      return complete.filter((arrival) => arrival !== undefined);
    });
  const findAll = (arrivalIds: readonly string[]) => select({ _id: { $in: [...arrivalIds] } }, { _id: 1 }, arrivalIds.length);
  const afterId = (after: string | undefined): Filter<ArrivalDocument> => (after === undefined ? {} : { _id: { $gt: after } });

  return {
    ...createMongoArrivalLists(collections, { call, timeoutMs, readAgain: findAll }),
    find: async (arrivalIds) => {
      if (arrivalIds.length === 0) return [];
      const ids = [...new Set(arrivalIds)];
      const found = new Map((await findAll(ids)).map((arrival) => [arrival.arrivalId, arrival]));
      return arrivalIds.map((arrivalId) => found.get(arrivalId));
    },
    write: async (writes) => {
      const written: boolean[] = [];
      for (const some of transactionsOf(writes, ({ row }) => row.entries.length)) {
        written.push(...(await call(() => writeTogether(collections, some, (session) => writeOnce(collections, some, session)))));
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
    sharingByTerms: (terms) =>
      call(async () => {
        const stages = [
          { $match: { keys: { $in: terms.map(keyOf) }, shared: { $exists: true } } },
          {
            $group: {
              _id: '$shared',
              // Objects are compared by their attributes in this order.
              first: { $min: { arrivalId: '$_id', revision: '$revision' } },
              count: { $sum: 1 },
              wakeAtMs: latestOf('$wakeAtMs'),
              queryAtMs: latestOf('$queryAtMs'),
            },
          },
          { $match: { count: { $gt: 1 } } },
          { $sort: { 'first.arrivalId': 1 } },
        ];
        const found = await arrivals.aggregate<SharingDocument>(stages, { ...committed, maxTimeMS: timeoutMs }).toArray();
        const replacements = await sharedLines.revisionsOf(found.map(({ _id }) => _id));
        return found.map(({ _id, first: { arrivalId, revision }, count, wakeAtMs, queryAtMs }) => ({
          shared: _id,
          ...{ arrivalId, revision: revisionOf(revision, { revision: replacements.get(_id) ?? 0 }), count },
          ...(Number.isFinite(wakeAtMs) && { wakeAtMs }),
          ...(Number.isFinite(queryAtMs) && { queryAtMs }),
        }));
      }),
    idsSharing: (shared, terms) =>
      call(async () => {
        const options = { ...committed, projection: { _id: 1 }, maxTimeMS: timeoutMs } as const;
        const found = await arrivals
          .find({ keys: { $in: terms.map(keyOf) }, shared }, options)
          .sort({ _id: 1 })
          .toArray();
        return found.map(({ _id }) => _id);
      }),
    findSharing: (shared, arrivalIds) =>
      call(async () => {
        // The arrivals first: one that gets other lines meanwhile has another revision.
        const options = { ...committed, projection: { document: 1, revision: 1, wakeAtMs: 1 }, maxTimeMS: timeoutMs } as const;
        const found = await arrivals
          .find({ _id: { $in: [...arrivalIds] }, shared }, options)
          .sort({ _id: 1 })
          .toArray();
        const lines = await sharedLines.find(shared);
        return {
          lines: lines?.lines ?? '',
          arrivals: found.map(({ _id, document, revision, wakeAtMs }) => {
            const wakes = wakeAtMs === undefined ? {} : { wakeAtMs };
            return { arrivalId: _id, own: document, revision: revisionOf(revision, lines ?? undefined), ...wakes };
          }),
        };
      }),
    changeAlike: async (change) => {
      const changed: boolean[] = [];
      for (const some of transactionsOf(change.arrivals, () => change.entries?.length ?? 0)) {
        const part = { ...change, arrivals: some };
        changed.push(...(await call(() => writeTogether(collections, some, (session) => changeOnce(collections, part, session)))));
      }
      return changed;
    },
    replaceShared: ({ arrivalId, revision }, lines) =>
      call(async () => {
        const options = { ...committed, projection: { revision: 1, shared: 1 } };
        const found = await arrivals.findOne<Pick<ArrivalDocument, 'revision' | 'shared'>>({ _id: arrivalId }, options);
        if (found?.shared === undefined || Math.floor(revision) !== found.revision) return false;
        return sharedLines.replace({ _id: found.shared, revision: replacementsOf(revision) }, lines);
      }),
    findByTerms: ({ terms, notShared = [], after, limit }) =>
      select({ keys: { $in: terms.map(keyOf) }, shared: { $nin: [...notShared] }, ...afterId(after) }, { _id: 1 }, limit),
    scan: ({ after, limit }) => select(afterId(after), { _id: 1 }, limit),
    findMarks: (arrivalIds, tenant) =>
      call(async () => {
        if (arrivalIds.length === 0) return [];
        const found = await marks
          .find(
            { arrivalId: { $in: [...new Set([...arrivalIds, ...arrivalIds.map(documentIdOf)])] }, tenant } as Filter<MarkDocument>,
            committed,
          )
          .sort({ arrivalId: 1, tenant: 1, target: 1, kind: 1 })
          .toArray();
        return found.map(markOf);
      }),
    position: (log) => call(async () => (await meta.findOne({ _id: positionIdOf(log) }, committed))?.position ?? 0),
    advance: (log, position) =>
      call(async () => {
        await meta.updateOne({ _id: positionIdOf(log) }, { $max: { position } }, { upsert: true });
      }),
  };
}

/** Returns the aggregation of the latest one of some times; infinite if one is absent. */
function latestOf(field: string) {
  return { $max: { $ifNull: [field, Number.POSITIVE_INFINITY] } };
}

function positionIdOf(log: string): string {
  return `followed:${log}`;
}

/** The field of each order. */
const orderFields = { ATTENTION: 'attention', BEST_TIME: 'bestTime', LAST_CHANGE: 'lastChange', LAST_FREE_DAY: 'lastFree' } as const;
/** The field of each index of entries. */
const indexFields: Readonly<Record<EntryIndex, string>> = { ...orderFields, VISIT: 'visit' };

/** The fields of an entry that a page needs: not its keys, which are only used for searching. */
type ReadEntry = Pick<EntryDocument, 'arrival' | 'revision' | 'writeId' | 'scope' | 'visit'> &
  Record<(typeof orderFields)[ArrivalOrder], string>;
const readFields = { _id: 0, arrival: 1, revision: 1, writeId: 1, scope: 1, visit: 1 } as const;

interface MongoEntry extends FoundEntry, Pick<EntryDocument, 'arrival' | 'writeId'> {}

/** Longer ids are not read, so that the ids of all compared arrivals fit into one document of 16 MiB. */
const maxIdBytes = 250;

/** Lists and counts arrivals. Entries have no index on terms, because each change of an arrival would move all its entries there. */
function createMongoArrivalLists(
  { arrivals, entries, sharedLines }: Pick<ArrivalCollections, 'arrivals' | 'entries' | 'sharedLines'>,
  of: {
    readonly call: MongoCall;
    readonly timeoutMs: number;
    /** Reads arrivals that were changed while a list was read. */
    readonly readAgain: (arrivalIds: readonly string[]) => Promise<StoredArrival[]>;
  },
): ArrivalLists {
  const { call, timeoutMs: maxTimeMS, readAgain } = of;
  const cache = sharedCachePool.open<string, ArrivalDocument>();
  /** Reads a page in one query, by sorting the copies of entries in the arrivals; undefined if these are not few. */
  const readFew = (set: TermSet, page: Omit<EntryPage<string>, 'lookup' | 'rank'>): Promise<MongoEntry[] | undefined> =>
    call(async () => {
      const { selection, order, from, backwards, limit } = page;
      const others = selection.sets.filter((other) => other !== set).map((other) => hasKey(other) as Filter<ArrivalDocument>);
      // Entries of earlier versions have one scope.
      const isInScope = { $setIntersection: [{ $ifNull: ['$$this.scopes', ['$$this.scope']] }, [...selection.scopes]] };
      const ofScopes = { $filter: { input: '$entries', cond: { $ne: [isInScope, []] } } };
      const options = { maxTimeMS, projection: { revision: 1, writeId: 1, entries: ofScopes } };
      const read = await arrivals
        .find(allOf([arrivalsWith(set), ...others]), options)
        .limit(fewArrivals + 1)
        .toArray();
      if (read.length > fewArrivals) return undefined;
      const [start, direction] = [from === undefined ? undefined : orderValueIn(order, from), backwards ? -1 : 1];
      const listed = read.flatMap(({ _id: arrival, revision, writeId, entries: copies }) => {
        const entry = selectedEntry(selection, entriesIn(copies));
        const value = entry === undefined ? '' : orderValueOf(arrival, entry, order);
        if (entry === undefined || (start !== undefined && (backwards ? value >= start : value <= start))) return [];
        const { scopes, visit = '' } = entry;
        return [{ arrival, revision, ...(writeId !== undefined && { writeId }), scope: scopeIn(selection, scopes), visit, value }];
      });
      const sorted = listed.sort((left, right) => (left.value < right.value ? -direction : direction));
      return sorted.slice(0, limit).map(({ value, ...found }) => ({ ...found, position: JSON.stringify([order, value]) }));
    });
  const index: ArrivalIndex<string, MongoEntry> = {
    maxCompared: 50_000,
    countTerms: (set, limit) => call(() => arrivals.countDocuments(arrivalsWith(set), { limit })),
    countTimes: ({ scopes, buckets }, { order, ranges: [range] }, limit) => {
      const wanted = allOf<EntryDocument>([{ scope: { $in: [...scopes] }, bucket: { $in: [...buckets] } }, within(range)]);
      return call(() => entries.countDocuments(wanted, { limit, ...hintOf({ order }) }));
    },
    // As one document, because the driver spends much less time on it than on a document for each arrival.
    findIds: (set, limit) =>
      call(async () => {
        const id = { $cond: [{ $lte: [{ $strLenBytes: '$_id' }, maxIdBytes] }, '$_id', '$$REMOVE'] };
        const group = { $group: { _id: null, ids: { $push: id }, count: { $sum: 1 } } };
        const stages = [{ $match: arrivalsWith(set) }, { $limit: limit + 1 }, group];
        const [found = { ids: [], count: 0 }] = await arrivals.aggregate<{ ids: string[]; count: number }>(stages).toArray();
        return found.count > limit || found.ids.length < found.count ? undefined : found.ids;
      }),
    readPage: async ({ selection, lookup: begun, order, from, backwards, limit, rank }) => {
      const few = 'set' in begun ? await readFew(begun.set, { selection, order, from, backwards, limit }) : undefined;
      if (few !== undefined) return few;
      const lookup = 'set' in begun ? { order } : begun;
      const field = orderFields[order];
      const after =
        from === undefined ? [] : [{ [field]: { [backwards ? '$lt' : '$gt']: orderValueIn(order, from) } } as Filter<EntryDocument>];
      const ofRank = rank === undefined ? [] : [rankRange(rank, selection)];
      const wanted = allOf([...conditionsOf(selection, lookup), ...ofRank, ...after]);
      const options = { maxTimeMS, projection: { ...readFields, [field]: 1 }, ...hintOf(lookup) };
      const find = () =>
        entries
          .find<ReadEntry>(wanted, options)
          .sort({ [field]: backwards ? -1 : 1 })
          .limit(limit);
      return call(async () =>
        (await find().toArray()).map((found) => ({
          ...found,
          scope: scopeIn(selection, [found.scope].flat()),
          visit: found.visit ?? '',
          position: JSON.stringify([order, found[field]]),
        })),
      );
    },
    countEntries: (selection, lookup, limit) =>
      call(() => entries.countDocuments(allOf(conditionsOf(selection, lookup)), { limit, maxTimeMS, ...hintOf(lookup) })),
    readVisits: ({ selection, lookup, order, from, backwards, limit }) => {
      const stages = [
        ...visitsOf(selection, lookup),
        { $group: { _id: '$visit', position: { $min: `$${orderFields[order]}` } } },
        ...(from === undefined ? [] : [{ $match: { position: { [backwards ? '$lt' : '$gt']: orderValueIn(order, from) } } }]),
        { $sort: { position: backwards ? -1 : 1 } },
        { $limit: limit },
      ];
      return call(async () => {
        const found = await entries.aggregate<{ _id: string; position: string }>(stages, { maxTimeMS, ...hintOf(lookup) }).toArray();
        return found.map((one) => ({ visit: one._id, position: JSON.stringify([order, one.position]) }));
      });
    },
    countVisits: (selection, lookup, limit) =>
      call(async () => {
        const stages = [...visitsOf(selection, lookup), { $group: { _id: '$visit' } }, { $limit: limit }, { $count: 'count' }];
        const [found] = await entries.aggregate<{ count: number }>(stages, { maxTimeMS, ...hintOf(lookup) }).toArray();
        return found?.count ?? 0;
      }),
    statsOfVisits: (selection) =>
      call(async () => {
        const rank = { $substrBytes: ['$attention', 0, orderNumberLength] };
        const group = { _id: { visit: '$visit', rank, stats: '$stats' }, count: { $sum: 1 }, first: { $min: '$bestTime' } };
        const lookup = { order: 'VISIT' } as const;
        const stages = [...visitsOf(selection, lookup), { $group: group }];
        const found = await entries.aggregate<StatsDocument>(stages, { maxTimeMS, ...hintOf(lookup) }).toArray();
        return found.map(({ _id, count, first }): VisitStats => {
          const bestTimeMs = orderNumberOf(first);
          const arrivalId = first.slice(orderNumberLength + 1);
          const { visit, stats } = _id;
          const time = bestTimeMs === noTimeMs ? {} : { bestTimeMs };
          return { visit, rank: 0 - orderNumberOf(_id.rank), stats, count, first: { arrivalId, ...time } };
        });
      }),
    findArrivals: async (found) => {
      const cached = new Map(
        found.flatMap(({ arrival, writeId }) => {
          const known = cache.get(arrival);
          return known !== undefined && known.writeId === writeId ? [[arrival, known]] : [];
        }),
      );
      const missing = found.flatMap(({ arrival }) => (cached.has(arrival) ? [] : [arrival]));
      const wanted = { _id: { $in: missing } };
      const added = missing.length === 0 ? [] : await call(() => arrivals.find(wanted).toArray());
      for (const document of added)
        if (document.writeId !== undefined) cache.set(document._id, document, bytesOfArrival({ terms: document.keys, ...document }));
      const documents = [...cached.values(), ...added];
      const complete = await call(() => sharedLines.completed(documents));
      const byId = new Map(documents.map(({ _id }, number) => [_id, complete[number]]));
      const changed = documents.flatMap(({ _id }) => (byId.get(_id) === undefined ? [_id] : []));
      for (const arrival of await readAgain(changed)) byId.set(arrival.arrivalId, arrival);
      return found.map(({ arrival }) => byId.get(arrival));
    },
  };
  return createArrivalLists(index);
}

/** Divides writes into transactions. With many lists a page of arrivals has too many entries for one. */
function transactionsOf<Write extends { readonly alerts?: readonly unknown[] | undefined }>(
  writes: readonly Write[],
  entriesOf: (write: Write) => number,
): Write[][] {
  const transactions: Write[][] = [];
  let rows = 0;
  for (const write of writes) {
    const added = entriesOf(write) + (write.alerts?.length ?? 0);
    const last = transactions.at(-1);
    const isFull = last === undefined || last.length === maxWrites || rows + added > maxRows;
    rows = isFull ? added : rows + added;
    if (isFull) transactions.push([write]);
    else last.push(write);
  }
  return transactions;
}

/** Arrivals that share lines, and the first of them without the replacements of the lines. */
interface SharingDocument {
  readonly _id: string;
  readonly first: Pick<SharingArrivals, 'arrivalId' | 'revision'>;
  readonly count: number;
  readonly wakeAtMs: number;
  readonly queryAtMs: number;
}

/** Arrivals of a visit with equal rank and stats, and the first order string by best known time, which ends with the arrival. */
interface StatsDocument {
  readonly _id: { readonly visit: string; readonly rank: string; readonly stats: string };
  readonly count: number;
  readonly first: string;
}

/** Selects the entries of a selection that have a visit. */
function visitsOf(selection: CompiledSelection, lookup: EntryLookup<string>) {
  return [{ $match: allOf([...conditionsOf(selection, lookup), { visit: { $gt: '' } }]) }];
}

/** An order string begins with the number of its first column, so these bounds are exactly those on the number. */
function within({ column, from, before }: ColumnRange): Filter<EntryDocument> {
  if (column === 'bestDay') return { bestDay: { $gte: from, $lt: before } };
  return { [column]: { $gte: orderStringOf(from), $lt: orderStringOf(before) } };
}

/** Selects the entries of a rank whose best known time is in the range of the selection. */
function rankRange(rank: number, { times }: CompiledSelection): Filter<EntryDocument> {
  if (rank === deadlineRank) return { attention: { $lt: orderStringOf(1 - rank) } } as Filter<EntryDocument>;
  const [{ from, before }] = times.find(({ order }) => order === 'BEST_TIME')?.ranges ?? [{ from: -noTimeMs, before: noTimeMs }];
  const [first, last] = [from, before].map((time) => `${orderStringOf(-rank)} ${orderStringOf(time)}`);
  return { attention: { $gte: first, $lt: last } } as Filter<EntryDocument>;
}

/** Selects the arrivals of a set by the index on their keys, without reading the documents. */
function arrivalsWith(set: TermSet): Filter<ArrivalDocument> {
  const { isExact, strings } = set;
  // A regular expression selects the same terms. For $elemMatch, MongoDB reads each document that the index selects.
  const isPlain = !isExact && strings.length > 0 && strings.every((string) => !string.includes('\0'));
  const beginning = (string: string) => new RegExp(`^${string.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')}`);
  return isPlain ? { keys: { $in: strings.map(beginning) } } : (hasKey(set) as Filter<ArrivalDocument>);
}

/** Checks an entry, or an arrival, that was found by other means. */
function hasKey({ isExact, strings }: TermSet): Filter<EntryDocument> {
  if (isExact || strings.length === 0) return { keys: { $in: strings.map(keyOf) } };
  return { $or: strings.map((string) => ({ keys: { $elemMatch: { $gte: string, $lt: `${string}${lastCharacter}` } } })) };
}

function conditionsOf(
  { scopes, overriding, buckets, sets, times, visits, exceptVisits }: CompiledSelection,
  lookup: EntryLookup<string>,
): Filter<EntryDocument>[] {
  const found =
    'ids' in lookup
      ? { arrival: { $in: [...lookup.ids] }, scope: { $in: [...scopes] }, bucket: { $in: [...buckets] } }
      : { scope: { $in: [...scopes] }, bucket: { $in: [...buckets] } };
  return [
    found,
    ...(overriding === undefined ? [] : [{ overriddenBy: { $ne: overriding } } as Filter<EntryDocument>]),
    ...sets.flatMap((set) => ('ids' in lookup && lookup.met.includes(set) ? [] : [hasKey(set)])),
    ...times.flatMap(({ ranges }) => ranges.map(within)),
    ...(visits === undefined ? [] : [{ visit: { $in: [...visits] } }]),
    ...(exceptVisits === undefined ? [] : [{ visit: { $gt: '', $nin: [...exceptVisits] } }]),
  ];
}

/** Returns the scope of a selection in which an entry was found. */
function scopeIn({ scopes }: CompiledSelection, found: readonly string[]): string {
  return scopes.find((scope) => found.includes(scope)) ?? '';
}

/** Names the index of an order, which begins with scope and bucket. */
function hintOf(lookup: EntryLookup<string>): { readonly hint?: Record<string, 1> } {
  return 'order' in lookup ? { hint: { scope: 1, bucket: 1, [indexFields[lookup.order]]: 1 } } : {};
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of this order */
function orderValueIn(order: ArrivalOrder, position: string): string {
  const [name, value, ...rest] = partsOfPosition(position);
  if (name !== order || typeof value !== 'string' || rest.length > 0) throw wrongPosition();
  return value;
}
