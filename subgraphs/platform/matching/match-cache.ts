import type { CachePool } from '../cache/bounded-cache.ts';
import { sharedCachePool } from '../cache/memory-bounds.ts';
import type { ComparisonRules } from './rules/comparison.ts';

/** The match sets of a page. */
export interface MatchedPage<V> {
  /** One per query, in their order. */
  readonly sets: readonly V[];
  /** Estimated size in memory. */
  readonly bytes: number;
  /** Milliseconds since 1970; absent: as long as the state does not change. */
  readonly validUntil?: number;
}

/** All that the match sets of a page depend on. */
export interface PageKey {
  readonly rules: ComparisonRules;
  /** Identifies the rights of the caller. */
  readonly callerKey: string;
  /** Changes with everything else that the match sets depend on. */
  readonly state: string;
  /** Equal ones in equal order are one page. */
  readonly queries: readonly string[];
}

/** Returns the match sets of a page, and makes them if they are not cached or have changed. */
export type MatchCache<V> = (page: PageKey, make: () => Promise<MatchedPage<V>>) => Promise<readonly V[]>;

/**
 * Creates a cache of pages. Matching is pure, so a page that is shown repeatedly is matched once. A change of the state
 * invalidates every page, so all are dropped.
 *
 * @param pool default: the pool of everything that is read repeatedly
 */
export function createMatchCache<V>(pool: CachePool = sharedCachePool): MatchCache<V> {
  const pages = pool.open<string, CachedPage<V>>();
  let current = '';
  return async ({ rules, callerKey, state, queries }, make) => {
    if (state !== current) pages.clear();
    current = state;
    const key = `${callerKey} ${queries.length} ${queries[0]}`;
    const cached = pages.get(key);
    const isSame = cached?.rules === rules && areEqual(cached.queries, queries);
    if (isSame && (cached.page.validUntil ?? Number.POSITIVE_INFINITY) > Date.now()) return cached.page.sets;
    const page = await make();
    // Another request may have seen a newer state meanwhile.
    if (state === current) pages.set(key, { rules, queries, page }, page.bytes);
    return page.sets;
  };
}

interface CachedPage<V> {
  readonly rules: ComparisonRules;
  readonly queries: readonly string[];
  readonly page: MatchedPage<V>;
}

/** The queries of one page are the same strings every time, which is fast to compare; one joined string would be built and hashed each time. */
function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, place) => text === right[place]);
}
