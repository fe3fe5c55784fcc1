import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { type CursorCache, createMemoryCursorCache, createRedisCursorCache } from '../cache/cursor-cache.ts';
import { openSharedCounts, type SharedCounts } from '../cache/shared-counts.ts';
import type { Config } from '../config.ts';
import { LandfallError } from '../errors.ts';
import { createMemoryBus, createRedisBus, type EventBus } from '../log/event-bus.ts';
import { endProcess, type Logger } from '../logger.ts';
import { wakeServer } from '../store/sqlite/lock.ts';
import { createSqliteStore } from '../store/sqlite/store.ts';
import type { Store } from '../store/store.ts';
import { isStoreError, operatorMessageOf } from '../store/store-failure.ts';
import { openSharedLimits as openPartnerLimits } from '../upstream/shared-limits.ts';
import { openRedis, type RedisConnections } from './redis.ts';

/** The store, the event bus and the cache of a process. */
export interface Backends extends AsyncDisposable {
  readonly store: Store;
  readonly bus: EventBus;
  readonly cursorCache: CursorCache;
  /** Undefined without `REDIS_URL`. */
  readonly redis?: RedisConnections | undefined;
}

/**
 * Opens the store, the cache and the bus as configured: MongoDB or the SQLite file, Redis or memory.
 *
 * @param options.logger logger of a server, which logs when the store becomes unusable and usable again; a server also
 *   opens a damaged SQLite file, and then rejects all requests
 * @throws {LandfallError} STORE_UNAVAILABLE, or STORE_DAMAGED with the place, the cause and what to do; CONFIG_INVALID
 */
export async function openBackends(config: Config, { logger }: { readonly logger?: Logger } = {}): Promise<Backends> {
  const { MONGODB_URL, REDIS_URL } = config;
  const redis = REDIS_URL === undefined ? undefined : await openRedis(REDIS_URL, { logger });
  // No other process writes to the SQLite file.
  const bus = MONGODB_URL === undefined ? createMemoryBus(true) : openBus(redis);
  const cursorCache = redis === undefined ? createMemoryCursorCache() : createRedisCursorCache(redis.cache, { prefix: redis.prefix });
  const parts = [bus, cursorCache, ...(redis === undefined ? [] : [redis])];
  try {
    if (MONGODB_URL === undefined) {
      const store = await createSqliteStore({ path: sqlitePathOf(config), logger });
      const close = async () => {
        await disposeAll([store, ...parts]);
        // A command may have changed what a running server has read.
        if (logger === undefined) wakeServer(config.DATA_DIR);
      };
      return { store, bus, cursorCache, redis, [Symbol.asyncDispose]: close };
    }
    // Loaded on demand, because the process starts faster without unused drivers.
    const [client, { createMongoStore, watchPrimary }] = await Promise.all([
      connectMongoClient(MONGODB_URL),
      import('../store/mongodb/store.ts'),
    ]);
    const database = client.db();
    const store = await createMongoStore(database, { logger, place: mongoPlaceOf(client), hasPrimary: watchPrimary(client) });
    const close = { [Symbol.asyncDispose]: () => client.close() };
    const dispose = () => disposeAll([store, ...parts, close]);
    return { store, bus, cursorCache, redis, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await disposeAll(parts);
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

/** Opens the event bus over Redis, or within this process. */
export function openBus(redis: RedisConnections | undefined): EventBus {
  if (redis === undefined) return createMemoryBus();
  return createRedisBus(redis.commands, redis.subscriber, { prefix: redis.channelPrefix });
}

/**
 * Opens the limits that all replicas on the same Redis share, and registers this replica. All requests to partners must
 * have ended before disposal.
 */
export async function openSharedLimits(redis: RedisConnections) {
  const counts = await openCounts(redis, 'subgraphs');
  const shared = openPartnerLimits({ redis: redis.commands, counts, prefix: redis.prefix });
  return {
    /** Limits of partners. */
    shared,
    /** Counts of tenants and addresses. */
    counts,
    [Symbol.asyncDispose]: () => disposeAll([shared, counts]),
  };
}

/** Opens the counts of tenants and addresses, which all processes of one kind share. */
export function openCounts(redis: RedisConnections, kind: 'gateways' | 'subgraphs'): Promise<SharedCounts> {
  return openSharedCounts({ redis: redis.commands, prefix: `${redis.prefix}:${kind}` });
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
