import type { Redis } from 'ioredis';
import { parseExactly, stringifyExactly } from '../json/exact-numbers.ts';
import type { CursorCache } from './cursor-cache.ts';
import { createRedisGuard } from './redis-guard.ts';

/** The part of the client that the cache uses. */
export type RedisCacheClient = Pick<Redis, 'get' | 'set' | 'ping' | 'on' | 'disconnect'>;

/** Maximum size of one entry, in characters of JSON. All entries together are limited by `maxmemory` of the server. */
const defaultMaxEntrySize = 32 * 1024 * 1024;

/**
 * Opens the cache that all processes on the same Redis share. While Redis is unavailable or does not respond, nothing
 * is found and nothing is stored. Disposing of the cache disconnects the client.
 *
 * @param options.prefix prefix of the keys, so that several deployments may share a Redis
 */
export function createRedisCursorCache(
  client: RedisCacheClient,
  options: { readonly prefix: string; readonly maxEntrySize?: number },
): CursorCache {
  const { prefix, maxEntrySize = defaultMaxEntrySize } = options;
  // Without a listener, the client logs each failed connection attempt to the console.
  client.on('error', () => {});
  const guard = createRedisGuard(client);
  return {
    find: async (key) => {
      const text = await guard.run(() => client.get(`${prefix}:${key}`));
      return typeof text === 'string' ? parseExactly(text) : undefined;
    },
    put: async (key, value, ttlMs) => {
      const text = stringifyExactly(value);
      if (text.length > maxEntrySize) return;
      await guard.run(() => client.set(`${prefix}:${key}`, text, 'PX', ttlMs));
    },
    [Symbol.asyncDispose]: async () => client.disconnect(),
  };
}
