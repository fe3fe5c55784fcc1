/** Runs one task at a time, taking turns between owners. */
export interface FairQueue {
  /** Runs a task when its owner has the turn and no other task runs. @returns its result */
  run<T>(owner: string, task: () => Promise<T>): Promise<T>;
}

/**
 * Opens a queue in which owners take turns: a hundred tasks of one owner delay another owner by one task. Tasks of one owner
 * run in order.
 */
export function createFairQueue(): FairQueue {
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
    run: async (owner, task) => {
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
