import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCachePool } from '../cache/bounded-cache.ts';
import { createMatchCache } from './match-cache.ts';
import { createMatchRules } from './rules/comparison-rules.ts';

const rules = createMatchRules();
const page = { rules, asker: 'caller', state: '7', questions: ['a', 'b'] };

/** Counts how often a page is made. */
function counting(validUntil?: number) {
  let count = 0;
  const make = async () => {
    count += 1;
    return { sets: [`first ${count}`, `second ${count}`], bytes: 1_000, ...(validUntil === undefined ? {} : { validUntil }) };
  };
  return { make, count: () => count };
}

describe('a memory of pages', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('makes a page once while nothing it rests on changes', async () => {
    const remember = createMatchCache<string>();
    const { make, count } = counting();
    expect(await remember(page, make)).toEqual(['first 1', 'second 1']);
    expect(await remember({ ...page }, make)).toEqual(['first 1', 'second 1']);
    expect(count()).toBe(1);
  });

  it.each([
    ['what is known', { ...page, state: '8' }],
    ['who asks', { ...page, asker: 'other' }],
    ['what is asked', { ...page, questions: ['a', 'c'] }],
    ['the order', { ...page, questions: ['b', 'a'] }],
    ['where one question ends and the next begins', { ...page, questions: ['a b'] }],
    ['the rules', { ...page, rules: createMatchRules() }],
  ])('makes it anew when %s changes', async (_what, other) => {
    const remember = createMatchCache<string>();
    const { make, count } = counting();
    await remember(page, make);
    await remember(other, make);
    expect(count()).toBe(2);
  });

  it('makes it anew when its time is over', async () => {
    vi.useFakeTimers({ now: 1_000 });
    const remember = createMatchCache<string>();
    const { make, count } = counting(2_000);
    await remember(page, make);
    vi.setSystemTime(1_999);
    await remember(page, make);
    expect(count()).toBe(1);
    vi.setSystemTime(2_000);
    await remember(page, make);
    expect(count()).toBe(2);
  });

  it('drops the pages of a former state, however many there are', async () => {
    const pool = createCachePool(100_000);
    const remember = createMatchCache<string>(pool);
    const { make } = counting();
    for (const asker of ['one', 'other', 'third']) await remember({ ...page, asker }, make);
    const ofOneState = pool.size;
    expect(ofOneState).toBeGreaterThan(3_000);
    for (let state = 8; state < 30; state += 1) await remember({ ...page, state: `${state}` }, make);
    expect(pool.size).toBeLessThanOrEqual(ofOneState / 2);
  });

  it('keeps no page that was made for a state that is over by then', async () => {
    const pool = createCachePool(100_000);
    const remember = createMatchCache<string>(pool);
    const { make } = counting();
    await remember(page, async () => {
      await remember({ ...page, state: '8', questions: [] }, async () => ({ sets: [], bytes: 0 }));
      return make();
    });
    expect(pool.size).toBeLessThan(1_000);
  });

  it('never keeps more bytes than its pool', async () => {
    const pool = createCachePool(10_000);
    const remember = createMatchCache<string>(pool);
    const { make } = counting();
    for (let number = 0; number < 100; number += 1) {
      await remember({ ...page, questions: [`${number}`] }, make);
      expect(pool.size).toBeLessThanOrEqual(10_000);
    }
  });

  it('keeps nothing of a page that could not be made', async () => {
    const remember = createMatchCache<string>();
    const { make, count } = counting();
    await expect(remember(page, () => Promise.reject(new Error('no store')))).rejects.toThrow('no store');
    await remember(page, make);
    expect(count()).toBe(1);
  });
});
