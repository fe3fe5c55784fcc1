import type { Arrival } from './arrival-row.ts';

/** Smaller differences within a day are normal: berth, port and call are different places. */
const leastHours = 12;

/** The difference between two sides that is worth showing. */
export interface ShownDifference {
  readonly unit: 'days' | 'hours';
  readonly count: number;
  readonly later: Arrival['differences'][number]['later'];
}

/**
 * Returns the largest difference between two sides: in days, or within a day in hours if both sides state a time of
 * day.
 */
export function largestDifference({ differences }: Pick<Arrival, 'differences'>): ShownDifference | undefined {
  const [largest] = differences
    .filter(({ later }) => later !== null)
    .sort((left, right) => right.days - left.days || right.hours - left.hours);
  if (largest === undefined) return undefined;
  const { days, hours, later } = largest;
  if (days > 0 && hours >= leastHours) return { unit: 'days', count: days, later };
  return hours >= leastHours ? { unit: 'hours', count: Math.round(hours), later } : undefined;
}
