export interface GroupCommitOptions<T, R> {
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly sizeOf: (item: T) => number;
  /** Commits the items and returns one result for each, in order. When it fails, the calls of all these items fail. */
  readonly commit: (items: T[]) => Promise<R[]>;
}

interface PendingItem<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items of concurrent callers and commits them together. While a commit is in flight the next batch collects items, which then share a
 * flush.
 */
export function createGroupCommit<T, R>(options: GroupCommitOptions<T, R>) {
  const { maxItems, maxBytes, sizeOf, commit } = options;
  let queue: PendingItem<T, R>[] = [];
  let running = false;

  const takeBatch = (): PendingItem<T, R>[] => {
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
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };

  return {
    /** Resolves with one result per item, in order, when all of them are committed. */
    add: (items: readonly T[]): Promise<R[]> => {
      const results = items.map((item) => new Promise<R>((resolve, reject) => queue.push({ item, resolve, reject })));
      // Calls within one turn of the event loop share the first batch.
      if (!running && queue.length > 0) {
        running = true;
        setImmediate(run);
      }
      return Promise.all(results);
    },
  };
}
