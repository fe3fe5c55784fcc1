import { setTimeout as delay } from 'node:timers/promises';

/** The source of time, injected so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after the time, or rejects when the signal is aborted.
   *
   * @param options.ref whether the wait keeps the process alive. @default true
   */
  wait(ms: number, signal?: AbortSignal, options?: { readonly ref?: boolean }): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal, { ref = true } = {}) => delay(ms, undefined, signal === undefined ? { ref } : { signal, ref }),
};
