/** How long what failed is left alone, and when it is given up. */
export interface RetryLimits {
  /** Pause after the first failure; each further one in a row doubles it. */
  readonly firstRetryMs: number;
  readonly maxRetryMs: number;
  /** Then it becomes a dead letter. */
  readonly giveUpMs: number;
}

/**
 * Says how long to pause after some failures in a row: half to whole of the doubled pause, so that many who failed
 * together do not come back together.
 *
 * @param failures from 1
 */
export function retryPauseMs(failures: number, { firstRetryMs, maxRetryMs }: Pick<RetryLimits, 'firstRetryMs' | 'maxRetryMs'>): number {
  const whole = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(whole * (0.5 + Math.random() / 2));
}
