/** Work in steps, which can be interrupted at each `yield`. A step takes some milliseconds at most. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps without interruption. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Length of a time slice, after which other work may run. */
const sliceMs = 5;

/** Runs the steps in time slices of {@link sliceMs}, with a turn of the event loop between two slices. */
export async function finishInSlices<T>(steps: Steps<T>): Promise<T> {
  const slices = startSlices();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const wait = slices.next();
    if (wait !== undefined) await wait;
  }
}

/** Divides work that has no {@link Steps} into time slices. */
export interface Slices {
  /** Returns a promise to await when the current slice is over; the next slice begins after it. */
  next(): Promise<void> | undefined;
}

/** Starts the first slice. */
export function startSlices(): Slices {
  let end = performance.now() + sliceMs;
  return {
    next: () => {
      if (performance.now() < end) return undefined;
      return new Promise((resolve) =>
        setImmediate(() => {
          end = performance.now() + sliceMs;
          resolve();
        }),
      );
    },
  };
}
