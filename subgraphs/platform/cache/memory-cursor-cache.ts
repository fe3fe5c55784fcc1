import { type Clock, systemClock } from '../time/clock.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { CursorCache } from './cursor-cache.ts';
import { heapBytesOf } from './heap-bytes.ts';
import { memoryBounds } from './memory-bounds.ts';

/**
 * Opens the cache of one process. It returns the stored objects themselves, not copies.
 *
 * @param options.maxBytes limit for all entries together
 */
export function createMemoryCursorCache(options: { readonly maxBytes?: number; readonly clock?: Clock } = {}): CursorCache {
  const { maxBytes = memoryBounds.cursorCache.bytes, clock = systemClock } = options;
  const entries = createBoundedCache<string, { value: unknown; until: number }>(maxBytes);
  return {
    find: async (key) => {
      const entry = entries.get(key);
      return entry === undefined || entry.until <= clock.now() ? undefined : entry.value;
    },
    put: async (key, value, ttlMs) => entries.set(key, { value, until: clock.now() + ttlMs }, heapBytesOf(value)),
    [Symbol.asyncDispose]: async () => {},
  };
}
