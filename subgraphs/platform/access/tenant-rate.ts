import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Clock } from '../time/clock.ts';

/** A tenant and its rate. */
export interface Spender {
  readonly tenant: string;
  /** Maximum number per minute; 0: no limit. It may change at any time. */
  readonly perMinute: number;
}

/** Limits a rate per tenant in this process. */
export interface TenantRate {
  /** Counts one. @returns seconds to wait if the rate is exceeded; it is then not counted */
  begin(spender: Spender): number | undefined;
  /** Refunds one that was counted and did not begin. */
  refund(spender: Spender): void;
  /** Counts an amount unconditionally; an excess is owed. */
  spend(spender: Spender, amount: number): void;
  /** @returns seconds until nothing is owed; undefined if nothing is owed */
  waitOf(spender: Spender): number | undefined;
  /** @returns how many may begin immediately; a negative number is the amount owed */
  leftOf(spender: Spender): number;
}

interface Bucket {
  /** How many could begin immediately at `filledAt`. */
  left: number;
  filledAt: number;
}

/** Memory of a bucket in bytes. A tenant whose bucket is dropped starts again with a full one. */
const bucketBytes = 60;

/**
 * Creates a rate: a bucket for each tenant that contains the quota of a minute and fills evenly.
 *
 * @param shareOf returns this process's current share of an amount; one may begin even if the share is less than one.
 *   Default: all
 */
export function createTenantRate(clock: Pick<Clock, 'now'>, shareOf = (amount: number) => amount): TenantRate {
  const buckets = createBoundedCache<string, Bucket>(memoryBounds.tenantRates.bytes);
  const msEach = (perMinute: number) => 60_000 / shareOf(perMinute);
  const bucketOf = ({ tenant, perMinute }: Spender): Bucket => {
    const now = clock.now();
    const known = buckets.get(tenant);
    const full = Math.max(1, shareOf(perMinute));
    const bucket = known ?? { left: full, filledAt: now };
    if (known === undefined) buckets.set(tenant, bucket, bucketBytes);
    // Setting the clock back does not fill the bucket.
    bucket.left = Math.min(full, bucket.left + Math.max(0, now - bucket.filledAt) / msEach(perMinute));
    bucket.filledAt = now;
    return bucket;
  };
  const leftOf = (spender: Spender) => (spender.perMinute === 0 ? Number.POSITIVE_INFINITY : bucketOf(spender).left);
  const secondsUntil = (amount: number, spender: Spender) => {
    const left = leftOf(spender);
    return left >= amount ? undefined : Math.ceil(((amount - left) * msEach(spender.perMinute)) / 1_000);
  };
  const spend = (spender: Spender, amount: number) => {
    if (spender.perMinute > 0) bucketOf(spender).left -= amount;
  };
  return {
    begin(spender) {
      const seconds = secondsUntil(1, spender);
      if (seconds === undefined) spend(spender, 1);
      return seconds;
    },
    refund: (spender) => spend(spender, -1),
    spend,
    waitOf: (spender) => secondsUntil(0, spender),
    leftOf,
  };
}
