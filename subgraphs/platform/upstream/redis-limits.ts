import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Standard } from '../partners/standard.ts';
import { windowOf } from './call-rate.ts';
import type { LimiterLimits } from './limiter.ts';

/** Reply to a request for a slot that all replicas share. */
export type LimitReply =
  /** `isProbe`: the only request that is sent to find out whether a failing partner answers again. */
  | { readonly kind: 'GRANTED'; readonly lease: string; readonly isProbe: boolean }
  /** The partner requested a pause, which ends in `ms`. */
  | { readonly kind: 'PAUSED'; readonly ms: number }
  /** The partner failed at this standard and gets no request for the next `ms`. */
  | { readonly kind: 'COOLING_DOWN'; readonly ms: number }
  /** The rate is used up for the next `ms`. */
  | { readonly kind: 'RATE'; readonly ms: number }
  /** All slots are in use. The listener is called when one becomes free; otherwise the caller tries again in `ms`. */
  | { readonly kind: 'SLOTS'; readonly ms: number }
  /** Redis does not respond. */
  | { readonly kind: 'AWAY' };

/** Remaining waits for a partner, in milliseconds from now; 0 when there is none. */
export interface PartnerCoolDown {
  /** The pause that the partner requested. */
  readonly pausedMs: number;
  /** The cool-down after the partner failed at the standard. */
  readonly coolingMs: number;
}

/** A request with a slot, and the limits under which it was granted. */
export interface Lease {
  readonly lease: string;
  readonly limits: LimiterLimits;
}

/**
 * Counts the requests of all replicas to partners. Remembers the pauses and cool-downs that any replica has reported,
 * and restores them in a Redis that is available again, so that an outage or a restart of Redis loses none.
 */
export interface RedisLimits extends AsyncDisposable {
  /** Returns whether requests may be counted by this Redis: its state is the one that all replicas agreed on. */
  isConfirmed(runId: string): boolean;
  /**
   * Returns the id of this run of Redis. A restart changes it and loses the counts. @returns undefined when Redis is
   * unavailable
   */
  runId(): Promise<string | undefined>;
  acquire(partner: string, request: { readonly limits: LimiterLimits; readonly standard?: Standard | undefined }): Promise<LimitReply>;
  /** Records that a request has reached the partner. */
  markArrived(partner: string, lease: Lease): void;
  /** Releases a slot. A slot that is not released becomes free when its lease ends. */
  release(partner: string, lease: Lease): void;
  /** Stops the requests of all replicas to the partner for this time. */
  pause(partner: string, ms: number): void;
  /** Stops the requests of all replicas for this standard for this time; after that, one probe is admitted. */
  coolDown(partner: string, options: { readonly standard: Standard; readonly ms: number }): void;
  /** Ends the cool-down, because the partner answers again. */
  endCoolDown(partner: string, standard: Standard): void;
  /** Returns what this process remembers, including while Redis is unavailable. */
  coolDownOf(partner: string, standard: Standard | undefined): PartnerCoolDown;
  /** Sets the listener for free slots. It returns whether a request waits for one. */
  onSlot(partner: string, listener: () => boolean): void;
}

/** An attempt takes at most `timeoutMs` of the partner's file, so an older lease belongs to a dead process. */
const leaseMarginMs = 1_000;
/** Maximum time after which a waiting replica tries again, because a message may be lost or a lease may end. */
const maxSlotWaitMs = 1_000;
/** Maximum waits for an unavailable Redis, at the start and at the end. */
const [connectMs, quitMs] = [500, 200];

/** Notifies the replica that has waited longest of a free slot. Returns 1 if that is the calling replica. */
const wakeScript = `
local function wake(waiting, channel, own, partner)
  while true do
    local first = redis.call('ZRANGE', waiting, 0, 0)[1]
    if not first then return 0 end
    if first == own then return 1 end
    if redis.call('PUBLISH', channel .. first, partner) > 0 then return 0 end
    redis.call('ZREM', waiting, first)
  end
end`;

/**
 * Keys: counted requests, slots, waiting replicas, pause, cool-down. Arguments: channel, own id, partner, calls,
 * window, concurrency, lease time, lease. A request in transit may arrive at any moment of its lease, so a replica that
 * is refused because of it tries again after a window.
 */
