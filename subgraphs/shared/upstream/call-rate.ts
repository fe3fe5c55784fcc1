/** Says when a call may begin so that no second sees more of them than a partner bears. */
export interface CallRate {
  /** Milliseconds until one more may begin; 0 or less: now. @param ahead how many begin before it. Default: none */
  pauseMs(now: number, ahead?: number): number;
  /** Counts one that begins. */
  begin(now: number): void;
  /** Takes another limit. What has begun still counts. */
  adjust(requestsPerSecond: number): void;
}

/** Most calls that are looked back upon; a greater limit is kept over a shorter time. */
const maxLookBack = 1_000;

/**
 * Opens a rate. It is kept over every stretch of a second and not only on average: a full token bucket would let twice
 * the limit through within its first second, and partners that count by the second answer that with 429.
 *
 * @param requestsPerSecond above 0; below 1 one call is kept apart from the next
 */
export function createCallRate(requestsPerSecond: number): CallRate {
  let begun: number[] = [];
  let lookBack = 1;
  let stretchMs = 0;
  const adjust = (limit: number) => {
    lookBack = Math.min(maxLookBack, Math.max(1, Math.floor(limit)));
    stretchMs = (lookBack * 1_000) / limit;
    begun = begun.slice(-lookBack);
  };
  adjust(requestsPerSecond);
  return {
    pauseMs: (now, ahead = 0) => {
      const place = begun.length - lookBack + ahead;
      if (place < 0) return 0;
      // The one that many places before it has to be a stretch ago.
      const before = begun[place % lookBack] ?? now;
      return Math.ceil(before + stretchMs * (1 + Math.floor(place / lookBack)) - now);
    },
    begin: (now) => {
      if (begun.length === lookBack) begun.shift();
      begun.push(now);
    },
    adjust,
  };
}
