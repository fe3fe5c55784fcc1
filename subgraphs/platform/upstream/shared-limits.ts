import { randomInt } from 'node:crypto';
import type { RedisLink } from '../cache/redis-link.ts';
import { assumedReplicas, liveMs, type ReplicaCount, type SharedCounts } from '../cache/shared-counts.ts';
import type { Partner, Standard } from '../partners/partner.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';

/** The limits of the rate in a partner's file. */
export type RateLimits = Pick<Partner['limits'], 'requestsPerSecond' | 'requestsPerMinute' | 'requestsPerDay' | 'burst'>;

/** The limits in a partner's file. */
export type LimiterLimits = RateLimits & Pick<Partner['limits'], 'concurrency' | 'timeoutMs'>;

/** A time within which no more than so many requests may begin. */
export interface CallWindow {
  readonly calls: number;
  readonly windowMs: number;
}

/** Maximum number of requests in a window. A greater limit is enforced over a fraction of the time. */
const maxCalls = 10_000;

/** Returns the windows of a second, or of a burst, of a minute and of a day. Those without a limit permit any number. */
export function windowsOf({ requestsPerSecond, requestsPerMinute = Infinity, requestsPerDay = Infinity, burst }: RateLimits) {
  const steadyRate = Math.min(requestsPerSecond, requestsPerMinute / 60);
  return [
    burst === undefined ? windowOf(requestsPerSecond, 1_000) : windowOf(burst, (1_000 * burst) / steadyRate),
    windowOf(requestsPerMinute, 60_000),
    windowOf(requestsPerDay, 86_400_000),
  ];
}

/** Fractions of a request are dropped. @param limit above 0; below 1 the window is longer */
function windowOf(limit: number, windowMs: number): CallWindow {
  if (limit === Infinity) return { calls: limit, windowMs };
  if (limit < 1) return { calls: 1, windowMs: windowMs / limit };
  const parts = Math.ceil(limit / maxCalls);
  return { calls: Math.floor(limit / parts), windowMs: windowMs / parts };
}

/** Returns a part of the limits. */
function partOf<L extends RateLimits>(limits: L, part: number): L {
  const { requestsPerSecond, requestsPerMinute, requestsPerDay, burst } = limits;
  return {
    ...limits,
    requestsPerSecond: requestsPerSecond * part,
    requestsPerMinute: requestsPerMinute && requestsPerMinute * part,
    requestsPerDay: requestsPerDay && requestsPerDay * part,
    burst: burst && Math.max(1, Math.floor(burst * part)),
  };
}

/** Reply to the question whether the next request of this process may be sent. */
export type Permission =
  | {
      readonly kind: 'GRANTED';
      /** Records that the request was handed to the network. One that is sent late counts again. */
      markSent(): void;
    }
  /** The partner requested a pause, or the rate is used up. */
  | { readonly kind: 'LATER'; readonly ms: number; readonly reason: 'PAUSE' | 'RATE' }
  /** Another replica has found the partner failing. */
  | { readonly kind: 'COOLING'; readonly ms: number };

/** The rate, the pauses and the cool-downs of partners, which all replicas share; each has a part of the concurrency. */
export type SharedLimits = ReturnType<typeof openSharedLimits>;

/** Maximum time from counting a request to sending it: for the connection, and for an access token. */
const grantMs = 100;
/** A request counts for a second, a minute or a day after the latest time at which it is sent. */
const windowMs = 1_000 + grantMs;
/** Time without Redis after which the others no longer count this replica, and after which it takes its share. */
const shareDelayMs = liveMs + windowMs;
/** A replica's turn is longer than the pause between two requests by this factor; it sends in the rest only. */
const turnFactor = 1.25;
/** Below this rate, 1.2 times the rate is less than one request more, so that turns need a tolerance. */
const strictRate = 5;
/** Maximum time until a replica that sends nothing knows a pause. */
const syncMs = 500;

/**
 * Permits as many requests in any window as there are points, by the clock of Redis. Refused requests do not count. Key:
 * times of the latest requests. Arguments: 1 for a request that was sent late and counts in any case; points and
 * milliseconds of each window. Returns the milliseconds until the next request may begin.
 */
const slidingWindows = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait, most, longest = 0, 0, 0
for at = 2, #ARGV, 2 do
  local points, windowMs = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local earlier = redis.call('LINDEX', KEYS[1], points - 1)
  if earlier and earlier + windowMs > now then wait = math.max(wait, 1, math.ceil(math.min(windowMs, earlier + windowMs - now))) end
  most, longest = math.max(most, points), math.max(longest, windowMs)