const acquireScript = `${wakeScript}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local calls, windowMs, concurrency, leaseMs = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local pausedUntil = tonumber(redis.call('GET', KEYS[4]) or '0')
if pausedUntil > now then return {'PAUSED', pausedUntil - now} end
local coolDown = redis.call('HMGET', KEYS[5], 'until', 'probed')
if coolDown[1] and tonumber(coolDown[1]) > now then
  local ms = tonumber(coolDown[1]) - now
  if coolDown[2] == '1' then ms = math.min(ms, 1000) end
  return {'COOLING_DOWN', ms}
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= concurrency then
  redis.call('ZADD', KEYS[3], 'NX', time[1] * 1000000 + time[2], ARGV[2])
  redis.call('PEXPIRE', KEYS[3], leaseMs + 1000)
  return {'SLOTS', math.ceil(tonumber(redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2]) - now)}
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local counted = redis.call('ZCARD', KEYS[1])
if counted >= calls then
  local free = redis.call('ZRANGE', KEYS[1], counted - calls, counted - calls, 'WITHSCORES')
  return {'RATE', math.ceil(math.min(tonumber(free[2]) - now, windowMs))}
end
redis.call('ZADD', KEYS[1], now + leaseMs + windowMs, ARGV[8])
redis.call('PEXPIRE', KEYS[1], leaseMs + math.ceil(windowMs) + 1000)
redis.call('ZADD', KEYS[2], now + leaseMs, ARGV[8])
redis.call('PEXPIRE', KEYS[2], leaseMs + 1000)
redis.call('ZREM', KEYS[3], ARGV[2])
if redis.call('ZCARD', KEYS[2]) < concurrency then wake(KEYS[3], ARGV[1], ARGV[2], ARGV[3]) end
if not coolDown[1] then return {'GRANTED', 0} end
redis.call('HSET', KEYS[5], 'until', now + leaseMs, 'probed', '1')
return {'PROBE', 0}`;

/** A request counts until a window after its arrival; a second report of the arrival does not prolong that. */
const arriveScript = `
local function arrive(calls, windowMs, lease)
  local time = redis.call('TIME')
  local leaves = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(windowMs)
  local counted = redis.call('ZSCORE', calls, lease)
  if counted and tonumber(counted) > leaves then redis.call('ZADD', calls, leaves, lease) end
end`;

/** Keys: counted requests. Arguments: window, lease. */
const arrivedScript = `${arriveScript}
arrive(KEYS[1], ARGV[1], ARGV[2])`;

/** Keys: counted requests, slots, waiting replicas. Arguments: channel, own id, partner, window, lease. */
const releaseScript = `${wakeScript}
${arriveScript}
redis.call('ZREM', KEYS[2], ARGV[5])
arrive(KEYS[1], ARGV[4], ARGV[5])
return wake(KEYS[3], ARGV[1], ARGV[2], ARGV[3])`;

/** Passes a slot that this replica does not need to the next one. Keys: waiting replicas. Arguments: channel, own id, partner. */
const passScript = `${wakeScript}
redis.call('ZREM', KEYS[1], ARGV[2])
return wake(KEYS[1], ARGV[1], ARGV[2], ARGV[3])`;

/** A pause never becomes shorter. */
const pauseScript = `
local time = redis.call('TIME')
local untilMs = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if tonumber(redis.call('GET', KEYS[1]) or '0') < untilMs then redis.call('SET', KEYS[1], untilMs, 'PX', ARGV[1]) end`;

/** The key outlives the cool-down, so that the first request after it is recognized as the probe. */
const coolDownScript = `
local time = redis.call('TIME')
local untilMs = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local known = redis.call('HMGET', KEYS[1], 'until', 'probed')
if known[2] == '0' and tonumber(known[1]) > untilMs then return end
redis.call('HSET', KEYS[1], 'until', untilMs, 'probed', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[1] + 600000)`;

/** A message between replicas: the partner gets no request for the next `ms`, for all standards or for one. */
interface Pause {
  readonly partner: string;
  readonly standard?: Standard | undefined;
  readonly ms: number;
}

