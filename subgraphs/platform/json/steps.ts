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

export type Slices = ReturnType<typeof startSlices>;

/** Divides work that has no {@link Steps} into time slices, and starts the first one. */
export function startSlices() {
  let end = performance.now() + sliceMs;
  return {
    /** Returns a promise to await when the current slice is over; the next slice begins after it. */
    next: (): Promise<void> | undefined => {
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

/**
 * Opens a queue in which owners take turns: a hundred tasks of one owner delay another owner by one task. Tasks of one owner
 * run in order.
 */
export function createFairQueue() {
  // The first owner has the next turn.
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  const startNext = (): void => {
    const [first] = waiting;
    isBusy = first !== undefined;
    if (first === undefined) return;
    const [owner, tasks] = first;
    const start = tasks.shift();
    waiting.delete(owner);
    if (tasks.length > 0) waiting.set(owner, tasks);
    start?.();
  };

  return {
    /** Runs a task when its owner has the turn and no other task runs. @returns its result */
    run: async <T>(owner: string, task: () => Promise<T>): Promise<T> => {
      if (isBusy) {
        await new Promise<void>((start) => {
          const tasks = waiting.get(owner);
          if (tasks === undefined) waiting.set(owner, [start]);
          else tasks.push(start);
        });
      }
      isBusy = true;
      try {
        return await task();
      } finally {
        startNext();
      }
    },
  };
}

/** Bodies up to this size are parsed directly, which takes some milliseconds at worst. */
export const maxDirectBytes = 16 * 1024;

/** Limits the number of concurrent tasks; the others wait in order of arrival. */
export function createTurns(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Larger bodies, pushed or received as responses, are parsed one at a time, taking turns between partners, because they
 * share a thread.
 */
export const largeBodies = createFairQueue();

/**
 * Runs the steps of a body: those of a small body immediately, those of a larger one when its owner has the turn, in
 * time slices.
 */
export async function runExclusive<T>(
  { owner, bytes }: { readonly owner: string; readonly bytes: number },
  steps: () => Steps<T>,
): Promise<T> {
  return bytes <= maxDirectBytes ? finish(steps()) : largeBodies.run(owner, () => finishInSlices(steps()));
}
