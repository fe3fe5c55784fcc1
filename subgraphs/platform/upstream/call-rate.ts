/** Says when a call may begin so that no second sees more of them arrive than a partner bears. */
export interface CallRate {
  /** Milliseconds until one more may begin; 0 or less: now. @param ahead how many begin before it. Default: none */
  pauseMs(now: number, ahead?: number): number;
  /** Counts one that begins. */
  begin(now: number): void;
  /** Tells that one has arrived at the partner: it was answered, or went {@link arrivalMs} ago. Which one does not matter. */
  arrive(now: number): void;
  /** Takes another limit. What has begun still counts. */
  adjust(requestsPerSecond: number): void;
}

/** How a limit is kept: at most so many calls in each stretch of time. */
export interface RateWindow {
  readonly calls: number;
  readonly windowMs: number;
}

/** Most calls that are looked back upon; a greater limit is kept over a fraction of a second. */
const maxCalls = 1_000;

/** A request reaches the partner so long after it was handed to the network at the latest. */
export const arrivalMs = 250;

/** Divides a limit so that no second sees more than its whole part. @param requestsPerSecond above 0; below 1 calls are kept apart */
export function windowOf(requestsPerSecond: number): RateWindow {
  if (requestsPerSecond < 1) return { calls: 1, windowMs: 1_000 / requestsPerSecond };
  const parts = Math.ceil(requestsPerSecond / maxCalls);
  return { calls: Math.floor(requestsPerSecond / parts), windowMs: 1_000 / parts };
}

/**
 * Opens a rate. It is kept over every stretch of a second and not only on average: a full token bucket would let twice
 * the limit through within its first second, and partners that count by the second answer that with 429. A call counts
 * from its beginning until the window has passed since it arrived, however long it takes to get away: a process that
 * stalls between the two lets fewer calls begin, never more.
 */
export function createCallRate(requestsPerSecond: number): CallRate {
  let { calls, windowMs } = windowOf(requestsPerSecond);
  /** When each of those that have arrived ceases to count, the soonest first. */
  const leaves: number[] = [];
  /** When those began that may still be on their way. */
  const travelling: number[] = [];
  /** When the one at this place ceases to count, foreseen where it has not arrived. */
  const leavesAt = (place: number, now: number): number | undefined => {
    if (place < leaves.length) return leaves[place];
    const begun = travelling[place - leaves.length];
    return begun === undefined ? undefined : Math.max(begun + arrivalMs, now) + windowMs;
  };
  return {
    pauseMs: (now, ahead = 0) => {
      const counted = leaves.findIndex((left) => left > now);
      leaves.splice(0, counted === -1 ? leaves.length : counted);
      const all = leaves.length + travelling.length;
      const place = all - calls + ahead;
      if (place < 0) return 0;
      // What begins when all of these have left is a window behind one that begins before it.
      const rounds = Math.max(0, Math.ceil((place - all + 1) / calls));
      return Math.ceil((leavesAt(place - rounds * calls, now) ?? now) + windowMs * rounds - now);
    },
    begin: (now) => {
      travelling.push(now);
    },
    arrive: (now) => {
      if (travelling.shift() === undefined) return;
      const left = now + windowMs;
      leaves.splice(leaves.findLastIndex((other) => other <= left) + 1, 0, left);
    },
    adjust: (changed) => {
      ({ calls, windowMs } = windowOf(changed));
    },
  };
}
