/** A counter whose values can be awaited. */
export interface Counter {
  readonly count: number;
  /** Resolves once the counter has reached this value. */
  reached(count: number): Promise<void>;
}

/** Creates a counter that starts at 0. */
export function createCounter(): Counter & { add(): void } {
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
