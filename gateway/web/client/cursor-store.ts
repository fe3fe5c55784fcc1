/** Keeps the place of a subscription over restarts and page loads. */
export interface CursorStore {
  /** @returns undefined when nothing was saved: the subscription begins now */
  load(): string | undefined | Promise<string | undefined>;
  /** Called where a subscription begins, and when an event was dealt with: the next one was asked for. */
  save(cursor: string): void | Promise<void>;
}

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Keeps a cursor in the browser's `localStorage`. Cursors belong to one log, its filter and the rights of who asked:
 * give each subscription and each user a key of their own. `clear` forgets it.
 */
export function localStorageCursor(key: string): CursorStore & { clear(): void } {
  const { localStorage } = globalThis as unknown as { localStorage: Storage };
  return {
    load: () => localStorage.getItem(key) ?? undefined,
    save: (cursor) => localStorage.setItem(key, cursor),
    clear: () => localStorage.removeItem(key),
  };
}
