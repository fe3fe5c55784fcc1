import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { CachePool } from '../cache/bounded-cache.ts';
import { sharedCachePool } from '../cache/memory-bounds.ts';

/** The match sets of a page. */
export interface MatchedPage<V> {
  /** One match set per query, in the order of the queries. */
  readonly sets: readonly V[];
  /** Estimated memory in bytes. */
  readonly bytes: number;
  /** Milliseconds since 1970; absent if the page is valid as long as the state does not change. */
  readonly validUntil?: number;
  /** When the oldest answer of a partner in it was retrieved, in milliseconds since 1970; absent if there is none. */
  readonly retrievedAt?: number;
}

/** Everything on which the match sets of a page depend. */
export interface PageKey {
  readonly rules: ComparisonRules;
  /** Identifies the rights of the caller. */
  readonly callerKey: string;
  /** Changes whenever anything else changes on which the match sets depend. */
  readonly state: string;
  /** Equal queries in equal order are the same page. */
  readonly queries: readonly string[];
  /** The maximum age of partners' answers, in milliseconds. @default unlimited */
  readonly maxAgeMs?: number;
}

/** Returns the match sets of a page, computing them if they are not cached or have changed. */
export type MatchCache<V> = (page: PageKey, make: () => Promise<MatchedPage<V>>) => Promise<readonly V[]>;

/**
 * Creates a cache of pages. Matching is pure, so a page that is shown repeatedly is matched once. A change of the state
 * invalidates every page, so all of them are dropped.
 *
 * @param pool default: the pool of everything that is read repeatedly
 */
export function createMatchCache<V>(pool: CachePool = sharedCachePool): MatchCache<V> {
  const pages = pool.open<string, CachedPage<V>>();
  let current = '';
  return async ({ rules, callerKey, state, queries, maxAgeMs = Number.POSITIVE_INFINITY }, make) => {
    if (state !== current) pages.clear();
    current = state;
    const key = `${callerKey} ${queries.length} ${queries[0]}`;
    const cached = pages.get(key);
    const isSame = cached?.rules === rules && areEqual(cached.queries, queries);
    if (isSame && isValid(cached.page, maxAgeMs)) return cached.page.sets;
    const page = await make();
    // Another request may have seen a newer state in the meantime.
    if (state === current) pages.set(key, { rules, queries, page }, page.bytes);
    return page.sets;
  };
}

interface CachedPage<V> {
  readonly rules: ComparisonRules;
  readonly queries: readonly string[];
  readonly page: MatchedPage<V>;
}

function isValid({ validUntil, retrievedAt }: MatchedPage<unknown>, maxAgeMs: number): boolean {
  const now = Date.now();
  return (validUntil === undefined || now < validUntil) && (retrievedAt === undefined || now < retrievedAt + maxAgeMs);
}

/**
 * The queries of one page are the same string objects every time, which is fast to compare; one joined string would
 * have to be built and hashed each time.
 */
function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, place) => text === right[place]);
}
