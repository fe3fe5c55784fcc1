import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createBoundedCache, createCachePool } from './bounded-cache.ts';

/** The size of an entry without bytes and with a number as key. */
const place = (() => {
  const cache = createBoundedCache<number, number>(1_000);
  cache.set(1, 1, 0);
  return cache.size();
})();

describe('a bounded cache', () => {
  test('drops the least recently used entries, and no more than necessary', () => {
    const cache = createBoundedCache<number, number>(3 * place + 3);
    for (const key of [0, 1, 2]) cache.set(key, key, 1);
    cache.get(0);
    cache.set(3, 3, 1);
    expect([0, 1, 2, 3].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
  });

  test('does not keep a value larger than the whole cache, and drops the previous value of that key', () => {
    const cache = createBoundedCache<number, string>(place + 3);
    cache.set(1, 'old', 1);
    cache.set(1, 'new', 4);
    expect([cache.get(1), cache.size()]).toEqual([undefined, 0]);
  });

  test('counts the overhead of an entry and its key in addition to its value', () => {
    const cache = createBoundedCache<string, string>(10_000);
    cache.set('x'.repeat(500), 'value', 0);
    expect(cache.size()).toBe(place + 500);
    expect(place).toBeGreaterThan(100);
  });

  test('never exceeds its maximum, whatever is stored', () => {
    const bound = 10 * (place + 3);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 700 }))), (puts) => {
        const cache = createBoundedCache<number, number>(bound);
        const sizes = new Map<number, number>();
        for (const [key, size] of puts) {
          cache.set(key, size, size);
          sizes.set(key, size);
          expect(cache.size()).toBeLessThanOrEqual(bound);
        }
        const held = [...sizes].filter(([key]) => cache.get(key) !== undefined);
        expect(held.reduce((sum, [, size]) => sum + place + size, 0)).toBe(cache.size());
      }),
    );
  });
});

describe('entries with a time of their own', () => {
  test('are dropped when it is over and others are added, however often they are used', () => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(1);
    try {
      const cache = createBoundedCache<string, string>(100 * place);
      cache.set('short', 'value', 0, 60_000);
      cache.set('long', 'value', 0, 600_000);
      cache.set('other', 'value', 0);
      const { length } = 'shortlongother';
      expect(cache.size()).toBe(3 * place + length);
      for (let minute = 0; minute < 2; minute += 1) {
        cache.get('short');
        vi.advanceTimersByTime(60_000);
        cache.set('other', 'value', 0);
      }
      expect(cache.size()).toBe(2 * place + length - 'short'.length);
      expect(['short', 'long', 'other'].map((key) => cache.get(key))).toEqual([undefined, 'value', 'value']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('caches of one pool', () => {
  test('drop entries that have not been used for a time when others are added', () => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(1);
    try {
      const cache = createCachePool(100 * place, 60_000).open<string, string>();
      cache.set('used', 'value', 0);
      cache.set('unused', 'value', 0);
      for (const key of ['a', 'b', 'c']) {
        vi.advanceTimersByTime(40_000);
        cache.set(key, 'value', 0);
        expect(cache.get('used')).toBe('value');
      }
      expect(['unused', 'a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([false, false, true, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('keep their entries apart and share the maximum: entries in use displace unused ones of other caches', () => {
    const pool = createCachePool(3 * place);
    const [idle, busy] = [pool.open<number, string>(), pool.open<number, string>()];
    idle.set(1, 'idle', 0);
    busy.set(1, 'busy', 0);
    expect([idle.get(1), busy.get(1)]).toEqual(['idle', 'busy']);
    for (const key of [2, 3, 4]) busy.set(key, 'busy', 0);
    expect([idle.get(1), idle.size(), busy.size(), pool.size()]).toEqual([undefined, 0, 3 * place, 3 * place]);
  });

  test('are cleared separately', () => {
    const pool = createCachePool(10 * place);
    const [one, other] = [pool.open<number, string>(), pool.open<number, string>()];
    for (const key of [1, 2]) one.set(key, 'one', 5);
    other.set(1, 'other', 5);
    one.clear();
    expect([one.get(1), other.get(1), pool.size()]).toEqual([undefined, 'other', other.size()]);
  });
});
