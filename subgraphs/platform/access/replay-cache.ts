/** Remembers requests for as long as they could be replayed. */
export interface ReplayCache {
  /** @returns whether the nonce is new; also false if this can no longer be determined */
  isFirst(nonce: string, sentAt: number): boolean;
}

export interface ReplayCacheOptions {
  /** Time for which a nonce has to be remembered. */
  readonly windowMs: number;
  /**
   * Maximum number of nonces per window. If there are more, the oldest are dropped and requests of that age are
   * rejected.
   */
  readonly maxNonces: number;
  readonly now: () => number;
}

interface Generation {
  readonly begunAt: number;
  readonly nonces: Set<string>;
  /** Sending time of its newest request. */
  newest: number;
}

/**
 * Creates an empty cache. It has two generations and drops the older one as a whole, so that a nonce costs only
 * lookups.
 */
export function createReplayCache({ windowMs, maxNonces, now }: ReplayCacheOptions): ReplayCache {
  const begin = (): Generation => ({ begunAt: now(), nonces: new Set(), newest: 0 });
  let [former, current] = [begin(), begin()];
  let forgottenUntil = 0;
  return {
    isFirst: (nonce, sentAt) => {
      const isOver = now() - current.begunAt >= windowMs;
      if (isOver || current.nonces.size >= maxNonces) {
        if (!isOver) forgottenUntil = Math.max(forgottenUntil, former.newest);
        [former, current] = [current, begin()];
      }
      if (sentAt <= forgottenUntil || current.nonces.has(nonce) || former.nonces.has(nonce)) return false;
      current.nonces.add(nonce);
      current.newest = Math.max(current.newest, sentAt);
      return true;
    },
  };
}
