import { randomInt } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisLink } from '../cache/redis-link.ts';
import { assumedReplicas, liveMs, type ReplicaCount, type SharedCounts } from '../cache/shared-counts.ts';

/** The rate of one partner over all replicas. */
export interface PartnerRate {
  /**
   * Counts one request if the rate permits one now.
   *
   * @returns 0 if the request may be sent, otherwise the milliseconds until it is worth asking again
   */
  begin(requestsPerSecond: number): Promise<number>;
  /** Records that a request was sent so long after `begin` was called; one that was sent late is counted again. */
  markSent(afterMs: number): void;
}

/** Maximum time from counting a request to sending it: for the connection, and for an access token. */
const grantMs = 100;
/** Limits hold in every second, so a request counts for a second after the latest time at which it is sent. */
const windowMs = 1_000 + grantMs;
/** Time without Redis after which the others no longer count this replica, and after which it takes its share. */
const shareDelayMs = liveMs + windowMs;
/** A replica's turn is longer than the pause between two requests by this factor; it sends in the rest only. */
const turnFactor = 1.25;
/** Below this rate, 1.2 times the rate is less than one request more, so that turns need a tolerance. */
const strictRate = 5;

/**
 * The script of `rate-limiter-flexible`: as many requests in any window as there are points, by the clock of Redis, unlike
 * the default script, whose windows follow one another. Refused requests do not count. Key: times of the latest requests.
 * Arguments, of four: first, 1 for a request, or 2 for one that was sent late and counts in any case; third, points;
 * fourth, window in seconds.
 */
const slidingWindow = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local points, windowMs = tonumber(ARGV[3]), ARGV[4] * 1000
local earlier = redis.call('LINDEX', KEYS[1], points - 1)
if ARGV[1] == '1' and earlier and earlier + windowMs > now then return {points + 1, math.ceil(math.min(windowMs, earlier + windowMs - now))} end
redis.call('LPUSH', KEYS[1], now)
redis.call('LTRIM', KEYS[1], 0, 10 * points)
redis.call('PEXPIRE', KEYS[1], math.ceil(10 * windowMs))
return {1, 0}`;

/**
 * Creates the rates of partners, which all replicas share by `rate-limiter-flexible`. Its insurance is this replica's
 * share of the rate in memory, by the number of replicas that Redis knew last. After a change between Redis and shares
 * nothing is sent until the requests counted in the other way no longer matter, so that the partner never receives both.
 */
export function createPartnerRates({
  redis,
  counts,
  prefix,
}: {
  readonly redis: RedisLink;
  readonly counts: Pick<SharedCounts, 'replicas'>;
  readonly prefix: string;
}): (partner: string) => PartnerRate {
  const assumed: ReplicaCount = {
    live: assumedReplicas,
    all: assumedReplicas,
    rank: randomInt(assumedReplicas),
    registeredAt: Number.NEGATIVE_INFINITY,
    redisClockOffset: Date.now() - performance.now(),
  };
  // The client of the library, whose commands pass the link.
  type Script = Record<'rlflxIncr', (...args: readonly string[]) => Promise<unknown>>;
  const storeClient = {
    defineCommand: (name: string, definition: { readonly numberOfKeys: number; readonly lua: string }) => redis.define(name, definition),
    rlflxIncr: (args: readonly string[]) => redis.command((client) => (client as unknown as Script).rlflxIncr(...args)),
  };
  return (partner) => {
    const insurance = new RateLimiterMemory({ points: 1, duration: 1 });
    const limiter = new RateLimiterRedis({
      storeClient,
      keyPrefix: `${prefix}:rate`,
      points: 1,
      duration: 1,
      customIncrTtlLuaScript: slidingWindow,
      insuranceLimiter: insurance,
    });
    let lastByShare = Number.NEGATIVE_INFINITY;
    const begin = async (requestsPerSecond: number): Promise<number> => {
      const begun = performance.now();
      const { away, changedAt, lostAt } = redis;
      const from = away === undefined ? Math.max(lostAt, lastByShare) + windowMs : changedAt + shareDelayMs;
      if (begun < from) return from - begun;
      const replicas = counts.replicas ?? assumed;
      if (away === undefined) {
        // Some replicas may have returned to Redis later than this one.
        if (replicas.registeredAt < changedAt) return grantMs;
        // The others may be sending by their shares, because they alone have lost Redis.
        const rate = (requestsPerSecond * replicas.live) / Math.max(replicas.live, replicas.all);
        limiter.points = Math.max(1, Math.floor(rate));
        limiter.duration = (rate < 1 ? 1_000 / rate + grantMs : windowMs) / 1_000;
      } else {
        const turnMs = msUntilTurn(requestsPerSecond, replicas);
        if (turnMs > 0) return turnMs;
        [insurance.points, insurance.duration] = shareOf(requestsPerSecond, replicas);
      }
      try {
        await limiter.consume(partner);
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
        throw error;
      }
      // A grant by the other way of counting is lost.
      if (redis.changedAt !== changedAt) return 1;
      if (away !== undefined) lastByShare = performance.now();
      return 0;
    };
    const markSent = (afterMs: number): void => {
      if (afterMs > grantMs) limiter.penalty(partner, 2).catch(() => undefined);
    };
    return { begin, markSent };
  };
}

/**
 * Returns points and seconds of the insurance: evenly spaced requests, or small groups of them for a large rate, so that
 * no second has more than a tenth above the share.
 */
function shareOf(requestsPerSecond: number, { all }: ReplicaCount): [points: number, seconds: number] {
  const share = requestsPerSecond / all;
  if (share < 1) return [1, turnFactor / (2 * share)];
  const perSecond = Math.floor(share);
  const points = Math.max(1, Math.floor(perSecond / 10));
  return [points, points / perSecond];
}

/**
 * Returns the time until this replica may send if there are more replicas than requests per second: they take turns by
 * the clock of Redis, and each sends at the beginning of its turn, so that no two requests are too close. 0 for now.
 */
function msUntilTurn(requestsPerSecond: number, { all, rank, redisClockOffset }: ReplicaCount): number {
  if (requestsPerSecond >= all) return 0;
  const pauseMs = 1_000 / requestsPerSecond + (requestsPerSecond < strictRate ? grantMs : 0);
  const turnMs = turnFactor * pauseMs;
  const roundMs = turnMs * all;
  const position = (performance.now() + redisClockOffset - rank * turnMs) % roundMs;
  return position <= turnMs - pauseMs ? 0 : roundMs - position;
}
