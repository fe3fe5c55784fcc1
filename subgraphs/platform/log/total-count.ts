import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of rows of a list. */
export interface TotalCount {
  readonly value: number;
  /** Whether the list has exactly this number of rows; otherwise it has at least as many. */
  readonly isExact: boolean;
}

/** Counting stops at this number. */
export const maxTotalCount = 10_000;

/**
 * Creates the function that counts the lists of one request, one after the other and each in its own turn of the event
 * loop, so that other requests are served in between.
 */
export function createTotalCounts(): (count: (limit: number) => Promise<number>) => Promise<TotalCount> {
  let last: Promise<unknown> = Promise.resolve();
  return (count) => {
    const counted = last.then(async () => {
      await nextTurn();
      const rows = await count(maxTotalCount + 1);
      return { value: Math.min(rows, maxTotalCount), isExact: rows <= maxTotalCount };
    });
    last = counted.catch(() => undefined);
    return counted;
  };
}
