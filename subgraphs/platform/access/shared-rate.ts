import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Clock } from '../time/clock.ts';

/** Limits a rate per tenant over all processes together. */
export type SharedRate = ReturnType<typeof createSharedRate>;

/** Memory of a time in bytes. */
const waitBytes = 60;

/**
 * Creates a rate that all processes share: one bucket per tenant in Redis, as in {@link createTenantRate}. While Redis is
 * unavailable, each process counts by itself against its share, which is full at first.
 *
 * @param options.name unique among all shared rates
 * @param options.counts default: this process counts by itself
 */
export function createSharedRate({
  name,
  clock,
  counts,
}: {
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly counts?: Pick<SharedCounts, 'processes' | 'take'> | undefined;
}) {
  const local = createTenantRate(clock, (amount) => amount / (counts?.processes ?? 1));
  /** Times until which rates are used up for all processes. A changed limit is another rate. */
  const usedUp = createBoundedCache<string, number>(memoryBounds.sharedRates.bytes);
  const keyOf = ({ tenant, perMinute }: Spender) => `${perMinute} ${tenant}`;
  const secondsUsedUp = (spender: Spender) => secondsOf((usedUp.get(keyOf(spender)) ?? Number.NEGATIVE_INFINITY) - clock.now());
  /** Counts an amount in Redis. @returns the milliseconds to wait; undefined without an answer */
  const take = async (spender: Spender, amount: number, isRefusable: boolean): Promise<number | undefined> => {
    const { tenant, perMinute } = spender;
    const waitMs = await counts?.take(`${name}:${tenant}`, { perMinute, amount, isRefusable });
    if (waitMs !== undefined && waitMs > 0) usedUp.set(keyOf(spender), clock.now() + waitMs, waitBytes);
    return waitMs;
  };
  const spend = (spender: Spender, amount: number): void => {
    if (spender.perMinute === 0) return;
    if (counts === undefined) local.spend(spender, amount);
    else void take(spender, amount, false).then((waitMs) => waitMs ?? local.spend(spender, amount));
  };

  return {
    /** Counts one. @returns seconds to wait if the rate is exceeded; it is then not counted */
    begin: async (spender: Spender): Promise<number | undefined> => {
      if (spender.perMinute === 0) return undefined;
      const seconds = secondsUsedUp(spender);
      if (seconds !== undefined) return seconds;
      const waitMs = await take(spender, 1, true);
      return waitMs === undefined ? local.begin(spender) : secondsOf(waitMs);
    },
    /** Refunds one that was counted and did not begin. */
    refund: (spender: Spender) => spend(spender, -1),
    /** Counts an amount unconditionally; an excess is owed. */
    spend,
    /** @returns seconds until nothing is owed; undefined if nothing is owed */
    waitOf: (spender: Spender) => secondsUsedUp(spender) ?? local.waitOf(spender),
  };
}

function secondsOf(waitMs: number): number | undefined {
  return waitMs > 0 ? Math.ceil(waitMs / 1_000) : undefined;
}

/** A tenant and its rate. */
export interface Spender {
  readonly tenant: string;
  /** Maximum number per minute; 0: no limit. It may change at any time. */
  readonly perMinute: number;
}

interface Bucket {
  /** How many could begin immediately at `filledAt`. */
  left: number;
  filledAt: number;
}

/** Memory of a bucket in bytes. A tenant whose bucket is dropped starts again with a full one. */
const bucketBytes = 60;

/**
 * Limits a rate per tenant in this process: a bucket for each tenant that contains the quota of a minute and fills evenly.
 *
 * @param shareOf returns this process's current share of an amount; one may begin even if the share is less than one.
 *   Default: all
 */
export function createTenantRate(clock: Pick<Clock, 'now'>, shareOf = (amount: number) => amount) {
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
    /** Counts one. @returns seconds to wait if the rate is exceeded; it is then not counted */
    begin(spender: Spender): number | undefined {
      const seconds = secondsUntil(1, spender);
      if (seconds === undefined) spend(spender, 1);
      return seconds;
    },
    spend,
    waitOf: (spender: Spender) => secondsUntil(0, spender),
    /** @returns how many may begin immediately */
    leftOf,
  };
}
