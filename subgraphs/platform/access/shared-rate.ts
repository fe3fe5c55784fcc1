import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Clock } from '../time/clock.ts';
import { createTenantRate, type Spender } from './tenant-rate.ts';

/** What each tenant may use up at all processes together. */
export interface SharedRate {
  /** Counts one more. @returns seconds to wait when it is too many; that one is not counted */
  begin(spender: Spender): Promise<number | undefined>;
  /** Takes back one that was counted and then did not begin. */
  takeBack(spender: Spender): void;
  /** Counts so much without asking; what was not there is owed, and told to the others at once. */
  spend(spender: Spender, amount: number): void;
  /** @returns seconds until nothing is owed, as far as this process knows; undefined when that is now */
  waitOf(spender: Spender): number | undefined;
}

export interface SharedRateOptions {
  /** Of the rate, among all that are counted. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
  /** What it is counted in together with other processes. Default: this process is alone. */
  readonly counts?: Pick<SharedCounts, 'processes' | 'isAway' | 'take'> | undefined;
}

/** What this process holds of one tenant's rate. */
interface Portion {
  /** As it was when the tenant was here last. */
  perMinute: number;
  /** What may begin without asking anybody; below 0: what is owed. */
  left: number;
  /** What is left by then is given back, so that a process that was idle lets no more through than the others know. */
  until: number;
  /** Nothing is left for anybody before this time. */
  refusedUntil: number;
  /** What was left for all, and when. */
  known: { readonly left: number; readonly at: number };
  /** What was counted by the share since Redis went away; undefined while it is there. */
  spentAway: number | undefined;
  asking: Promise<void> | undefined;
  /** How many wait for the answer. */
  waiting: number;
}

/** A portion is what a rate gives in this time, so a tenant that uses up its rate costs one round trip in that time. */
const portionMs = 1_000;
/** What one takes. */
const portionBytes = 200;

/**
 * Opens a rate that all processes keep together: a bucket in Redis for each tenant, as by {@link createTenantRate}, of
 * which each process takes small portions. While Redis is away each process counts by its share of what was left.
 */
export function createSharedRate({ name, clock, counts }: SharedRateOptions): SharedRate {
  const shareOf = (amount: number) => amount / (counts?.processes ?? 1);
  const local = createTenantRate(clock, shareOf);
  if (counts === undefined) return { ...local, begin: async (spender) => local.begin(spender) };

  const portions = createBoundedCache<string, Portion>(memoryBounds.sharedRates.bytes);
  const perMsOf = ({ perMinute }: Spender) => perMinute / 60_000;
  const portionOf = ({ tenant, perMinute }: Spender): Portion => {
    const held = portions.get(tenant);
    if (held !== undefined) {
      // What another limit refused, this one may allow.
      if (held.perMinute !== perMinute) held.refusedUntil = 0;
      held.perMinute = perMinute;
      return held;
    }
    const known = { left: perMinute, at: clock.now() };
    const portion: Portion = { perMinute, left: 0, until: 0, refusedUntil: 0, known, spentAway: undefined, asking: undefined, waiting: 0 };
    portions.set(tenant, portion, portionBytes);
    return portion;
  };

  const ask = async (spender: Spender, portion: Portion, need: number): Promise<void> => {
    const { tenant, perMinute } = spender;
    const { left, spentAway } = portion;
    // A Redis that was away for long has filled up meanwhile: no more is told than is missing of the share.
    const owed = spentAway === undefined ? 0 : Math.min(spentAway, shareOf(perMinute) - local.leftOf(spender));
    const want = Math.max(Math.ceil(perMsOf(spender) * portionMs), portion.waiting);
    portion.left = 0;
    const granted = await counts.take(`${name}:${tenant}`, { perMinute, settle: owed - left, need, want });
    if (granted === undefined) {
      portion.left += Math.min(0, left);
      return leaveRedis(spender, portion);
    }
    const now = clock.now();
    portion.spentAway = undefined;
    portion.left += granted.amount;
    portion.until = now + portionMs;
    portion.known = { left: granted.left, at: now };
    // Less than a moment would have it ask for ever.
    portion.refusedUntil = granted.waitMs > 0 ? now + Math.max(1, granted.waitMs) : 0;
  };
  /** One question at a time for each tenant. */
  const askOnce = (spender: Spender, portion: Portion, need: number): Promise<void> => {
    portion.asking ??= ask(spender, portion, need).finally(() => {
      portion.asking = undefined;
    });
    return portion.asking;
  };

  /** Goes on by the share of what was left for all. */
  const leaveRedis = (spender: Spender, portion: Portion): void => {
    if (portion.spentAway === undefined) {
      const { left, at } = portion.known;
      local.spend(spender, shareOf(Math.max(0, spender.perMinute - left - (clock.now() - at) * perMsOf(spender))));
      portion.spentAway = 0;
    }
    if (portion.left < 0) spendAway(spender, portion, -portion.left);
    portion.left = Math.max(0, portion.left);
  };
  const spendAway = (spender: Spender, portion: Portion, amount: number): void => {
    local.spend(spender, amount);
    portion.spentAway = (portion.spentAway ?? 0) + amount;
  };
  const beginAway = (spender: Spender, portion: Portion): number | undefined => {
    leaveRedis(spender, portion);
    const seconds = local.begin(spender);
    if (seconds === undefined) portion.spentAway = (portion.spentAway ?? 0) + 1;
    return seconds;
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
        if (counts.isAway) return beginAway(spender, portion);
        portion.waiting += 1;
        await askOnce(spender, portion, 1);
        portion.waiting -= 1;
        if (portion.spentAway !== undefined) return beginAway(spender, portion);
      }
    },
    takeBack: (spender) => {
      if (spender.perMinute === 0) return;
      const portion = portionOf(spender);
      if (portion.spentAway !== undefined) return spendAway(spender, portion, -1);
      portion.left += 1;
      portion.until = clock.now() + portionMs;
    },
    spend: (spender, amount) => {
      if (spender.perMinute === 0) return;
      const portion = portionOf(spender);
      portion.left -= amount;
      if (counts.isAway) leaveRedis(spender, portion);
      else if (portion.left < 0) void askOnce(spender, portion, 0);
    },
    waitOf: (spender) => {
      if (spender.perMinute === 0) return undefined;
      const portion = portionOf(spender);
      return portion.spentAway === undefined ? secondsUntil(portion.refusedUntil) : local.waitOf(spender);
    },
  };
}
