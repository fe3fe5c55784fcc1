import { parseExactly, stringifyExactly } from '../json/exact-numbers.ts';
import type { CursorCache } from './cursor-cache.ts';
import { createMemoryCursorCache } from './memory-cursor-cache.ts';
import type { RedisLink } from './redis-link.ts';

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
    interruption: (withinMs) => {
      const { away, changedAt } = redis;
      if (away !== undefined) return `Redis, by which processes share pages, is away (${away.code})`;
      const wasAway = changedAt > startedAt && performance.now() - changedAt < withinMs;
      return wasAway ? 'Redis, by which processes share pages, was away' : undefined;
    },
    [Symbol.asyncDispose]: () => memory[Symbol.asyncDispose](),
  };
}
