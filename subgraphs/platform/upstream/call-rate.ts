/** Limits the rate at which requests arrive at a partner. */
export interface CallRate {
  /**
   * Returns the milliseconds until the next request may begin; 0 or less when it may begin now. @param ahead number of
   * requests that begin before it. Default: none
   */
  pauseMs(now: number, ahead?: number): number;
  /** Counts a request that begins now. */
  begin(now: number): void;
  /**
   * Records that a request has arrived: it was answered, or it was sent {@link arrivalMs} ago. Which request it was
   * makes no difference.
   */
  arrive(now: number): void;
  /** Replaces the limit. Requests that have begun continue to count. */
  adjust(requestsPerSecond: number): void;
}

/** Permits at most `calls` requests in each window. */
export interface RateWindow {
  readonly calls: number;
  readonly windowMs: number;
}

/** Maximum number of requests in a window. A greater limit is enforced over a fraction of a second. */
const maxCalls = 1_000;

/** Maximum time between handing a request to the network and its arrival at the partner. */
export const arrivalMs = 250;

/**
 * Returns the window of a limit. Fractions of a request are dropped. @param requestsPerSecond above 0; below 1 the
 * window is longer than a second
 */
export function windowOf(requestsPerSecond: number): RateWindow {
  if (requestsPerSecond < 1) return { calls: 1, windowMs: 1_000 / requestsPerSecond };
  const parts = Math.ceil(requestsPerSecond / maxCalls);
  return { calls: Math.floor(requestsPerSecond / parts), windowMs: 1_000 / parts };
}

/**
 * Creates a rate limit that holds in every sliding window of a second, not only on average. A full token bucket would
 * admit twice the limit in its first second, and partners that count per second would answer 429. A request counts from
 * its beginning until a window after its arrival, so a process that stalls in between admits fewer requests, never
 * more.
 */
export function createCallRate(requestsPerSecond: number): CallRate {
  let { calls, windowMs } = windowOf(requestsPerSecond);
  /** Times at which arrived requests stop counting, ascending. */
  const expiries: number[] = [];
  /** Start times of the requests that may not have arrived yet. */
  const inTransit: number[] = [];
  /** Returns when the request at this place stops counting; an expected time if it has not arrived. */
  const expiryAt = (place: number, now: number): number | undefined => {
    if (place < expiries.length) return expiries[place];
    const begun = inTransit[place - expiries.length];
    return begun === undefined ? undefined : Math.max(begun + arrivalMs, now) + windowMs;
  };
  return {
    pauseMs: (now, ahead = 0) => {
      const firstCounted = expiries.findIndex((expiry) => expiry > now);
      expiries.splice(0, firstCounted === -1 ? expiries.length : firstCounted);
      const counted = expiries.length + inTransit.length;
      const place = counted - calls + ahead;
      if (place < 0) return 0;
      // A request that begins after all of these have expired is one window later than one that begins before that.
      const rounds = Math.max(0, Math.ceil((place - counted + 1) / calls));
      return Math.ceil((expiryAt(place - rounds * calls, now) ?? now) + windowMs * rounds - now);
    },
    begin: (now) => {
      inTransit.push(now);
    },
    arrive: (now) => {
      if (inTransit.shift() === undefined) return;
      const expiry = now + windowMs;
      expiries.splice(expiries.findLastIndex((other) => other <= expiry) + 1, 0, expiry);
    },
    adjust: (changed) => {
      ({ calls, windowMs } = windowOf(changed));
    },
  };
}
