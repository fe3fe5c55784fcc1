import type { LimiterLimits } from './limiter.ts';

/** The rank of one replica among all replicas that may send to partners. */
export interface ShareOf {
  /** Counted from 0. */
  readonly rank: number;
  readonly count: number;
}

/**
 * Returns the share of one replica in a partner's limits. The shares of all replicas add up to the limits. A replica
 * that counts replicas which have already left takes no more than its share, so replicas that notice a departure at
 * different moments do not exceed the limits together.
 *
 * @returns undefined for a replica without a share: there are more replicas than requests
 */
export function shareOf(limits: LimiterLimits, share: ShareOf): LimiterLimits | undefined {
  const { requestsPerSecond: rate, concurrency, timeoutMs } = limits;
  // A rate below 1 cannot be divided: requests of several replicas that are each far enough apart may still coincide.
  const rateShare = rate < 1 ? (share.rank === 0 ? rate : 0) : wholeShareOf(Math.floor(rate), share);
  const concurrencyShare = wholeShareOf(concurrency, share);
  if (rateShare === 0 || concurrencyShare === 0) return undefined;
  return { requestsPerSecond: rateShare, concurrency: concurrencyShare, timeoutMs };
}

function wholeShareOf(limit: number, { rank, count }: ShareOf): number {
  return Math.floor(limit / count) + (rank < limit % count ? 1 : 0);
}
