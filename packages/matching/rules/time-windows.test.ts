import { expect, test } from 'vitest';
import type { CallClaim, RecordKind, StatedTime } from '../claims/call-claim.ts';
import { bestTimeOf } from '../claims/days.ts';
import { daysToPlanOf } from './candidate-rules.ts';
import { distanceOf } from './time-windows.ts';

const stating = (kind: RecordKind, UNLocationCode: string, ...times: readonly Partial<StatedTime>[]): CallClaim => ({
  kind,
  at: [],
  partner: 'acme',
  sides: 'BOTH',
  isDummyVessel: false,
  UNLocationCode,
  numbers: [],
  times: times.map((time, index) => ({ kind: 'ARRIVAL', classifier: 'EST', text: '2026-12-28', index, ...time })),
});

test("the day of a schedule's time is the day at the port, and as written where the zone is unknown", () => {
  const notice = stating('NOTICE', 'USLAX', { text: '2026-12-28' });
  const schedule = stating('VESSEL_SCHEDULE', 'USLAX', { text: '2026-12-28T23:30:00-08:00' });
  expect(distanceOf(notice, schedule)).toMatchObject({ days: 0, isInWindow: true, isZoneUnknown: false });
  const inUtc = (port: string) =>
    distanceOf(stating('NOTICE', port, { text: '2026-12-28' }), stating('VESSEL_SCHEDULE', port, { text: '2026-12-29T07:30:00Z' }));
  expect(inUtc('USLAX')).toMatchObject({ days: 0, isZoneUnknown: false });
  expect(inUtc('USXYZ')).toMatchObject({ days: 1, isZoneUnknown: false });
  expect(distanceOf(notice, stating('VESSEL_SCHEDULE', 'USLAX', { text: '0001-01-01T00:00:00Z' }))).toMatchObject({ isTooFar: true });
});

test('the days from a notice to the plan of a call end on the day of the plan at the port', () => {
  const planned = (text: string) =>
    daysToPlanOf(stating('NOTICE', 'USLAX', {}), [stating('VESSEL_SCHEDULE', 'USLAX', { classifier: 'PLN', text })]);
  expect(planned('2026-12-29T07:30:00Z')).toBe(0);
  expect(planned('2026-12-30T07:30:00-08:00')).toBe(2);
});

test("an event's day is the day at the port, on either side of the date line", () => {
  const at = (port: string, text: string) =>
    distanceOf(stating('NOTICE', port, { text: '2026-12-29' }), stating('EVENT', port, { text }))?.days;
  expect(at('SGSIN', '2026-12-28T16:30:00Z')).toBe(0);
  expect(at('NZAKL', '2026-12-28T11:30:00Z')).toBe(0);
  expect(at('USHNL', '2026-12-30T09:30:00Z')).toBe(0);
});

test('the window of the less certain side applies', () => {
  const isInWindow = (left: string | undefined, right: string, text: string) =>
    distanceOf(stating('NOTICE', 'SGSIN', { classifier: left }), stating('VESSEL_SCHEDULE', 'SGSIN', { classifier: right, text }))
      ?.isInWindow;
  expect(isInWindow('ACT', 'ACT', '2026-12-29T08:00:00+08:00')).toBe(true);
  expect(isInWindow('ACT', 'ACT', '2026-12-30T08:00:00+08:00')).toBe(false);
  expect(isInWindow('ACT', 'EST', '2026-12-31T08:00:00+08:00')).toBe(true);
  expect(isInWindow('EST', 'PLN', '2027-01-04T08:00:00+08:00')).toBe(true);
  expect(isInWindow('EST', 'PLN', '2027-01-05T08:00:00+08:00')).toBe(false);
  expect(isInWindow(undefined, 'ACT', '2027-01-04T08:00:00+08:00')).toBe(true);
});

test('an actual time takes precedence over an estimate, an estimate over a plan', () => {
  const call = stating('VESSEL_SCHEDULE', 'SGSIN', { classifier: 'PLN' }, { classifier: 'ACT' }, { classifier: 'EST' });
  expect(bestTimeOf(call, 'ARRIVAL')?.classifier).toBe('ACT');
});

test('a departure a few days after the announced arrival is near, but not one as many days before it', () => {
  const notice = stating('NOTICE', 'SGSIN', { classifier: 'ACT' });
  const leaving = (text: string) => distanceOf(notice, stating('EVENT', 'SGSIN', { kind: 'DEPARTURE', classifier: 'ACT', text }));
  expect(leaving('2027-01-01T08:00:00Z')).toMatchObject({ isInWindow: true, days: undefined });
  expect(leaving('2026-12-24T08:00:00Z')).toMatchObject({ isInWindow: false });
});

test('a leap second is a time like any other', () => {
  const schedule = stating('EVENT', 'SGSIN', { text: '2026-12-31T23:59:60Z' });
  expect(distanceOf(stating('NOTICE', 'SGSIN', { text: '2027-01-01' }), schedule)?.days).toBe(0);
});

test('if one side has no time, there is no distance', () => {
  expect(distanceOf(stating('NOTICE', 'SGSIN'), stating('EVENT', 'SGSIN', {}))).toBeUndefined();
});
