import { createFairQueue } from './fair-queue.ts';
import { finish, finishInSlices, type Steps } from './steps.ts';

/** Bytes of a body that is parsed at once: with the worst content some milliseconds. */
export const maxDirectBytes = 16 * 1024;

/**
 * The turns of larger bodies, one at a time and partners in turn, whether they were pushed or are answers: the thread that
 * parses them is one for all.
 */
export const largeBodies = createFairQueue();

/** Does the work that a body makes: of a small one at once, of any other one when it is its owner's turn, in slices. */
export async function runExclusive<T>(
  { owner, bytes }: { readonly owner: string; readonly bytes: number },
  steps: () => Steps<T>,
): Promise<T> {
  return bytes <= maxDirectBytes ? finish(steps()) : largeBodies.run(owner, () => finishInSlices(steps()));
}
