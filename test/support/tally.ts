/** A number that grows, and those who wait for it. */
export interface Tally {
  readonly count: number;
  /** Resolves once it is so great. */
  reached(count: number): Promise<void>;
}

/** Begins at 0. */
export function createTally(): Tally & { add(): void } {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    reached: (wanted) =>
      new Promise((resolve) => {
        const check = () => {
          if (count < wanted) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    add: () => {
      count += 1;
      for (const check of waiting) check();
    },
  };
}
