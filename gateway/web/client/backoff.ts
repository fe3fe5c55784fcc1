/** How long a client waits between attempts to connect. */
export interface Backoff {
  /** Longest wait after the first failure, in milliseconds. Doubled after each further one. */
  readonly first: number;
  /** Longest wait of all, in milliseconds. */
  readonly longest: number;
  /** Share of a wait that is left to chance, so that the clients of a dead server do not all come back at once: 0 to 1. */
  readonly jitter: number;
}

export const defaultBackoff: Backoff = { first: 500, longest: 30_000, jitter: 1 };

/**
 * @param failures in a row, at least 1
 * @param random 0 up to 1
 * @returns milliseconds to wait
 */
export function waitAfter({ first, longest, jitter }: Backoff, failures: number, random: number): number {
  const wait = Math.min(longest, first * 2 ** (failures - 1));
  return wait * (1 - jitter * random);
}
