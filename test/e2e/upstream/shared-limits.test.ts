import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { LandfallError } from '#platform/errors.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { openCounts } from '#platform/process/backends.ts';
import { createMongoCall } from '#platform/store/mongodb/failure.ts';
import type { OnBusy } from '#platform/upstream/limiter.ts';
import { type Replicas, registerReplica } from '#platform/upstream/replicas.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { openConnectedLimits } from '../../support/connected-limits.ts';
import { openDatabase } from '../../support/database.ts';
import { deferred } from '../../support/deferred.ts';
import { type FakePartner, openFakePartner, type Script } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { startRedis } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const logger = pino({ level: 'silent' });
const mongodbUrl = inject('mongodbUrl');
const answerMs = 20;
const timeoutMs = 200;
/** Registers twenty times as often as in production, for tests that wait until a registration has expired. */
const quick = { timeoutMs, leaseMs: 600 };
/** For all other tests, so that no registration and no request expires because the machine is busy. */
const patient = { timeoutMs: 30_000, leaseMs: 30_000 };

const limit = 20;
/** Longer than a change from Redis to shares takes. */
const pauseMs = 2_000;

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
  query(onBusy?: OnBusy): Promise<string>;
  /** Resolves when Redis has processed the reports of this replica. */
  settled(): Promise<unknown>;
  readonly counting: Replicas['counting'];
  /** Disconnects it from MongoDB. */
  loseMongo(): Promise<void>;
}

interface Deployed extends AsyncDisposable {
  readonly replicas: readonly [Replica, Replica, Replica];
}

interface DeployedOptions {
  readonly redisUrl: string;
  /** The limits in the partner's file. */
  readonly limits: string;
  readonly pace: { readonly timeoutMs: number; readonly leaseMs: number };
  readonly callsPerMinute?: number;
}

