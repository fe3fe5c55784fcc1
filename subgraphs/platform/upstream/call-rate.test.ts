import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrivalMs, createCallRate } from './call-rate.ts';

/** When calls begin that all want to begin at once, and are answered at once. */
function beginnings(requestsPerSecond: number, count: number): number[] {
  const rate = createCallRate(requestsPerSecond);
  let now = 0;
  return Array.from({ length: count }, () => {
    now += Math.max(0, rate.pauseMs(now));
    rate.begin(now);
    rate.arrive(now);
    return now;
  });
}

/** Most of them in any second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length));
}

it('lets as many calls begin at once as a second may see, and the next ones when a second is over', () => {
  expect(beginnings(3, 7)).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 2_000]);
});

it('keeps calls apart where less than one a second is allowed', () => {
  expect(beginnings(0.5, 3)).toEqual([0, 2_000, 4_000]);
});

it.each([3.33, 1.5, 1_500])('lets no second see more than %d calls', (limit) => {
  expect(mostInASecond(beginnings(limit, 3 * Math.ceil(limit)))).toBe(
    Math.floor(limit / Math.ceil(limit / 1_000)) * Math.ceil(limit / 1_000),
  );
});

it('never has more than the limit arrive at the partner within a second, however long this process stalls before they go', () => {
  const call = fc.record({
    gap: fc.nat(100),
    goesAfter: fc.oneof(fc.constant(0), fc.nat(3_000)),
    arrivesAfter: fc.nat(arrivalMs),
    answeredAfter: fc.nat(3_000),
    toldAfter: fc.nat(500),
  });
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 60, noNaN: true }), fc.array(call, { maxLength: 150 }), (limit, calls) => {
      const rate = createCallRate(limit);
      const arrivals: number[] = [];
      let [now, told]: [number, number[]] = [0, []];
      const passTo = (time: number) => {
        for (const at of told.filter((each) => each <= time).sort((a, b) => a - b)) rate.arrive(at);
        told = told.filter((each) => each > time);
        now = time;
      };
      for (const { gap, goesAfter, arrivesAfter, answeredAfter, toldAfter } of calls) {
        passTo(now + gap);
        for (let pause = rate.pauseMs(now); pause > 0; pause = rate.pauseMs(now)) passTo(now + Math.min(pause, 1));
        rate.begin(now);
        const went = now + goesAfter;
        arrivals.push(went + arrivesAfter);
        // By its answer, or by the time that has passed.
        told.push(Math.min(went + arrivesAfter + answeredAfter, went + arrivalMs) + toldAfter);
      }
      expect(mostInASecond(arrivals)).toBeLessThanOrEqual(Math.max(1, limit));
    }),
    { numRuns: 50 },
  );
});

it('counts one until a second after it arrived, and looks again when it was to have arrived', () => {
  const rate = createCallRate(1);
  rate.begin(0);
  expect(rate.pauseMs(0)).toBe(1_000 + arrivalMs);
  expect(rate.pauseMs(5_000)).toBe(1_000);
  rate.arrive(5_100);
  expect(rate.pauseMs(5_500)).toBe(600);
});

it('foresees when those begin that come after others', () => {
  const rate = createCallRate(2);
  expect([0, 1, 2, 3, 4].map((ahead) => rate.pauseMs(0, ahead))).toEqual([0, 0, 1_000, 1_000, 2_000]);
  rate.begin(0);
  rate.arrive(0);
  expect([0, 1, 2, 3].map((ahead) => rate.pauseMs(400, ahead))).toEqual([0, 600, 1_000, 1_600]);
});

it('keeps great limits over shorter stretches', () => {
  const begun = beginnings(100_000, 3_001);
  expect([begun[999], begun[1_000], begun[3_000]]).toEqual([0, 10, 30]);
});

it('takes another limit with what has begun before', () => {
  const rate = createCallRate(2);
  for (const now of [0, 100]) {
    rate.begin(now);
    rate.arrive(now);
  }
  expect(rate.pauseMs(200)).toBe(800);
  rate.adjust(3);
  expect(rate.pauseMs(200)).toBe(0);
  rate.adjust(1);
  expect(rate.pauseMs(200)).toBe(900);
});
