import { sharedCachePool } from '../cache/memory-bounds.ts';
import type {
  ArrivalEntry,
  ArrivalFilter,
  ArrivalOrder,
  ArrivalSelection,
  ArrivalStore,
  ListedArrival,
  ListedVisit,
  Scopes,
  StoredArrival,
  VisitStats,
} from './arrival-store.ts';
import { rarestOf } from './rarest-condition.ts';

/**
 * How the stores list and count arrivals. A filter is compiled once to buckets, ranges of columns and sets of terms. The
 * condition that the fewest arrivals meet is looked up first, and all others are checked on each entry; if each condition
 * is met by many, the index of the order is scanned. A store contributes the lookups: {@link ArrivalIndex}.
 */

/**
 * The numbers of an entry that orders and conditions compare. Rank and time of change are negated, so that all columns
 * sort ascending.
 */
export type EntryColumn = 'attention' | 'bestTime' | 'lastChange' | 'lastFree' | 'bestDay';

/** How the stores order arrivals: each order is a list of ascending columns of an entry, led by scope and bucket in an index. */
export const orderColumns = {
  ATTENTION: ['attention', 'bestTime'],
  BEST_TIME: ['bestTime'],
  LAST_CHANGE: ['lastChange'],
  LAST_FREE_DAY: ['lastFree', 'bestTime'],
} as const satisfies Readonly<Record<ArrivalOrder, readonly EntryColumn[]>>;

/** Replaces an absent time or day, so that it sorts after all others. */
export const noTimeMs = Number.MAX_SAFE_INTEGER;

const dayMs = 86_400_000;

/** Returns the columns of an entry. Days are numbered from 1970. */
export function columnsOfEntry({
  rank,
  bestTimeMs,
  bestDay,
  lastFreeDay,
  changedAtMs,
}: Omit<ArrivalEntry, 'scopes'>): Readonly<Record<EntryColumn, number>> {
  return {
    attention: -rank,
    bestTime: bestTimeMs ?? noTimeMs,
    lastChange: -changedAtMs,
    lastFree: lastFreeDay === undefined ? noTimeMs : dayNumberOf(lastFreeDay),
    bestDay: bestDay === undefined ? noTimeMs : dayNumberOf(bestDay),
  };
}

/** A condition on a column. */
export interface ColumnRange {
  readonly column: EntryColumn;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly before: number;
}

/** A condition of a filter on times or days. */
export interface TimeCondition {
  /** The order whose index begins with the column of the first range. */
  readonly order: ArrivalOrder;
  /** An entry is in all of them. */
  readonly ranges: readonly [ColumnRange, ...ColumnRange[]];
}

/** Returns the conditions of a filter on times and days. An entry without a time or day is in none of their ranges. */
function timeConditionsOf(filter: ArrivalFilter): TimeCondition[] {
  const { bestDayFrom, bestDayTo, lastFreeDayFrom, lastFreeDayTo, changedAfterMs } = filter;
  const conditions: TimeCondition[] = [];
  if (bestDayFrom !== undefined || bestDayTo !== undefined) {
    const day: ColumnRange = { column: 'bestDay', ...daysBetween(bestDayFrom, bestDayTo) };
    // Days are local, and the index is ordered by instants, which are at most a day away from them.
    const before = day.before === noTimeMs ? noTimeMs : (day.before + 1) * dayMs;
    conditions.push({ order: 'BEST_TIME', ranges: [{ column: 'bestTime', from: (day.from - 1) * dayMs, before }, day] });
  }
  if (lastFreeDayFrom !== undefined || lastFreeDayTo !== undefined) {
    conditions.push({ order: 'LAST_FREE_DAY', ranges: [{ column: 'lastFree', ...daysBetween(lastFreeDayFrom, lastFreeDayTo) }] });
  }
  if (changedAfterMs !== undefined) {
    conditions.push({ order: 'LAST_CHANGE', ranges: [{ column: 'lastChange', from: -noTimeMs, before: -changedAfterMs }] });
  }
  return conditions;
}

/** Earlier than every day that the API accepts. */
const firstDay = -1_000_000;

