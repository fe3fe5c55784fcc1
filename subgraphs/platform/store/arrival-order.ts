import type { ArrivalEntry, ArrivalFilter, ArrivalOrder } from './arrival-store.ts';

/**
 * How the stores order arrivals: each order is a list of ascending columns of an entry, led by scope and bucket in an index.
 * Rank and time of change are stored negative.
 */
export const orderColumns = {
  ATTENTION: ['attention', 'bestTime'],
  BEST_TIME: ['bestTime'],
  LAST_CHANGE: ['lastChange'],
} as const satisfies Readonly<Record<ArrivalOrder, readonly ('attention' | 'bestTime' | 'lastChange')[]>>;

/** Stands for an absent time: it sorts after every instant. */
export const noTimeMs = Number.MAX_SAFE_INTEGER;

/** The flags of an entry as one number, by which lists select it. */
export function bucketOf({ isOpen, needsAttention }: Pick<ArrivalEntry, 'isOpen' | 'needsAttention'>): number {
  return Number(isOpen) * 2 + Number(needsAttention);
}

/** Returns the buckets that a filter selects. */
export function bucketsOf({ isOpen, needsAttention }: ArrivalFilter): number[] {
  const flags = [false, true];
  return flags.flatMap((open) =>
    flags.flatMap((attention) => {
      const isSelected = (isOpen ?? open) === open && (needsAttention ?? attention) === attention;
      return isSelected ? [bucketOf({ isOpen: open, needsAttention: attention })] : [];
    }),
  );
}
