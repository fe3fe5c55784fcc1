import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { createRequestSigner } from '#platform/access/request-signatures.ts';
import { createSharedRate, type SharedRate, type Spender } from '#platform/access/shared-rate.ts';
import type { SharedCounts } from '#platform/cache/shared-counts.ts';
import { openCounts } from '#platform/process/backends.ts';
import { openRedis, type RedisConnections } from '#platform/process/redis.ts';
import { systemClock } from '#platform/time/clock.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type ServerProcess, startRedis } from '../../support/processes.ts';
import { until } from '../../support/until.ts';
import { openDeployment } from '../apart/deployment.ts';

const perMinute = 60;
const of = (tenant: string): Spender => ({ tenant, perMinute });

interface Opened extends AsyncDisposable {
  readonly redis: ServerProcess;
  readonly counts: readonly SharedCounts[];
  readonly rates: readonly SharedRate[];
}

/** Opens a tenant's rate at three replicas over one Redis. */
async function openReplicas(): Promise<Opened> {
  const redis = await startRedis();
  const counts: SharedCounts[] = [];
  const connections: RedisConnections[] = [];
  for (let place = 0; place < 3; place += 1) {
    const connection = await openRedis(redis.url, { logger: undefined });
    connections.push(connection);
    counts.push(await openCounts(connection, 'gateways'));
  }
  await untilReached(counts);
  await until(() => counts.every(({ processes }) => processes === 3));
  return {
    redis,
    counts,
    rates: counts.map((each) => createSharedRate({ name: 'requests', clock: systemClock, counts: each })),
    [Symbol.asyncDispose]: async () => {
      for (const each of [...counts, ...connections, redis]) await each[Symbol.asyncDispose]();
    },
  };
}

/** Resolves when all of them reach Redis. */
async function untilReached(counts: readonly SharedCounts[]): Promise<void> {
  for (const { take } of counts)
    await until(() => take('other', { perMinute, amount: 0, isRefusable: true }).then((waitMs) => waitMs !== undefined));
}

/** Resolves with the value of a promise that has already resolved, otherwise with `waiting`. */
function soFar<T>(promise: Promise<T> | undefined): Promise<T | 'waiting' | undefined> {
  return Promise.race([promise, new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))]);
}

/** Returns how many of the requests that begin at each replica at the same time are admitted. */
async function admitted(rates: readonly SharedRate[], each: number): Promise<number> {
  const begun = await Promise.all(rates.flatMap((rate) => Array.from({ length: each }, () => rate.begin(of('blue')))));
  return begun.filter((seconds) => seconds === undefined).length;
}

/** Returns the amount that a bucket has refilled since then. */
const refilledSince = (begun: number, rate = perMinute) => Math.ceil(((performance.now() - begun) * rate) / 60_000);

describe.runIf(inject('redisUrl'))('a tenant’s rate over three replicas', () => {
  it('is one rate with Redis, and continues by shares without it, which are full once', async () => {
    await using opened = await openReplicas();
    const { redis, rates } = opened;
    const begun = performance.now();
    let sum = await admitted(rates, perMinute);
    expect(sum).toBeGreaterThanOrEqual(perMinute);
    expect(sum).toBeLessThanOrEqual(perMinute + refilledSince(begun));
    await redis.kill();
    sum += await admitted(rates, perMinute);
    sum += await admitted(rates, perMinute);
    expect(sum).toBeLessThanOrEqual(2 * perMinute + refilledSince(begun) + rates.length);
  });

  it('never exceeds the limit in sum while Redis is unavailable from the beginning', async () => {
    await using opened = await openReplicas();
    await opened.redis.kill();
    const begun = performance.now();
    const sum = await admitted(opened.rates, perMinute);
    expect(sum).toBeGreaterThanOrEqual(perMinute);
    expect(sum).toBeLessThanOrEqual(perMinute + refilledSince(begun));
  });

  it('lets one request wait if Redis does not respond, and none after that', async () => {
    await using opened = await openReplicas();
    const [rate] = opened.rates;
    process.kill(opened.redis.pid, 'SIGSTOP');
    const first = rate?.begin(of('blue'));
    expect(await soFar(first)).toBe('waiting');
    expect(await first).toBeUndefined();
    for (let place = 0; place < 10; place += 1) expect(await soFar(rate?.begin(of('red')))).toBeUndefined();
    // Longer than the timeout of Redis, which gets no command before it responds.
    await delay(300);
    expect(await soFar(rate?.begin(of('green')))).toBeUndefined();
    process.kill(opened.redis.pid, 'SIGCONT');
  });

  it('counts the existing processes', async () => {
    await using redis = await startRedis();
    await using connections = await openRedis(redis.url, { logger: undefined });
    const first = await openCounts(connections, 'gateways');
    await using second = await openCounts(connections, 'gateways');
    await using other = await openCounts(connections, 'subgraphs');
    await until(() => second.processes === 2);
    expect(other.processes).toBe(1);
    await first[Symbol.asyncDispose]();
    await until(() => second.processes === 1);
  });
});

