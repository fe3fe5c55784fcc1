import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Standard } from '../partners/standard.ts';
import { windowOf } from './call-rate.ts';
import type { LimiterLimits } from './limiter.ts';

/** What a call to a partner is granted by all replicas together. */
export type LimitReply =
  /** `isProbe`: the one call that shows whether a partner that failed answers again. */
  | { readonly kind: 'GRANTED'; readonly lease: string; readonly isProbe: boolean }
  /** The partner asked for a pause of `ms` from now. */
  | { readonly kind: 'PAUSED'; readonly ms: number }
  /** The partner failed at this standard and is left alone for `ms` from now. */
  | { readonly kind: 'COOLING_DOWN'; readonly ms: number }
  /** Other calls come first, by the rate: it may be asked for again `ms` from now. */
  | { readonly kind: 'RATE'; readonly ms: number }
  /** Other calls are under way. A listener is told when one has ended; without that it may be asked for again `ms` from now. */
  | { readonly kind: 'SLOTS'; readonly ms: number }
  /** Redis cannot be asked. */
  | { readonly kind: 'AWAY' };

/** What is known of a partner that is to be left alone, in milliseconds from now; 0: it is not. */
export interface PartnerCoolDown {
  /** It asked for a pause. */
  readonly pausedMs: number;
  /** It failed at the standard. */
  readonly coolingMs: number;
}

/**
 * Counts the calls of all replicas to partners. It remembers which partners are to be left alone, whichever replica found
 * that out, and tells a Redis that comes back, so that nothing is forgotten while Redis is away or by its restart.
 */
export interface RedisLimits extends AsyncDisposable {
  /** Whether calls may be counted by this Redis: its state is the one that all replicas agreed on. */
  isConfirmed(runId: string): boolean;
  /** Asks Redis who it is. A restart changes that, and loses what was counted. @returns undefined when it is away */
  runId(): Promise<string | undefined>;
  acquire(partner: string, call: { readonly limits: LimiterLimits; readonly standard?: Standard | undefined }): Promise<LimitReply>;
  /** Tells that the request of a call has reached the partner by now. */
  arrived(partner: string, call: { readonly lease: string; readonly limits: LimiterLimits }): void;
  /** Gives a slot back. One that is not given back becomes free when its lease ends. */
  release(partner: string, call: { readonly lease: string; readonly limits: LimiterLimits }): void;
  /** Lets no replica ask the partner for so long. */
  pause(partner: string, ms: number): void;
  /** Lets no replica ask the partner for this standard for so long; then one call may try. */
  coolDown(partner: string, call: { readonly standard: Standard; readonly ms: number }): void;
  /** Ends the cool-down: the partner answers again. */
  endCoolDown(partner: string, standard: Standard): void;
  /** What this process knows, also while Redis is away. */
  restOf(partner: string, standard: Standard | undefined): PartnerCoolDown;
  /** Calls `listener` when it is this replica's turn to ask for a slot; false: nobody waits for one any more. */
  onSlot(partner: string, listener: () => boolean): void;
}

/** An attempt takes `timeoutMs` of the partner's file at most; a lease that is left over belongs to a process that died. */
const leaseMarginMs = 1_000;
/** A waiting replica asks again after so long at the latest: a message may have got lost, or a lease has ended. */
const maxSlotWaitMs = 1_000;
/** Nobody waits longer for a Redis that is away, at the start and at the end. */
const [connectMs, quitMs] = [500, 200];

/** Tells the replica that waits for longest that a slot is free, and is told whether that is the asking one. */
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
 * Keys: calls that count, slots, waiting replicas, pause, cool-down. Arguments: channel, own id, partner, calls, window,
 * concurrency, lease time, lease. A call that is on its way may arrive at any moment of its lease, so who is refused for it
 * asks again after a window.
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

/** A call counts until a window after it arrived; one that was told before counts on as it was told. */
const arriveScript = `
local function arrive(calls, windowMs, lease)
  local time = redis.call('TIME')
  local leaves = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(windowMs)
  local counted = redis.call('ZSCORE', calls, lease)
  if counted and tonumber(counted) > leaves then redis.call('ZADD', calls, leaves, lease) end
end`;

/** Keys: calls. Arguments: window, lease. */
const arrivedScript = `${arriveScript}
arrive(KEYS[1], ARGV[1], ARGV[2])`;

