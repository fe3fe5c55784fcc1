import { describe, expect, inject, it } from 'vitest';
import { createRedisCursorCache } from '#platform/cache/cursor-cache.ts';
import { disposeAll, openBus, openCounts, openSharedLimits } from '#platform/process/backends.ts';
import { openRedis } from '#platform/process/redis.ts';
import { startRedis } from '../../support/processes.ts';
import { readinessThat } from '../../support/readiness.ts';
import { sendToRedis, startRedisCluster, startRedisSentinel, startTlsRedis } from '../../support/redis-servers.ts';
import { until } from '../../support/until.ts';
import { openDeployment } from '../apart/deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

/** Opens everything that a process keeps in Redis. */
async function openProcess(url: string) {
  const lines: object[] = [];
  const logger = { info: (line: object) => lines.push(line), warn: (line: object) => lines.push(line) };
  const redis = await openRedis(url, { logger: logger as never });
  const bus = await openBus(redis);
  const cache = createRedisCursorCache(redis.cache, { prefix: 'landfall' });
  const { shared, counts, ...limits } = await openSharedLimits(redis);
  await until(() => bus.connected);
  return { redis, bus, cache, shared, counts, lines, [Symbol.asyncDispose]: () => disposeAll([limits, bus, cache, redis]) };
}

type Process = Awaited<ReturnType<typeof openProcess>>;

const permit = ({ shared }: Process, partner: string, requestsPerSecond = 0.01) =>
  shared.permit(partner, undefined, { requestsPerSecond, concurrency: 1, timeoutMs: 1_000 });

/** Expects that two processes share everything through Redis, with names that fall into all parts of a cluster. */
async function expectToShare(one: Process, other: Process, round: string): Promise<void> {
  const heads: number[] = [];
  const leave = other.bus.subscribe('sequenced', ({ head }) => heads.push(head ?? Number.NaN));
  await until(() => one.bus.connected && other.bus.connected && one.redis.away === undefined && other.redis.away === undefined);
  await until(() => {
    one.bus.publish('sequenced', { log: 'port-call-events', head: 7 });
    return heads.includes(7);
  });
  leave();
  for (let number = 0; number < 20; number += 1) {
    const name = `${round}-${number}`;
    // Until both have noticed the end of a failure, and their shares no longer matter.
    await until(async () => {
      await one.cache.put(name, { name }, 60_000);
      return (await other.redis.cache.run((client) => client.get(`landfall:${name}`))) === JSON.stringify({ name });
    });
    await until(async () => (await permit(one, name)).kind === 'GRANTED');
    await until(async () => {
      const permission = await permit(other, name);
      return permission.kind === 'LATER' && permission.ms > 50_000;
    });
    const wanted = { perMinute: 60, amount: 60, isRefusable: true };
    expect(await one.counts.take(name, wanted)).toBe(0);
    expect(await other.counts.take(name, wanted)).toBeGreaterThan(50_000);
    expect([await one.counts.isFirst(name, 60_000), await other.counts.isFirst(name, 60_000)]).toEqual([true, false]);
    one.shared.pause(name, 60_000);
  }
  await until(() => other.shared.waitsOf(`${round}-19`, undefined).pausedMs > 0);
  await until(() => other.counts.replicas?.live === 2 && one.counts.replicas?.live === 2);
}

/** Opens two processes, which share everything. */
async function openPair(url: string) {
  const [one, other] = [await openProcess(url), await openProcess(url)] as const;
  await expectToShare(one, other, 'first');
  return { one, other, [Symbol.asyncDispose]: () => disposeAll([one, other]) };
}

