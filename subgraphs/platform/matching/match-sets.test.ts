import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCachePool } from '../cache/bounded-cache.ts';
import { createMatchCache, encodeMatchQuery, matchKeyIn, matchTermsIn, readMatchKey, readMatchTerms } from './match-sets.ts';

const matchKey = matchKeyOfNotice({ transport: { portOfDischarge: { UNLocationCode: 'SGSIN' } } }, { partner: 'acme' });
const text = encodeMatchKey(matchKey);

const read = (query: string) => ({ ...readMatchTerms(matchTermsIn(query)), matchKey: readMatchKey(matchKeyIn(query) ?? '') });

describe('a match query', () => {
  it('is read as it was written, also from the cache', () => {
    for (let round = 0; round < 2; round++) {
      expect(read(encodeMatchQuery(text, { maxAgeSeconds: 60, maxWaitMs: 0 }))).toEqual({ matchKey, maxAgeSeconds: 60, maxWaitMs: 0 });
      expect(read(encodeMatchQuery(text, {}))).toEqual({ matchKey, maxAgeSeconds: 900, maxWaitMs: 2_000 });
      expect(readMatchKey(text)).toEqual(matchKey);
    }
  });

  it.each([[''], ['60'], ['~'], ['-1~x'], [`99999999999~${text}`], [`60+1~${text}x`], [`60~${text}`], [`60+1~${text.slice(0, -3)}`]])(
    '%j is invalid',
    (forged) => {
      expect(() => read(forged)).toThrow('The key of the match set is invalid.');
    },
  );

  it('cannot request answers from the future', () => {
    expect(() => encodeMatchQuery(text, { maxAgeSeconds: -1 })).toThrow('Argument maxAgeSeconds');
    expect(() => encodeMatchQuery(text, { maxWaitMs: -1 })).toThrow('Argument maxWaitMs');
  });
});

const rules = createComparisonRules();
const page = { rules, callerKey: 'caller', state: '7', queries: ['a', 'b'] };

/** Counts how often a page is computed. */
function counting(validUntil?: number) {
  let count = 0;
  const make = async () => {
    count += 1;
    return { sets: [`first ${count}`, `second ${count}`], bytes: 1_000, ...(validUntil === undefined ? {} : { validUntil }) };
  };
  return { make, count: () => count };
}

describe('a match cache', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('computes a page once as long as nothing it depends on changes', async () => {
    const matchSetsOf = createMatchCache<string>();
    const { make, count } = counting();
    expect(await matchSetsOf(page, make)).toEqual(['first 1', 'second 1']);
    expect(await matchSetsOf({ ...page }, make)).toEqual(['first 1', 'second 1']);
    expect(count()).toBe(1);
  });

  it.each([
    ['the state', { ...page, state: '8' }],
    ['the caller', { ...page, callerKey: 'other' }],
    ['a query', { ...page, queries: ['a', 'c'] }],
    ['the order', { ...page, queries: ['b', 'a'] }],
    ['where one query ends and the next begins', { ...page, queries: ['a b'] }],
    ['the rules', { ...page, rules: createComparisonRules() }],
  ])('computes it again when %s changes', async (_what, other) => {
    const matchSetsOf = createMatchCache<string>();
    const { make, count } = counting();
    await matchSetsOf(page, make);
    await matchSetsOf(other, make);
    expect(count()).toBe(2);
  });

  it('computes it again when it expires', async () => {
    vi.useFakeTimers({ now: 1_000 });
    const matchSetsOf = createMatchCache<string>();
    const { make, count } = counting(2_000);
    await matchSetsOf(page, make);
    vi.setSystemTime(1_999);
    await matchSetsOf(page, make);
    expect(count()).toBe(1);
    vi.setSystemTime(2_000);
    await matchSetsOf(page, make);
    expect(count()).toBe(2);
  });

  it('computes it again for a query that wants newer answers, and not for one that accepts older ones', async () => {
    vi.useFakeTimers({ now: 10_000 });
    const matchSetsOf = createMatchCache<string>();
    let count = 0;
    const make = async () => {
      count += 1;
      return { sets: [`set ${count}`], bytes: 1_000, retrievedAt: Date.now() - 2_000 };
    };
    expect(await matchSetsOf({ ...page, maxAgeMs: 5_000 }, make)).toEqual(['set 1']);
    expect(await matchSetsOf({ ...page, maxAgeMs: 2_001 }, make)).toEqual(['set 1']);
    expect(await matchSetsOf({ ...page, maxAgeMs: 2_000 }, make)).toEqual(['set 2']);
    expect(await matchSetsOf({ ...page, maxAgeMs: 5_000 }, make)).toEqual(['set 2']);
    vi.setSystemTime(13_000);
    expect(await matchSetsOf({ ...page, maxAgeMs: 5_000 }, make)).toEqual(['set 3']);
  });

  it('drops the pages of a former state, however many there are', async () => {
    const pool = createCachePool(100_000);
    const matchSetsOf = createMatchCache<string>(pool);
    const { make } = counting();
    for (const callerKey of ['one', 'other', 'third']) await matchSetsOf({ ...page, callerKey }, make);
    const ofOneState = pool.size();
    expect(ofOneState).toBeGreaterThan(3_000);
    for (let state = 8; state < 30; state += 1) await matchSetsOf({ ...page, state: `${state}` }, make);
    expect(pool.size()).toBeLessThanOrEqual(ofOneState / 2);
  });

  it('keeps no page that was computed for a state that has changed by then', async () => {
    const pool = createCachePool(100_000);
    const matchSetsOf = createMatchCache<string>(pool);
    const { make } = counting();
    await matchSetsOf(page, async () => {
      await matchSetsOf({ ...page, state: '8', queries: [] }, async () => ({ sets: [], bytes: 0 }));
      return make();
    });
    expect(pool.size()).toBeLessThan(1_000);
  });

  it('never keeps more bytes than its pool', async () => {
    const pool = createCachePool(10_000);
    const matchSetsOf = createMatchCache<string>(pool);
    const { make } = counting();
    for (let number = 0; number < 100; number += 1) {
      await matchSetsOf({ ...page, queries: [`${number}`] }, make);
      expect(pool.size()).toBeLessThanOrEqual(10_000);
    }
  });

  it('keeps nothing of a page that could not be computed', async () => {
    const matchSetsOf = createMatchCache<string>();
    const { make, count } = counting();
    await expect(matchSetsOf(page, () => Promise.reject(new Error('no store')))).rejects.toThrow('no store');
    await matchSetsOf(page, make);
    expect(count()).toBe(1);
  });
});
