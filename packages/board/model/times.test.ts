import { describe, expect, it } from 'vitest';
import { dayAt, dayOf, formatAge, formatDay, formatInstant, minutesOf } from './times.ts';

const port = { lang: 'en-GB', zone: 'port' } as const;

describe('times', () => {
  it('a day is local to its place and is never shifted', () => {
    expect(formatDay('2026-11-28', 'en-GB')).toBe('Sat 28 Nov');
    expect(formatDay('2026-11-28', 'de')).toBe('Sa., 28. Nov.');
    expect(formatDay('soon', 'en-GB')).toBe('soon');
  });

  it("deadlines are counted in the port's calendar, and in the viewer's where its zone is unknown", () => {
    const now = Date.UTC(2026, 10, 28, 18);
    expect(dayAt({ zone: 'Australia/Melbourne' }, now)).toBe('2026-11-29');
    expect(dayAt({ zone: 'America/Los_Angeles' }, now)).toBe('2026-11-28');
    for (const place of [null, { zone: null }, { zone: 'Nowhere/Unknown' }]) expect(dayAt(place, now)).toBe(dayOf(new Date(now)));
  });

  it("an instant in the port's time has its own local time and offset", () => {
    expect(formatInstant('2026-11-28T03:48:00+11:00', port)).toBe('28 Nov, 03:48 +11:00');
    expect(formatInstant('2026-11-28T23:30:00-03:30', port)).toBe('28 Nov, 23:30 -03:30');
  });

  it('an instant in UTC, which identifies no place, is shown as UTC', () => {
    expect(formatInstant('2026-11-28T20:00:00Z', port)).toBe('28 Nov, 20:00 UTC');
    expect(minutesOf('-03:30')).toBe(-210);
  });

  it('a text that is not an instant is shown unchanged', () => {
    expect(formatInstant('tomorrow', port)).toBe('tomorrow');
  });

  it('ages are shown in the largest whole unit, and less than a minute as now', () => {
    const now = Date.UTC(2026, 10, 28);
    expect(formatAge(now - 59_000, now, 'en-GB')).toBe('now');
    expect(formatAge(now - 119_000, now, 'en-GB')).toBe('1 min ago');
    expect(formatAge(now - 3 * 3_600_000, now, 'en-GB')).toBe('3 hr ago');
    expect(formatAge(now + 5_000, now, 'en-GB')).toBe('now');
  });
});
