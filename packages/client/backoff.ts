/** The delays between attempts to connect. */
export interface Backoff {
  /** Delay after the first failure, in milliseconds. Each further failure doubles it. */
  readonly initialMs: number;
  /** Maximum delay, in milliseconds. */
  readonly maxMs: number;
  /**
   * Random share of each delay, from 0 to 1, so that the clients of a restarted server do not reconnect at the same
   * moment.
   */
  readonly jitter: number;
}

export const defaultBackoff: Backoff = { initialMs: 500, maxMs: 30_000, jitter: 1 };

/**
 * Returns the delay after several failures.
 *
 * @param failures number of consecutive failures, at least 1
 * @param random a random number from 0 to 1
 */
export function backoffDelayMs({ initialMs, maxMs, jitter }: Backoff, failures: number, random: number): number {
  const delayMs = Math.min(maxMs, initialMs * 2 ** (failures - 1));
  return delayMs * (1 - jitter * random);
}
