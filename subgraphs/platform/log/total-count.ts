import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of rows of a list. */
export interface TotalCount {
  readonly value: number;
  /** Whether the list has no more rows than counted. */
  readonly isExact: boolean;
}

/** Counting stops here: a larger list has at least so many rows. */
export const maxTotalCount = 10_000;

/** Creates what counts lists of one request, one after the other: each takes a turn of its own, so that others are served in between. */
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
