import type { Clock } from '#platform/time/clock.ts';

/** A clock that stands still but for pauses, which pass at once. */
export interface TestClock extends Clock {
  /** Every pause that was asked for, in milliseconds. */
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
      // Lets everything else that is ready go first, as a real pause would.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
    },
  };
}
