import type { EvaluateArrivals } from './evaluate-arrivals.ts';

/**
 * Creates an evaluation that does nothing where something was pushed while sides were asked: an answer shows it, too, and it
 * would be no change any more once its log is followed. Where pushes never pause, it evaluates after so many tries all the same.
 *
 * @param isCaughtUp whether all that was pushed is evaluated
 */
export function createQuietEvaluate(evaluate: EvaluateArrivals, isCaughtUp: () => Promise<boolean>, maxTries: number): EvaluateArrivals {
  let tries = 0;
  return async (requests, parts) => {
    const isEvaluated = await evaluate(requests, { ...parts, confirm: async () => tries === maxTries || isCaughtUp() });
    tries = isEvaluated ? 0 : tries + 1;
    return isEvaluated;
  };
}
