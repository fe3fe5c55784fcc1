import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Standard } from '../sources.ts';
import type { GateLimits } from './gate.ts';

/** What a call to a partner is granted by all replicas together. */
export type LimitAnswer =
  /** `isProbe`: the one call that shows whether a partner that failed answers again. */
  | { readonly kind: 'GRANTED'; readonly lease: string; readonly isProbe: boolean }
  /** The partner asked for a pause of `ms` from now. */
  | { readonly kind: 'PAUSED'; readonly ms: number }
  /** The partner failed at this standard and is left alone for `ms` from now. */
  | { readonly kind: 'COOLING_DOWN'; readonly ms: number }
  /** Other calls come first; it may be asked for again `ms` from now. */
  | { readonly kind: 'FULL'; readonly ms: number; readonly isForeseen: boolean }
  /** Redis cannot be asked. */
  | { readonly kind: 'AWAY' };

/** Counts the calls of all replicas to partners. */
export interface RedisLimits extends AsyncDisposable {
  /** Whether calls may be counted by this Redis: its state is the one that all replicas agreed on. */
  isConfirmed(runId: string): boolean;
  /** Asks Redis who it is. A restart changes that, and loses what was counted. @returns undefined when it is away */
  runId(): Promise<string | undefined>;
  acquire(partner: string, call: { readonly limits: GateLimits; readonly standard?: Standard | undefined }): Promise<LimitAnswer>;
  /** Gives a slot back. One that is not given back becomes free when its lease ends. */
  release(partner: string, call: { readonly lease: string; readonly limits: GateLimits }): void;
  /** Lets no replica ask the partner for so long. */
  pause(partner: string, ms: number): void;
  /** Lets no replica ask the partner for this standard for so long; then one call may try. */
  coolDown(partner: string, call: { readonly standard: Standard; readonly ms: number }): void;
  /** Ends the cool-down: the partner answers again. */
  endCoolDown(partner: string, standard: Standard): void;
}

/** Most calls that are looked back upon, as in one process. */
const maxLookBack = 1_000;
/** A call reaches the partner so long after its grant at the latest; one that is answered sooner is counted exactly. */
const arrivalMs = 250;
/** An attempt takes `timeoutMs` of the partner's file at most; a lease that is left over belongs to a process that died. */
const leaseMarginMs = 1_000;
/** Between two looks whether another replica has given a slot back. */
const slotPauseMs = 25;

/** Keys: calls of the last second, slots, pause, cool-down. Arguments: look-back, window, concurrency, lease time, lease. */
const acquireScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lookBack, windowMs, concurrency, leaseMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local pausedUntil = tonumber(redis.call('GET', KEYS[3]) or '0')
if pausedUntil > now then return {'PAUSED', pausedUntil - now} end
local coolDown = redis.call('HMGET', KEYS[4], 'until', 'probed')
if coolDown[1] and tonumber(coolDown[1]) > now then
  local ms = tonumber(coolDown[1]) - now
  if coolDown[2] == '1' then ms = math.min(ms, 1000) end
  return {'COOLING_DOWN', ms}
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= concurrency then return {'SLOTS', 0} end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local counted = redis.call('ZCARD', KEYS[1])
if counted >= lookBack then
  local free = redis.call('ZRANGE', KEYS[1], counted - lookBack, counted - lookBack, 'WITHSCORES')
  return {'RATE', math.ceil(tonumber(free[2]) - now)}
