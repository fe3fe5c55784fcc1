import { createBoundedCache } from './bounded-cache.ts';
import type { Clock } from './clock.ts';
import { memoryBounds } from './memory-bounds.ts';

/** What each tenant may use up in this process. */
export interface TenantRate {
  /** Counts one more. @returns seconds to wait when it is too many; that one is not counted */
  begin(tenant: string): number | undefined;
  /** Takes back one that was counted and then did not begin. */
  takeBack(tenant: string): void;
  /** Counts so much without asking; what was not there is owed. */
  spend(tenant: string, amount: number): void;
  /** @returns seconds until nothing is owed; undefined when that is now */
  waitOf(tenant: string): number | undefined;
  /** @returns how much may begin at once; below 0: what is owed */
  leftOf(tenant: string): number;
}

interface Bucket {
  /** What may begin at once, at the time of `filledAt`. */
  left: number;
  filledAt: number;
}

/** What one takes. A tenant that is forgotten begins anew with a full bucket. */
const bucketBytes = 60;

/**
 * Opens a rate: a bucket per tenant that holds a minute's allowance and fills evenly.
 *
 * @param perMinute 0: no limit
 * @param shareOf how much of an amount this process has, at the moment; one may begin at a time even if that is less. Default: all
 */
export function createTenantRate(perMinute: number, clock: Pick<Clock, 'now'>, shareOf = (amount: number) => amount): TenantRate {
  if (perMinute === 0) {
    return { begin: () => undefined, takeBack: () => {}, spend: () => {}, waitOf: () => undefined, leftOf: () => Number.POSITIVE_INFINITY };
  }
  const buckets = createBoundedCache<string, Bucket>(memoryBounds.tenantRates.bytes);
  const msEach = () => 60_000 / shareOf(perMinute);
  const bucketOf = (tenant: string): Bucket => {
    const now = clock.now();
    const known = buckets.get(tenant);
    const full = Math.max(1, shareOf(perMinute));
    const bucket = known ?? { left: full, filledAt: now };
    if (known === undefined) buckets.set(tenant, bucket, bucketBytes);
    // A clock that is set back fills nothing.
    bucket.left = Math.min(full, bucket.left + Math.max(0, now - bucket.filledAt) / msEach());
    bucket.filledAt = now;
    return bucket;
  };
  const secondsUntil = (amount: number, { left }: Bucket) => (left >= amount ? undefined : Math.ceil(((amount - left) * msEach()) / 1_000));
  const spend = (tenant: string, amount: number) => {
    bucketOf(tenant).left -= amount;
  };
  return {
    begin(tenant) {
      const seconds = secondsUntil(1, bucketOf(tenant));
      if (seconds === undefined) spend(tenant, 1);
      return seconds;
    },
    takeBack: (tenant) => spend(tenant, -1),
    spend,
    waitOf: (tenant) => secondsUntil(0, bucketOf(tenant)),
    leftOf: (tenant) => bucketOf(tenant).left,
  };
}
