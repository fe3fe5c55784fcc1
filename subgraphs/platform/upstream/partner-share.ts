import type { LimiterLimits } from './limiter.ts';

/** The place of one replica among all replicas that may ask partners. */
export interface ShareOf {
  /** From 0. */
  readonly rank: number;
  readonly count: number;
}

/**
 * Returns the share that one replica has of a partner's limits. The shares of all replicas add up to the limits. A replica
 * that sees more replicas than there are takes no more than its share, so that replicas that do not see a departure at
 * the same moment do not exceed the limits together.
 *
 * @returns undefined for a replica that has no share: there are more replicas than requests to give away
 */
export function shareOf(limits: LimiterLimits, share: ShareOf): LimiterLimits | undefined {
  const { requestsPerSecond: rate, concurrency, timeoutMs } = limits;
  // A rate below 1 cannot be divided: calls of several replicas that are kept apart each by itself may still meet.
  const rateShare = rate < 1 ? (share.rank === 0 ? rate : 0) : wholeShareOf(Math.floor(rate), share);
  const concurrencyShare = wholeShareOf(concurrency, share);
  if (rateShare === 0 || concurrencyShare === 0) return undefined;
  return { requestsPerSecond: rateShare, concurrency: concurrencyShare, timeoutMs };
}

function wholeShareOf(limit: number, { rank, count }: ShareOf): number {
  return Math.floor(limit / count) + (rank < limit % count ? 1 : 0);
}
