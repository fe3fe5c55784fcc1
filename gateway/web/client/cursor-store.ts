/** Stores the cursor of a subscription, so that it resumes after restarts and page loads. */
export interface CursorStore {
  /** @returns undefined when nothing was saved: the subscription starts at the head of the log */
  load(): string | undefined | Promise<string | undefined>;
  /** Called with the start of a subscription, and after each event, when the consumer requests the next one. */
  save(cursor: string): void | Promise<void>;
}

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Stores a cursor in the browser's `localStorage`. A cursor belongs to one log, filter and user: use a separate key for each
 * subscription and user. `clear` removes it.
 */
export function localStorageCursor(key: string): CursorStore & { clear(): void } {
  const { localStorage } = globalThis as unknown as { localStorage: Storage };
  return {
    load: () => localStorage.getItem(key) ?? undefined,
    save: (cursor) => localStorage.setItem(key, cursor),
    clear: () => localStorage.removeItem(key),
  };
}
