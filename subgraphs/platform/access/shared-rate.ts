import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Clock } from '../time/clock.ts';

/** Limits a rate per tenant over all processes together, as {@link createTenantRate} does within one. */
export interface SharedRate extends Pick<TenantRate, 'refund' | 'spend' | 'waitOf'> {
  begin(spender: Spender): Promise<number | undefined>;
}

/** The portion of a tenant's rate that this process has reserved. */
interface Portion {
  /** The tenant's rate at its last request. */
  perMinute: number;
  /** How many may begin without a request to Redis; a negative number is the amount owed. */
  left: number;
  /** Time at which the rest is returned, so that an idle process admits no more than the others know of. */
  until: number;
  /** Time until which the rate is used up for all processes. */
  refusedUntil: number;
  /** Whether Redis did not answer the last request. */
  isAlone: boolean;
  /** Amount counted against this process's share since the last answer of Redis. */
  spentAlone: number;
  pending: Promise<void> | undefined;
  /** Number of callers that are waiting for Redis. */
  waiting: number;
}

/** A portion is what a rate yields in this time, so a tenant at its limit costs one round trip per such time. */
const portionMs = 1_000;
/** Memory of a portion in bytes. */
const portionBytes = 200;

/**
 * Creates a rate that all processes share: one bucket per tenant in Redis, as in {@link createTenantRate}, of which
 * each process takes small portions. While Redis is unavailable, each process counts against its share of what was
 * left.
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
  readonly counts?: Pick<SharedCounts, 'processes' | 'isAway' | 'take'> | undefined;
}): SharedRate {
  const shareOf = (amount: number) => amount / (counts?.processes ?? 1);
  const local = createTenantRate(clock, shareOf);
  if (counts === undefined) return { ...local, begin: async (spender) => local.begin(spender) };

  const portions = createBoundedCache<string, Portion>(memoryBounds.sharedRates.bytes);
  const portionOf = ({ tenant, perMinute }: Spender): Portion => {
    const known = portions.get(tenant);
    const unused = { perMinute, left: 0, until: 0, refusedUntil: 0, isAlone: false, spentAlone: 0, pending: undefined, waiting: 0 };
    const portion: Portion = known ?? unused;
    if (known === undefined) portions.set(tenant, portion, portionBytes);
    // A changed limit may admit what the former limit rejected.
    if (portion.perMinute !== perMinute) portion.refusedUntil = 0;
    portion.perMinute = perMinute;
    return portion;
  };
  /** Counts against this process's share, which is of what was left for all processes at the last answer of Redis. */
  const spendAlone = (spender: Spender, portion: Portion, amount: number): void => {
    local.spend(spender, amount);
    portion.spentAlone += amount;
  };
  const oweAlone = (spender: Spender, portion: Portion): void => {
    if (portion.left < 0) spendAlone(spender, portion, -portion.left);
    portion.left = Math.max(0, portion.left);
  };
  const beginAlone = (spender: Spender, portion: Portion): number | undefined => {
    oweAlone(spender, portion);
    const seconds = local.begin(spender);
    if (seconds === undefined) portion.spentAlone += 1;
    return seconds;
  };

  const take = async (spender: Spender, portion: Portion, need: number): Promise<void> => {
    const { tenant, perMinute } = spender;
    const { left, spentAlone } = portion;
    // While Redis was unavailable the bucket refilled: no more is reported than is missing from the share.
    const owed = Math.max(0, Math.min(spentAlone, shareOf(perMinute) - local.leftOf(spender)));
    const want = Math.max(Math.ceil((perMinute / 60_000) * portionMs), portion.waiting);
    portion.left = 0;
    const granted = await counts.take(`${name}:${tenant}`, { perMinute, settle: owed - left, need, want });
    portion.isAlone = granted === undefined;
    if (granted === undefined) {
      portion.left += Math.min(0, left);
      return oweAlone(spender, portion);
    }
    const now = clock.now();
    portion.spentAlone = 0;
    portion.left += granted.amount;
    portion.until = now + portionMs;
    local.setLeft(spender, shareOf(granted.left));
    // At least one millisecond, otherwise this would be repeated endlessly.
    portion.refusedUntil = granted.waitMs > 0 ? now + Math.max(1, granted.waitMs) : 0;
  };
  /** Makes one round trip at a time for each tenant. */
  const takeOnce = (spender: Spender, portion: Portion, need: number): Promise<void> => {
    portion.pending ??= take(spender, portion, need).finally(() => {
      portion.pending = undefined;
    });
    return portion.pending;
  };
  const secondsUntil = (time: number) => {
    const ms = time - clock.now();
    return ms > 0 ? Math.ceil(ms / 1_000) : undefined;
  };

  return {
    begin: async (spender) => {
      if (spender.perMinute === 0) return undefined;
      const portion = portionOf(spender);
      for (;;) {
        if (portion.left >= 1 && clock.now() < portion.until) {
          portion.left -= 1;
          return undefined;
        }
        const seconds = secondsUntil(portion.refusedUntil);
        if (seconds !== undefined) return seconds;
        if (counts.isAway) return beginAlone(spender, portion);
        portion.waiting += 1;
        await takeOnce(spender, portion, 1);
        portion.waiting -= 1;
        if (portion.isAlone) return beginAlone(spender, portion);
      }
    },
    refund: (spender) => {
      if (spender.perMinute === 0) return;
      const portion = portionOf(spender);
      if (portion.isAlone || counts.isAway) return spendAlone(spender, portion, -1);
      portion.left += 1;
      portion.until = clock.now() + portionMs;
    },
    spend: (spender, amount) => {
      if (spender.perMinute === 0) return;
      const portion = portionOf(spender);
      portion.left -= amount;
      if (counts.isAway) oweAlone(spender, portion);
      else if (portion.left < 0) void takeOnce(spender, portion, 0);
    },
    waitOf: (spender) => {
      if (spender.perMinute === 0) return undefined;
      const portion = portionOf(spender);
      return portion.isAlone || counts.isAway ? local.waitOf(spender) : secondsUntil(portion.refusedUntil);
    },
  };
}

/** A tenant and its rate. */
export interface Spender {
  readonly tenant: string;
  /** Maximum number per minute; 0: no limit. It may change at any time. */
  readonly perMinute: number;
}

type TenantRate = ReturnType<typeof createTenantRate>;

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
    /** Refunds one that was counted and did not begin. */
    refund: (spender: Spender) => spend(spender, -1),
    /** Counts an amount unconditionally; an excess is owed. */
    spend,
    /** @returns seconds until nothing is owed; undefined if nothing is owed */
    waitOf: (spender: Spender) => secondsUntil(0, spender),
    /** @returns how many may begin immediately; a negative number is the amount owed */
    leftOf,
    /** Sets how many may begin immediately. */
    setLeft: (spender: Spender, left: number) => spend(spender, leftOf(spender) - left),
  };
}
