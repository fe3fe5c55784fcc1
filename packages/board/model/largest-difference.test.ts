import { expect, it } from 'vitest';
import type { Arrival } from './arrival-row.ts';
import { largestDifference } from './largest-difference.ts';

type Difference = Arrival['differences'][number];

const stated = (side: 'NOTICE' | 'SCHEDULE' | 'PORT', localTime: string | null) => ({ side, arrival: { localTime } });

/** An arrival whose notice states a day, and whose schedule and port state times of day. */
function shownOf(...differences: readonly Difference[]) {
  const statements = { notice: stated('NOTICE', null), schedule: stated('SCHEDULE', '13:00'), port: stated('PORT', '15:00') };
  return largestDifference({ differences, statements: statements as unknown as Arrival['statements'] });
}

it('is shown in days, from the sides that are the most days apart', () => {
  const near: Difference = { between: ['SCHEDULE', 'PORT'], hours: 26, days: 1, later: 'PORT' };
  const far: Difference = { between: ['NOTICE', 'PORT'], hours: 39, days: 2, later: 'PORT' };
  expect(shownOf(near, far)).toEqual({ unit: 'days', count: 2, later: 'PORT' });
});

it('is shown in days if a side states a day only, even if the day begins within hours', () => {
  expect(shownOf({ between: ['NOTICE', 'PORT'], hours: 9, days: 1, later: 'NOTICE' })).toEqual({ unit: 'days', count: 1, later: 'NOTICE' });
});

it('is shown in hours between times of different days that are less than half a day apart', () => {
  const differenceOf = (hours: number): Difference => ({ between: ['SCHEDULE', 'PORT'], hours, days: 1, later: 'PORT' });
  expect(shownOf(differenceOf(2.4))).toEqual({ unit: 'hours', count: 2, later: 'PORT' });
  expect(shownOf(differenceOf(0.2))).toEqual({ unit: 'hours', count: 1, later: 'PORT' });
});

it('is not shown within half a day of one local day, because berth, port and call are different places', () => {
  const differenceOf = (hours: number): Difference => ({ between: ['SCHEDULE', 'PORT'], hours, days: 0, later: 'PORT' });
  expect(shownOf(differenceOf(11))).toBeUndefined();
  expect(shownOf(differenceOf(13))).toEqual({ unit: 'hours', count: 13, later: 'PORT' });
  expect(shownOf({ ...differenceOf(0), later: null })).toBeUndefined();
});
