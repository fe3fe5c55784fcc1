/** Stores the cursor of a subscription, so that it resumes after a restart or page load. */
export interface CursorStore {
  /**
   * Loads the cursor. @returns undefined when none was saved, so that the subscription starts at the head of the log
   */
  load(): string | undefined | Promise<string | undefined>;
  /**
   * Called with the cursor at which a subscription starts, and after each event, when the consumer requests the next
   * one.
   */
  save(cursor: string): void | Promise<void>;
}

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Stores a cursor in the browser's `localStorage`. A cursor belongs to one log, filter and user, so each subscription
 * and user needs a separate key. `clear` removes it.
 */
export function localStorageCursor(key: string): CursorStore & { clear(): void } {
  const { localStorage } = globalThis as unknown as { localStorage: Storage };
  return {
    load: () => localStorage.getItem(key) ?? undefined,
    save: (cursor) => localStorage.setItem(key, cursor),
    clear: () => localStorage.removeItem(key),
  };
}
