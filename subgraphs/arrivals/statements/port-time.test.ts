import { expect, test } from 'vitest';
import { addDays, daysBetween, localOf, millisecondsOf, portZoneOf, startOfDayMs } from './port-time.ts';

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

test('a local day begins at midnight by the clocks of the port, also on days when the clocks change', () => {
  expect(iso(startOfDayMs('2026-03-09', 'Asia/Singapore'))).toBe('2026-03-08T16:00:00.000Z');
  expect(iso(startOfDayMs('2026-03-29', 'Europe/Brussels'))).toBe('2026-03-28T23:00:00.000Z');
  expect(iso(startOfDayMs('2026-03-30', 'Europe/Brussels'))).toBe('2026-03-29T22:00:00.000Z');
  expect(iso(startOfDayMs('2026-11-01', 'America/New_York'))).toBe('2026-11-01T04:00:00.000Z');
  expect(iso(startOfDayMs('2026-11-02', 'America/New_York'))).toBe('2026-11-02T05:00:00.000Z');
  expect(iso(startOfDayMs('2026-03-09', undefined))).toBe('2026-03-09T00:00:00.000Z');
});

test('if a clock change skips midnight, the day begins an hour later', () => {
  expect(iso(startOfDayMs('2026-09-06', 'America/Santiago'))).toBe('2026-09-06T04:00:00.000Z');
  expect(localOf(startOfDayMs('2026-09-06', 'America/Santiago'), 'America/Santiago').localDate).toBe('2026-09-06');
});

test('an instant is shown by the clocks of the port, or in UTC if its time zone is unknown', () => {
  expect(localOf(Date.parse('2026-03-08T18:30:00Z'), 'Asia/Singapore')).toEqual({ localDate: '2026-03-09', localTime: '02:30' });
  expect(localOf(Date.parse('2026-03-08T18:30:00Z'), undefined)).toEqual({ localDate: '2026-03-08', localTime: '18:30' });
  expect(portZoneOf(' sgsin')).toBe('Asia/Singapore');
  expect(portZoneOf('XXXXX')).toBeUndefined();
});

test('days are counted by the calendar, and only date-times with an offset are instants', () => {
  expect(daysBetween('2026-02-27', addDays('2026-02-27', 3))).toBe(3);
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  expect(millisecondsOf('2026-12-31T23:59:60Z')).toBe(Date.parse('2026-12-31T23:59:59Z'));
  expect(millisecondsOf('2026-12-31T23:59:00')).toBeUndefined();
});
