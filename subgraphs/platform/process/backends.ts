import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { MongoClient } from 'mongodb';
import type { CursorCache } from '../cache/cursor-cache.ts';
import { createMemoryCursorCache } from '../cache/memory-cursor-cache.ts';
import { limitCommands } from '../cache/redis-timeout.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Config } from '../config.ts';
import { LandfallError } from '../errors.ts';
import type { EventBus } from '../log/event-bus.ts';
import { createMemoryBus } from '../log/memory-event-bus.ts';
import { endProcess, type Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { MongoDatabase } from '../store/mongodb/collections.ts';
import { createSqliteStore } from '../store/sqlite/store.ts';
import type { Store } from '../store/store.ts';
import { isStoreError, operatorMessageOf } from '../store/store-failure.ts';
import type { RedisLimits } from '../upstream/redis-limits.ts';
import type { Replicas } from '../upstream/replicas.ts';
import type { SharedLimits } from '../upstream/shared-limiter.ts';

/** The store, the event bus and the cache of a process. */
export interface Backends extends AsyncDisposable {
  readonly store: Store;
  readonly bus: EventBus;
  readonly cursorCache: CursorCache;
  /** Whether several processes use the store. */
  readonly shared: boolean;
  /** The database of the store; undefined for SQLite. */
  readonly database?: MongoDatabase;
}

/**
 * Opens the store, the cache and the bus as configured: MongoDB or the SQLite file, Redis or memory.
 *
 * @param options.logger logger of a server, which logs when the store becomes unusable and usable again; a server also
 *   opens a damaged SQLite file, and then rejects all requests
 * @throws {LandfallError} STORE_UNAVAILABLE, or STORE_DAMAGED with the place, the cause and what to do; CONFIG_INVALID
 */
export async function openBackends(config: Config, { logger }: { readonly logger?: Logger } = {}): Promise<Backends> {
  const { MONGODB_URL } = config;
  const [bus, cursorCache] = await Promise.all([openBus(config), openCursorCache(config)]);
  try {
    if (MONGODB_URL === undefined) {
      const store = await createSqliteStore({ path: sqlitePathOf(config), logger });
      return { store, bus, cursorCache, shared: false, [Symbol.asyncDispose]: () => disposeAll([store, bus, cursorCache]) };
    }
    // Loaded on demand, because the process starts faster without unused drivers.
    const [client, { createMongoStore }, { watchPrimary }] = await Promise.all([
      connectMongoClient(MONGODB_URL),
      import('../store/mongodb/store.ts'),
      import('../store/mongodb/primary.ts'),
    ]);
    const database = client.db();
    const store = await createMongoStore(database, { logger, place: mongoPlaceOf(client), hasPrimary: watchPrimary(client) });
    const close = { [Symbol.asyncDispose]: () => client.close() };
    const dispose = () => disposeAll([store, bus, cursorCache, close]);
    return { store, bus, cursorCache, shared: true, database, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await disposeAll([bus, cursorCache]);
    // At startup, the message is for the operator.
    if (isStoreError(error)) throw new LandfallError((error as LandfallError).code, operatorMessageOf(error), { cause: error });
    throw error;
  }
}

/** Returns the path of the SQLite file. */
export function sqlitePathOf({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'landfall.db');
}

/**
 * Connects the client of the store.
 *
 * @throws {LandfallError} CONFIG_INVALID for an option that the driver does not know, STORE_UNAVAILABLE
 */
export async function connectMongoClient(url: string): Promise<MongoClient> {
  const { MongoClient } = await import('mongodb');
  let client: MongoClient;
  try {
    client = new MongoClient(url, {
      serverSelectionTimeoutMS: serverSelectionMs,
      connectTimeoutMS: 5_000,
      maxPoolSize: 20,
      retryWrites: true,
      appName: 'landfall',
    });
  } catch (cause) {
    throw new LandfallError('CONFIG_INVALID', `MONGODB_URL: ${(cause as Error).message}`, { cause });
  }
  await client.connect().catch(async (cause: unknown) => {
    await client.close();
    const { mongoFailureOf } = await import('../store/mongodb/failure.ts');
    // The driver's message names the host and the cause, and no credentials.
    const why = mongoFailureOf(cause, mongoPlaceOf(client)) ?? (cause as Error);
    throw new LandfallError('STORE_UNAVAILABLE', why.message, { cause });
  });
  return client;
}

/** Returns the addresses of the servers, for operators. */
function mongoPlaceOf({ options }: MongoClient): string {
  return `MongoDB at ${options.srvHost ?? options.hosts.join(', ')}`;
}

/** Shorter than the timeout of a step of the store, so that the driver's error names the server and the cause. */
const serverSelectionMs = 3_500;

/** Opens only the event bus, for a process without a store. */
export async function openBus(config: Config): Promise<EventBus> {
  if (config.REDIS_URL === undefined) return createMemoryBus();
  const [{ Redis }, { createRedisBus }] = await Promise.all([import('ioredis'), import('../log/redis-event-bus.ts')]);
  const publisher = new Redis(config.REDIS_URL, redisOptions);
  const subscriber = new Redis(config.REDIS_URL, { ...redisOptions, enableOfflineQueue: true, maxRetriesPerRequest: null });
  return createRedisBus(publisher, subscriber, { prefix: channelPrefixOf(subscriber, 'landfall') });
}

/** Adds the database number: channels, unlike keys, belong to all databases of a Redis server. */
function channelPrefixOf({ options: { db = 0 } }: Redis, prefix: string): string {
  return `${prefix}:${db}`;
}

/** Redis is optional at runtime, so commands fail immediately instead of being queued. */
const redisOptions = { lazyConnect: false, maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 5_000 };

/** The limits that replicas share, and the registration of this replica. */
export interface OpenedLimits extends AsyncDisposable {
  /** Limits of partners. */
  readonly shared: SharedLimits;
  /** Counts of tenants and addresses. */
  readonly counts: SharedCounts;
}

/**
 * Opens the limits that all replicas with the same MongoDB and Redis share, and registers this replica. Disposal ends
 * the registration; all requests to partners must have ended before.
 *
 * @returns undefined if this process has no replicas
 */
export async function openSharedLimits(
  config: Config,
  parts: { readonly database: MongoDatabase | undefined; readonly partners: Pick<PartnerRegistry, 'partners'>; readonly logger: Logger },
): Promise<OpenedLimits | undefined> {
  const { database: db, partners, logger } = parts;
  if (config.REDIS_URL === undefined || db === undefined) return undefined;
  let replicas: Replicas | undefined;
  const [redis, counts, { registerReplica }, { createMongoCall }] = await Promise.all([
    openRedisLimits(config.REDIS_URL, { prefix: 'landfall' }),
    openCounts(config.REDIS_URL, { kind: 'subgraphs', registered: () => replicas?.count }),
    import('../upstream/replicas.ts'),
    import('../store/mongodb/failure.ts'),
  ]);
  const longestCallMs = () => Math.max(0, ...partners.partners().map(({ limits }) => limits.timeoutMs));
  const call = createMongoCall({ timeoutMs: registrationMs });
  replicas = await registerReplica({ db, call, limits: redis, logger, longestCallMs });
  return { shared: { redis, replicas }, counts, [Symbol.asyncDispose]: () => disposeAll([replicas, redis, counts]) };
}

/** Shorter than the lease of a registration. */
const registrationMs = 2_000;

/**
 * Maximum wait for an answer of Redis: requests to partners wait for it, so a Redis that does not respond counts as
 * unavailable.
 */
const defaultLimitMs = 200;

/**
 * Opens the limits of partners in Redis.
 *
 * @param options.commandMs timeout of a command, by default {@link defaultLimitMs}
 * @returns once Redis is connected, or connecting has failed
 */
export async function openRedisLimits(
  url: string,
  { prefix, commandMs = defaultLimitMs }: { readonly prefix: string; readonly commandMs?: number },
): Promise<RedisLimits> {
  const [{ Redis }, limits] = await Promise.all([import('ioredis'), import('../upstream/redis-limits.ts')]);
  const subscriber = new Redis(url, { ...redisOptions, enableOfflineQueue: true, maxRetriesPerRequest: null });
  const client = limitCommands(await connectCounting(url), { names: ['eval', 'del', 'info', 'publish'], ms: commandMs });
  return limits.openRedisLimits({ client, subscriber, prefix, channelPrefix: channelPrefixOf(subscriber, prefix) });
}

/** Options of the counts that all processes of one kind share. */
export interface CountsOptions {
  readonly kind: 'gateways' | 'subgraphs';
  /** Returns the number of registered processes of the kind. Default: unknown */
  readonly registered?: () => number | undefined;
}

/** Opens the counts of tenants and addresses. @returns once Redis is connected, or connecting has failed */
export async function openCounts(url: string, { kind, registered }: CountsOptions): Promise<SharedCounts> {
  const { openSharedCounts } = await import('../cache/shared-counts.ts');
  return openSharedCounts({ client: await connectCounting(url), prefix: `landfall:${kind}`, registered });
}

/** Connects a client for counting. Does not wait while Redis is unavailable. */
async function connectCounting(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis');
  // A command that is resent on a new connection might be counted by another Redis server.
  const client = new Redis(url, { ...redisOptions, lazyConnect: true, autoResendUnfulfilledCommands: false });
  await Promise.race([client.connect().catch(() => undefined), delay(500, undefined, { ref: false })]);
  return client;
}

async function openCursorCache(config: Config): Promise<CursorCache> {
  if (config.REDIS_URL === undefined) return createMemoryCursorCache();
  const [{ Redis }, { createRedisCursorCache }] = await Promise.all([import('ioredis'), import('../cache/redis-cursor-cache.ts')]);
  return createRedisCursorCache(new Redis(config.REDIS_URL, redisOptions), { prefix: 'landfall' });
}

/**
 * Requires the backends that processes in distributed mode share: MongoDB and Redis.
 *
 * @throws {LandfallError} CONFIG_INVALID
 */
export function requireSharedBackends(config: Config, needs: { readonly store: boolean }): void {
  const missing = [
    ...(needs.store && config.MONGODB_URL === undefined ? ['MONGODB_URL (the SQLite store belongs to one process)'] : []),
    ...(config.REDIS_URL === undefined ? ['REDIS_URL (a memory bus reaches one process only)'] : []),
  ];
  if (missing.length > 0)
    throw new LandfallError('CONFIG_INVALID', `A process in distributed mode needs these settings:\n  ${missing.join('\n  ')}`);
}

/** One step of the shutdown. */
export type DrainStep = () => PromiseLike<unknown>;

/** Time for requests in flight after SIGTERM; one second later the process exits. An orchestrator must wait longer. */
export const drainTimeoutMs = 8_000;

/**
 * Shuts the process down on SIGTERM or SIGINT: stops accepting requests, finishes those in flight, and closes
 * everything else. After the drain time it exits immediately.
 */
export function drainOnSignal(options: {
  readonly logger: Logger;
  /** @default {@link drainTimeoutMs} */
  readonly timeoutMs?: number;
  readonly steps: readonly DrainStep[];
}): void {
  const { timeoutMs = drainTimeoutMs } = options;
  let draining = false;
  const drain = async (signal: string): Promise<void> => {
    if (draining) return;
    draining = true;
    options.logger.info({ signal }, 'draining');
    const timer = setTimeout(() => {
      options.logger.warn('the drain timeout has expired; closing the remaining connections');
      endProcess(options.logger, 1);
    }, timeoutMs + 1_000);
    timer.unref();
    for (const step of options.steps) {
      try {
        await step();
      } catch (error) {
        options.logger.error({ err: error }, 'a step of the drain failed');
      }
    }
    options.logger.info('stopped');
    endProcess(options.logger, 0);
  };
  process.once('SIGTERM', () => void drain('SIGTERM'));
  process.once('SIGINT', () => void drain('SIGINT'));
}

/** Disposes of all resources in the given order, even after a failure. @throws the first failure, at the end */
export async function disposeAll(resources: readonly AsyncDisposable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const resource of resources) {
    try {
      await resource[Symbol.asyncDispose]();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
