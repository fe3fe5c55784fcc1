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
