import type { ArrivalEntry, ArrivalFilter, ArrivalOrder } from './arrival-store.ts';

/**
 * The numbers of an entry that orders and conditions compare. Rank and time of change are negated, so that all columns
 * sort ascending.
 */
export type EntryColumn = 'attention' | 'bestTime' | 'lastChange' | 'lastFree' | 'bestDay';

/** How the stores order arrivals: each order is a list of ascending columns of an entry, led by scope and bucket in an index. */
export const orderColumns = {
  ATTENTION: ['attention', 'bestTime'],
  BEST_TIME: ['bestTime'],
  LAST_CHANGE: ['lastChange'],
  LAST_FREE_DAY: ['lastFree', 'bestTime'],
} as const satisfies Readonly<Record<ArrivalOrder, readonly EntryColumn[]>>;

/** The ranks of entries, the most urgent first. */
export const ranks: readonly number[] = [3, 2, 1, 0];

/** Replaces an absent time or day, so that it sorts after all others. */
export const noTimeMs = Number.MAX_SAFE_INTEGER;

const dayMs = 86_400_000;

/** Returns the columns of an entry. Days are numbered from 1970. */
export function columnsOfEntry({
  rank,
  bestTimeMs,
  bestDay,
  lastFreeDay,
  changedAtMs,
}: Omit<ArrivalEntry, 'scope'>): Readonly<Record<EntryColumn, number>> {
  return {
    attention: -rank,
    bestTime: bestTimeMs ?? noTimeMs,
    lastChange: -changedAtMs,
    lastFree: lastFreeDay === undefined ? noTimeMs : dayNumberOf(lastFreeDay),
    bestDay: bestDay === undefined ? noTimeMs : dayNumberOf(bestDay),
  };
}

/** A condition on a column. */
export interface ColumnRange {
  readonly column: EntryColumn;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly before: number;
}

/** A condition of a filter on times or days. */
export interface TimeCondition {
  /** The order whose index begins with the column of the first range. */
  readonly order: ArrivalOrder;
  /** An entry is in all of them. */
  readonly ranges: readonly [ColumnRange, ...ColumnRange[]];
}

/** Returns the conditions of a filter on times and days. An entry without a time or day is in none of their ranges. */
export function timeConditionsOf(filter: ArrivalFilter): TimeCondition[] {
  const { bestDayFrom, bestDayTo, lastFreeDayFrom, lastFreeDayTo, changedAfterMs } = filter;
  const conditions: TimeCondition[] = [];
  if (bestDayFrom !== undefined || bestDayTo !== undefined) {
    const day: ColumnRange = { column: 'bestDay', ...daysBetween(bestDayFrom, bestDayTo) };
    // Days are local, and the index is ordered by instants, which are at most a day away from them.
    const before = day.before === noTimeMs ? noTimeMs : (day.before + 1) * dayMs;
    conditions.push({ order: 'BEST_TIME', ranges: [{ column: 'bestTime', from: (day.from - 1) * dayMs, before }, day] });
  }
  if (lastFreeDayFrom !== undefined || lastFreeDayTo !== undefined) {
    conditions.push({ order: 'LAST_FREE_DAY', ranges: [{ column: 'lastFree', ...daysBetween(lastFreeDayFrom, lastFreeDayTo) }] });
  }
  if (changedAfterMs !== undefined) {
    conditions.push({ order: 'LAST_CHANGE', ranges: [{ column: 'lastChange', from: -noTimeMs, before: -changedAfterMs }] });
  }
  return conditions;
}

/** Earlier than every day that the API accepts. */
const firstDay = -1_000_000;

function daysBetween(from: string | undefined, to: string | undefined): Pick<ColumnRange, 'from' | 'before'> {
  return { from: from === undefined ? firstDay : dayNumberOf(from), before: to === undefined ? noTimeMs : dayNumberOf(to) + 1 };
}

function dayNumberOf(day: string): number {
  return Date.parse(day) / dayMs;
}

/**
 * Sorts after every string that continues one of {@link ArrivalFilter.beginnings}, when it is appended to that
 * beginning.
 */
export const lastCharacter = '\u{10FFFF}';

/** How much attention an entry needs, from none to urgent. */
const attentionLevels = [
  { needsAttention: false, isUrgent: false },
  { needsAttention: true, isUrgent: false },
  { needsAttention: true, isUrgent: true },
] as const;

/** Returns the flags of an entry as one number, by which lists select entries. */
export function bucketOf({ isOpen, needsAttention, isUrgent }: Pick<ArrivalEntry, 'isOpen' | 'needsAttention' | 'isUrgent'>): number {
  return Number(isOpen) * attentionLevels.length + Number(needsAttention) + Number(isUrgent);
}

/** Returns whether the entries of a bucket need attention. */
export function isAttentionBucket(bucket: number): boolean {
  return bucket % attentionLevels.length > 0;
}

const allBuckets = [false, true]
  .flatMap((isOpen) => attentionLevels.map((level) => ({ isOpen, ...level })))
  .map((flags) => ({ ...flags, bucket: bucketOf(flags) }));

/** Returns the buckets that a filter selects. */
export function bucketsOf(filter: Pick<ArrivalFilter, 'isOpen' | 'needsAttention' | 'isUrgent'>): number[] {
  const selected = allBuckets.filter(
    ({ isOpen, needsAttention, isUrgent }) =>
      (filter.isOpen ?? isOpen) === isOpen &&
      (filter.needsAttention ?? needsAttention) === needsAttention &&
      (filter.isUrgent ?? isUrgent) === isUrgent,
  );
  return selected.map(({ bucket }) => bucket);
}
