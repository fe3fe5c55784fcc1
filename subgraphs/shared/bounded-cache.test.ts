import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  test('drops what was used longest ago, and only as much as it must', () => {
    const cache = createBoundedCache<string, number>(3);
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index, 1);
    cache.get('a');
    cache.set('d', 3, 1);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
  });

  test('does not take what is larger than all of it, and forgets what stood under that key', () => {
    const cache = createBoundedCache<string, string>(3);
    cache.set('a', 'old', 1);
    cache.set('a', 'new', 4);
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  });

  test('never grows beyond its bound, whatever is put in', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 7 }))), (puts) => {
        const cache = createBoundedCache<number, number>(10);
        const sizes = new Map<number, number>();
        for (const [key, size] of puts) {
          cache.set(key, size, size);
          sizes.set(key, size);
          expect(cache.size).toBeLessThanOrEqual(10);
        }
        const held = [...sizes].filter(([key]) => cache.get(key) !== undefined);
        expect(held.reduce((sum, [, size]) => sum + size, 0)).toBe(cache.size);
      }),
    );
  });
});
