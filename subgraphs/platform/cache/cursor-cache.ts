import { parseExactly, stringifyExactly } from '../json/exact-numbers.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createBoundedCache, heapBytesOf } from './bounded-cache.ts';
import { memoryBounds } from './memory-bounds.ts';
import type { RedisLink } from './redis-link.ts';

/**
 * Caches the data of pages between two requests: partners' responses and the snapshots that cursors refer to. Any entry may
 * be dropped at any time. An entry is written once and never changed.
 */
export interface CursorCache extends AsyncDisposable {
  /** Finds a value, which must not be changed; undefined when it was never stored, has expired or was dropped. */
  find(key: string): Promise<unknown>;
  /**
   * Stores a JSON value. A value that is too large is dropped, and failures of the cache are not reported.
   *
   * @param value has no `undefined` in lists; must not be changed afterwards
   */
  put(key: string, value: object, ttlMs: number): Promise<void>;
  /** Lets a value expire after this time instead. */
  expire(key: string, ttlMs: number): Promise<void>;
  /**
   * Returns why values of other processes may be missing, in words for callers; undefined for a cache that has been
   * shared without interruption for this time, or that belongs to one process.
   */
  interruption?(withinMs: number): string | undefined;
}

/**
 * Opens the cache of one process. It returns the stored objects themselves, not copies.
 *
 * @param options.maxBytes limit for all entries together
 */
export function createMemoryCursorCache(options: { readonly maxBytes?: number; readonly clock?: Clock } = {}): CursorCache {
  const { maxBytes = memoryBounds.cursorCache.bytes, clock = systemClock } = options;
  const entries = createBoundedCache<string, { value: object; bytes: number; until: number }>(maxBytes);
  const set = (key: string, value: object, bytes: number, ttlMs: number): void =>
    entries.set(key, { value, bytes, until: clock.now() + ttlMs }, bytes, ttlMs);
  return {
    find: async (key) => {
      const entry = entries.get(key);
      return entry === undefined || entry.until <= clock.now() ? undefined : entry.value;
    },
    put: async (key, value, ttlMs) => set(key, value, heapBytesOf(value), ttlMs),
    expire: async (key, ttlMs) => {
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > clock.now()) set(key, entry.value, entry.bytes, ttlMs);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Maximum size of one entry, in characters of JSON. All entries together are limited by `maxmemory` of the server. */
const defaultMaxEntrySize = 32 * 1024 * 1024;

/**
 * Opens the cache that all processes on the same Redis share. Each process also keeps its own entries in bounded memory:
 * what Redis does not have, because it is away or has lost it, is found in the process that stored it.
 *
 * @param options.prefix prefix of the keys, so that several deployments may share a Redis
 */
export function createRedisCursorCache(
  redis: Pick<RedisLink, 'run' | 'away' | 'changedAt'>,
  options: { readonly prefix: string; readonly maxEntrySize?: number; readonly memory?: CursorCache },
): CursorCache {
  const { prefix, maxEntrySize = defaultMaxEntrySize, memory = createMemoryCursorCache() } = options;
  const startedAt = redis.changedAt;
  return {
    find: async (key) => {
      const text = await redis.run((client) => client.get(`${prefix}:${key}`));
      return typeof text === 'string' ? parseExactly(text) : memory.find(key);
    },
    put: async (key, value, ttlMs) => {
      const text = stringifyExactly(value);
      if (text.length > maxEntrySize) return;
      await memory.put(key, value, ttlMs);
      await redis.run((client) => client.set(`${prefix}:${key}`, text, 'PX', ttlMs));
    },
    expire: async (key, ttlMs) => {
      await memory.expire(key, ttlMs);
      await redis.run((client) => client.pexpire(`${prefix}:${key}`, ttlMs));
    },
    interruption: (withinMs) => {
      const { away, changedAt } = redis;
      if (away !== undefined) return `Redis, by which processes share pages, is away (${away.code})`;
      const wasAway = changedAt > startedAt && performance.now() - changedAt < withinMs;
      return wasAway ? 'Redis, by which processes share pages, was away' : undefined;
    },
    [Symbol.asyncDispose]: () => memory[Symbol.asyncDispose](),
  };
}