describe.runIf(redisUrl)('processes share everything through Redis', { concurrent: true }, () => {
  it('with a user, a password and a database number', async () => {
    await using redis = await startRedis();
    const rights = ['+@read', '+@write', '+@scripting', '+@pubsub', '+@connection', '+time', '+info'];
    await sendToRedis(redis.port, ['ACL', 'SETUSER', 'lan+dfall', 'on', '>p@ss:word', '~landfall:*', '&landfall:*', ...rights]);
    await using pair = await openPair(`redis://lan%2Bdfall:p%40ss%3Aword@127.0.0.1:${redis.port}/3`);
    expect(pair.one.lines).toEqual([]);
  });

  it.each(['the URL of one node', 'several URLs', 'redis+cluster'])(
    'in a cluster, named by %s, also while a node is gone',
    async (form) => {
      await using cluster = await startRedisCluster();
      const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`);
      const url = form === 'several URLs' ? hosts.map((host) => `redis://${host}`).join(',') : `redis+cluster://${hosts.join(',')}`;
      await using pair = await openPair(form === 'the URL of one node' ? `redis://${hosts[0]}` : url);
      const { one, other } = pair;
      const [, node] = cluster.nodes;
      await node?.kill();
      await until(() => one.redis.away !== undefined && other.redis.away !== undefined);
      // Each process sends by its share.
      await until(async () => (await permit(one, 'acme', 10)).kind === 'GRANTED');
      await node?.restart();
      await expectToShare(one, other, 'again');
    },
  );

  it('of the master that sentinels name, also after it was replaced and after it was killed', async () => {
    await using sentinel = await startRedisSentinel();
    await using pair = await openPair(sentinel.url);
    await sentinel.failOver();
    await expectToShare(pair.one, pair.other, 'replaced');
    expect(await sendToRedis(sentinel.replica.port, ['EXISTS', 'landfall:replaced-1'])).toEqual([1]);
    await sentinel.replica.kill();
    await until(() => pair.one.redis.away !== undefined && pair.other.redis.away !== undefined);
    await expectToShare(pair.one, pair.other, 'killed');
    expect(await sendToRedis(sentinel.master.port, ['EXISTS', 'landfall:killed-1'])).toEqual([1]);
  });
});

describe.runIf(redisUrl)('a REDIS_URL with a database of a cluster', () => {
  it('is refused at the start, with the reason', async () => {
    await using cluster = await startRedisCluster();
    await expect(openRedis(`${cluster.nodes[0]?.url}/2`, { logger: undefined })).rejects.toThrow(
      'REDIS_URL: names a node of a Redis Cluster, which has no databases besides 0',
    );
  });
});

describe.runIf(redisUrl)('a node of a cluster that did not respond at the start', () => {
  it('is reported as the cause, with what to do', async () => {
    await using cluster = await startRedisCluster();
    const [node] = cluster.nodes;
    if (node === undefined) throw new Error('the cluster has no node');
    process.kill(node.pid, 'SIGSTOP');
    await using redis = await openRedis(node.url, { logger: undefined });
    process.kill(node.pid, 'SIGCONT');
    await until(() => redis.away?.code === 'MOVED');
    expect(redis.away?.cause).toContain(
      'REDIS_URL names one node of a Redis Cluster, which did not respond at the start: restart this process',
    );
  });
});

describe.runIf(mongodbUrl && redisUrl)('a Redis with TLS', () => {
  it('is used if its certificate is trusted, and named as the cause if not', async () => {
    await using redis = await startTlsRedis();
    const start = async (settings: Readonly<Record<string, string>>) => {
      const deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redis.url, settings });
      const { url } = await deployment.startSubgraph('port-calls');
      return { url, [Symbol.asyncDispose]: () => deployment[Symbol.asyncDispose]() };
    };
    await using trusting = await start({ NODE_EXTRA_CA_CERTS: redis.certificate });
    await readinessThat(trusting.url, ({ degraded }) => Object.keys(degraded).length === 0);
    await using suspicious = await start({});
    const { code, degraded } = await readinessThat(suspicious.url, (readiness) => 'redis' in readiness.degraded);
    expect([code, degraded['redis']]).toEqual([200, expect.stringContaining('self-signed certificate')]);
  });
});

describe.runIf(redisUrl)('a user of Redis', () => {
  it.each([
    ['with a wrong password', 'WRONGPASS', ['>another', '+@all']],
    ['who may not run scripts', 'NOPERM', ['>secret', '+@all', '-@scripting']],
    ['who may not publish', 'NOPERM', ['>secret', '+@all', '-publish']],
    ['who may not write', 'NOPERM', ['>secret', '+@all', '-@write']],
  ])('%s is reported as the cause, and can work as soon as that is corrected', async (_what, code, rights) => {
    await using redis = await startRedis();
    const setUser = (...rules: string[]) => sendToRedis(redis.port, ['ACL', 'SETUSER', 'landfall', 'reset', 'on', '~*', '&*', ...rules]);
    await setUser(...rights);
    await using connections = await openRedis(`redis://landfall:secret@127.0.0.1:${redis.port}`, { logger: undefined });
    await until(() => connections.away?.code === code);
    await setUser('>secret', '+@all');
    await until(() => connections.away === undefined);
  });
});

it.runIf(redisUrl)('counts of gateways and subgraphs are separate', async () => {
  await using redis = await openRedis(redisUrl ?? '', { logger: undefined, prefix: 'separate' });
  await using gateways = await openCounts(redis, 'gateways');
  await using subgraphs = await openCounts(redis, 'subgraphs');
  expect([await gateways.isFirst('name', 60_000), await subgraphs.isFirst('name', 60_000)]).toEqual([true, true]);
});
