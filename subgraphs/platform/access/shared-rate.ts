import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Clock } from '../time/clock.ts';
import { createTenantRate, type Spender, type TenantRate } from './tenant-rate.ts';

/** Limits a rate of each tenant over all processes together. */
export interface SharedRate {
  /** Counts one. @returns seconds to wait when the rate is exceeded; it is then not counted */
  begin(spender: Spender): Promise<number | undefined>;
  /** Refunds one that was counted and did not begin. */
  refund(spender: Spender): void;
  /** Counts an amount unconditionally; an excess is owed, and reported to the other processes at once. */
  spend(spender: Spender, amount: number): void;
  /** @returns seconds until nothing is owed, as far as this process knows; undefined: now */
  waitOf(spender: Spender): number | undefined;
}

export interface SharedRateOptions {
  /** Name of the rate among all shared rates. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Counts shared with other processes. Default: this process counts alone. */
  readonly counts?: Pick<SharedCounts, 'processes' | 'isAway' | 'take'> | undefined;
}

/** The portion of a tenant's rate that this process holds. */
interface Portion {
  /** At the last request of the tenant. */
  perMinute: number;
  /** How much may begin without asking Redis; below 0: the amount owed. */
  left: number;
  /** Then the rest is returned, so that an idle process admits no more than the others know. */
  until: number;
  /** The rate is used up for all processes until this time. */
  refusedUntil: number;
  /** What was left for all processes, and when. */
  known: { readonly left: number; readonly at: number };
  /** Counted by the share since Redis went away; undefined while Redis is available. */
  spentAway: number | undefined;
  asking: Promise<void> | undefined;
  /** Number of callers that wait for Redis. */
  waiting: number;
}

/** A portion is what a rate yields in this time, so a tenant at its limit costs one round trip in that time. */
const portionMs = 1_000;
/** Bytes of a portion. */
const portionBytes = 200;

/**
 * Creates a rate that all processes share: a bucket in Redis for each tenant, as by {@link createTenantRate}, of which each
 * process takes small portions. While Redis is away each process counts by its share of what was left.
 */
export function createSharedRate({ name, clock, counts }: SharedRateOptions): SharedRate {
  const shareOf = (amount: number) => amount / (counts?.processes ?? 1);
  const local = createTenantRate(clock, shareOf);
  if (counts === undefined) return { ...local, begin: async (spender) => local.begin(spender) };

  const portionOf = createPortions(clock);
  const away = createAwayCount({ local, shareOf, clock });

  const take = async (spender: Spender, portion: Portion, need: number): Promise<void> => {
    const { tenant, perMinute } = spender;
    const { left, spentAway } = portion;
    // A Redis that was away for long has refilled: no more is reported than is missing of the share.
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
    // At least one millisecond, or it would ask endlessly.
    portion.refusedUntil = granted.waitMs > 0 ? now + Math.max(1, granted.waitMs) : 0;
  };
  /** One round trip at a time for each tenant. */
  const takeOnce = (spender: Spender, portion: Portion, need: number): Promise<void> => {
    portion.asking ??= take(spender, portion, need).finally(() => {
      portion.asking = undefined;
    });
    return portion.asking;
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
      // A changed limit may admit what the former one refused.
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
      asking: undefined,
      waiting: 0,
    };
    portions.set(tenant, portion, portionBytes);
    return portion;
  };
}

/** Counts by this process's share while Redis is away. */
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
  /** Continues with the share of what was left for all processes. */
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