/** Keys: calls, slots, waiting replicas. Arguments: channel, own id, partner, window, lease. */
const releaseScript = `${wakeScript}
${arriveScript}
redis.call('ZREM', KEYS[2], ARGV[5])
arrive(KEYS[1], ARGV[4], ARGV[5])
return wake(KEYS[3], ARGV[1], ARGV[2], ARGV[3])`;

/** Has another replica take a turn that this one does not need. Keys: waiting replicas. Arguments: channel, own id, partner. */
const passScript = `${wakeScript}
redis.call('ZREM', KEYS[1], ARGV[2])
return wake(KEYS[1], ARGV[1], ARGV[2], ARGV[3])`;

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

/** What replicas tell each other: how long a partner is to be left alone from now, at all or for one standard. */
interface RestMessage {
  readonly partner: string;
  readonly standard?: Standard | undefined;
  readonly ms: number;
}

export interface RedisLimitsOptions {
  /** Fails commands that take too long; sends none again after a lost connection. */
  readonly client: Pick<Redis, 'eval' | 'del' | 'info' | 'publish' | 'on' | 'disconnect'>;
  /** Subscribes anew after a lost connection, and does nothing else. */
  readonly subscriber: Pick<Redis, 'subscribe' | 'quit' | 'on' | 'disconnect'>;
  /** Of keys and channels, so that several deployments may share a Redis. */
  readonly prefix: string;
}

/**
 * Opens the limits that all replicas on the same Redis share, by its clock and in one round trip per call. No second sees
 * more calls arrive at the partner than its limit: a call is counted from its grant until a second after it arrived, as
 * the replica tells, or for as long as its lease. A slot that becomes free is told to the replica that has waited for
 * longest, and to no other. Disposing of it disconnects the clients.
 *
 * @returns once it hears of slots, or Redis has not answered for {@link connectMs}
 */
