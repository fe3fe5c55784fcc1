import { randomUUID } from 'node:crypto';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import type { RedisLink } from './redis-link.ts';

/** A request to take an amount from a rate that several processes share. */
export interface Wanted {
  readonly perMinute: number;
  /** Negative for an amount that is given back. */
  readonly amount: number;
  /** Whether nothing is taken unless the whole amount is left. Otherwise an excess is owed. */
  readonly isRefusable: boolean;
}

/** Counts that all processes of one kind share in Redis. */
export type SharedCounts = Awaited<ReturnType<typeof openSharedCounts>>;

/** The processes of one kind, at the last registration of this one. */
export interface ReplicaCount {
  /** Processes that have registered within {@link liveMs}. */
  readonly live: number;
  /** Processes that have registered within {@link keepMs} and have not ended. The others may have lost Redis alone. */
  readonly all: number;
  /** Place of this process among all, from 0. */
  readonly rank: number;
  /** Time of that registration, see `performance.now`. */
  readonly registeredAt: number;
  /** Difference between the clock of Redis and `performance.now`, in milliseconds. */
  readonly redisClockOffset: number;
}

export interface SharedCountsOptions {
  readonly redis: Pick<RedisLink, 'run' | 'away' | 'changedAt' | 'lostAt'>;
  /** Prefix of keys, which identifies the deployment and the kind of process. */
  readonly prefix: string;
}

/** Processes that a process assumes that has never reached Redis. */
export const assumedReplicas = 8;
/** Time between two registrations. */
const registrationMs = 500;
/** Time without registration after which a process no longer counts as live. */
export const liveMs = 4 * registrationMs;
/** Time without registration after which a process counts as ended. */
const keepMs = 60_000;
/** Time after which all processes have registered in a Redis that has lost its data. */
const returnMs = 5_000;
/**
 * Pause of a process that has returned to Redis before the others count it again: what it did by its share of a rate per
 * second is over by then.
 */
const rejoinMs = 1_500;

/** Key: bucket. Arguments: rate per minute, amount, 1 for an amount that may be refused. An expired bucket is full. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local perMinute, amount = tonumber(ARGV[1]), tonumber(ARGV[2])
local perMs = perMinute / 60000
local known = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = perMinute
if known[1] then left = math.min(perMinute, known[1] + math.max(0, now - known[2]) * perMs) end
if ARGV[3] == '1' and left < amount then return string.format('%.3f', math.max(1, (amount - left) / perMs)) end
left = math.min(perMinute, left - amount)
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((perMinute - left) / perMs) + 1000)
return string.format('%.3f', math.max(0, -left / perMs))`;

/** Key: processes, by the time of their last registration. Arguments: id, `liveMs`, `keepMs`. */
const registerScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local all, rank = redis.call('ZRANGE', KEYS[1], 0, -1), 0
for _, id in ipairs(all) do if id < ARGV[1] then rank = rank + 1 end end
return {redis.call('ZCOUNT', KEYS[1], now - ARGV[2], '+inf'), #all, rank, now}`;

/**
 * Opens the counts that all processes with the same prefix share, by the clock of Redis. No call waits longer than a
 * command of the link.
 *
 * @returns when this process is registered, or its registration has failed
 */
export async function openSharedCounts(options: SharedCountsOptions) {
  const { redis, prefix } = options;
  const own = randomUUID();
  const processesKey = `${prefix}:processes`;
  let replicas: ReplicaCount | undefined;
  const register = async () => {
    const begun = performance.now();
    const isForgotten = replicas !== undefined && begun - replicas.registeredAt > liveMs;
    if (isForgotten && begun - redis.changedAt < rejoinMs) return;
    const reply = await redis.run((client) => client.eval(registerScript, 1, processesKey, own, liveMs, keepMs));
    if (reply === undefined) return;
    const [live, all, rank, redisNow] = reply as [number, number, number, number];
    const isReturning = begun - redis.lostAt < returnMs;
    const redisClockOffset = redisNow - (begun + performance.now()) / 2;
    const former = isReturning && replicas !== undefined && replicas.all > all ? replicas : undefined;
    replicas = { live, all: former?.all ?? all, rank: former?.rank ?? rank, registeredAt: begun, redisClockOffset };
  };
  // The link turns failures into missing replies.
  const registration = startWakeUpLoop({ round: register, onError: () => undefined, pollMs: registrationMs });
  await registration.firstRound;
  return {
    /** The last known number of processes. */
    get processes(): number {
      return replicas?.live ?? 1;
    },
    /** The processes of this kind, as Redis last knew them; undefined if this process has never reached it. */
    get replicas(): ReplicaCount | undefined {
      return replicas;
    },
    /**
     * Takes an amount from a bucket, which a rate per minute refills evenly. @returns undefined when Redis is unavailable;
     * otherwise the milliseconds until the amount can be taken, or until nothing is owed; 0 if it was taken and left
     */
    take: async (bucket: string, { perMinute, amount, isRefusable }: Wanted): Promise<number | undefined> => {
      const key = `${prefix}:rate:${bucket}`;
      const waitMs = await redis.run((client) => client.eval(takeScript, 1, key, perMinute, amount, Number(isRefusable)));
      return waitMs === undefined ? undefined : Number(waitMs);
    },
    /** Returns whether no process has called this with the name within the time; undefined when Redis is unavailable. */
    isFirst: async (name: string, ttlMs: number): Promise<boolean | undefined> => {
      const answer = await redis.run((client) => client.set(`${prefix}:first:${name}`, '', 'PX', ttlMs, 'NX'));
      return answer === undefined ? undefined : answer !== null;
    },
    /** Remembers a name for a time, unless Redis is unavailable. */
    remember: async (name: string, ttlMs: number): Promise<void> => {
      await redis.run((client) => client.set(`${prefix}:known:${name}`, '', 'PX', ttlMs));
    },
    /** Returns whether a process has remembered the name; false when Redis is unavailable. */
    isRemembered: async (name: string): Promise<boolean> => (await redis.run((client) => client.exists(`${prefix}:known:${name}`))) === 1,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await registration.stop();
      await redis.run((client) => client.zrem(processesKey, own));
    },
  };
}
