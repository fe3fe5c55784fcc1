/** What has come and waits for its consumer, of which there is one. */
export interface EventQueue<T> {
  push(entry: T): void;
  /** Whether no more should be pushed before {@link drained}: a slow consumer costs time, never memory. */
  readonly full: boolean;
  /** Resolves when nothing waits any more, or nothing will be taken. */
  drained(): Promise<void>;
  /** Gives the next one as soon as there is one; undefined at the end. @throws {unknown} what the queue was ended with */
  take(): Promise<T | undefined>;
  /** Nothing more comes. What waits is handed out before the error is thrown; without an error it is dropped. */
  end(error?: unknown): void;
}

/** @param maxQueued entries at which it is full */
export function createEventQueue<T>(maxQueued: number): EventQueue<T> {
  const entries: T[] = [];
  const changes = createChanges();
  let ended: { readonly error: unknown } | undefined;
  return {
    push(entry) {
      if (ended === undefined) entries.push(entry);
      changes.tell();
    },
    get full() {
      return entries.length >= maxQueued;
    },
    async drained() {
      while (entries.length > 0 && ended === undefined) await changes.next();
    },
    async take() {
      while (entries.length === 0 && ended === undefined) await changes.next();
      const entry = entries.shift();
      if (entries.length === 0) changes.tell();
      if (entry === undefined && ended?.error !== undefined) throw ended.error;
      return entry;
    },
    end(error) {
      ended ??= { error };
      if (error === undefined) entries.length = 0;
      changes.tell();
    },
  };
}

/** Wakes those who wait for something to change. */
export interface Changes {
  next(): Promise<void>;
  tell(): void;
}

export function createChanges(): Changes {
  let waiting: (() => void)[] = [];
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    tell() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}

/** The generator as an iterator that can be left while it waits: `return` of a generator alone waits with it. */
export function closingBy<T>(events: AsyncGenerator<T, void, void>, close: () => void): AsyncIterableIterator<T, void, void> {
  return {
    next: () => events.next(),
    return: () => {
      close();
      return events.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
