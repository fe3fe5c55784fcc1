/** Collects what concurrent callers want written and commits it together. */
export interface GroupCommit<T, R> {
  /** Resolves with one result per item, in order, when all of them are committed. */
  add(items: readonly T[]): Promise<R[]>;
}

export interface GroupCommitOptions<T, R> {
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly sizeOf: (item: T) => number;
  /** Commits the items and gives one result each, in order. A failure is that of every caller with an item in it. */
  readonly commit: (items: T[]) => Promise<R[]>;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly done: (result: R) => void;
  readonly failed: (error: unknown) => void;
}

/** While one commit is in flight the next batch collects, so the cost of a flush is shared by all who wait for it. */
export function createGroupCommit<T, R>(options: GroupCommitOptions<T, R>): GroupCommit<T, R> {
  const { maxItems, maxBytes, sizeOf, commit } = options;
  let queue: Waiting<T, R>[] = [];
  let running = false;

  const takeBatch = (): Waiting<T, R>[] => {
    let bytes = 0;
    let count = 0;
    for (const { item } of queue) {
      bytes += sizeOf(item);
      if (count > 0 && (count >= maxItems || bytes > maxBytes)) break;
      count += 1;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        const results = await commit(batch.map(({ item }) => item));
        for (const [index, { done }] of batch.entries()) done(results[index] as R);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    running = false;
  };

  return {
    add: (items) => {
      const results = items.map((item) => new Promise<R>((done, failed) => queue.push({ item, done, failed })));
      // Callers of the same turn of the event loop share the first batch, too.
      if (!running && queue.length > 0) {
        running = true;
        setImmediate(run);
      }
      return Promise.all(results);
    },
  };
}
