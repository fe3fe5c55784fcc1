import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import { createRedisGuard } from './redis-guard.ts';

/** A request to take an amount from a rate that several processes share. */
export interface Wanted {
  readonly perMinute: number;
  /** Amount that was spent in excess of the grants; negative for an amount that was granted and not spent. */
  readonly settle: number;
  /** Smallest amount to grant. */
  readonly need: number;
  /** Largest amount to grant; grants are whole numbers. */
  readonly want: number;
}

/** The reply to a {@link Wanted}. */
export interface Granted {
  readonly amount: number;
  /** Time until `need` can be granted; 0 when an amount was granted. */
  readonly waitMs: number;
  /** Amount that is left for all processes. */
  readonly left: number;
}

/** Counts that all processes of one kind share in Redis. */
export interface SharedCounts extends AsyncDisposable {
  /** The last known number of processes. */
  readonly processes: number;
  /** Whether a command timed out and Redis has not responded since. */
  readonly isAway: boolean;
  /**
   * Takes an amount from a bucket, which a rate per minute refills evenly. @returns undefined when Redis is unavailable
   */
  take(bucket: string, wanted: Wanted): Promise<Granted | undefined>;
  /** Returns whether no process has called this with the name within the time; undefined when Redis is unavailable. */
  isFirst(name: string, ttlMs: number): Promise<boolean | undefined>;
  /** Remembers a name for a time, unless Redis is unavailable. */
  remember(name: string, ttlMs: number): Promise<void>;
  /** Returns whether a process has remembered the name; false when Redis is unavailable. */
  isRemembered(name: string): Promise<boolean>;
}

export interface SharedCountsOptions {
  readonly client: Pick<Redis, 'eval' | 'set' | 'exists' | 'zrem' | 'ping' | 'on' | 'disconnect'>;
  /** Prefix of keys, which identifies the deployment and the kind of process. */
  readonly prefix: string;
  /** Returns how many processes are registered elsewhere; undefined when unknown. Default: always unknown */
  readonly registered?: (() => number | undefined) | undefined;
  /** Time between two registrations. @default 1_000 */
  readonly tickMs?: number;
}

const defaultTickMs = 1_000;
/** Lease of a registration, in ticks. */
const leaseTicks = 5;

/** Key: bucket. Arguments: rate per minute, settle, need, want. An expired bucket is full. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local perMinute, need, want = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])
local perMs = perMinute / 60000
local known = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = perMinute
if known[1] then left = math.min(perMinute, known[1] + math.max(0, now - known[2]) * perMs) end
left = math.min(perMinute, left - tonumber(ARGV[2]))
local amount, waitMs = 0, 0
if left >= need then amount = math.floor(math.max(0, math.min(want, left))) else waitMs = math.max(1, (need - left) / perMs) end
left = left - amount
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((perMinute - left) / perMs) + 1000)
return {string.format('%.6f', amount), string.format('%.3f', waitMs), string.format('%.6f', left)}`;

/** Key: processes. Arguments: id, lease. */
const registerScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]))
return redis.call('ZCARD', KEYS[1])`;

/**
 * Opens the counts that all processes with the same prefix share, by the clock of Redis. No call waits longer than the
 * timeout of the guard. Disposing of the counts disconnects the client.
 *
 * @returns when this process is registered, or its registration has failed
 */
export async function openSharedCounts(options: SharedCountsOptions): Promise<SharedCounts> {
  const { client, prefix, registered = () => undefined, tickMs = defaultTickMs } = options;
  // Without a listener, the client logs each failed connection attempt to the console.
  client.on('error', () => undefined);
  const guard = createRedisGuard(client);
  const own = randomUUID();
  const processesKey = `${prefix}:processes`;
  let known = 1;
  const register = async () => {
    const count = await guard.run(() => client.eval(registerScript, 1, processesKey, own, leaseTicks * tickMs));
    if (typeof count === 'number') known = count;
  };
  // The guard turns failures into missing replies.
  const registration = startWakeUpLoop({ round: register, onError: () => undefined, pollMs: tickMs });
  await registration.firstRound;
  return {
    get processes() {
      return Math.max(1, registered() ?? known);
    },
    get isAway() {
      return guard.isAway;
    },
    take: async (bucket, { perMinute, settle, need, want }) => {
      const answer = await guard.run(() => client.eval(takeScript, 1, `${prefix}:rate:${bucket}`, perMinute, settle, need, want));
      if (answer === undefined) return undefined;
      const [amount = 0, waitMs = 0, left = 0] = (answer as string[]).map(Number);
      return { amount, waitMs, left };
    },
    isFirst: async (name, ttlMs) => {
      const answer = await guard.run(() => client.set(`${prefix}:first:${name}`, '', 'PX', ttlMs, 'NX'));
      return answer === undefined ? undefined : answer !== null;
    },
    remember: async (name, ttlMs) => {
      await guard.run(() => client.set(`${prefix}:known:${name}`, '', 'PX', ttlMs));
    },
    isRemembered: async (name) => (await guard.run(() => client.exists(`${prefix}:known:${name}`))) === 1,
    [Symbol.asyncDispose]: async () => {
      await registration.stop();
      await guard.run(() => client.zrem(processesKey, own));
      client.disconnect();
    },
  };
}
