import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Clock } from '../time/clock.ts';

/** Who uses something up, and how much of it that tenant may use in a minute. */
export interface Spender {
  readonly tenant: string;
  /** 0: no limit. It may be another one each time. */
  readonly perMinute: number;
}

/** What each tenant may use up in this process. */
export interface TenantRate {
  /** Counts one more. @returns seconds to wait when it is too many; that one is not counted */
  begin(spender: Spender): number | undefined;
  /** Takes back one that was counted and then did not begin. */
  takeBack(spender: Spender): void;
  /** Counts so much without asking; what was not there is owed. */
  spend(spender: Spender, amount: number): void;
  /** @returns seconds until nothing is owed; undefined when that is now */
  waitOf(spender: Spender): number | undefined;
  /** @returns how much may begin at once; below 0: what is owed */
  leftOf(spender: Spender): number;
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
 * @param shareOf how much of an amount this process has, at the moment; one may begin at a time even if that is less. Default: all
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
    // A clock that is set back fills nothing.
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
    takeBack: (spender) => spend(spender, -1),
    spend,
    waitOf: (spender) => secondsUntil(0, spender),
    leftOf,
  };
}