export async function openRedisLimits({ client, subscriber, prefix }: RedisLimitsOptions): Promise<RedisLimits> {
  let confirmed: string | undefined;
  const own = randomUUID();
  const channel = `${prefix}:limits`;
  const turnChannel = `${channel}:`;
  const listeners = new Map<string, () => boolean>();
  const rests = createRests();
  // Without a listener a client writes each failed attempt to connect to the console.
  for (const each of [client, subscriber]) each.on('error', () => undefined);
  // Behind a new connection there may be another Redis, or one that has forgotten what was counted.
  client.on('close', () => {
    confirmed = undefined;
  });
  subscriber.on('message', (from: string, text: string) => {
    if (from !== channel) return takeTurn(text);
    const rest = parseRest(text);
    if (rest !== undefined) rests.remember(rest);
  });

  // The braces put all keys of a partner into one slot of a cluster.
  const keysOf = (partner: string, names: readonly string[]) => names.map((name) => `${prefix}:{partner:${partner}}:${name}`);
  const run = async (script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> =>
    client.eval(script, keys.length, ...keys, ...args);

  /** Has Redis know how long a partner is to be left alone. */
  const store = async (rest: RestMessage): Promise<void> => {
    const keys = keysOf(rest.partner, [restNameOf(rest.standard)]);
    if (rest.ms === 0) await client.del(...keys);
    else await run(rest.standard === undefined ? pauseScript : coolDownScript, keys, [rest.ms]);
  };
  const tell = (rest: RestMessage) => {
    rests.remember(rest);
    // Both at once: Redis may be away a moment later.
    Promise.all([store(rest), client.publish(channel, JSON.stringify(rest))]).catch(() => undefined);
  };
  /** Tells a Redis that comes back what it may not know. */
  const tellAgain = async (): Promise<void> => {
    for (const rest of rests.current()) await store(rest);
  };
  const takeTurn = (partner: string) => {
    if (listeners.get(partner)?.()) return;
    run(passScript, keysOf(partner, ['waiting']), [turnChannel, own, partner]).catch(() => undefined);
  };

  const subscribed = subscriber.subscribe(channel, turnChannel + own).catch(() => undefined);
  await Promise.race([subscribed, delay(connectMs, undefined, { ref: false })]);
  return {
    isConfirmed: (runId) => confirmed === runId,
    runId: async () => {
      try {
        const runId = /^run_id:(\w+)/m.exec(await client.info('server'))?.[1];
        // Before anybody counts by it.
        if (runId !== confirmed) await tellAgain();
        confirmed = runId;
      } catch {
        confirmed = undefined;
      }
      return confirmed;
    },
    acquire: async (partner, { limits, standard }) => {
      const { calls, windowMs } = windowOf(limits.requestsPerSecond);
      const lease = randomUUID();
      const keys = keysOf(partner, ['calls', 'slots', 'waiting', 'paused', `cool-down:${standard ?? 'NONE'}`]);
      const args = [calls, windowMs, limits.concurrency, limits.timeoutMs + leaseMarginMs, lease];
      try {
        const [kind, ms] = (await run(acquireScript, keys, [turnChannel, own, partner, ...args])) as [string, number];
        if (kind === 'PAUSED') rests.remember({ partner, ms });
        if (kind === 'COOLING_DOWN' && standard !== undefined) rests.remember({ partner, standard, ms });
        if (kind === 'PAUSED' || kind === 'COOLING_DOWN' || kind === 'RATE') return { kind, ms };
        if (kind === 'SLOTS') return { kind, ms: Math.min(ms, maxSlotWaitMs) };
        return { kind: 'GRANTED', lease, isProbe: kind === 'PROBE' };
      } catch {
        confirmed = undefined;
        return { kind: 'AWAY' };
      }
    },
    arrived: (partner, { lease, limits }) => {
      const { windowMs } = windowOf(limits.requestsPerSecond);
      run(arrivedScript, keysOf(partner, ['calls']), [windowMs, lease]).catch(() => undefined);
    },
    release: (partner, { lease, limits }) => {
      const { windowMs } = windowOf(limits.requestsPerSecond);
      const args = [turnChannel, own, partner, windowMs, lease];
      run(releaseScript, keysOf(partner, ['calls', 'slots', 'waiting']), args).then(
        (isOwnTurn) => isOwnTurn === 1 && takeTurn(partner),
        () => undefined,
      );
    },
    pause: (partner, ms) => {
      if (ms > rests.of(partner, undefined).pausedMs) tell({ partner, ms: Math.max(1, Math.ceil(ms)) });
    },
    coolDown: (partner, { standard, ms }) => tell({ partner, standard, ms: Math.max(1, Math.ceil(ms)) }),
    endCoolDown: (partner, standard) => tell({ partner, standard, ms: 0 }),
    restOf: rests.of,
    onSlot: (partner, listener) => {
      listeners.set(partner, listener);
    },
    [Symbol.asyncDispose]: async () => {
      client.disconnect();
      // Nobody tells a replica of a slot that Redis knows to have left.
      await Promise.race([subscriber.quit().catch(() => undefined), delay(quitMs, undefined, { ref: false })]);
      subscriber.disconnect();
    },
  };
}

/** What is remembered of all partners. */
interface Rests {
  remember(rest: RestMessage): void;
  of(partner: string, standard: Standard | undefined): PartnerCoolDown;
  /** Those that are not over, from now. */
  current(): readonly RestMessage[];
}

function createRests(): Rests {
  const rests = new Map<string, { readonly rest: RestMessage; readonly until: number }>();
  const remainingMs = (until = 0) => Math.max(0, Math.ceil(until - performance.now()));
  const remainingOf = (partner: string, standard: Standard | undefined) =>
    remainingMs(rests.get(`${partner} ${restNameOf(standard)}`)?.until);
  return {
    remember: (rest) => {
      rests.set(`${rest.partner} ${restNameOf(rest.standard)}`, { rest, until: performance.now() + rest.ms });
    },
    of: (partner, standard) => ({
      pausedMs: remainingOf(partner, undefined),
      coolingMs: standard === undefined ? 0 : remainingOf(partner, standard),
    }),
    current: () => [...rests.values()].map(({ rest, until }) => ({ ...rest, ms: remainingMs(until) })).filter(({ ms }) => ms > 0),
  };
}

function restNameOf(standard: Standard | undefined): string {
  return standard === undefined ? 'paused' : `cool-down:${standard}`;
}

/** @returns undefined for anything that no replica has sent */
function parseRest(text: string): RestMessage | undefined {
  try {
    const message = JSON.parse(text);
    return typeof message?.partner === 'string' && typeof message.ms === 'number' ? message : undefined;
  } catch {
    return undefined;
  }
}
