import { setTimeout as delay } from 'node:timers/promises';

/** Time, given from outside so that tests need not wait for it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or rejects once the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
};
