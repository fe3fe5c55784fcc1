import { LRUCache } from 'lru-cache';

/** Drops the least recently used entries when all of them together exceed a limit. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  /** @param bytes estimated memory of the value; the entry itself and a string key are added */
  set(key: K, value: V, bytes: number): void;
  clear(): void;
  /** Returns the size of this cache's entries, in bytes. */
  size(): number;
}

/** Several caches with one limit: a cache in use grows at the expense of unused ones. */
export interface CachePool {
  open<K, V>(): BoundedCache<K, V>;
  /** Returns the size of the entries of all caches, in bytes. */
  size(): number;
}

/** Overhead of an entry besides key and value: its place in two hash tables and in the order of use. */
const entryBytes = 200;

interface Entry {
  readonly key: unknown;
  readonly value: unknown;
  readonly bytes: number;
  /** The insertion after which the entry was last moved to the front of the order of use. */
  usedAfter: number;
  /** Removes an entry from the cache that it belongs to. */
  readonly removeFromCache: (entry: Entry) => void;
}

/** Opens a separate cache. @param maxBytes limit for all entries together; a larger value is not kept */
export function createBoundedCache<K, V>(maxBytes: number): BoundedCache<K, V> {
  return createCachePool(maxBytes).open();
}

/** Opens a pool of caches. @param maxBytes limit for the entries of all caches together; a larger value is not kept */
export function createCachePool(maxBytes: number): CachePool {
  const pool = new LRUCache<Entry, true>({
    maxSize: maxBytes,
    sizeCalculation: (_, { bytes }) => bytes,
    dispose: (_, entry) => entry.removeFromCache(entry),
  });
  // Only an insertion drops entries, so an entry needs to be moved to the front only once between two of them.
  let insertions = 0;
  return {
    open: <K, V>(): BoundedCache<K, V> => {
      const entries = new Map<unknown, Entry>();
      let size = 0;
      const removeFromCache = ({ key, bytes }: Entry): void => {
        entries.delete(key);
        size -= bytes;
      };
      return {
        get: (key) => {
          const entry = entries.get(key);
          if (entry === undefined) return undefined;
          if (entry.usedAfter !== insertions) {
            pool.get(entry);
            entry.usedAfter = insertions;
          }
          return entry.value as V;
        },
        set: (key, value, valueBytes) => {
          const former = entries.get(key);
          if (former !== undefined) pool.delete(former);
          const bytes = Math.ceil(entryBytes + valueBytes + (typeof key === 'string' ? key.length : 0));
          if (bytes > maxBytes) return;
          insertions += 1;
          const entry = { key, value, bytes, usedAfter: insertions, removeFromCache };
          entries.set(key, entry);
          size += bytes;
          pool.set(entry, true);
        },
        clear: () => {
          for (const entry of [...entries.values()]) pool.delete(entry);
        },
        size: () => size,
      };
    },
    size: () => pool.calculatedSize,
  };
}
