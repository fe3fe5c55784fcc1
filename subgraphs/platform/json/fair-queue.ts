/** Does one piece of work at a time, those of different owners in turn. */
export interface FairQueue {
  /** Resolves with what the work comes to. It begins when no other is under way and its owner's turn has come. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Opens a queue in which the owners take turns, each with the work that it asked for first: a hundred pieces of one owner
 * keep another waiting for one of them.
 */
export function createFairQueue(): FairQueue {
  // The owner whose turn comes next stands first.
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  const startNext = (): void => {
    const [first] = waiting;
    isBusy = first !== undefined;
    if (first === undefined) return;
    const [owner, pieces] = first;
    const start = pieces.shift();
    waiting.delete(owner);
    if (pieces.length > 0) waiting.set(owner, pieces);
    start?.();
  };

  return {
    run: async (owner, work) => {
      if (isBusy) {
        await new Promise<void>((start) => {
          const pieces = waiting.get(owner);
          if (pieces === undefined) waiting.set(owner, [start]);
          else pieces.push(start);
        });
      }
      isBusy = true;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
