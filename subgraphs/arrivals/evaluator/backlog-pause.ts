import type { Clock } from '#platform/time/clock.ts';

/** Runs rounds of the evaluator with pauses in a backlog, so that pushes have priority. */
export interface BacklogPause {
  /** Reports that a followed log has grown. */
  logGrew(): void;
  /** Runs a round, which resolves to 0 if there is more to do, and then pauses if necessary. */
  run(round: (signal: AbortSignal) => Promise<number | undefined>, signal: AbortSignal): Promise<number | undefined>;
}

/** A pause is this many times as long as the round before it. */
const pauseRatio = 3;

/** Maximum pause. A round that waits for partners is long and does not take the time from pushes. */
const maxPauseMs = 300;

/** After this time in a backlog the evaluator pauses no more, so that it cannot fall behind without limit. */
const maxYieldMs = 10_000;

/**
 * Creates the pauses of an evaluator. It pauses only if it has a backlog and a log has grown during the round: then
 * objects are pushed faster than it evaluates them, and pushes and evaluation compete for the same processor and store.
 * When the pushes end, it catches up without pauses.
 */
export function createBacklogPause(clock: Clock): BacklogPause {
  let backlogSinceMs: number | undefined;
  let hasGrown = false;
  return {
    logGrew: () => {
      hasGrown = true;
    },
    run: async (round, signal) => {
      const beganMs = clock.now();
      hasGrown = false;
      const waitMs = await round(signal);
      const nowMs = clock.now();
      backlogSinceMs = waitMs === 0 ? (backlogSinceMs ?? nowMs) : undefined;
      const mayPause = backlogSinceMs !== undefined && nowMs - backlogSinceMs < maxYieldMs;
      const pauseMs = Math.min(maxPauseMs, pauseRatio * (nowMs - beganMs));
      // Part of the round, because a wake-up would end a pause between two rounds.
      if (hasGrown && mayPause && pauseMs > 0) await clock.wait(pauseMs, signal, { ref: false });
      return waitMs;
    },
  };
}
