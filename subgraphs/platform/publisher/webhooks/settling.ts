import type { EndedAttempt } from './queue-outcomes.ts';

/** Returns whether a message needs no further attempt and leaves no dead letters. */
export function isSettled({ outcome }: Pick<EndedAttempt, 'outcome'>): boolean {
  return outcome.kind === 'NOTHING_TO_SEND' || (outcome.kind === 'DELIVERED' && outcome.refused.length === 0);
}

/** Settled messages are written after this time, so that the next ones become part of the same write. */
export const settleMs = 50;

/** Returns how long to wait for further outcomes before these are written; 0 to write them immediately. */
export function settlingMsOf(ended: readonly EndedAttempt[], now: number): number {
  if (ended.length === 0 || !ended.every(isSettled)) return 0;
  return settleMs - (now - Math.min(...ended.map(({ endedAt }) => endedAt)));
}
