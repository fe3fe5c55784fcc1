import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { LandfallError } from '#platform/errors.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { openSharedLimits } from '#platform/process/backends.ts';
import { openRedis, type RedisConnections } from '#platform/process/redis.ts';
import type { OnBusy } from '#platform/upstream/limiter.ts';
import type { SharedLimits } from '#platform/upstream/shared-limits.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { deferred } from '../../support/deferred.ts';
import { type FakePartner, openFakePartner, type Script } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { startRedis } from '../../support/processes.ts';
import { redisFailures } from '../../support/redis-servers.ts';
import { until } from '../../support/until.ts';

const logger = pino({ level: 'silent' });
const answerMs = 20;
const limit = 20;
/** Longer than a change from Redis to shares takes. */
const pauseMs = 5_000;

/** A partner that counts its requests in progress, and records the time of each. */
interface CountingPartner extends AsyncDisposable {
  readonly fake: FakePartner;
  readonly times: readonly number[];
  readonly mostAtOnce: () => number;
}

async function openCountingPartner(): Promise<CountingPartner> {
  const times: number[] = [];
  let [inFlight, most] = [0, 0];
  const otherwise: Script = () => {
    times.push(performance.now());
    inFlight += 1;
    most = Math.max(most, inFlight);
    const after = delay(answerMs).then(() => {
      inFlight -= 1;
    });
    return { after };
  };
  const fake = await openFakePartner({ otherwise });
  return { fake, times, mostAtOnce: () => most, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
}

/** Returns the maximum number of requests within any window. */
function mostWithin(ms: number, times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + ms).length));
}

interface Replica {
  /** Sends one request. @returns the code of the error, `OK` without one */
  query(onBusy?: OnBusy, deadline?: number): Promise<string>;
  readonly redis: RedisConnections;
  readonly limits: SharedLimits;
  /** The number of replicas that it knows. */
  readonly known: () => number | undefined;
}

interface Deployed extends AsyncDisposable {
  readonly replicas: readonly [Replica, Replica, Replica];
}

interface DeployedOptions {
  readonly redisUrl: string;
  /** The limits in the partner's file. */
  readonly limits: string;
  readonly callsPerMinute?: number;
}

