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
  /**
   * Returns why values of other processes may be missing, in words for callers; undefined for a cache that has been
   * shared without interruption for this time, or that belongs to one process.
   */
  interruption?(withinMs: number): string | undefined;
}
