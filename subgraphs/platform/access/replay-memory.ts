/** Remembers which requests have come, for as long as they could be sent again. */
export interface ReplayCache {
  /** @returns whether the nonce comes for the first time; false also when that is not known any more */
  isFirst(nonce: string, sentAt: number): boolean;
}

export interface ReplayMemoryOptions {
  /** How long a nonce has to be remembered. */
  readonly windowMs: number;
  /** Nonces of one window. When there are more, the oldest are forgotten, and what is as old is not taken any more. */
  readonly maxNonces: number;
  readonly now: () => number;
}

interface Generation {
  readonly begunAt: number;
  readonly nonces: Set<string>;
  /** When the newest of its requests was sent. */
  newest: number;
}

/**
 * Makes an empty one. It keeps two generations and drops the older one as a whole: nothing is done per nonce but
 * look-ups.
 */
export function createReplayCache({ windowMs, maxNonces, now }: ReplayMemoryOptions): ReplayCache {
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
