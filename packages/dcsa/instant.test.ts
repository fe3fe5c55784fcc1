import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, isDay, receivedAtOf } from './instant.ts';

describe('instants', () => {
  test('the same instant with another offset, case or trailing zeros becomes one string', () => {
    const spellings = ['2026-03-02T13:05:00Z', '2026-03-02t13:05:00z', '2026-03-02T14:05:00+01:00', '2026-03-02T07:35:00.000-05:30'];
    expect(new Set(spellings.map(instantOf))).toEqual(new Set(['2026-03-02T13:05:00']));
  });

  test('instants that differ by less than a millisecond remain different and in order', () => {
    const [earlier, later] = ['2026-03-02T13:05:00.0000001Z', '2026-03-02T13:05:00.0000002Z'].map(instantOf);
    expect(earlier !== undefined && later !== undefined && earlier < later).toBe(true);
  });

  test('a whole second sorts before its fractions, a leap second after :59', () => {
    const texts = ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.5Z', '2026-12-31T23:59:60Z', '2027-01-01T00:00:00Z'].map(instantOf);
    expect(texts).toEqual([...texts].sort());
  });

  test('a string without an offset, or with an impossible date, is not an instant', () => {
    const wrong = [
      '2026-03-02T13:05:00',
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-03-02T24:00:00Z',
      '2026-03-02 13:05:00Z',
      '07/08/26',
      '',
    ];
    expect(wrong.map(instantOf)).toEqual(wrong.map(() => undefined));
  });

  test('strings sort like the instants, whatever the offset', () => {
    const instant = fc.record({
      ms: fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9998, 0, 1) }),
      offsetMinutes: fc.integer({ min: -14 * 60, max: 14 * 60 }),
    });
    const spelled = ({ ms, offsetMinutes }: { ms: number; offsetMinutes: number }): string => {
      const local = new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, -1);
      const size = Math.abs(offsetMinutes);
      return `${local}${offsetMinutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
    };
    fc.assert(
      fc.property(instant, instant, (left, right) => {
        const [a, b] = [instantOf(spelled(left)) ?? '', instantOf(spelled(right)) ?? ''];
        expect(Math.sign(left.ms - right.ms)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  test('a bound given by a caller gets the format in which the store writes times', () => {
    expect(receivedAtOf('2026-03-02T14:05:00.1239+01:00')).toBe('2026-03-02T13:05:00.123Z');
  });

  test('days must exist in the calendar', () => {
    expect(['2024-02-29', '2026-02-29', '2026-3-1', '2026-04-31', '20260301'].map(isDay)).toEqual([true, false, false, false, false]);
  });
});
