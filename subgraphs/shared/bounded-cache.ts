/** A cache that drops what was used longest ago when its entries together grow too large. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V, size: number): void;
  readonly size: number;
}

/** @param maxSize bound of the sum of the entries' sizes, in the unit that `set` is given */
export function createBoundedCache<K, V>(maxSize: number): BoundedCache<K, V> {
  // A Map lists its keys in the order of insertion, so the first key is the one used longest ago.
  const entries = new Map<K, { value: V; size: number }>();
  let total = 0;
  const remove = (key: K) => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, size) => {
      remove(key);
      if (size > maxSize) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= maxSize) break;
        remove(oldest);
      }
    },
    get size() {
      return total;
    },
  };
}