describe.runIf(inject('redisUrl') && inject('mongodbUrl'))('replicas in distributed mode', () => {
  it('share the limits of requests, failed sign-ins and signatures', async () => {
    await using redis = await startRedis();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.yaml');
    const sha256 = createHash('sha256').update('the-key-of-blue').digest('hex');
    await writeFile(file, `tenants: { blue: { apiKeys: [{ sha256: "${sha256}" }], limits: { requestsPerMinute: 5 } } }\n`);
    const settings = {
      ACCESS_FILE: file,
      SUBGRAPH_SECRETS: 'a-secret-of-24-characters',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    await using deployment = await openDeployment({ mongodbUrl: inject('mongodbUrl') ?? '', redisUrl: redis.url, settings });
    const closedUrl = 'http://127.0.0.1:9';
    const urls = { 'arrival-notices': closedUrl, 'commercial-schedules': closedUrl, 'port-calls': closedUrl, arrivals: closedUrl };
    const gateways = await Promise.all([deployment.serveGateway(urls), deployment.serveGateway(urls)]);
    const post = async (url: string, headers: Readonly<Record<string, string>>, body = '{"query":"{ __typename }"}') => {
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
      return answer.status;
    };
    const queryAll = (times: number, headers: Readonly<Record<string, string>>) =>
      Promise.all(gateways.flatMap(({ url }) => Array.from({ length: times }, () => post(url, headers))));
    const sending = performance.now();
    const requested = await queryAll(5, { 'x-api-key': 'the-key-of-blue' });
    const answered = requested.filter((status) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThanOrEqual(5 + refilledSince(sending, 5));
    expect(requested.filter((status) => status === 429)).toHaveLength(requested.length - answered);
    const begun = performance.now();
    const guessed = await queryAll(60, { 'x-api-key': 'a-guess', 'x-forwarded-for': '198.51.100.1' });
    const refused = guessed.filter((status) => status === 401).length;
    expect(refused).toBeGreaterThan(50);
    expect(refused).toBeLessThanOrEqual(60 + refilledSince(begun));

    const subgraphs = [await deployment.serveSubgraph('port-calls'), await deployment.serveSubgraph('port-calls')];
    const body = '{"query":"{ __typename }"}';
    const headers = createRequestSigner(
      [settings.SUBGRAPH_SECRETS],
      systemClock,
    )({ method: 'POST', path: '/graphql', body, caller: openCaller });
    const taken = await Promise.all(subgraphs.map(({ url }) => post(url, headers, body)));
    expect(taken.toSorted()).toEqual([200, 401]);

    const push = async (url: string) => {
      const stranger = { 'x-api-key': 'a-guess', 'x-forwarded-for': '198.51.100.2' };
      return (await fetch(`${url}/dcsa/events`, { method: 'POST', headers: stranger })).status;
    };
    const pushing = performance.now();
    const pushed = await Promise.all(subgraphs.flatMap(({ url }) => Array.from({ length: 60 }, () => push(url))));
    const denied = pushed.filter((status) => status === 401).length;
    expect(denied).toBeGreaterThan(50);
    expect(denied).toBeLessThanOrEqual(60 + refilledSince(pushing));
    expect(pushed.filter((status) => status === 429)).toHaveLength(pushed.length - denied);
  });
});
