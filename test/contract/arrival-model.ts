import type { ArrivalEntry, ArrivalOrder, ArrivalRow, ArrivalSelection, StoredArrival } from '#platform/store/arrival-store.ts';

/** An arrival in a list of the model. */
export interface Listed {
  readonly arrival: StoredArrival;
  readonly entry: ArrivalEntry;
}

/** The contract of the store of arrivals as a plain list. */
export function createArrivalModel() {
  const rows = new Map<string, StoredArrival>();
  return {
    ids: () => [...rows.keys()],
    revisionOf: (arrivalId: string) => rows.get(arrivalId)?.revision ?? 0,
    write: (row: ArrivalRow, revision: number): boolean => {
      if ((rows.get(row.arrivalId)?.revision ?? 0) !== revision) return false;
      rows.set(row.arrivalId, { ...row, revision: revision + 1 });
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

function entryIn({ entries }: StoredArrival, { scope, overriding }: ArrivalSelection): ArrivalEntry | undefined {
  return entries.find((entry) => entry.scope === overriding) ?? entries.find((entry) => entry.scope === scope);
}

function matches({ terms }: StoredArrival, entry: ArrivalEntry, { filter = {} }: ArrivalSelection): boolean {
  const { all = [], isOpen = entry.isOpen, needsAttention = entry.needsAttention, bestTimeFromMs, bestTimeBeforeMs } = filter;
  const { bestTimeMs } = entry;
  if (isOpen !== entry.isOpen || needsAttention !== entry.needsAttention) return false;
  if (bestTimeFromMs !== undefined && (bestTimeMs === undefined || bestTimeMs < bestTimeFromMs)) return false;
  if (bestTimeBeforeMs !== undefined && (bestTimeMs === undefined || bestTimeMs >= bestTimeBeforeMs)) return false;
  return all.every((anyOf) => anyOf.some((term) => terms.includes(term)));
}

type Comparison = (left: ArrivalEntry, right: ArrivalEntry) => number;

const byBestTime: Comparison = (left, right) =>
  (left.bestTimeMs ?? Number.MAX_SAFE_INTEGER) - (right.bestTimeMs ?? Number.MAX_SAFE_INTEGER);

const comparisons: Readonly<Record<ArrivalOrder, Comparison>> = {
  ATTENTION: (left, right) => right.rank - left.rank || byBestTime(left, right),
  BEST_TIME: byBestTime,
  LAST_CHANGE: (left, right) => right.changedAtMs - left.changedAtMs,
};
