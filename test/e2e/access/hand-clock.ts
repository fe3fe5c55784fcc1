import type { Clock } from '#platform/time/clock.ts';

/** A clock that a test advances. Waits end when their time has come. */
export interface HandClock extends Clock {
  advance(ms: number): void;
}

/** @param start milliseconds since 1970 */
export function createHandClock(start = Date.now()): HandClock {
  const waits = new Set<{ readonly until: number; readonly end: () => void }>();
  let now = start;
  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wait = { until: now + ms, end: resolve };
        waits.add(wait);
        signal?.addEventListener('abort', () => {
          waits.delete(wait);
          reject(signal.reason);
        });
      }),
    advance: (ms) => {
      now += ms;
      for (const wait of waits) {
        if (wait.until > now) continue;
        waits.delete(wait);
        wait.end();
      }
    },
  };
}
