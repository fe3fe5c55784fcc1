import { type Clock, createTimer, systemClock } from './clock.ts';

/** Repeats a background task, one round at a time: when woken, or when its time has come. */
export type WakeUpLoop = ReturnType<typeof startWakeUpLoop>;

export interface WakeUpLoopOptions {
  /**
   * Runs one round of the task.
   *
   * @param signal aborted when the loop is stopped
   * @returns milliseconds after which to run again unless woken earlier; undefined for `pollMs`
   */
  readonly round: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>;
  /** Called when a round throws. The next one runs after a pause that doubles, which wake-ups do not shorten. */
  readonly onError: (error: unknown, failures: number) => void;
  /** Time between rounds without a wake-up. @default rounds run only when requested */
  readonly pollMs?: number | undefined;
  /**
   * Minimum time between two rounds that wake-ups request: under load many wake-ups share a round, and the first one
   * after a pause is served immediately. Rounds that are due by `pollMs`, or after a time that a round returned,
   * neither wait nor delay others.
   * @default 0
   */
  readonly minIntervalMs?: number | undefined;
  readonly backoff?: BackoffLimits | undefined;
  readonly clock?: Clock | undefined;
}

const defaultBackoff: BackoffLimits = { firstRetryMs: 100, maxRetryMs: 1_000 };

/** Starts a loop with its first round. The loop does not keep the process alive. */
export function startWakeUpLoop(options: WakeUpLoopOptions) {
  const { round, onError, pollMs, minIntervalMs = 0, backoff = defaultBackoff, clock = systemClock } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRequested = false;
  let failures = 0;
  /** The time from which a wake-up is served immediately. */
  let nextWakeUpMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  const runOnce = async (): Promise<void> => {
    try {
      const waitMs = (await round(signal)) ?? pollMs;
      failures = 0;
      if (waitMs !== undefined) wakeIn(waitMs);
    } catch (error) {
      failures += 1;
      onError(error, failures);
      isRequested = true;
    }
  };
  const run = async (): Promise<void> => {
    while (isRequested && !signal.aborted) {
      // All requests within one turn of the event loop are served by one round.
      await new Promise((resolve) => setImmediate(resolve));
      if (failures > 0 && !signal.aborted) await clock.wait(backoffMs(failures, backoff), signal, { ref: false }).catch(() => undefined);
      if (signal.aborted) break;
      isRequested = false;
      await runOnce();
      firstRoundEnded();
    }
    running = undefined;
  };
  const start = (): void => {
    isRequested = true;
    running ??= run();
  };
  const timer = createTimer(clock, start, { ref: false });
  const wakeIn = (ms: number): void => {
    if (signal.aborted) return;
    if (ms <= 0) start();
    else timer.setFor(clock.now() + ms);
  };
  const serveWakeUps = (): void => {
    nextWakeUpMs = clock.now() + minIntervalMs;
    start();
  };
  const wakeUps = createTimer(clock, serveWakeUps, { ref: false });
  const wake = (): void => {
    if (signal.aborted) return;
    const nowMs = clock.now();
    if (nowMs >= nextWakeUpMs) serveWakeUps();
    // The limit keeps the wait short after the clock was set back.
    else wakeUps.setFor(Math.min(nextWakeUpMs, nowMs + minIntervalMs));
  };
  let firstRoundEnded = (): void => undefined;
  const firstRound = new Promise<void>((resolve) => {
    firstRoundEnded = resolve;
  });
  start();

  return {
    /**
     * Requests a round. One round serves all requests made before it starts; a request during a round leads to another
     * round.
     */
    wake,
    /** Resolves after the first round, whether it failed or not. */
    firstRound,
    /** Starts no further round, and resolves when the current one has ended. */
    stop: async (): Promise<void> => {
      stopping.abort();
      timer.clear();
      wakeUps.clear();
      await running;
      firstRoundEnded();
    },
  };
}

/** Limits of the pauses between attempts. */
export interface BackoffLimits {
  /** Maximum pause after the first failure. */
  readonly firstRetryMs: number;
  /** Maximum of all pauses. */
  readonly maxRetryMs: number;
}

/** How long a failed delivery is retried. */
export interface RetryLimits extends BackoffLimits {
  /** Time after which the delivery becomes a dead letter. */
  readonly giveUpMs: number;
}

/**
 * Returns the pause after several consecutive failures, which doubles with each failure. A random part of up to a half
 * is subtracted, so that clients that failed at the same time do not retry at the same time.
 *
 * @param failures from 1
 */
export function backoffMs(failures: number, { firstRetryMs, maxRetryMs }: BackoffLimits): number {
  const longest = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(longest * (0.5 + Math.random() / 2));
}
