/** Bounds of the pauses between attempts. */
export interface BackoffLimits {
  /** Longest pause after the first failure. */
  readonly firstRetryMs: number;
  /** Longest pause of all. */
  readonly maxRetryMs: number;
}

/** How long a failed delivery is retried. */
export interface RetryLimits extends BackoffLimits {
  /** After this time it becomes a dead letter. */
  readonly giveUpMs: number;
}

/**
 * Returns the pause after some failures in a row: each failure doubles it. A random half of it is left out, so that
 * clients that failed together do not return together.
 *
 * @param failures from 1
 */
export function backoffMs(failures: number, { firstRetryMs, maxRetryMs }: BackoffLimits): number {
  const longest = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(longest * (0.5 + Math.random() / 2));
}
