import {
  type ArrivalEntry,
  type ArrivalOrder,
  type ArrivalRow,
  type ArrivalSelection,
  type StoredArrival,
  storedEntriesOf,
  type VisitStats,
} from '#platform/store/arrival-store.ts';

/** An arrival in a list of the model. */
export interface Listed {
  readonly arrival: StoredArrival;
  readonly entry: ArrivalEntry;
}

/** Creates a model of the store of arrivals: a plain list with the same contract. */
export function createArrivalModel() {
  const rows = new Map<string, StoredArrival>();
  return {
    ids: () => [...rows.keys()],
    revisionOf: (arrivalId: string) => rows.get(arrivalId)?.revision ?? 0,
    write: (row: ArrivalRow, revision: number): boolean => {
      if ((rows.get(row.arrivalId)?.revision ?? 0) !== revision) return false;
      const { sharedTerms = [], ...own } = row;
      const entries = storedEntriesOf(row.entries);
      rows.set(row.arrivalId, { ...own, entries, terms: [...row.terms, ...sharedTerms], revision: revision + 1 });
      return true;
    },
    remove: (arrivalId: string) => rows.delete(arrivalId),
    list: ({ order, ...selection }: ArrivalSelection & { readonly order: ArrivalOrder }): Listed[] =>
      [...rows.values()]
        .flatMap((arrival): Listed[] => {
          const entry = entryIn(arrival, selection);
          return entry === undefined || !matches(arrival, entry, selection) ? [] : [{ arrival, entry }];
        })
        .toSorted((left, right) => comparisons[order](left.entry, right.entry)),
  };
}

/** Returns the keys of the visits of a list, in the order of the first arrival of each. */
export function visitsIn(listed: readonly Listed[]): string[] {
  return [...new Set(listed.flatMap(({ entry }) => entry.visit ?? []))];
}

/** Returns the sums of the visits of a list, without their first arrivals. */
export function statsIn(listed: readonly Listed[]): Omit<VisitStats, 'first'>[] {
  const groups = new Map<string, Omit<VisitStats, 'first'>>();
  for (const { entry } of listed) {
    const { visit, rank, stats = '' } = entry;
    if (visit === undefined) continue;
    const key = JSON.stringify([visit, rank, stats]);
    groups.set(key, { visit, rank, stats, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

function entryIn({ entries }: StoredArrival, { scope, overriding }: ArrivalSelection): ArrivalEntry | undefined {
  const inScope = (wanted = '') => entries.find(({ scopes }) => scopes.includes(wanted));
  return inScope(overriding) ?? inScope(scope);
}

function matches({ terms }: StoredArrival, entry: ArrivalEntry, { filter = {} }: ArrivalSelection): boolean {
  const {
    all = [],
    beginnings = [],
    isOpen = entry.isOpen,
    needsAttention = entry.needsAttention,
    isUrgent = entry.isUrgent,
    changedAfterMs,
  } = filter;
  if (isOpen !== entry.isOpen || needsAttention !== entry.needsAttention || isUrgent !== entry.isUrgent) return false;
  if (!isWithin(entry.bestDay, filter.bestDayFrom, filter.bestDayTo)) return false;
  if (!isWithin(entry.lastFreeDay, filter.lastFreeDayFrom, filter.lastFreeDayTo)) return false;
  if (filter.visits !== undefined && !filter.visits.includes(entry.visit ?? '')) return false;
  if (changedAfterMs !== undefined && entry.changedAtMs <= changedAfterMs) return false;
  if (!beginnings.every((strings) => strings.some((string) => terms.some((term) => term.startsWith(string))))) return false;
  return all.every((anyOf) => anyOf.some((term) => terms.includes(term)));
}

function isWithin(day: string | undefined, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to);
}

type Comparison = (left: ArrivalEntry, right: ArrivalEntry) => number;

const byBestTime: Comparison = (left, right) =>
  (left.bestTimeMs ?? Number.MAX_SAFE_INTEGER) - (right.bestTimeMs ?? Number.MAX_SAFE_INTEGER);

const lastFreeDayOf = ({ lastFreeDay = '9999-12-31' }: ArrivalEntry) => lastFreeDay;

const comparisons: Readonly<Record<ArrivalOrder, Comparison>> = {
  ATTENTION: (left, right) => right.rank - left.rank || byBestTime(left, right),
  BEST_TIME: byBestTime,
  LAST_CHANGE: (left, right) => right.changedAtMs - left.changedAtMs,
  LAST_FREE_DAY: (left, right) => lastFreeDayOf(left).localeCompare(lastFreeDayOf(right)) || byBestTime(left, right),
};

/** Returns whether a list is sorted. */
export function isOrdered(order: ArrivalOrder, listed: readonly Listed[]): boolean {
  return listed.every(({ entry }, index) => {
    const before = listed[index - 1];
    return before === undefined || comparisons[order](before.entry, entry) <= 0;
  });
}
