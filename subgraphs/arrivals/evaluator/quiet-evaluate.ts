import type { EvaluateArrivals } from './evaluate-arrivals.ts';

/**
 * Creates an evaluation that discards its results if something was pushed while sides were queried: the answer may
 * already contain it, and it would no longer be a change when its log is followed. If pushes never pause, the results
 * are used after the maximum number of tries.
 *
 * @param isCaughtUp returns whether everything that was pushed is evaluated
 */
export function createQuietEvaluate(evaluate: EvaluateArrivals, isCaughtUp: () => Promise<boolean>, maxTries: number): EvaluateArrivals {
  let tries = 0;
  return async (requests, parts) => {
    const isEvaluated = await evaluate(requests, { ...parts, confirm: async () => tries === maxTries || isCaughtUp() });
    tries = isEvaluated ? 0 : tries + 1;
    return isEvaluated;
  };
}
