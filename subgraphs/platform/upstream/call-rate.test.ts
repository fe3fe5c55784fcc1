import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrivalMs, createCallRate } from './limiter.ts';

/** Returns the start times of requests that are all ready at the same time and are answered immediately. */
function beginnings(limits: number | Parameters<typeof createCallRate>[0], count: number): number[] {
  const rate = createCallRate(typeof limits === 'number' ? { requestsPerSecond: limits } : limits);
  let now = 0;
  return Array.from({ length: count }, () => {
    now += Math.max(0, rate.pauseMs(now));
    rate.begin(now);
    rate.arrive(now);
    return now;
  });
}

/** Returns the greatest number of them within one second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length));
}

it('lets as many requests begin immediately as a second permits, and the next ones a second later', () => {
  expect(beginnings(3, 7)).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 2_000]);
});

it('spaces requests out when less than one per second is permitted', () => {
  expect(beginnings(0.5, 3)).toEqual([0, 2_000, 4_000]);
});

it.each([3.33, 1.5, 1_500])('permits no more than %d requests in any second', (limit) => {
  expect(mostInASecond(beginnings(limit, 3 * Math.ceil(limit)))).toBe(Math.floor(limit));
});

it('lets the requests of a minute and of a day begin immediately, and the next ones a minute or a day later', () => {
  const second = 1_000;
  expect(beginnings({ requestsPerSecond: 2, requestsPerMinute: 3 }, 7)).toEqual(
    [0, 0, 1, 60, 60, 61, 120].map((seconds) => seconds * second),
  );
  const day = 86_400 * second;
  expect(beginnings({ requestsPerSecond: 10, requestsPerMinute: 2, requestsPerDay: 3 }, 5)).toEqual([0, 0, 60 * second, day, day]);
});

it('spaces bursts out by the rate of a second or of a minute', () => {
  expect(beginnings({ requestsPerSecond: 10, burst: 1 }, 4)).toEqual([0, 100, 200, 300]);
  expect(beginnings({ requestsPerSecond: 10, burst: 2 }, 5)).toEqual([0, 0, 200, 200, 400]);
  expect(beginnings({ requestsPerSecond: 10, burst: 30 }, 31).slice(-2)).toEqual([0, 3_000]);
  expect(beginnings({ requestsPerSecond: 10, requestsPerMinute: 30, burst: 1 }, 3)).toEqual([0, 2_000, 4_000]);
});

it('never lets more than the limit arrive at the partner within a second, however long this process stalls before sending', () => {
  const call = fc.record({
    gap: fc.nat(100),
    sentAfter: fc.oneof(fc.constant(0), fc.nat(3_000)),
    arrivesAfter: fc.nat(arrivalMs),
    answeredAfter: fc.nat(3_000),
    reportedAfter: fc.nat(500),
  });
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 60, noNaN: true }), fc.array(call, { maxLength: 150 }), (limit, calls) => {
      const rate = createCallRate({ requestsPerSecond: limit });
      const arrivals: number[] = [];
      let [now, reports]: [number, number[]] = [0, []];
      const passTo = (time: number) => {
        for (const at of reports.filter((each) => each <= time).sort((a, b) => a - b)) rate.arrive(at);
        reports = reports.filter((each) => each > time);
        now = time;
      };
      for (const { gap, sentAfter, arrivesAfter, answeredAfter, reportedAfter } of calls) {
        passTo(now + gap);
        for (let pause = rate.pauseMs(now); pause > 0; pause = rate.pauseMs(now)) passTo(now + Math.min(pause, 1));
        rate.begin(now);
        const sent = now + sentAfter;
        arrivals.push(sent + arrivesAfter);
        // Arrival is known by the response, or by the time since sending.
        reports.push(Math.min(sent + arrivesAfter + answeredAfter, sent + arrivalMs) + reportedAfter);
      }
      expect(mostInASecond(arrivals)).toBeLessThanOrEqual(Math.max(1, limit));
    }),
    { numRuns: 50 },
  );
});

it('counts a request until one second after its expected or reported arrival', () => {
  const rate = createCallRate({ requestsPerSecond: 1 });
  rate.begin(0);
  expect(rate.pauseMs(0)).toBe(1_000 + arrivalMs);
  expect(rate.pauseMs(5_000)).toBe(1_000);
  rate.arrive(5_100);
  expect(rate.pauseMs(5_500)).toBe(600);
});

it('predicts the start of queued requests', () => {
  const rate = createCallRate({ requestsPerSecond: 2 });
  expect([0, 1, 2, 3, 4].map((ahead) => rate.pauseMs(0, ahead))).toEqual([0, 0, 1_000, 1_000, 2_000]);
  rate.begin(0);
  rate.arrive(0);
  expect([0, 1, 2, 3].map((ahead) => rate.pauseMs(400, ahead))).toEqual([0, 600, 1_000, 1_600]);
});

it('enforces large limits over shorter windows', () => {
  const begun = beginnings(100_000, 30_001);
  expect([begun[9_999], begun[10_000], begun[30_000]]).toEqual([0, 100, 300]);
});

it('applies a changed limit to requests that have already begun', () => {
  const rate = createCallRate({ requestsPerSecond: 2 });
  for (const now of [0, 100]) {
    rate.begin(now);
    rate.arrive(now);
  }
  expect(rate.pauseMs(200)).toBe(800);
  rate.adjust({ requestsPerSecond: 3 });
  expect(rate.pauseMs(200)).toBe(0);
  rate.adjust({ requestsPerSecond: 1 });
  expect(rate.pauseMs(200)).toBe(900);
});
