import type { ArrivalOrder } from '../../client/generated/operations.ts';
import type { Alert, Arrival } from './arrival-row.ts';
import { startOfDayMs } from './times.ts';

/** Position of an arrival in an order: numbers and strings that are compared one after the other. */
type Position = readonly (number | string)[];

const ranks = { ACT_NOW: 1, LOOK: 2, INFO: 3 } as const;
const last = Number.POSITIVE_INFINITY;

/**
 * Returns the position of a changed arrival in a loaded list, by the rules of the server.
 *
 * @param arrivals in this order
 * @returns the index of the first arrival that comes after it
 */
export function placeOf(arrival: Arrival, arrivals: readonly Arrival[], order: ArrivalOrder): number {
  if (order === 'LAST_CHANGE') return 0;
  const own = positionOf(arrival, order);
  let [from, to] = [0, arrivals.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = arrivals[middle];
    if (other !== undefined && isBefore(own, positionOf(other, order))) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Returns whether an arrival comes after another one by its values; of equal ones only the server knows the order. */
export function isAfter(arrival: Arrival, other: Arrival, order: ArrivalOrder): boolean {
  return isBefore(positionOf(other, order), positionOf(arrival, order));
}

/** Containers are in the order of their arrivals. */
function positionOf({ box, ...shown }: Arrival, order: ArrivalOrder): Position {
  const { openAlerts, bestTime, lastFree } = box?.of ?? shown;
  const bestTimeMs =
    bestTime === null ? last : bestTime.instant === null ? startOfDayMs(bestTime.localDate, bestTime.zone) : Date.parse(bestTime.instant);
  if (order === 'BEST_TIME') return [bestTimeMs];
  if (order === 'LAST_FREE_DAY') return [lastFree?.localDate ?? '9999', bestTimeMs];
  const calling = openAlerts.filter(({ needsAttention }) => needsAttention);
  const [deadline = '9999'] = calling.flatMap((alert) => deadlineOf(alert) ?? []).toSorted();
  return [deadline, Math.min(9, ...calling.map(({ severity }) => ranks[severity])), bestTimeMs];
}

/** Returns the day of the deadline that an alert is about. */
function deadlineOf({ kind, subject, after }: Alert): string | null | undefined {
  if (kind === 'LAST_FREE_DAY_NEAR' || kind === 'LAST_FREE_DAY_PASSED') return subject;
  return kind === 'OVERDUE' ? after?.time?.localDate : undefined;
}

function isBefore(left: Position, right: Position): boolean {
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other !== undefined && value !== other) return value < other;
  }
  return false;
}
