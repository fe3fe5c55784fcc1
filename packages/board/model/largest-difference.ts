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
 * Returns the largest difference between two sides. Local days that differ always show, because the ticks beside it are
 * days: in hours if both sides state a time of day and less than half a day is between them, otherwise in days.
 */
export function largestDifference({ differences, statements }: Pick<Arrival, 'differences' | 'statements'>): ShownDifference | undefined {
  const [largest] = differences
    .filter(({ later }) => later !== null)
    .sort((left, right) => right.days - left.days || right.hours - left.hours);
  if (largest === undefined) return undefined;
  const { between, days, hours, later } = largest;
  const sides = [statements.notice, statements.schedule, statements.port].filter(({ side }) => between.includes(side));
  const isExact = sides.every(({ arrival }) => arrival?.localTime != null);
  if (days > 0 && (hours >= leastHours || !isExact)) return { unit: 'days', count: days, later };
  return days > 0 || hours >= leastHours ? { unit: 'hours', count: Math.max(1, Math.round(hours)), later } : undefined;
}
