/** A cache that drops entries that have not been used for long when all of them together grow too large. */
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
  /** Whether it was used since it was last looked at for room. */
  isUsed: boolean;
  drop(): void;
}

/** Opens a cache of its own. @param maxBytes bound of all entries together; a larger one is not kept */
export function createBoundedCache<K, V>(maxBytes: number): BoundedCache<K, V> {
  return createCachePool(maxBytes).open();
}

/** @param maxBytes bound of the entries of all caches together; a larger one is not kept */
export function createCachePool(maxBytes: number): CachePool {
  // A Set lists its elements in the order of insertion. Marking an entry costs less than moving it each time it is used:
  // where room is needed, those that were used meanwhile are moved behind the others.
  const byAge = new Set<Entry<unknown>>();
  let total = 0;

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
        entry.isUsed = true;
        return entry.value;
      },
      set: (key, value, valueBytes) => {
        remove(key);
        const bytes = placeBytes + valueBytes + (typeof key === 'string' ? key.length : 0);
        if (bytes > maxBytes) return;
        const entry: Entry<V> = { value, bytes, isUsed: false, drop: () => remove(key) };
        entries.set(key, entry);
        byAge.add(entry);
        size += bytes;
        total += bytes;
        for (const oldest of byAge) {
          if (total <= maxBytes) break;
          if (oldest.isUsed || oldest === entry) {
            oldest.isUsed = false;
            byAge.delete(oldest);
            byAge.add(oldest);
          } else oldest.drop();
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
