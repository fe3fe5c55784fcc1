import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCallRate } from './call-rate.ts';

/** When calls begin that all want to begin at once. */
function beginnings(requestsPerSecond: number, count: number): number[] {
  const rate = createCallRate(requestsPerSecond);
  let now = 0;
  return Array.from({ length: count }, () => {
    now += Math.max(0, rate.pauseMs(now));
    rate.begin(now);
    return now;
  });
}

it('lets as many calls begin at once as a second may see, and the next ones when a second is over', () => {
  expect(beginnings(3, 7)).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 2_000]);
});

it('keeps calls apart where less than one a second is allowed', () => {
  expect(beginnings(0.5, 3)).toEqual([0, 2_000, 4_000]);
});

it('never lets any second see more than the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(fc.nat(400), { maxLength: 200 }), (limit, gaps) => {
      const rate = createCallRate(limit);
      const begun: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += Math.max(gap, rate.pauseMs(now + gap) + gap);
        rate.begin(now);
        begun.push(now);
      }
      expect(begun.every((time, place) => time - (begun[place - limit] ?? Number.NEGATIVE_INFINITY) >= 1_000)).toBe(true);
    }),
  );
});

it('keeps great limits over shorter stretches', () => {
  const begun = beginnings(100_000, 3_001);
  expect([begun[999], begun[1_000], begun[3_000]]).toEqual([0, 10, 30]);
});

it('takes another limit with what has begun before', () => {
  const rate = createCallRate(2);
  rate.begin(0);
  rate.begin(100);
  expect(rate.pauseMs(200)).toBe(800);
  rate.adjust(3);
  expect(rate.pauseMs(200)).toBe(0);
  rate.adjust(1);
  expect(rate.pauseMs(200)).toBe(900);
});
