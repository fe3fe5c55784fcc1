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
  /** What was left for all processes, and at what time. */
  known: { readonly left: number; readonly at: number };
  /** Amount counted against this process's share since Redis became unavailable; undefined while Redis is available. */
  spentAway: number | undefined;
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

  const portionOf = createPortions(clock);
  const away = createAwayCount({ local, shareOf, clock });

  const take = async (spender: Spender, portion: Portion, need: number): Promise<void> => {
    const { tenant, perMinute } = spender;
    const { left, spentAway } = portion;
    // While Redis was unavailable the bucket refilled: no more is reported than is missing from the share.
    const owed = spentAway === undefined ? 0 : Math.min(spentAway, shareOf(perMinute) - local.leftOf(spender));
    const want = Math.max(Math.ceil(perMsOf(spender) * portionMs), portion.waiting);
    portion.left = 0;
    const granted = await counts.take(`${name}:${tenant}`, { perMinute, settle: owed - left, need, want });
    if (granted === undefined) {
      portion.left += Math.min(0, left);
      return away.enter(spender, portion);
    }
    const now = clock.now();
    portion.spentAway = undefined;
    portion.left += granted.amount;
    portion.until = now + portionMs;
    portion.known = { left: granted.left, at: now };
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
        if (counts.isAway) return away.begin(spender, portion);
        portion.waiting += 1;
        await takeOnce(spender, portion, 1);
        portion.waiting -= 1;
        if (portion.spentAway !== undefined) return away.begin(spender, portion);
      }
    },
    refund: (spender) => {
      if (spender.perMinute === 0) return;
      const portion = portionOf(spender);
      if (portion.spentAway !== undefined) return away.spend(spender, portion, -1);
      portion.left += 1;
      portion.until = clock.now() + portionMs;
    },
    spend: (spender, amount) => {
      if (spender.perMinute === 0) return;
      const portion = portionOf(spender);
      portion.left -= amount;
      if (counts.isAway) away.enter(spender, portion);
      else if (portion.left < 0) void takeOnce(spender, portion, 0);
    },
    waitOf: (spender) => {
      if (spender.perMinute === 0) return undefined;
      const portion = portionOf(spender);
      return portion.spentAway === undefined ? secondsUntil(portion.refusedUntil) : local.waitOf(spender);
    },
  };
}

function perMsOf({ perMinute }: Spender): number {
  return perMinute / 60_000;
}

function createPortions(clock: Pick<Clock, 'now'>): (spender: Spender) => Portion {
  const portions = createBoundedCache<string, Portion>(memoryBounds.sharedRates.bytes);
  return ({ tenant, perMinute }) => {
    const known = portions.get(tenant);
    if (known !== undefined) {
      // A changed limit may admit what the former limit rejected.
      if (known.perMinute !== perMinute) known.refusedUntil = 0;
      known.perMinute = perMinute;
      return known;
    }
    const portion: Portion = {
      perMinute,
      left: 0,
      until: 0,
      refusedUntil: 0,
      known: { left: perMinute, at: clock.now() },
      spentAway: undefined,
      pending: undefined,
      waiting: 0,
    };
    portions.set(tenant, portion, portionBytes);
    return portion;
  };
}

/** Counts against this process's share while Redis is unavailable. */
function createAwayCount(parts: {
  readonly local: TenantRate;
  readonly shareOf: (amount: number) => number;
  readonly clock: Pick<Clock, 'now'>;
}) {
  const { local, shareOf, clock } = parts;
  const spend = (spender: Spender, portion: Portion, amount: number): void => {
    local.spend(spender, amount);
    portion.spentAway = (portion.spentAway ?? 0) + amount;
  };
  /** Continues with this process's share of what was left for all processes. */
  const enter = (spender: Spender, portion: Portion): void => {
    if (portion.spentAway === undefined) {
      const { left, at } = portion.known;
      local.spend(spender, shareOf(Math.max(0, spender.perMinute - left - (clock.now() - at) * perMsOf(spender))));
      portion.spentAway = 0;
    }
    if (portion.left < 0) spend(spender, portion, -portion.left);
    portion.left = Math.max(0, portion.left);
  };
  return {
    enter,
    spend,
    begin: (spender: Spender, portion: Portion): number | undefined => {
      enter(spender, portion);
      const seconds = local.begin(spender);
      if (seconds === undefined) portion.spentAway = (portion.spentAway ?? 0) + 1;
      return seconds;
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
  };
}
