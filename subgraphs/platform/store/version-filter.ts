import type { VersionFilter, VersionIndex } from './version-store.ts';

/** Returns whether a version matches the filter. The queries of the stores select the same versions. */
export function matchesFilter(filter: VersionFilter, version: { index: VersionIndex; receivedAt: string }): boolean {
  const { index, receivedAt } = version;
  if (filter.receivedAfter !== undefined && receivedAt <= filter.receivedAfter) return false;
  if (filter.receivedBefore !== undefined && receivedAt >= filter.receivedBefore) return false;
  if (filter.dateMin !== undefined && (index.date === undefined || index.date < filter.dateMin)) return false;
  if (filter.dateMax !== undefined && (index.date === undefined || index.date > filter.dateMax)) return false;
  for (const anyOf of filter.all ?? []) {
    if (!anyOf.some((term) => index.terms.includes(term))) return false;
  }
  const { sameGroup } = filter;
  if (sameGroup !== undefined) {
    const wanted = Object.entries(sameGroup);
    if (!index.groups.some((group) => wanted.every(([name, value]) => group[name] === value))) return false;
  }
  return true;
}

/** Combines two filters. A version matches the result exactly when it matches both. */
export function bothFilters(left: VersionFilter, right: VersionFilter): VersionFilter {
  if (left.sameGroup !== undefined && right.sameGroup !== undefined) throw new Error('only one side of a filter may group attributes');
  return {
    all: [...(left.all ?? []), ...(right.all ?? [])],
    sameGroup: left.sameGroup ?? right.sameGroup,
    dateMin: laterOf(left.dateMin, right.dateMin),
    dateMax: earlierOf(left.dateMax, right.dateMax),
    receivedAfter: laterOf(left.receivedAfter, right.receivedAfter),
    receivedBefore: earlierOf(left.receivedBefore, right.receivedBefore),
  };
}

function laterOf(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right ? left : right;
}

function earlierOf(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}
