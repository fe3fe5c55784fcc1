/** Work in steps: each `yield` stands where it may be interrupted. No step may take longer than some milliseconds. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Time of one slice of work; then all else that waits for the thread is done first. */
const sliceMs = 5;

/** Does the steps in slices of {@link sliceMs}, between which the event loop goes round. */
export async function finishInSlices<T>(steps: Steps<T>): Promise<T> {
  const slices = startSlices();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const wait = slices.next();
    if (wait !== undefined) await wait;
  }
}

/** Slices of work that is no {@link Steps}. */
export interface Slices {
  /** Gives what to wait for when the slice is over; the next one begins behind it. */
  next(): Promise<void> | undefined;
}

/** Begins the first slice. */
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
