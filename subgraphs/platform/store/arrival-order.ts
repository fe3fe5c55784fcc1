import type { ArrivalEntry, ArrivalFilter, ArrivalOrder } from './arrival-store.ts';

/** The numbers of an entry that orders and conditions compare. Rank and time of change are negative. */
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

/** Stands for an absent time or day: it sorts after every other one. */
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

/** Returns the conditions of a filter on times and days. Absent times and days are in no range. */
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

/** Before the first day that can be written. */
const firstDay = -1_000_000;

function daysBetween(from: string | undefined, to: string | undefined): Pick<ColumnRange, 'from' | 'before'> {
  return { from: from === undefined ? firstDay : dayNumberOf(from), before: to === undefined ? noTimeMs : dayNumberOf(to) + 1 };
}

function dayNumberOf(day: string): number {
  return Date.parse(day) / dayMs;
}

/** Greater than every string that continues one of {@link ArrivalFilter.beginnings}, if appended to it. */
export const lastCharacter = '\u{10FFFF}';

/** How much attention an entry needs, from none to urgent. */
const attentionLevels = [
  { needsAttention: false, isUrgent: false },
  { needsAttention: true, isUrgent: false },
  { needsAttention: true, isUrgent: true },
] as const;

/** The flags of an entry as one number, by which lists select it. */
export function bucketOf({ isOpen, needsAttention, isUrgent }: Pick<ArrivalEntry, 'isOpen' | 'needsAttention' | 'isUrgent'>): number {
  return Number(isOpen) * attentionLevels.length + Number(needsAttention) + Number(isUrgent);
}

/** Whether the entries of a bucket need attention. */
export function isAttentionBucket(bucket: number): boolean {
  return bucket % attentionLevels.length > 0;
}

/** Returns the buckets that a filter selects. */
export function bucketsOf(filter: Pick<ArrivalFilter, 'isOpen' | 'needsAttention' | 'isUrgent'>): number[] {
  const flags = [false, true].flatMap((isOpen) => attentionLevels.map((level) => ({ isOpen, ...level })));
  const isSelected = (given: (typeof flags)[number]) =>
    (filter.isOpen ?? given.isOpen) === given.isOpen &&
    (filter.needsAttention ?? given.needsAttention) === given.needsAttention &&
    (filter.isUrgent ?? given.isUrgent) === given.isUrgent;
  return flags.filter(isSelected).map(bucketOf);
}
