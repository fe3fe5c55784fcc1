/** Says when a call may begin so that no second sees more of them arrive than a partner bears. */
export interface CallRate {
  /** Milliseconds until one more may begin; 0 or less: now. @param ahead how many begin before it. Default: none */
  pauseMs(now: number, ahead?: number): number;
  /** Counts one that begins. */
  begin(now: number): void;
  /** Tells that one has been answered: the earliest that was not, as which one it is does not matter. */
  end(now: number): void;
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

/** A call reaches the partner so long after its beginning at the latest; one that is answered sooner is counted exactly. */
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
 * from its beginning until the window has passed since it arrived: since its answer, or {@link arrivalMs} after it began.
 */
export function createCallRate(requestsPerSecond: number): CallRate {
  let { calls, windowMs } = windowOf(requestsPerSecond);
  /** When each of those that count ceases to, the soonest first. */
  const leaves: number[] = [];
  /** The same of those that are not answered, in the order in which they began. */
  const unanswered: number[] = [];
  const count = (leavesAt: number) => leaves.splice(leaves.findLastIndex((other) => other <= leavesAt) + 1, 0, leavesAt);
  return {
    pauseMs: (now, ahead = 0) => {
      const counted = leaves.findIndex((leavesAt) => leavesAt > now);
      leaves.splice(0, counted === -1 ? leaves.length : counted);
      const place = leaves.length - calls + ahead;
      if (place < 0) return 0;
      // What begins when all of these have left is a window behind one that begins before it.
      const rounds = Math.max(0, Math.ceil((place - leaves.length + 1) / calls));
      const leavesAt = leaves[place - rounds * calls] ?? now;
      return Math.ceil(leavesAt + windowMs * rounds - now);
    },
    begin: (now) => {
      const leavesAt = now + windowMs + arrivalMs;
      count(leavesAt);
      unanswered.push(leavesAt);
    },
    end: (now) => {
      const leavesAt = unanswered.shift();
      if (leavesAt === undefined || leavesAt <= now + windowMs) return;
      leaves.splice(leaves.indexOf(leavesAt), 1);
      count(now + windowMs);
    },
    adjust: (changed) => {
      ({ calls, windowMs } = windowOf(changed));
    },
  };
}
