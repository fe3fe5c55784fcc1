import { createFairQueue } from './fair-queue.ts';
import { finish, finishInSlices, type Steps } from './steps.ts';

/** Bodies up to this size are parsed at once, in some milliseconds at worst. */
export const maxDirectBytes = 16 * 1024;

/**
 * Larger bodies, pushed or received as responses, are parsed one at a time, taking turns between partners, because they
 * share a thread.
 */
export const largeBodies = createFairQueue();

/** Runs the steps of a body: of a small body at once, of a larger one at the turn of its owner, in time slices. */
export async function runExclusive<T>(
  { owner, bytes }: { readonly owner: string; readonly bytes: number },
  steps: () => Steps<T>,
): Promise<T> {
  return bytes <= maxDirectBytes ? finish(steps()) : largeBodies.run(owner, () => finishInSlices(steps()));
}
