/** A cache that drops the entries used longest ago when all of them together grow too large. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  /** @param bytes what the value keeps in memory, estimated; the place in the cache and a string as key are added */
  set(key: K, value: V, bytes: number): void;
  clear(): void;
  /** Bytes of this cache's entries. */
  readonly size: number;
}

/** Several caches with one bound: what is used grows at the cost of what is not. */
export interface CachePool {
  open<K, V>(): BoundedCache<K, V>;
  /** Bytes of the entries of all caches. */
  readonly size: number;
}

/** What an entry takes besides key and value: its place in two hash tables, and two objects. */
const placeBytes = 200;

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** How often something had been added when it was last moved behind all others. */
  movedAt: number;
  drop(): void;
}

/** Opens a cache of its own. @param maxBytes bound of all entries together; a larger one is not kept */
export function createBoundedCache<K, V>(maxBytes: number): BoundedCache<K, V> {
  return createCachePool(maxBytes).open();
}

/** @param maxBytes bound of the entries of all caches together; a larger one is not kept */
export function createCachePool(maxBytes: number): CachePool {
  // A Set lists its elements in the order of insertion, so the first entry is the one used longest ago.
  const byAge = new Set<Entry<unknown>>();
  let total = 0;
  let additions = 0;

  const open = <K, V>(): BoundedCache<K, V> => {
    const entries = new Map<K, Entry<V>>();
    let size = 0;
    const remove = (key: K): void => {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entries.delete(key);
      byAge.delete(entry);
      size -= entry.bytes;
      total -= entry.bytes;
    };
    return {
      get: (key) => {
        const entry = entries.get(key);
        if (entry === undefined) return undefined;
        // Nothing is dropped until something is added, so it need not be moved for every use.
        if (entry.movedAt < additions) {
          byAge.delete(entry);
          byAge.add(entry);
          entry.movedAt = additions;
        }
        return entry.value;
      },
      set: (key, value, valueBytes) => {
        remove(key);
        const bytes = placeBytes + valueBytes + (typeof key === 'string' ? key.length : 0);
        if (bytes > maxBytes) return;
        additions += 1;
        const entry: Entry<V> = { value, bytes, movedAt: additions, drop: () => remove(key) };
        entries.set(key, entry);
        byAge.add(entry);
        size += bytes;
        total += bytes;
        for (const oldest of byAge) {
          if (total <= maxBytes) break;
          oldest.drop();
        }
      },
      clear: () => {
        for (const key of [...entries.keys()]) remove(key);
      },
      get size() {
        return size;
      },
    };
  };
  return {
    open,
    get size() {
      return total;
    },
  };
}
