import { createFairQueue } from './fair-queue.ts';
import { finish, finishInSlices, type Steps } from './steps.ts';

/** Bodies up to this size are parsed directly, which takes some milliseconds at worst. */
export const maxDirectBytes = 16 * 1024;

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
