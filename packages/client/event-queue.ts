/** Events that wait for a single consumer. */
export type EventQueue<T> = ReturnType<typeof createEventQueue<T>>;

/** Creates a queue. @param maxQueued number of events at which it is full */
export function createEventQueue<T>(maxQueued: number) {
  const entries: T[] = [];
  const changes = createChanges();
  let ended: { readonly error: unknown } | undefined;
  return {
    push(entry: T): void {
      if (ended === undefined) entries.push(entry);
      changes.notify();
    },
    /**
     * Whether no more events should be pushed before `drained`, so that a slow consumer delays events instead of using
     * memory.
     */
    get full(): boolean {
      return entries.length >= maxQueued;
    },
    /** Resolves when the queue is empty or has ended. */
    async drained(): Promise<void> {
      while (entries.length > 0 && ended === undefined) await changes.next();
    },
    /** Returns the next event as soon as there is one; undefined at the end. @throws {unknown} the error of the end */
    async take(): Promise<T | undefined> {
      while (entries.length === 0 && ended === undefined) await changes.next();
      const entry = entries.shift();
      if (entries.length === 0) changes.notify();
      if (entry === undefined && ended?.error !== undefined) throw ended.error;
      return entry;
    },
    /** Ends the queue. With an error, waiting events are returned before it is thrown; without one they are dropped. */
    end(error?: unknown): void {
      ended ??= { error };
      if (error === undefined) entries.length = 0;
      changes.notify();
    },
  };
}

/** Creates what notifies waiters of a change. */
export function createChanges() {
  let waiting: (() => void)[] = [];
  return {
    next: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    notify(): void {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}

/**
 * Creates an iterator from a generator. Its `return` also ends a pending `next`, which the `return` of a generator
 * waits for.
 */
export function closableIterator<T>(events: AsyncGenerator<T, void, void>, close: () => void): AsyncIterableIterator<T, void, void> {
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