/** Opens the upstream clients of three replicas over one Redis, and waits until each counts all of them. */
async function openReplicas(address: string, { redisUrl, limits, callsPerMinute = 0 }: DeployedOptions): Promise<Deployed> {
  const folder = await temporaryFolder();
  const lines = ['id: acme', 'name: ACME', 'allowPrivate: true', `limits: { timeoutMs: 30000, deadlineMs: 60000, ${limits} }`];
  await writeFile(join(folder.path, 'acme.yaml'), [...lines, `portCalls: { baseUrl: "${address}" }`].join('\n'));
  const partners = await openPartnerRegistry({ dir: folder.path, logger, env: {} });
  const partner = partners.find('acme');
  if (partner === undefined) throw new Error('the file of acme is gone');
  const opened: AsyncDisposable[] = [];
  const payer = { tenant: 'blue', partnerCallsPerMinute: callsPerMinute };
  const openReplica = async (): Promise<Replica> => {
    const redis = await openRedis(redisUrl, { logger });
    const { shared, counts, ...opening } = await openSharedLimits(redis);
    // The first one is longer than a stall of the machine.
    const breakerCoolDown = { firstMs: 3_000, nextMs: 400 };
    const upstream = openUpstream({ logger, partners, breakerCoolDown, shared, counts });
    opened.push(upstream, opening, redis);
    return {
      query: (onBusy, deadline = Date.now() + 60_000) =>
        upstream.call({ partner, standard: 'PORT_CALL', url: address, headers: {}, deadline, onBusy, payer }).then(
          () => 'OK',
          (error: unknown) => (error instanceof LandfallError ? error.code : `${error}`),
        ),
      redis,
      limits: shared,
      known: () => counts.replicas?.live,
    };
  };
  const replicas = [await openReplica(), await openReplica(), await openReplica()] as const;
  await until(() => replicas.every((each) => each.known() === replicas.length));
  return {
    replicas,
    [Symbol.asyncDispose]: async () => {
      for (const each of opened) await each[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/**
 * Sends requests as fast as possible until disposal, from all replicas and more concurrently than the limits permit.
 */
function pressOn(replicas: readonly Replica[]): AsyncDisposable {
  let isOver = false;
  const press = async (replica: Replica): Promise<void> => {
    while (!isOver) if ((await replica.query()) === 'UPSTREAM_BUSY') await delay(10);
  };
  const pressing = Promise.all(replicas.flatMap((replica) => Array.from({ length: 4 }, () => press(replica))));
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await pressing;
    },
  };
}

/** Sends requests until one has this outcome. */
async function queryUntil(replica: Replica, outcome: string): Promise<void> {
  while ((await replica.query()) !== outcome) await delay(10);
}

/** Resolves when all replicas know whether Redis can be used. */
const untilAll = (replicas: readonly Replica[], isAway: boolean) =>
  until(() => replicas.every(({ redis }) => (redis.commands.away !== undefined) === isAway));

describe.runIf(inject('redisUrl'))('three replicas together', () => {
  it.each(redisFailures)(
    'send at most 1.2 times the rate of the partner’s file in any second while Redis works, while it $what, and afterwards',
    async (failure) => {
      await using redis = await startRedis();
      await using partner = await openCountingPartner();
      const { fake, times } = partner;
      await using deployed = await openReplicas(fake.url, { redisUrl: redis.url, limits: `requestsPerSecond: ${limit}, concurrency: 6` });
      const { replicas } = deployed;
      {
        await using _load = pressOn(replicas);
        // More than a second of each.
        const pressed = () => fake.received(fake.requests.length + 1.5 * limit);
        await pressed();
        await failure.begin(redis);
        try {
          await untilAll(replicas, true);
          const away = performance.now();
          await pressed();
          // Within seconds, each replica keeps to its share.
          expect(performance.now() - away).toBeLessThan(10_000);
        } finally {
          await failure.end(redis);
        }
        await untilAll(replicas, false);
        await pressed();
      }
      expect(partner.mostAtOnce()).toBeLessThanOrEqual(6);
      expect(mostWithin(1_000, times)).toBeLessThanOrEqual(1.2 * limit);
    },
  );

  it('send at most one request per second to a partner that permits no more, even without Redis', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    await using deployed = await openReplicas(partner.fake.url, { redisUrl: redis.url, limits: 'requestsPerSecond: 1, concurrency: 1' });
    const { replicas } = deployed;
    {
      await using _load = pressOn(replicas);
      await partner.fake.received(2);
      await redis.kill();
      await untilAll(replicas, true);
      await partner.fake.received(partner.fake.requests.length + 3);
    }
    // A busy machine delays requests on their way to the partner.
    expect(mostWithin(900, partner.times)).toBe(1);
  });

  it.each([
    ['requestsPerMinute: 7', 7],
    ['requestsPerDay: 5, requestsPerMinute: 60', 5],
    ['requestsPerMinute: 2, burst: 1', 1],
  ])('send together no more than %s, and say at once that more have to wait', async (limits, most) => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    const all = `requestsPerSecond: 1000, concurrency: 30, ${limits}`;
    await using deployed = await openReplicas(partner.fake.url, { redisUrl: redis.url, limits: all });
    // Before the next burst, minute or day, and after the replicas have found each other.
    const soon = Date.now() + 20_000;
    const outcomes = await Promise.all(deployed.replicas.flatMap(({ query }) => Array.from({ length: 7 }, () => query(undefined, soon))));
    const { length } = partner.times;
    // Less than everything is permitted while a replica has not registered for two seconds, on a busy machine.
    expect([length > 0, length <= most]).toEqual([true, true]);
    expect(outcomes.toSorted()).toEqual([...Array(length).fill('OK'), ...Array(21 - length).fill('UPSTREAM_BUSY')]);
  });

  it('leave the part of a replica that has lost Redis alone to it', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    const { fake, times } = partner;
    await using deployed = await openReplicas(fake.url, { redisUrl: redis.url, limits: `requestsPerSecond: ${limit}, concurrency: 6` });
    const [lost] = deployed.replicas;
    {
      await using _load = pressOn(deployed.replicas);
      await fake.received(limit);
      await lost.redis.commands.run(async (client) => client.disconnect());
      await until(() => lost.redis.commands.away !== undefined);
      await fake.received(fake.requests.length + 8 * limit);
    }
    expect(mostWithin(1_000, times)).toBeLessThanOrEqual(1.2 * limit);
  });

  it.each([
    [7, 6],
    [2, 3],
  ])('divide the concurrency of %i by rounding down, and each may send one request', async (concurrency, atOnce) => {
    await using redis = await startRedis();
    const answer = deferred();
    await using fake = await openFakePartner({ otherwise: { after: answer.promise } });
    const limits = `requestsPerSecond: 1000, concurrency: ${concurrency}`;
    await using deployed = await openReplicas(fake.url, { redisUrl: redis.url, limits });
    const queries = deployed.replicas.flatMap(({ query }) => Array.from({ length: 4 }, () => query()));
    await fake.received(atOnce);
    // A further request would have needed one more round trip.
    for (const each of deployed.replicas) await each.redis.commands.run((client) => client.ping());
    expect(fake.requests).toHaveLength(atOnce);
    answer.resolve();
    expect(new Set(await Promise.all(queries))).toEqual(new Set(['OK']));
  });

  it('all obey a pause that a partner requested of one of them, even if Redis becomes unavailable meanwhile', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    await using deployed = await openReplicas(partner.fake.url, {
      redisUrl: redis.url,
      limits: 'requestsPerSecond: 1000, concurrency: 10',
    });
    const [first, second, third] = deployed.replicas;
    let paused = 0;
    partner.fake.answer(() => {
      paused = performance.now();
      return { status: 429, headers: { 'retry-after': `${pauseMs / 1_000}` } };
    });
    const reported = deferred();
    const answering = first.query(() => reported.resolve());
    await reported.promise;
    await until(() => [second, third].every(({ limits }) => limits.waitsOf('acme', undefined).pausedMs > 0));
    await redis.kill();
    await Promise.all([queryUntil(second, 'OK'), queryUntil(third, 'OK'), answering]);
    expect(Math.min(...partner.times) - paused).toBeGreaterThanOrEqual(pauseMs - 100);
  });

  it('obey pauses and cool-downs that a replica learned while Redis was away, also in a Redis that has lost its data', async () => {
    await using redis = await startRedis();
    await using deployed = await openReplicas('http://127.0.0.1:9', { redisUrl: redis.url, limits: 'requestsPerSecond: 1000' });
    const { replicas } = deployed;
    const [first, second] = replicas;
    second.limits.coolDown('acme', 'PORT_CALL', 90_000);
    await until(() => first.limits.waitsOf('acme', 'PORT_CALL').coolingMs > 0);
    await redis.kill();
    await untilAll(replicas, true);
    first.limits.pause('acme', 60_000);
    await redis.restart();
    await until(() => replicas.every(({ limits }) => limits.waitsOf('acme', undefined).pausedMs > 50_000));
    await using late = await openRedis(redis.url, { logger });
    await using limits = await openSharedLimits(late);
    await until(() => {
      const { pausedMs, coolingMs } = limits.shared.waitsOf('acme', 'PORT_CALL');
      return pausedMs > 50_000 && coolingMs > 80_000;
    });
    expect(limits.shared.waitsOf('acme', 'ARRIVAL_NOTICE').coolingMs).toBe(0);
  });

  it('send nothing to a failing partner during the cool-down that one of them has begun, and then one probe each', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    const { fake } = partner;
    await using deployed = await openReplicas(fake.url, {
      redisUrl: redis.url,
      limits: 'requestsPerSecond: 1000, concurrency: 30',
    });
    const [failing, ...others] = deployed.replicas;
    // Sent concurrently, because a request after the tenth failure would be an eleventh.
    const dropped = deferred();
    fake.answer(...Array.from({ length: 10 }, () => ({ fault: 'drop', after: dropped.promise }) as const));
    const failures = Promise.all(Array.from({ length: 10 }, () => failing.query()));
    await fake.received(10);
    dropped.resolve();
    await failures;
    await until(() => others.every(({ limits }) => limits.waitsOf('acme', 'PORT_CALL').coolingMs > 0));
    expect(await Promise.all(others.map((other) => other.query()))).toEqual(['UPSTREAM_BUSY', 'UPSTREAM_BUSY']);
    expect(fake.requests).toHaveLength(10);
    const probe = deferred();
    fake.answer(...deployed.replicas.map(() => ({ after: probe.promise })));
    const sending = Promise.all(deployed.replicas.map((replica) => queryUntil(replica, 'OK')));
    await fake.received(13);
    // A probe in progress.
    await Promise.all(deployed.replicas.map((replica) => queryUntil(replica, 'UPSTREAM_BUSY')));
    expect(fake.requests).toHaveLength(13);
    probe.resolve();
    await sending;
  });

  it('make no more requests for a tenant than its quota, counted at the partner', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    await using deployed = await openReplicas(partner.fake.url, {
      redisUrl: redis.url,
      limits: 'requestsPerSecond: 1000, concurrency: 10',
      callsPerMinute: 12,
    });
    const begun = performance.now();
    const outcomes = await Promise.all(deployed.replicas.flatMap((replica) => Array.from({ length: 12 }, () => replica.query())));
    const refilled = Math.ceil(((performance.now() - begun) * 12) / 60_000);
    expect(new Set(outcomes)).toEqual(new Set(['OK', 'RATE_LIMITED']));
    expect(partner.times.length).toBeGreaterThanOrEqual(12);
    expect(partner.times.length).toBeLessThanOrEqual(12 + refilled);
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(partner.times.length);
  });
});
