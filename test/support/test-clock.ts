import type { Clock } from '#platform/time/clock.ts';

/** A clock that advances only by waits, which end immediately. */
export interface TestClock extends Clock {
  /** Every requested wait, in milliseconds. */
  readonly pauses: readonly number[];
  advance(ms: number): void;
}

/** @param start milliseconds since 1970 */
export function createTestClock(start = Date.UTC(2026, 2, 2, 13, 5)): TestClock {
  const pauses: number[] = [];
  let now = start;
  return {
    pauses,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    wait: async (ms, signal) => {
      // Lets all other pending work run first, as a real wait would.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
    },
  };
}
