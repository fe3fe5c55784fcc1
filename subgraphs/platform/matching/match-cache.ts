import type { CachePool } from '../cache/bounded-cache.ts';
import { alwaysReread } from '../cache/memory-bounds.ts';
import type { MatchRules } from './rules/comparison.ts';

/** The match sets of a page. */
export interface MatchedPage<V> {
  /** One per question, in their order. */
  readonly sets: readonly V[];
  /** What they keep in memory, estimated. */
  readonly bytes: number;
  /** On the clock of `Date.now()`; absent: as long as the state stays. */
  readonly validUntil?: number;
}

/** What a page of questions is answered from. */
export interface AskedPage {
  readonly rules: MatchRules;
  /** Names whose rights count. */
  readonly asker: string;
  /** Changes with all that the answers depend on besides the rules and the asker. */
  readonly state: string;
  /** Equal ones in equal order are one page. */
  readonly questions: readonly string[];
}

/** Gives the match sets of a page: those of before, if nothing that they rest on has changed. */
export type MatchCache<V> = (page: AskedPage, make: () => Promise<MatchedPage<V>>) => Promise<readonly V[]>;

/**
 * Opens a memory of pages. Matching is pure, so a page that is shown again and again is matched once. When the state
 * changes no page of the former one can be asked for again, so all are dropped: between two changes only little is kept.
 *
 * @param pool default: the one of all that is read again
 */
export function createMatchCache<V>(pool: CachePool = alwaysReread): MatchCache<V> {
  const pages = pool.open<string, HeldPage<V>>();
  let current = '';
  return async ({ rules, asker, state, questions }, make) => {
    if (state !== current) pages.clear();
    current = state;
    const key = `${asker} ${questions.length} ${questions[0]}`;
    const held = pages.get(key);
    const isSame = held?.rules === rules && areEqual(held.questions, questions);
    if (isSame && (held.page.validUntil ?? Number.POSITIVE_INFINITY) > Date.now()) return held.page.sets;
    const page = await make();
    // Another request may have seen a newer state meanwhile.
    if (state === current) pages.set(key, { rules, questions, page }, page.bytes);
    return page.sets;
  };
}

interface HeldPage<V> {
  readonly rules: MatchRules;
  readonly questions: readonly string[];
  readonly page: MatchedPage<V>;
}

/** Questions of one page are the same strings every time, which compare at once; one text of all would be made and hashed anew. */
function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, place) => text === right[place]);
}