end
redis.call('ZADD', KEYS[1], now + windowMs, ARGV[5])
redis.call('PEXPIRE', KEYS[1], math.ceil(windowMs) + 1000)
redis.call('ZADD', KEYS[2], now + leaseMs, ARGV[5])
redis.call('PEXPIRE', KEYS[2], leaseMs + 1000)
if not coolDown[1] then return {'GRANTED', 0} end
redis.call('HSET', KEYS[4], 'until', now + leaseMs, 'probed', '1')
return {'PROBE', 0}`;

/** Keys: calls of the last second, slots. Arguments: window, lease. */
const releaseScript = `
local time = redis.call('TIME')
local leaves = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[2])
local counted = redis.call('ZSCORE', KEYS[1], ARGV[2])
if counted and tonumber(counted) > leaves then redis.call('ZADD', KEYS[1], leaves, ARGV[2]) end`;

/** A pause never becomes shorter. */
const pauseScript = `
local time = redis.call('TIME')
local untilMs = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if tonumber(redis.call('GET', KEYS[1]) or '0') < untilMs then redis.call('SET', KEYS[1], untilMs, 'PX', ARGV[1]) end`;

/** The key outlives the cool-down, so that the first call after it is known as the probe. */
const coolDownScript = `
local time = redis.call('TIME')
local untilMs = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local known = redis.call('HMGET', KEYS[1], 'until', 'probed')
if known[2] == '0' and tonumber(known[1]) > untilMs then return end
redis.call('HSET', KEYS[1], 'until', untilMs, 'probed', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[1] + 600000)`;

/**
 * Opens the limits that all replicas on the same Redis share, by its clock and in one round trip per call. No second sees
 * more calls arrive at the partner than its limit: a call is counted from its grant until a second after its answer, or
 * until a second and {@link arrivalMs} after its grant, whichever is sooner. Disposing of it disconnects the client.
 *
 * @param client fails commands that take too long; sends none again after a lost connection
 * @param options.prefix of the keys, so that several deployments may share a Redis
 */
export function createRedisLimits(
  client: Pick<Redis, 'eval' | 'del' | 'info' | 'on' | 'disconnect'>,
  { prefix }: { readonly prefix: string },
): RedisLimits {
  let confirmed: string | undefined;
  // Without a listener the client writes each failed attempt to connect to the console.
  client.on('error', () => undefined);
  // Behind a new connection there may be another Redis, or one that has forgotten what was counted.
  client.on('close', () => {
    confirmed = undefined;
  });
  // The braces put all keys of a partner into one slot of a cluster.
  const keyOf = (partner: string, name: string) => `${prefix}:{partner:${partner}}:${name}`;
  const coolDownKeyOf = (partner: string, standard: Standard | undefined) => keyOf(partner, `cool-down:${standard ?? 'NONE'}`);
  const run = async (script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> =>
    client.eval(script, keys.length, ...keys, ...args);
  const runAside = (script: string, keys: readonly string[], args: readonly (string | number)[]) => {
    run(script, keys, args).catch(() => undefined);
  };
  return {
    isConfirmed: (runId) => confirmed === runId,
    runId: async () => {
      try {
        confirmed = /^run_id:(\w+)/m.exec(await client.info('server'))?.[1];
      } catch {
        confirmed = undefined;
      }
      return confirmed;
    },
    acquire: async (partner, { limits, standard }) => {
      const { lookBack, windowMs } = rateOf(limits);
      const lease = randomUUID();
      const keys = [...['calls', 'slots', 'paused'].map((name) => keyOf(partner, name)), coolDownKeyOf(partner, standard)];
      const args = [lookBack, windowMs + arrivalMs, limits.concurrency, limits.timeoutMs + leaseMarginMs, lease];
      try {
        const [kind, ms] = (await run(acquireScript, keys, args)) as [string, number];
        if (kind === 'PAUSED' || kind === 'COOLING_DOWN') return { kind, ms };
        if (kind === 'SLOTS') return { kind: 'FULL', ms: slotPauseMs, isForeseen: false };
        if (kind === 'RATE') return { kind: 'FULL', ms, isForeseen: true };
        return { kind: 'GRANTED', lease, isProbe: kind === 'PROBE' };
      } catch {
        confirmed = undefined;
        return { kind: 'AWAY' };
      }
    },
    release: (partner, { lease, limits }) => {
      runAside(releaseScript, [keyOf(partner, 'calls'), keyOf(partner, 'slots')], [rateOf(limits).windowMs, lease]);
    },
    pause: (partner, ms) => runAside(pauseScript, [keyOf(partner, 'paused')], [Math.max(1, Math.ceil(ms))]),
    coolDown: (partner, { standard, ms }) => runAside(coolDownScript, [coolDownKeyOf(partner, standard)], [Math.max(1, Math.ceil(ms))]),
    endCoolDown: (partner, standard) => {
      client.del(coolDownKeyOf(partner, standard)).catch(() => undefined);
    },
    [Symbol.asyncDispose]: async () => client.disconnect(),
  };
}

function rateOf({ requestsPerSecond }: GateLimits): { readonly lookBack: number; readonly windowMs: number } {
  const lookBack = Math.min(maxLookBack, Math.max(1, Math.floor(requestsPerSecond)));
  // Only a rate that cannot be counted by the second has another window than one.
  const isCounted = requestsPerSecond >= 1 && requestsPerSecond <= maxLookBack;
  return { lookBack, windowMs: isCounted ? 1_000 : (lookBack * 1_000) / requestsPerSecond };
}
