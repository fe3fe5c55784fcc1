import { setMaxListeners } from 'node:events';
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

/** Node's timers accept at most 24 days; a later time is waited for in several steps. */
const maxWaitMs = 86_400_000;

/**
 * Creates a timer for the earliest of the moments that it is set for.
 *
 * @param options.ref whether the timer keeps the process alive. @default true
 */
export function createTimer(clock: Clock, onFire: () => void, options: { readonly ref?: boolean } = {}) {
  let waiting: { readonly at: number; readonly abort: AbortController } | undefined;
  const clear = () => {
    waiting?.abort.abort();
    waiting = undefined;
  };
  /** Makes the timer fire at this time, see {@link Clock.now}, unless it is set for an earlier one. */
  const setFor = (at: number): void => {
    if (waiting !== undefined && waiting.at <= at) return;
    clear();
    const set = { at, abort: new AbortController() };
    waiting = set;
    const elapsed = () => {
      if (waiting !== set) return;
      waiting = undefined;
      if (clock.now() < at - 1) setFor(at);
      else onFire();
    };
    const waitMs = Math.max(0, Math.min(at - clock.now(), maxWaitMs));
    clock.wait(waitMs, set.abort.signal, options).then(elapsed, () => undefined);
  };
  return { setFor, clear };
}

/**
 * Calls the listener when the signal is aborted. Many requests may share one signal, so Node's warning of more than ten
 * listeners is disabled for it.
 *
 * @returns a function that removes the listener
 */
export function listenForAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/**
 * Calls back after a time. After a stall of this process the time may have passed although data has arrived, which is read
 * first.
 *
 * @returns a function that stops the timer
 */
export function startTimeout(ms: number, onTimeout: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(onTimeout);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

/**
 * Waits for work, but not longer than the time, see {@link startTimeout}; the work continues.
 *
 * @param late called when the time is over; it returns the result or throws
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let stop = () => {};
  const elapsed = new Promise<void>((resolve) => {
    stop = startTimeout(ms, resolve);
  });
  try {
    return await Promise.race([work, elapsed.then(late)]);
  } finally {
    stop();
  }
}
