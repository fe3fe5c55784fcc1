import { createBoundedCache } from '../bounded-cache.ts';
import type { JoinRules } from './evidence.ts';

/** Match sets of all pages that are kept together. */
const maxMatchSets = 4_000;
/** Characters of the questions that are known by a number. */
const maxQuestionCharacters = 16 * 1024 * 1024;

/** The match sets of a page. */
export interface MatchedPage<V> {
  /** One per question, in their order. */
  readonly sets: readonly V[];
  /** On the clock of `Date.now()`; absent: as long as the state stays. */
  readonly validUntil?: number;
}

/**
 * Gives the match sets of a page: those of before, if nothing that they rest on has changed.
 *
 * @param page.state changes with everything that the answers depend on besides the rules: what is known, and to whom
 * @param page.questions what is asked; equal pages in equal order are one page
 */
export type PageMemory<V> = (
  page: { readonly rules: JoinRules; readonly state: string; readonly questions: readonly string[] },
  make: () => Promise<MatchedPage<V>>,
) => Promise<readonly V[]>;

/** Opens a memory of pages. Matching is pure, so a page that is shown again and again is matched once. */
export function createPageMemory<V>(): PageMemory<V> {
  const pages = createBoundedCache<string, { readonly rules: JoinRules; readonly page: MatchedPage<V> }>(maxMatchSets);
  // Questions are long and come again; by their numbers a page has a short key.
  const numbers = createBoundedCache<string, number>(maxQuestionCharacters);
  let lastNumber = 0;
  const numberOf = (question: string): number => {
    const known = numbers.get(question);
    if (known !== undefined) return known;
    lastNumber += 1;
    numbers.set(question, lastNumber, question.length);
    return lastNumber;
  };
  return async ({ rules, state, questions }, make) => {
    const key = `${state} ${questions.map(numberOf).join(' ')}`;
    const held = pages.get(key);
    if (held?.rules === rules && (held.page.validUntil ?? Number.POSITIVE_INFINITY) > Date.now()) return held.page.sets;
    const page = await make();
    pages.set(key, { rules, page }, page.sets.length);
    return page.sets;
  };
}