end
if ARGV[1] == '0' and wait > 0 then return wait end
redis.call('LPUSH', KEYS[1], now)
redis.call('LTRIM', KEYS[1], 0, 10 * most)
redis.call('PEXPIRE', KEYS[1], math.ceil(10 * longest))
return 0`;

/**
 * Opens the limits of all replicas. While Redis is away, each replica sends by its share of the rate, by the number of
 * replicas that Redis knew last. After a change between Redis and shares nothing is sent until the requests counted in
 * the other way no longer matter, so that the partner never receives both. Pauses and cool-downs are remembered by each
 * replica: they continue while Redis is away, and are restored in a Redis that has lost them.
 */
export function openSharedLimits(parts: { redis: RedisLink; counts: Pick<SharedCounts, 'replicas'>; prefix: string }) {
  const { redis, counts, prefix } = parts;
  const assumed: ReplicaCount = {
    live: assumedReplicas,
    all: assumedReplicas,
    rank: randomInt(assumedReplicas),
    registeredAt: Number.NEGATIVE_INFINITY,
    redisClockOffset: Date.now() - performance.now(),
  };
  const replicas = () => counts.replicas ?? assumed;
  let lastByShare = Number.NEGATIVE_INFINITY;

  /** Counts a request if the rate permits one now. @returns the function that records its sending, or the wait */
  const countRequest = async (partner: string, limits: LimiterLimits): Promise<(() => void) | number> => {
    const begun = performance.now();
    const { away, changedAt, lostAt } = redis;
    const from = away === undefined ? Math.max(lostAt, lastByShare) + windowMs : changedAt + shareDelayMs;
    if (begun < from) return from - begun;
    const { live, all, registeredAt } = replicas();
    if (away !== undefined) {
      const turnMs = msUntilTurn(limits.requestsPerSecond, replicas());
      if (turnMs > 0) return turnMs;
      lastByShare = begun;
      return () => undefined;
    }
    // Some replicas may have returned to Redis later than this one.
    if (registeredAt < changedAt) return grantMs;
    // The others may be sending by their shares, because they alone have lost Redis.
    const windows = windowsOf(partOf(limits, live / Math.max(live, all))).filter(({ calls }) => calls < Infinity);
    const sizes = windows.flatMap((window) => [window.calls, window.windowMs + grantMs]);
    const count = (isLate: 0 | 1) => redis.run((client) => client.eval(slidingWindows, 1, `${prefix}:rate:${partner}`, isLate, ...sizes));
    const waitMs = (await count(0)) as number | undefined;
    // A grant by a Redis that is away, or was replaced, is lost.
    if (waitMs === undefined || redis.changedAt !== changedAt) return 1;
    if (waitMs > 0) return waitMs;
    return () => {
      if (performance.now() - begun > grantMs) void count(1);
    };
  };

  const key = `${prefix}:waits`;
  /** The ends of pauses, by partner, and of cool-downs, by partner and standard, by the clock of Redis. */
  const waits = new Map<string, number>();
  const redisNow = () => performance.now() + replicas().redisClockOffset;
  const store = (field: string, until: number) => redis.run((client) => client.hset(key, field, until));
  const setWait = (field: string, ms: number): void => {
    const until = redisNow() + ms;
    if (until <= (waits.get(field) ?? 0)) return;
    waits.set(field, until);
    void store(field, until);
  };
  /** Adopts what Redis has, and stores what it lacks. */
  const sync = async (): Promise<void> => {
    const stored = await redis.run((client) => client.hgetall(key));
    if (stored === undefined) return;
    for (const [field, until] of Object.entries(stored)) waits.set(field, Math.max(Number(until), waits.get(field) ?? 0));
    for (const [field, until] of waits) {
      if (until < redisNow()) {
        waits.delete(field);
        await redis.run((client) => client.hdel(key, field));
      } else if (Number(stored[field] ?? 0) < until) await store(field, until);
    }
  };
  const syncing = startWakeUpLoop({ round: sync, onError: () => undefined, pollMs: syncMs });
  /** Returns the remaining waits in milliseconds, as far as this replica knows. */
  const waitsOf = (partner: string, standard: Standard | undefined) => {
    const msOf = (field: string) => Math.max(0, Math.ceil((waits.get(field) ?? 0) - redisNow()));
    return { pausedMs: msOf(partner), coolingMs: standard === undefined ? 0 : msOf(`${partner} ${standard}`) };
  };
  const waitOf = (partner: string, standard: Standard | undefined): Permission | undefined => {
    const { pausedMs, coolingMs } = waitsOf(partner, standard);
    if (pausedMs > 0) return { kind: 'LATER', ms: pausedMs, reason: 'PAUSE' };
    return coolingMs > 0 ? { kind: 'COOLING', ms: coolingMs } : undefined;
  };

  return {
    /** Asks whether the next request of this process may be sent now. Never rejects. */
    permit: async (partner: string, standard: Standard | undefined, limits: LimiterLimits): Promise<Permission> => {
      const known = waitOf(partner, standard);
      if (known !== undefined) return known;
      const [counted] = await Promise.all([countRequest(partner, limits), sync()]);
      if (typeof counted === 'number') return { kind: 'LATER', ms: counted, reason: 'RATE' };
      return waitOf(partner, standard) ?? { kind: 'GRANTED', markSent: counted };
    },
    /** Returns the part of the limits within which this replica keeps by itself. */
    shareOf: <L extends LimiterLimits>(limits: L): L => {
      const { all } = replicas();
      const concurrency = Math.max(1, Math.floor(limits.concurrency / all));
      if (redis.away === undefined) return { ...limits, concurrency };
      const share = limits.requestsPerSecond / all;
      // Replicas that take turns need no more than one request in half a round.
      return { ...partOf(limits, 1 / all), concurrency, requestsPerSecond: share < 1 ? (2 * share) / turnFactor : share };
    },
    /** Stops the requests of all replicas to the partner for this time; never shortens a pause. */
    pause: (partner: string, ms: number): void => setWait(partner, ms),
    /** Stops the requests of all replicas for one standard; never shortens a cool-down. */
    coolDown: (partner: string, standard: Standard, ms: number): void => setWait(`${partner} ${standard}`, ms),
    waitsOf,
    [Symbol.asyncDispose]: () => syncing.stop(),
  };
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
