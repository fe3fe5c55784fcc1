/** Remembers requests for as long as they could be replayed. */
export interface ReplayCache {
  /** @returns whether the nonce is new; false also when that is not known any more */
  isFirst(nonce: string, sentAt: number): boolean;
}

export interface ReplayCacheOptions {
  /** How long a nonce has to be remembered. */
  readonly windowMs: number;
  /** Nonces of one window. With more of them the oldest are dropped, and requests of that age are rejected. */
  readonly maxNonces: number;
  readonly now: () => number;
}

interface Generation {
  readonly begunAt: number;
  readonly nonces: Set<string>;
  /** Time of sending of its newest request. */
  newest: number;
}

/**
 * Creates an empty cache. It has two generations and drops the older one as a whole, so a nonce costs lookups only.
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
