import { Redis } from 'ioredis';
import { describe, expect, inject, it } from 'vitest';
import { arrivalMs } from '#platform/upstream/call-rate.ts';
import type { LimitReply, RedisLimits } from '#platform/upstream/redis-limits.ts';
import { openConnectedLimits } from '../../support/connected-limits.ts';
import { deferred } from '../../support/deferred.ts';
import { type ServerProcess, startRedis } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const limits = { requestsPerSecond: 100, concurrency: 1, timeoutMs: 100 };
const standard = 'PORT_CALL';

/** A lease is a second longer than the timeout. */
const leaseMs = limits.timeoutMs + 1_000;

interface Opened extends AsyncDisposable {
  readonly redis: ServerProcess;
  readonly replicas: readonly [RedisLimits, RedisLimits, RedisLimits];
  /** Resolves when exactly this many replicas receive messages. */
  listening(count: number): Promise<void>;
}

const openReplica = (url: string) => openConnectedLimits(url, 'test');

/** Opens three replicas on one Redis. */
async function openReplicas(): Promise<Opened> {
  const redis = await startRedis();
  const replicas = [await openReplica(redis.url), await openReplica(redis.url), await openReplica(redis.url)] as const;
  const observer = new Redis(redis.url);
  observer.on('error', () => undefined);
  // One channel for all replicas, and one for each.
  const listening = async (count: number) => {
    await until(async () => ((await observer.pubsub('CHANNELS', '*')) as string[]).length === count + 1);
  };
  await listening(replicas.length);
  return {
    redis,
    replicas,
    listening,
    [Symbol.asyncDispose]: async () => {
      observer.disconnect();
      for (const each of [...replicas, redis]) await each[Symbol.asyncDispose]();
    },
  };
}

async function leaseOf(replica: RedisLimits): Promise<string> {
  const answer = await replica.acquire('acme', { limits, standard });
  if (answer.kind !== 'GRANTED') throw new Error(`expected a grant, got ${answer.kind}`);
  return answer.lease;
}

const kindOf = async (replica: RedisLimits) => (await replica.acquire('acme', { limits, standard })).kind;

/** Resolves when the replica knows such a cool-down of acme. */
async function untilCoolDown(replica: RedisLimits, isSo: (coolDown: ReturnType<RedisLimits['coolDownOf']>) => boolean): Promise<void> {
  while (!isSo(replica.coolDownOf('acme', standard))) await new Promise((resolve) => setImmediate(resolve));
}

describe.runIf(inject('redisUrl'))('a slot that becomes free', () => {
  it('is given to the replica that has waited longest, and to no other', async () => {
    await using opened = await openReplicas();
    const [holder, first, second] = opened.replicas;
    const turns: string[] = [];
    const [firstTurn, secondTurn] = [deferred(), deferred()];
    const onTurn = (name: string, turn: { resolve(): void }) => () => {
      turns.push(name);
      turn.resolve();
      return true;
    };
    holder.onSlot('acme', () => turns.push('holder') > 0);
    first.onSlot('acme', onTurn('first', firstTurn));
    second.onSlot('acme', onTurn('second', secondTurn));
    const lease = await leaseOf(holder);
    // The holder requests a slot again, and is last.
    expect([await kindOf(first), await kindOf(second), await kindOf(holder)]).toEqual(['SLOTS', 'SLOTS', 'SLOTS']);
    holder.release('acme', { lease, limits });
    await firstTurn.promise;
    const next = await leaseOf(first);
    first.release('acme', { lease: next, limits });
    await secondTurn.promise;
    expect(turns).toEqual(['first', 'second']);
  });

  it('is passed on by a replica in which no request waits any more', async () => {
    await using opened = await openReplicas();
    const [holder, first, second] = opened.replicas;
    const turn = deferred();
    first.onSlot('acme', () => false);
    second.onSlot('acme', () => {
      turn.resolve();
      return true;
    });
    const lease = await leaseOf(holder);
    expect([await kindOf(first), await kindOf(second)]).toEqual(['SLOTS', 'SLOTS']);
    holder.release('acme', { lease, limits });
    await turn.promise;
    expect(await kindOf(second)).toBe('GRANTED');
  });

  it('is given to the releasing replica itself, and to no replica that has ended', async () => {
    await using opened = await openReplicas();
    const [holder, gone] = opened.replicas;
    const turn = deferred();
    holder.onSlot('acme', () => {
      turn.resolve();
      return true;
    });
    const lease = await leaseOf(holder);
    expect([await kindOf(gone), await kindOf(holder)]).toEqual(['SLOTS', 'SLOTS']);
    await gone[Symbol.asyncDispose]();
    await opened.listening(2);
    holder.release('acme', { lease, limits });
    await turn.promise;
    expect(await kindOf(holder)).toBe('GRANTED');
  });

  it('of a killed process is free when its lease ends, and waiting replicas know when', async () => {
    await using opened = await openReplicas();
    const [killed, survivor] = opened.replicas;
    const begun = performance.now();
    await leaseOf(killed);
    await killed[Symbol.asyncDispose]();
    const answers: LimitReply[] = [];
    await until(async () => answers.push(await survivor.acquire('acme', { limits, standard })) > 0 && answers.at(-1)?.kind === 'GRANTED');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(leaseMs - 5);
    for (const refused of answers.slice(0, -1)) {
      expect(refused).toEqual({ kind: 'SLOTS', ms: expect.any(Number) });
      expect('ms' in refused && refused.ms).toBeLessThanOrEqual(1_000);
    }
  });
});