function daysBetween(from: string | undefined, to: string | undefined): Pick<ColumnRange, 'from' | 'before'> {
  return { from: from === undefined ? firstDay : dayNumberOf(from), before: to === undefined ? noTimeMs : dayNumberOf(to) + 1 };
}

function dayNumberOf(day: string): number {
  return Date.parse(day) / dayMs;
}

/**
 * Sorts after every string that continues one of {@link ArrivalFilter.beginnings}, when it is appended to that
 * beginning.
 */
export const lastCharacter = '\u{10FFFF}';

/** Returns the flags of an entry as one number, by which lists select entries. */
export function bucketOf({ isOpen, needsAttention, isUrgent }: Pick<ArrivalEntry, 'isOpen' | 'needsAttention' | 'isUrgent'>): number {
  return Number(isOpen) * 3 + Number(needsAttention) + Number(isUrgent);
}

const allFlags = [false, true].flatMap((isOpen) => [
  { isOpen, needsAttention: false, isUrgent: false },
  { isOpen, needsAttention: true, isUrgent: false },
  { isOpen, needsAttention: true, isUrgent: true },
]);

/** Returns the buckets that a filter selects. */
function bucketsOf(filter: Pick<ArrivalFilter, 'isOpen' | 'needsAttention' | 'isUrgent'>): number[] {
  const selected = allFlags.filter(
    ({ isOpen, needsAttention, isUrgent }) =>
      (filter.isOpen ?? isOpen) === isOpen &&
      (filter.needsAttention ?? needsAttention) === needsAttention &&
      (filter.isUrgent ?? isUrgent) === isUrgent,
  );
  return selected.map(bucketOf);
}

/** The arrivals that have one of some terms, or a term that begins with one of some strings. */
export interface TermSet {
  readonly isExact: boolean;
  readonly strings: readonly string[];
}

/** A selection of arrivals, compiled to the conditions that a store looks up or checks. */
export type CompiledSelection = ReturnType<typeof compile>;

/** An index of entries: of an order, or `VISIT`, which is ordered by the key of the visit. */
export type EntryIndex = ArrivalOrder | 'VISIT';

/** Where the entries of a list are found: in an index, or by arrivals that have the terms of all sets in `met`. */
export type EntryLookup<Id> = { readonly order: EntryIndex } | { readonly ids: readonly Id[]; readonly met: readonly TermSet[] };

/** Returns the entry of an arrival that a selection without `visits` lists, by its conditions other than terms. */
export function selectedEntry(
  { scopes: [scope], overriding, buckets, times, exceptVisits }: CompiledSelection,
  entries: readonly ArrivalEntry[],
): ArrivalEntry | undefined {
  const own = (overriding === undefined ? undefined : entryIn(overriding, entries)) ?? entryIn(scope, entries);
  if (own === undefined || !buckets.includes(bucketOf(own))) return undefined;
  if (exceptVisits !== undefined && (own.visit === undefined || exceptVisits.includes(own.visit))) return undefined;
  const columns = columnsOfEntry(own);
  const isWithin = ({ column, from, before }: ColumnRange) => columns[column] >= from && columns[column] < before;
  return times.every(({ ranges }) => ranges.every(isWithin)) ? own : undefined;
}

/** Returns the entry of an arrival in the lists of a scope. */
export function entryIn(scope: string, entries: readonly ArrivalEntry[]): ArrivalEntry | undefined {
  return entries.find(({ scopes }) => scopes.includes(scope));
}

/** An entry of a page. */
export interface FoundEntry {
  readonly scope: string;
  /** The revision of the arrival. */
  readonly revision: number;
  readonly visit: string;
  readonly position: string;
}

/** A page of entries to read. */
export interface EntryPage<Id> {
  readonly selection: CompiledSelection;
  /** `set`: the arrivals, probably few, that have a term of a set. */
  readonly lookup: EntryLookup<Id> | { readonly set: TermSet };
  readonly order: ArrivalOrder;
  readonly from: string | undefined;
  readonly backwards: boolean;
  readonly limit: number;
  /** Only entries with this rank, or {@link deadlineRank} and above; their position may be of another rank. */
  readonly rank: number | undefined;
}

