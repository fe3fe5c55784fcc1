import { describe, expect, it } from 'vitest';
import { isAfter, placeOf } from './arrival-order.ts';
import type { Alert, Arrival, StatedTime } from './arrival-row.ts';

interface Placed {
  readonly day?: string;
  readonly instant?: string;
  readonly lastFree?: string;
  readonly severities?: readonly Alert['severity'][];
  readonly needsAttention?: boolean;
  readonly deadline?: string;
}

function arrivalOf({ day, instant = null as never, lastFree, severities = [], needsAttention = true, deadline }: Placed): Arrival {
  return {
    bestTime: day === undefined ? null : ({ localDate: day, zone: 'Europe/Amsterdam', instant } as StatedTime),
    lastFree: lastFree === undefined ? null : { localDate: lastFree },
    openAlerts: severities.map((severity) => ({
      ...{ severity, needsAttention, subject: deadline },
      kind: deadline === undefined ? 'PORT_CHANGED' : 'LAST_FREE_DAY_PASSED',
    })),
  } as unknown as Arrival;
}

describe('the position of an arrival that has changed', () => {
  const days = ['2026-03-01', '2026-03-05', '2026-03-09'].map((day) => arrivalOf({ day }));

  it('is determined by the best known time, and is last without one', () => {
    expect(placeOf(arrivalOf({ day: '2026-03-04' }), days, 'BEST_TIME')).toBe(1);
    expect(placeOf(arrivalOf({ day: '2026-02-01' }), days, 'BEST_TIME')).toBe(0);
    expect(placeOf(arrivalOf({}), days, 'BEST_TIME')).toBe(3);
  });

  it('is after those with the same time', () => {
    expect(placeOf(arrivalOf({ day: '2026-03-05' }), days, 'BEST_TIME')).toBe(2);
  });

  it('is not known among equal ones, which are never after each other', () => {
    const [one, other] = [arrivalOf({ day: '2026-03-05' }), arrivalOf({ day: '2026-03-05' })];
    expect([isAfter(one, other, 'BEST_TIME'), isAfter(other, one, 'BEST_TIME')]).toEqual([false, false]);
    expect(isAfter(arrivalOf({ day: '2026-03-06' }), one, 'BEST_TIME')).toBe(true);
  });

  it('treats a day as its beginning at the port', () => {
    expect(placeOf(arrivalOf({ day: '2026-03-05', instant: '2026-03-04T22:59:00Z' }), days, 'BEST_TIME')).toBe(1);
    expect(placeOf(arrivalOf({ day: '2026-03-05', instant: '2026-03-04T23:01:00Z' }), days, 'BEST_TIME')).toBe(2);
  });

  it('is determined by the most severe alert that needs attention, then by the best known time', () => {
    const listed = [
      arrivalOf({ day: '2026-03-09', severities: ['INFO', 'ACT_NOW'] }),
      arrivalOf({ day: '2026-03-01', severities: ['LOOK'] }),
      arrivalOf({ day: '2026-03-01' }),
    ];
    expect(placeOf(arrivalOf({ day: '2026-03-01', severities: ['ACT_NOW'] }), listed, 'ATTENTION')).toBe(0);
    expect(placeOf(arrivalOf({ day: '2026-03-05', severities: ['LOOK'] }), listed, 'ATTENTION')).toBe(2);
    const quiet = arrivalOf({ day: '2026-03-05', severities: ['ACT_NOW'], needsAttention: false });
    expect(placeOf(quiet, listed, 'ATTENTION')).toBe(3);
  });

  it('is before all others with a deadline that needs attention, the earliest first', () => {
    const listed = [
      arrivalOf({ day: '2026-03-09', severities: ['ACT_NOW'], deadline: '2026-03-02' }),
      arrivalOf({ day: '2026-03-09', severities: ['LOOK'], deadline: '2026-03-04' }),
      arrivalOf({ day: '2026-03-01', severities: ['ACT_NOW'] }),
    ];
    const placed = (deadline: string, needsAttention = true) =>
      placeOf(arrivalOf({ day: '2026-03-01', severities: ['ACT_NOW'], deadline, needsAttention }), listed, 'ATTENTION');
    expect([placed('2026-03-01'), placed('2026-03-03'), placed('2026-03-05'), placed('2026-03-01', false)]).toEqual([0, 1, 2, 3]);
  });

  it('is determined by the last free day, then by the best known time', () => {
    const listed = [
      arrivalOf({ day: '2026-03-09', lastFree: '2026-03-10' }),
      arrivalOf({ day: '2026-03-01', lastFree: '2026-03-12' }),
      arrivalOf({ day: '2026-03-01' }),
    ];
    expect(placeOf(arrivalOf({ day: '2026-03-08', lastFree: '2026-03-10' }), listed, 'LAST_FREE_DAY')).toBe(0);
    expect(placeOf(arrivalOf({ day: '2026-03-08', lastFree: '2026-03-12' }), listed, 'LAST_FREE_DAY')).toBe(2);
    expect(placeOf(arrivalOf({ day: '2026-03-08' }), listed, 'LAST_FREE_DAY')).toBe(3);
  });

  it('is the first one if ordered by the last change', () => {
    expect(placeOf(arrivalOf({}), days, 'LAST_CHANGE')).toBe(0);
  });
});