export interface RedisLimitsOptions {
  /** Must fail commands that take too long, and must not resend after a lost connection. */
  readonly client: Pick<Redis, 'eval' | 'del' | 'info' | 'publish' | 'on' | 'disconnect'>;
  /** Must subscribe again after a lost connection. Used for nothing else. */
  readonly subscriber: Pick<Redis, 'subscribe' | 'quit' | 'on' | 'disconnect'>;
  /** Prefix of keys. */
  readonly prefix: string;
  /** Prefix of channels, which all databases of a Redis server share. */
  readonly channelPrefix: string;
}

/**
 * Opens the limits that all replicas on the same Redis share, by its clock and in one round trip per request. In no
 * second do more requests arrive at the partner than its limit: a request counts from its grant until a second after
 * its arrival, or until its lease ends. A free slot goes to the replica that has waited longest. Disposal disconnects
 * the clients.
 *
 * @returns when it has subscribed, or Redis has not responded for {@link connectMs}
 */
export async function openRedisLimits(options: RedisLimitsOptions): Promise<RedisLimits> {
  const { client, subscriber, prefix, channelPrefix } = options;
  let confirmed: string | undefined;
  const channel = `${channelPrefix}:limits`;
  const replica = randomUUID();
  const scripts = createScripts({ client, prefix, channel: `${channel}:`, replica });
  const listeners = new Map<string, () => boolean>();
  const pauses = createPauses();
  // Without a listener, a client logs each failed attempt to connect to the console.
  for (const each of [client, subscriber]) each.on('error', () => undefined);
  // A new connection may lead to another Redis, or to one that has lost the counts.
  client.on('close', () => {
    confirmed = undefined;
  });
  const onSlotFree = (partner: string) => {
    if (!listeners.get(partner)?.()) scripts.pass(partner).catch(() => undefined);
  };
  subscriber.on('message', (from: string, text: string) => {
    if (from !== channel) return onSlotFree(text);
    const pause = parsePause(text);
    if (pause !== undefined) pauses.set(pause);
  });
  const publishPause = (pause: Pause) => {
    pauses.set(pause);
    // Sent concurrently, because Redis may be unavailable a moment later.
    Promise.all([scripts.store(pause), client.publish(channel, JSON.stringify(pause))]).catch(() => undefined);
  };

  const subscribed = subscriber.subscribe(channel, `${channel}:${replica}`).catch(() => undefined);
  await Promise.race([subscribed, delay(connectMs, undefined, { ref: false })]);
  return {
    isConfirmed: (runId) => confirmed === runId,
    runId: async () => {
      try {
        const runId = /^run_id:(\w+)/m.exec(await client.info('server'))?.[1];
        // Runs before this Redis counts any request.
        if (runId !== confirmed) for (const pause of pauses.current()) await scripts.store(pause);
        confirmed = runId;
      } catch {
        confirmed = undefined;
      }
      return confirmed;
    },
    acquire: async (partner, { limits, standard }) => {
      const lease = randomUUID();
      try {
        const reply = limitReplyOf(await scripts.acquire(partner, { lease, limits, standard }), lease);
        if (reply.kind === 'PAUSED') pauses.set({ partner, ms: reply.ms });
        if (reply.kind === 'COOLING_DOWN' && standard !== undefined) pauses.set({ partner, standard, ms: reply.ms });
        return reply;
      } catch {
        confirmed = undefined;
        return { kind: 'AWAY' };
      }
    },
    markArrived: (partner, lease) => void scripts.markArrived(partner, lease).catch(() => undefined),
    release: (partner, lease) => {
      scripts.release(partner, lease).then(
        (isOwnTurn) => isOwnTurn && onSlotFree(partner),
        () => undefined,
      );
    },
    pause: (partner, ms) => {
      if (ms > pauses.of(partner, undefined).pausedMs) publishPause({ partner, ms: Math.max(1, Math.ceil(ms)) });
    },
    coolDown: (partner, { standard, ms }) => publishPause({ partner, standard, ms: Math.max(1, Math.ceil(ms)) }),
    endCoolDown: (partner, standard) => publishPause({ partner, standard, ms: 0 }),
    coolDownOf: pauses.of,
    onSlot: (partner, listener) => {
      listeners.set(partner, listener);
    },
    [Symbol.asyncDispose]: async () => {
      client.disconnect();
      // Redis skips a replica that has unsubscribed.
      await Promise.race([subscriber.quit().catch(() => undefined), delay(quitMs, undefined, { ref: false })]);
      subscriber.disconnect();
    },
  };
}