/** Opens the upstream clients of three replicas over one Redis and one MongoDB. */
async function openReplicas(address: string, { redisUrl, limits, pace, callsPerMinute = 0 }: DeployedOptions): Promise<Deployed> {
  const { timeoutMs, leaseMs } = pace;
  const folder = await temporaryFolder();
  const lines = ['id: acme', 'name: ACME', 'allowPrivate: true', `limits: { timeoutMs: ${timeoutMs}, deadlineMs: 60000, ${limits} }`];
  await writeFile(join(folder.path, 'acme.yaml'), [...lines, `portCalls: { baseUrl: "${address}" }`].join('\n'));
  const partners = await openPartnerRegistry({ dir: folder.path, logger, env: {} });
  const partner = partners.find('acme');
  if (partner === undefined) throw new Error('the file of acme is gone');
  const database = openDatabase(mongodbUrl ?? '');
  const opened: AsyncDisposable[] = [];
  const payer = { tenant: 'blue', partnerCallsPerMinute: callsPerMinute };
  const openReplica = async (): Promise<Replica> => {
    const redis = await openConnectedLimits(redisUrl, 'test');
    const client = await new MongoClient(mongodbUrl ?? '').connect();
    const call = createMongoCall({ timeoutMs: 500 });
    const db = client.db(database.name);
    const replicas = await registerReplica({ db, call, limits: redis, logger, longestCallMs: () => timeoutMs, tickMs: 50, leaseMs });
    // The first one is longer than a stall of the machine.
    const breakerCoolDown = { firstMs: 3_000, nextMs: 400 };
    const counts = await openCounts(redisUrl, { kind: 'subgraphs', registered: () => replicas.count });
    const upstream = openUpstream({ logger, partners, breakerCoolDown, shared: { redis, replicas }, counts });
    opened.push(upstream, replicas, redis, counts, { [Symbol.asyncDispose]: () => client.close() });
    return {
      query: (onBusy) =>
        upstream.call({ partner, standard: 'PORT_CALL', url: address, headers: {}, deadline: Date.now() + 60_000, onBusy, payer }).then(
          () => 'OK',
          (error: unknown) => (error instanceof LandfallError ? error.code : `${error}`),
        ),
      get counting() {
        return replicas.counting;
      },
      settled: () => redis.runId(),
      loseMongo: () => client.close(),
    };
  };
  const replicas = [await openReplica(), await openReplica(), await openReplica()] as const;
  return {
    replicas,
    [Symbol.asyncDispose]: async () => {
      for (const each of opened) await each[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
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

describe.runIf(mongodbUrl && inject('redisUrl'))('three replicas together', () => {
  it('respect the rate and the concurrency of the partner’s file: with Redis, without, and with it again', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    const { fake, times } = partner;
    await using deployed = await openReplicas(fake.url, {
      redisUrl: redis.url,
      limits: `requestsPerSecond: ${limit}, concurrency: 3`,
      pace: quick,
    });
    const { replicas } = deployed;
    {
      await using _load = pressOn(replicas);
      const agreed = (kind: 'REDIS' | 'SHARES') => until(() => replicas.every(({ counting }) => counting?.kind === kind));
      const pressed = async (kind: 'REDIS' | 'SHARES', count: number) => {
        await agreed(kind);
        await fake.received(fake.requests.length + count);
        // A stall may have ended a registration meanwhile.
        await agreed(kind);
      };
      // More than a second of each, and the beginning of what follows the last change.
      await pressed('REDIS', 1.5 * limit);
      await redis.kill();
      await pressed('SHARES', 1.5 * limit);
      await redis.restart();
      await pressed('REDIS', limit / 2);
    }
    expect(partner.mostAtOnce()).toBe(3);
    expect(mostWithin(1_000, times)).toBeLessThanOrEqual(limit);
  });

  it('all obey a pause that a partner requested of one of them, even if Redis becomes unavailable meanwhile', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    await using deployed = await openReplicas(partner.fake.url, { redisUrl: redis.url, limits: 'requestsPerSecond: 1000', pace: quick });
    const [first, second, third] = deployed.replicas;
    let paused = 0;
    partner.fake.answer(() => {
      paused = performance.now();
      return { status: 429, headers: { 'retry-after': `${pauseMs / 1_000}` } };
    });
    const reported = deferred();
    const answering = first.query(() => reported.resolve());
    await reported.promise;
    await first.settled();
    await redis.kill();
    // Until they agree on shares all requests are rejected; then the pause applies to each.
    await Promise.all([queryUntil(second, 'OK'), queryUntil(third, 'OK'), answering]);
    expect(Math.min(...partner.times) - paused).toBeGreaterThanOrEqual(pauseMs - 100);
  });

  it('send nothing to a failing partner until a probe of one of them succeeds', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    const { fake } = partner;
    await using deployed = await openReplicas(fake.url, {
      redisUrl: redis.url,
      limits: 'requestsPerSecond: 1000, concurrency: 10',
      pace: patient,
    });
    const [failing, ...others] = deployed.replicas;
    // Sent concurrently, because a request after the tenth failure would be an eleventh.
    const dropped = deferred();
    fake.answer(...Array.from({ length: 10 }, () => ({ fault: 'drop', after: dropped.promise }) as const));
    const failures = Promise.all(Array.from({ length: 10 }, () => failing.query()));
    await fake.received(10);
    dropped.resolve();
    await failures;
    await failing.settled();
    expect(await Promise.all(others.map((other) => other.query()))).toEqual(['UPSTREAM_BUSY', 'UPSTREAM_BUSY']);
    expect(fake.requests).toHaveLength(10);
    const probe = deferred();
    fake.answer({ after: probe.promise });
    const sending = Promise.all(deployed.replicas.map((replica) => queryUntil(replica, 'OK')));
    await fake.received(11);
    // Two of the three, because one may be the replica whose probe is in progress and waits for its answer.
    await Promise.any(others.map((other) => queryUntil(other, 'UPSTREAM_BUSY')));
    expect(fake.requests).toHaveLength(11);
    probe.resolve();
    await sending;
  });

  it('make no more requests for a tenant than its quota, counted at the partner', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    await using deployed = await openReplicas(partner.fake.url, {
      redisUrl: redis.url,
      limits: 'requestsPerSecond: 1000, concurrency: 10',
      pace: patient,
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

  it('send nothing without a registration', async () => {
    await using redis = await startRedis();
    await using partner = await openCountingPartner();
    await using deployed = await openReplicas(partner.fake.url, { redisUrl: redis.url, limits: 'requestsPerSecond: 1000', pace: quick });
    const [unregistered, registered] = deployed.replicas;
    await queryUntil(unregistered, 'OK');
    await unregistered.loseMongo();
    await queryUntil(unregistered, 'UPSTREAM_BUSY');
    const queried = partner.fake.requests.length;
    expect(await Promise.all([unregistered.query(), unregistered.query()])).toEqual(['UPSTREAM_BUSY', 'UPSTREAM_BUSY']);
    await redis.kill();
    expect(await unregistered.query()).toBe('UPSTREAM_BUSY');
    expect(partner.fake.requests).toHaveLength(queried);
    await queryUntil(registered, 'OK');
  });
});
