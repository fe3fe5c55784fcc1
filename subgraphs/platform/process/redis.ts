import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, ClusterOptions, RedisOptions } from 'ioredis';
import type { Registry } from 'prom-client';
import { createRedisLink, isOtherServer, parseRedisUrl, type RedisAddress, type RedisAway, type RedisClient } from '../cache/redis-link.ts';
import { LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { registerMeasured } from '../metrics.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';

/** The connections of one process to Redis. */
export type RedisConnections = Awaited<ReturnType<typeof openRedis>>;

/** Maximum wait at the start for a Redis that does not respond. */
const connectMs = 1_000;
/** Time between two probes. */
const probeMs = 500;

/**
 * Redis is optional at runtime: commands fail at once instead of being queued or sent again, and a connection without
 * replies is closed.
 */
const baseOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // The event bus subscribes again. Here, a channel that the user may no longer use would end the process.
  autoResubscribe: false,
  maxRetriesPerRequest: 1,
  connectTimeout: 5_000,
  socketTimeout: 5_000,
  reconnectOnError: isOtherServer,
} satisfies RedisOptions;

/**
 * Connects to Redis as `REDIS_URL` names it, and watches the connections until disposal: logs once when Redis cannot be
 * used, with the cause, and once when it can again. A URL of one server that is a node of a cluster opens the cluster.
 *
 * @returns once connected, or after {@link connectMs} without a reply
 * @throws {LandfallError} CONFIG_INVALID for a database number of a cluster
 */
export async function openRedis(
  url: string,
  { logger, prefix = 'landfall' }: { readonly logger: Pick<Logger, 'info' | 'warn'> | undefined; readonly prefix?: string },
) {
  const { Cluster, Redis } = await import('ioredis');
  const named = parseRedisUrl(url);
  const open = (address: RedisAddress): RedisClient => {
    const client = address.kind === 'CLUSTER' ? new Cluster([...address.hosts], clusterOptionsOf(address)) : new Redis(optionsOf(address));
    // Without a listener, a client logs each failed connection attempt to the console.
    return client.on('error', () => undefined);
  };
  let address = named;
  let commandsClient = open(named);
  await connected(commandsClient);
  if (named.kind === 'SERVER' && (await isClusterNode(commandsClient))) {
    commandsClient.disconnect();
    if (named.db !== 0) {
      throw new LandfallError('CONFIG_INVALID', 'REDIS_URL: names a node of a Redis Cluster, which has no databases besides 0');
    }
    address = { ...named, kind: 'CLUSTER' };
    logger?.info('REDIS_URL names a node of a Redis Cluster; the whole cluster is used');
    commandsClient = open(address);
    await connected(commandsClient);
  }
  const clients = [commandsClient, open(address), open(address)] as const;
  const [, cacheClient, subscriber] = clients;
  if (commandsClient.status === 'ready') await Promise.all([connected(cacheClient), connected(subscriber)]);
  const onError = (err: unknown) => logger?.warn({ err }, 'a command to Redis failed');
  const linkOf = (client: RedisClient, name: string) => createRedisLink(client, { probeKey: `${prefix}:probe:${name}`, onError });
  const [commands, cache] = [linkOf(commandsClient, 'commands'), linkOf(cacheClient, 'cache')];

  const findAway = () => commands.away ?? cache.away;
  let logged: RedisAway | undefined;
  const watch = startWakeUpLoop({
    round: async () => {
      await Promise.all([commands.probe(), cache.probe()]);
      // Closes a connection whose server has vanished. A cluster watches its subscriber itself.
      if (!isCluster(subscriber) && subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
      const away = findAway();
      if (away?.code === logged?.code) return;
      logged = away;
      if (away === undefined) logger?.info('Redis can be used again');
      else logger?.warn({ code: away.code, cause: away.cause }, 'Redis cannot be used; this process continues without it');
    },
    onError: () => undefined,
    pollMs: probeMs,
  });
  return {
    /** Counts, limits and wake signals: short commands. */
    commands,
    /** Cached pages, whose transfer must not delay other commands. */
    cache,
    /** Used for subscriptions only. */
    subscriber,
    /** Prefix of keys. */
    prefix,
    /** Prefix of channels, which, unlike keys, belong to all databases of a server. */
    channelPrefix: `${prefix}:${address.db}`,
    /** Why a part of Redis cannot be used; undefined while all of it can. */
    get away() {
      return findAway();
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      // First, so that the end of the connections is not logged as a failure.
      await watch.stop();
      for (const client of clients) client.disconnect();
    },
  };
}

/** Registers the metric of the connections. */
export function registerRedisMetrics(registry: Registry, redis: Pick<RedisConnections, 'away'>): void {
  registerMeasured(registry, {
    name: 'landfall_redis_away',
    help: 'Whether Redis cannot be used, with the cause: the first word of its error reply, TIMEOUT or UNREACHABLE. NONE while it can.',
    labelNames: ['cause'],
    measure: () => [[redis.away === undefined ? 0 : 1, { cause: redis.away?.code ?? 'NONE' }]],
  });
}

function isCluster(client: RedisClient): client is Cluster {
  return client.isCluster;
}

function optionsOf({ kind, hosts, tls, username, password, db, master, ...sentinel }: RedisAddress): RedisOptions {
  const secure = tls ? { tls: {} } : {};
  const common = { ...baseOptions, ...defined({ username, password }), db, ...secure };
  if (kind !== 'SENTINEL') return { ...common, ...hosts[0] };
  const { sentinelUsername, sentinelPassword } = sentinel;
  return {
    ...common,
    sentinels: [...hosts],
    name: master ?? '',
    ...defined({ sentinelUsername, sentinelPassword }),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    // Leaves the former master as soon as the sentinels have chosen another one.
    failoverDetector: true,
  };
}

function clusterOptionsOf({ tls, username, password }: RedisAddress): ClusterOptions {
  return {
    enableOfflineQueue: false,
    // Repeated by the next probe instead.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: 5_000,
    // Certificates are issued for names of hosts.
    dnsLookup: (address, callback) => callback(null, address),
    redisOptions: { ...omitQueue(baseOptions), ...defined({ username, password }), ...(tls ? { tls: {} } : {}) },
  };
}

function omitQueue({ enableOfflineQueue: _, ...options }: typeof baseOptions) {
  return options;
}

function defined<T extends Readonly<Record<string, string | undefined>>>(options: T): { [Name in keyof T]?: string } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [Name in keyof T]?: string };
}

/** Resolves when the client is connected, or after {@link connectMs}. */
async function connected(client: RedisClient): Promise<void> {
  if (client.status === 'ready') return;
  const ready = new Promise((resolve) => client.once('ready', resolve));
  await Promise.race([ready, delay(connectMs, undefined, { ref: false })]);
}

async function isClusterNode(client: RedisClient): Promise<boolean> {
  if (client.status !== 'ready') return false;
  // Fails for a user without this right, whose Redis then counts as one server.
  const info = await Promise.race([client.info('cluster').catch(() => ''), delay(connectMs, '', { ref: false })]);
  return /^cluster_enabled:1/m.test(info);
}