describe.runIf(inject('redisUrl'))('a request', () => {
  it('counts while it may be in transit, and for a second after its arrival', async () => {
    await using opened = await openReplicas();
    const [slow, other] = opened.replicas;
    const one = { requestsPerSecond: 1, concurrency: 10, timeoutMs: 10_000 };
    const granted = await slow.acquire('acme', { limits: one, standard });
    if (granted.kind !== 'GRANTED') throw new Error(`expected a grant, got ${granted.kind}`);
    const begun = performance.now();
    const elsewhere = () => other.acquire('acme', { limits: one, standard });
    // Its process has stalled between grant and request, for longer than a window and the transit of a request.
    while (performance.now() - begun < 1_000 + 2 * arrivalMs) expect(await elsewhere()).toEqual({ kind: 'RATE', ms: 1_000 });
    const arrived = performance.now();
    slow.markArrived('acme', { lease: granted.lease, limits: one });
    while ((await elsewhere()).kind !== 'GRANTED') await new Promise((resolve) => setImmediate(resolve));
    expect(performance.now() - arrived).toBeGreaterThanOrEqual(995);
  });
});

describe.runIf(inject('redisUrl'))('a pause and a cool-down', () => {
  it('of one replica are known to all while Redis is unavailable, and restored in a Redis that has lost them', async () => {
    await using opened = await openReplicas();
    const { redis } = opened;
    const [reported, other, late] = opened.replicas;
    reported.pause('acme', 60_000);
    reported.coolDown('acme', { standard, ms: 90_000 });
    await untilCoolDown(other, ({ pausedMs, coolingMs }) => pausedMs > 0 && coolingMs > 0);
    await redis.kill();
    const { pausedMs, coolingMs } = other.coolDownOf('acme', standard);
    expect([pausedMs > 50_000 && pausedMs <= 60_000, coolingMs > 80_000 && coolingMs <= 90_000]).toEqual([true, true]);
    expect(other.coolDownOf('acme', 'ARRIVAL_NOTICE').coolingMs).toBe(0);
    // Reported while Redis is unavailable.
    reported.pause('other-line', 60_000);
    await late[Symbol.asyncDispose]();
    await redis.restart();
    while ((await reported.runId()) === undefined) await new Promise((resolve) => setImmediate(resolve));
    await using fresh = await openReplica(redis.url);
    expect(await fresh.acquire('acme', { limits, standard })).toMatchObject({ kind: 'PAUSED' });
    expect(await fresh.acquire('other-line', { limits, standard })).toMatchObject({ kind: 'PAUSED' });
  });

  it('end for all when the partner answers again', async () => {
    await using opened = await openReplicas();
    const [reported, other] = opened.replicas;
    reported.coolDown('acme', { standard, ms: 90_000 });
    await untilCoolDown(other, ({ coolingMs }) => coolingMs > 0);
    expect(await kindOf(other)).toBe('COOLING_DOWN');
    reported.endCoolDown('acme', standard);
    await untilCoolDown(other, ({ coolingMs }) => coolingMs === 0);
    expect(await kindOf(other)).toBe('GRANTED');
  });
});
