/**
 * Keeps what pages are made of between two requests: partners' answers and the snapshots that cursors point into. A cache,
 * not a store: anything may be gone at any time, and what is kept under one key is written once and never changed.
 */
export interface CursorCache extends AsyncDisposable {
  /** The value under a key; undefined when it was never put, has expired or was dropped. Not to be changed. */
  find(key: string): Promise<unknown>;
  /**
   * Keeps a JSON value. One that is too large for the cache is not kept, and no failure of the cache is told: whoever
   * needs the value finds out by not finding it.
   *
   * @param value without `undefined` in lists; not to be changed afterwards
   */
  put(key: string, value: object, ttlMs: number): Promise<void>;
}