/** The return value of {@link acquireScript}: a grant or the reason for a wait, and the wait in milliseconds. */
type ScriptReply = readonly [kind: 'GRANTED' | 'PROBE' | 'PAUSED' | 'COOLING_DOWN' | 'RATE' | 'SLOTS', ms: number];

function limitReplyOf([kind, ms]: ScriptReply, lease: string): LimitReply {
  if (kind === 'GRANTED' || kind === 'PROBE') return { kind: 'GRANTED', lease, isProbe: kind === 'PROBE' };
  return { kind, ms: kind === 'SLOTS' ? Math.min(ms, maxSlotWaitMs) : ms };
}

/** Creates functions that run the scripts. They reject while Redis is unavailable. */
function createScripts(parts: Pick<RedisLimitsOptions, 'client' | 'prefix'> & { readonly channel: string; readonly replica: string }) {
  const { client, prefix, channel, replica } = parts;
  // The braces put all keys of a partner into one slot of a cluster.
  const keysOf = (partner: string, names: readonly string[]) => names.map((name) => `${prefix}:{partner:${partner}}:${name}`);
  const run = async (script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> =>
    client.eval(script, keys.length, ...keys, ...args);
  return {
    acquire: (partner: string, { lease, limits, standard }: Lease & { readonly standard: Standard | undefined }) => {
      const { calls, windowMs } = windowOf(limits.requestsPerSecond);
      const keys = keysOf(partner, ['calls', 'slots', 'waiting', 'paused', `cool-down:${standard ?? 'NONE'}`]);
      const args = [calls, windowMs, limits.concurrency, limits.timeoutMs + leaseMarginMs, lease];
      return run(acquireScript, keys, [channel, replica, partner, ...args]) as Promise<ScriptReply>;
    },
    markArrived: (partner: string, { lease, limits }: Lease) =>
      run(arrivedScript, keysOf(partner, ['calls']), [windowOf(limits.requestsPerSecond).windowMs, lease]),
    /** Returns whether this replica is the next one to request a slot. */
    release: async (partner: string, { lease, limits }: Lease): Promise<boolean> => {
      const args = [channel, replica, partner, windowOf(limits.requestsPerSecond).windowMs, lease];
      return (await run(releaseScript, keysOf(partner, ['calls', 'slots', 'waiting']), args)) === 1;
    },
    pass: (partner: string) => run(passScript, keysOf(partner, ['waiting']), [channel, replica, partner]),
    store: async ({ partner, standard, ms }: Pause): Promise<void> => {
      const keys = keysOf(partner, [pauseNameOf(standard)]);
      if (ms === 0) await client.del(...keys);
      else await run(standard === undefined ? pauseScript : coolDownScript, keys, [ms]);
    },
  };
}

/** Stores the pauses and cool-downs of all partners. */
function createPauses() {
  const pauses = new Map<string, { readonly pause: Pause; readonly until: number }>();
  const keyOf = (partner: string, standard: Standard | undefined) => `${partner} ${pauseNameOf(standard)}`;
  const remainingMs = (until = 0) => Math.max(0, Math.ceil(until - performance.now()));
  return {
    set: (pause: Pause) => {
      pauses.set(keyOf(pause.partner, pause.standard), { pause, until: performance.now() + pause.ms });
    },
    of: (partner: string, standard: Standard | undefined): PartnerCoolDown => ({
      pausedMs: remainingMs(pauses.get(keyOf(partner, undefined))?.until),
      coolingMs: standard === undefined ? 0 : remainingMs(pauses.get(keyOf(partner, standard))?.until),
    }),
    /** Returns the pauses that are not over, with the remaining times. */
    current: (): Pause[] =>
      [...pauses.values()].map(({ pause, until }) => ({ ...pause, ms: remainingMs(until) })).filter(({ ms }) => ms > 0),
  };
}

function pauseNameOf(standard: Standard | undefined): string {
  return standard === undefined ? 'paused' : `cool-down:${standard}`;
}

/** @returns undefined for a message that no replica has sent */
function parsePause(text: string): Pause | undefined {
  try {
    const message = JSON.parse(text);
    return typeof message?.partner === 'string' && typeof message.ms === 'number' ? message : undefined;
  } catch {
    return undefined;
  }
}
