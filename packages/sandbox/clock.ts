import { setTimeout as delay } from 'node:timers/promises';

/** The source of time, which a test replaces in order not to wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or rejects when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }),
};