/** The lookups of a store. */
export interface ArrivalIndex<Id, Found extends FoundEntry> {
  /** Maximum number of arrivals with terms of one set whose ids are read to find those that have terms of all sets. */
  readonly maxCompared: number;
  /** Counts index entries of the terms of a set, up to a limit. */
  countTerms(set: TermSet, limit: number): number | Promise<number>;
  /** Counts the entries in the first range of a condition, up to a limit. */
  countTimes(selection: CompiledSelection, condition: TimeCondition, limit: number): number | Promise<number>;
  /** Returns the ids of the arrivals with a term of the set; undefined if they are more than the limit. */
  findIds(set: TermSet, limit: number): readonly Id[] | undefined | Promise<readonly Id[] | undefined>;
  /** @throws {LandfallError} CURSOR_INVALID for a position of another order */
  readPage(page: EntryPage<Id>): readonly Found[] | Promise<readonly Found[]>;
  countEntries(selection: CompiledSelection, lookup: EntryLookup<Id>, limit: number): number | Promise<number>;
  /**
   * Reads the first entry of each visit, in the order of these entries.
   *
   * @throws {LandfallError} CURSOR_INVALID for a position of another order
   */
  readVisits(
    page: Omit<EntryPage<Id>, 'rank' | 'lookup'> & { readonly lookup: EntryLookup<Id> },
  ): readonly ListedVisit[] | Promise<readonly ListedVisit[]>;
  countVisits(selection: CompiledSelection, lookup: EntryLookup<Id>, limit: number): number | Promise<number>;
  statsOfVisits(selection: CompiledSelection): VisitStats[] | Promise<VisitStats[]>;
  /** Finds the arrivals of entries, in their order. Those that have changed since may have another revision. */
  findArrivals(entries: readonly Found[]): readonly (StoredArrival | undefined)[] | Promise<readonly (StoredArrival | undefined)[]>;
}

/**
 * Up to this many matching arrivals, looking each one up and sorting them is cheaper than scanning the index of the
 * order.
 */
export const fewArrivals = 1_000;

/** Number of entries that are read at a time to find a visit. */
const entriesPerVisit = 4;

/** How often the read of a page is repeated when its arrivals change during the read. */
const maxAttempts = 5;

/** From this rank on, the rank of an entry depends on its deadline. */
export const deadlineRank = 4;

/** The ranks of entries, the most urgent first; the first one stands for all of entries with a deadline. */
const ranks: readonly number[] = [deadlineRank, 3, 2, 1, 0];

/** The lists of arrivals, and of their visits. */
export type ArrivalLists = Pick<ArrivalStore, 'list' | 'count' | 'listVisits' | 'countVisits' | 'statsOfVisits'>;

