import { createBoundedCache } from '../bounded-cache.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { CursorCache } from './cursor-cache.ts';

/** Bound of everything kept, in characters of JSON. */
const defaultMaxSize = 128 * 1024 * 1024;

/**
 * Opens the cache of one process. It hands out the very objects that were put, so reading costs nothing.
 *
 * @param options.maxSize in characters of JSON; what was used longest ago is dropped first
 */
export function createMemoryCursorCache(options: { readonly maxSize?: number; readonly clock?: Clock } = {}): CursorCache {
  const { maxSize = defaultMaxSize, clock = systemClock } = options;
  const entries = createBoundedCache<string, { value: unknown; until: number }>(maxSize);
  return {
    find: async (key) => {
      const entry = entries.get(key);
      return entry === undefined || entry.until <= clock.now() ? undefined : entry.value;
    },
    put: async (key, value, ttlMs) => entries.set(key, { value, until: clock.now() + ttlMs }, JSON.stringify(value).length),
    [Symbol.asyncDispose]: async () => {},
  };
}
