/**
 * Caches the data of pages between two requests: partners' responses and the snapshots that cursors refer to. Any entry may
 * be dropped at any time. An entry is written once and never changed.
 */
export interface CursorCache extends AsyncDisposable {
  /** Finds a value, which must not be changed; undefined when it was never put, has expired or was dropped. */
  find(key: string): Promise<unknown>;
  /**
   * Puts a JSON value. A value that is too large is dropped, and no failure of the cache is reported.
   *
   * @param value without `undefined` in lists; must not be changed afterwards
   */
  put(key: string, value: object, ttlMs: number): Promise<void>;
}