/** Lists and counts arrivals by the lookups of a store. */
export function createArrivalLists<Id, Found extends FoundEntry>(index: ArrivalIndex<Id, Found>): ArrivalLists {
  const lookups = createLookup(index);

  const readPage = async (query: ListQuery, selection: CompiledSelection): Promise<readonly Found[]> => {
    const { order, limit, from, backwards = false } = query;
    const lookup = await lookups.ofPage(query, selection, { order, few: fewArrivals });
    const page = { selection, lookup, order, from, backwards };
    // Within one rank below those of deadlines, entries in the order ATTENTION are sorted by best known time, of which the filter selects a range.
    const isByRank = 'order' in lookup && lookup.order === 'ATTENTION' && selection.times.some((times) => times.order === 'BEST_TIME');
    if (!isByRank) return index.readPage({ ...page, limit, rank: undefined });
    const found: Found[] = [];
    for (const rank of backwards ? ranks.toReversed() : ranks) {
      if (found.length < limit) found.push(...(await index.readPage({ ...page, limit: limit - found.length, rank })));
    }
    return found;
  };

  return {
    list: async (query) => {
      const { limit, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
      if (limit === 0) return [];
      const selection = compile(query);
      for (let attempt = 1; ; attempt += 1) {
        const found = await readPage(query, selection);
        const arrivals = await index.findArrivals(found);
        const listed: ListedArrival[] = [];
        let [bytes, isComplete] = [0, true];
        for (const [number, { scope, revision, position }] of found.entries()) {
          const arrival = arrivals[number];
          const entry = arrival && entryIn(scope, arrival.entries);
          // A change of shared lines moves no entry.
          isComplete &&= arrival !== undefined && Math.floor(arrival.revision) === Math.floor(revision);
          if (arrival === undefined || entry === undefined) continue;
          listed.push({ arrival, entry, position });
          bytes += arrival.document.length;
          if (bytes > maxBytes && listed.length > 1) break;
        }
        // An arrival was changed or removed meanwhile. A page that is too short would look like the last one.
        if (isComplete || attempt === maxAttempts) return backwards ? listed.reverse() : listed;
      }
    },
    count: async ({ limit, ...query }) => {
      if (limit === 0) return 0;
      const selection = compile(query);
      // Scanning the scope is cheaper only when most of its entries match.
      const order = selection.times[0]?.order ?? 'BEST_TIME';
      const lookup = await lookups.ofAll(query, selection, { order, few: 2 * limit, isCount: true });
      return index.countEntries(selection, lookup, limit);
    },
    listVisits: async (query) => {
      const { order, limit, from, backwards = false } = query;
      const selection = compile(query);
      if (limit === 0 || selection.buckets.length === 0) return [];
      if (backwards) {
        const lookup = await lookups.ofAll(query, selection, { order: 'VISIT', few: fewArrivals });
        return (await index.readVisits({ selection, lookup, order, from, backwards, limit })).toReversed();
      }
      // The entries are read in their order, without those of visits that were found, until there are enough visits.
      const listed: ListedVisit[] = [];
      const seen = new Set<string>();
      for (let start = from; listed.length < limit; ) {
        const page = { ...query, from: start, limit: entriesPerVisit * limit };
        const entries = await readPage(page, { ...selection, exceptVisits: [...seen] });
        const visits = [...new Set(entries.map(({ visit }) => visit))];
        for (const visit of visits) seen.add(visit);
        // Of a visit that begins before the page, only later entries were read.
        const begun = { selection: { ...selection, visits }, lookup: { order: 'VISIT' }, order, from, backwards, limit } as const;
        if (visits.length > 0) listed.push(...(await index.readVisits(begun)));
        start = entries.at(-1)?.position;
        if (entries.length < page.limit) break;
      }
      return listed.slice(0, limit);
    },
    countVisits: async ({ limit, ...query }) => {
      const selection = compile(query);
      if (selection.buckets.length === 0) return 0;
      return index.countVisits(selection, await lookups.ofAll(query, selection, { order: 'VISIT', few: fewArrivals }), limit);
    },
    statsOfVisits: async ({ visits, ...query }) => {
      const selection = { ...compile(query), visits };
      return visits.length === 0 || selection.buckets.length === 0 ? [] : index.statsOfVisits(selection);
    },
  };
}

type ListQuery = Parameters<ArrivalStore['list']>[0];

function compile({ scope, overriding, filter = {} }: ArrivalSelection) {
  const { all = [], beginnings = [] } = filter;
  const isOverridden = overriding !== undefined && overriding !== scope;
  const scopes: Scopes = isOverridden ? [scope, overriding] : [scope];
  return {
    scopes,
    /** Entries of other scopes are omitted where the arrival has an entry in this one. */
    overriding: isOverridden ? overriding : undefined,
    buckets: bucketsOf(filter),
    sets: [...all.map((strings) => ({ isExact: true, strings })), ...beginnings.map((strings) => ({ isExact: false, strings }))],
    times: timeConditionsOf(filter),
    visits: filter.visits,
    /** Keys of visits whose entries are left out, together with those without a visit. */
    exceptVisits: undefined as readonly string[] | undefined,
  };
}

/** What is looked up first: an index of entries, or the arrivals that have the terms of all of these sets, by their places. */
type Choice = { readonly order: EntryIndex } | { readonly sets: readonly number[] };

/**
 * Time for which a choice is reused, because counting costs more than reading most pages. The choice has no effect on
 * the contents of a list.
 */
const choiceMs = 10_000;

/**
 * Creates the function that finds out where the entries of a list are found. Of several terms that are each frequent,
 * few arrivals may have all. In this case the ids of the arrivals are compared in memory, which takes a tenth of the CPU
 * time of looking each arrival up.
 */
function createLookup<Id, Found extends FoundEntry>(index: ArrivalIndex<Id, Found>) {
  const choices = sharedCachePool.open<string, { readonly choice: Choice; readonly untilMs: number }>();

  const choose = async (selection: CompiledSelection, { order, few, isCount = false }: Wanted): Promise<Choice> => {
    const { sets, times } = selection;
    const conditions = [...sets.entries(), ...times.filter((condition) => isCount || condition.order !== order)];
    const weight = isCount ? countedPerArrival : 1;
    const rarest = await rarestOf(conditions, few, async (condition, limit) =>
      'order' in condition
        ? (await index.countTimes(selection, condition, limit * weight)) / weight
        : index.countTerms(condition[1], limit),
    );
    if (rarest === undefined) return sets.length > 1 ? { sets: [...sets.keys()] } : { order };
    return 'order' in rarest ? { order: rarest.order } : { sets: [rarest[0]] };
  };

  /** Finds the arrivals that have the terms of all sets. Sets with too many arrivals are left to be checked. */
  const findAll = async (sets: readonly TermSet[], few: number): Promise<EntryLookup<Id> | undefined> => {
    const limit = sets.length === 1 ? few : index.maxCompared;
    const read = await Promise.all(sets.map(async (set) => ({ set, ids: await index.findIds(set, limit) })));
    const compared = read.flatMap(({ set, ids }) => (ids === undefined ? [] : [{ set, ids }]));
    if (compared.length === 0) return undefined;
    const [shortest, ...others] = compared.map(({ ids }) => ids).toSorted((left, right) => left.length - right.length);
    let common = new Set(shortest);
    for (const ids of others) {
      const known = common;
      common = new Set(ids.filter((id) => known.has(id)));
    }
    return common.size > few ? undefined : { ids: [...common], met: compared.map(({ set }) => set) };
  };

  /** @param isPage whether the arrivals of one set need not be found before a page of them is read */
  const find = async (query: ArrivalSelection, selection: CompiledSelection, wanted: Wanted, isPage: boolean) => {
    const { sets, times, visits } = selection;
    const { order, few, isCount } = wanted;
    if (visits !== undefined) return { order: 'VISIT' } as const;
    if (sets.length === 0 && times.length === 0) return { order };
    const key = JSON.stringify([query.scope, query.overriding, query.filter, order, few, isCount]);
    const remember = (choice: Choice): Choice => {
      choices.set(key, { choice, untilMs: performance.now() + choiceMs }, 2 * key.length);
      return choice;
    };
    const known = choices.get(key);
    const choice = known !== undefined && known.untilMs > performance.now() ? known.choice : remember(await choose(selection, wanted));
    if ('order' in choice) return choice;
    const chosen = sets.filter((_, place) => choice.sets.includes(place));
    const [set] = chosen;
    if (isPage && chosen.length === 1 && set !== undefined) return { set };
    const found = await findAll(chosen, few);
    if (found === undefined) remember({ order });
    return found ?? { order };
  };
  return {
    ofPage: (query: ArrivalSelection, selection: CompiledSelection, wanted: Wanted) => find(query, selection, wanted, true),
    ofAll: async (query: ArrivalSelection, selection: CompiledSelection, wanted: Wanted) =>
      (await find(query, selection, wanted, false)) as EntryLookup<Id>,
  };
}

/** The order in which entries are wanted, and up to which number looking arrivals up is cheaper than scanning the order. */
interface Wanted {
  readonly order: EntryIndex;
  readonly few: number;
  /** Whether entries are only counted, so that their order does not matter. */
  readonly isCount?: boolean;
}

/** Number of entries in a range of times that are counted at the cost of looking up one arrival. */
const countedPerArrival = 2;
