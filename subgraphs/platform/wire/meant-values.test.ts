import { describe, expect, it } from 'vitest';
import { cleanedTo, findShapeViolations } from './shape-check.ts';
import { boolean, code, date, dateTime, int32, knownCode, list, number, object, string } from './shapes.ts';

const dated = object('Dated', { value: date, classifier: knownCode(10, 'EST') });
const shape = object('Row', {
  at: dateTime(30),
  day: date,
  dated,
  name: string(30),
  code: code('ARRI', 'DEPA'),
  kind: knownCode(50, 'PILOT_BOARDING_PLACE', 'BERTH'),
  kinds: list(knownCode(10, 'DEM', 'DET')),
  count: int32,
  amount: number,
  is: boolean,
  parts: list(object('Part', { at: dateTime() })),
});

describe('a value of another type or notation', () => {
  it.each<[unknown, string]>([
    ['2026-12-09T04:00:00+0100', '2026-12-09T04:00:00+01:00'],
    ['2026-12-09T04:00+01', '2026-12-09T04:00:00+01:00'],
    ['2026-12-09 03:00:00Z', '2026-12-09T03:00:00Z'],
    ['2026-12-09T03:00Z', '2026-12-09T03:00:00Z'],
    [' 2026-12-09 03:00:00.123456+00 ', '2026-12-09T03:00:00.123456+00:00'],
    ['2026-12-09T03:00:00,5 utc', '2026-12-09T03:00:00.5Z'],
    ['2026-12-09 11:00 UTC+08:00', '2026-12-09T11:00:00+08:00'],
    ['20261209T030000Z', '2026-12-09T03:00:00Z'],
    ['2026/12/09 03:00 -0500', '2026-12-09T03:00:00-05:00'],
    ['2026-12-09T04:00:00+01:00[Europe/Amsterdam]', '2026-12-09T04:00:00+01:00'],
    ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00Z'],
    [1_796_785_200_000, '2026-12-09T03:00:00Z'],
    [1_796_785_200.5, '2026-12-09T03:00:00Z'],
    ['/Date(1796785200000+0100)/', '2026-12-09T03:00:00Z'],
    [['2026-12-09T03:00:00Z'], '2026-12-09T03:00:00Z'],
  ])('is read as an instant: %j', (at, expected) => {
    expect(cleanedTo(shape, { at })).toEqual({ at: expected });
  });

  it.each<[unknown]>([
    ['2026-12-09T04:00:00'],
    ['2026-12-09'],
    ['09/12/2026 03:00 Z'],
    ['2026-12-09T03:00 pm Z'],
    ['2026-02-30T03:00:00Z'],
    ['2026-12-09T25:00:00Z'],
    ['soon'],
    [7],
    [true],
    [[2026, 12, 9, 4, 0]],
    [{ value: '2026-12-09T03:00:00Z' }],
  ])('is no instant, and is named with its path: %j', (at) => {
    expect(cleanedTo(shape, { at })).toEqual({});
    expect(findShapeViolations(shape, { at })).toMatchObject([{ path: '$.at', isUnread: true }]);
  });

  it('that is a local time is named with the line that reads it', () => {
    for (const at of ['2026-12-09T04:00:00', '2026-12-09 04:00', [2026, 12, 9, 4, 0]]) {
      expect(findShapeViolations(shape, { at })).toMatchObject([{ line: 'timesWithoutOffset: PORT_LOCAL' }]);
    }
    expect(findShapeViolations(shape, { day: '2026-12-09T04:00:00+01:00' })).toMatchObject([{ line: 'quirks: [instants-for-days]' }]);
  });

  it.each<[string, object, object]>([
    ['a day in another notation', { day: '2026/12/09' }, { day: '2026-12-09' }],
    ['a day without dashes', { day: '20261209' }, { day: '2026-12-09' }],
    ['the midnight of a day', { day: '2026-12-09T00:00:00' }, { day: '2026-12-09' }],
    ['the numbers of a day', { day: [2026, 12, 9] }, { day: '2026-12-09' }],
    ['a day in place of the object with its classifier', { dated: '2026-12-09' }, { dated: { value: '2026-12-09' } }],
    ['a number for a text', { name: 9321483 }, { name: '9321483' }],
    ['a code in lower case', { code: 'arri', kind: 'berth' }, { code: 'ARRI', kind: 'BERTH' }],
    ['a code with blanks', { kind: ' Pilot boarding-place' }, { kind: 'PILOT_BOARDING_PLACE' }],
    ['one code in place of a list', { kinds: 'dem' }, { kinds: ['DEM'] }],
    ['codes in one text', { kinds: 'DEM, det' }, { kinds: ['DEM', 'DET'] }],
    ['an object in place of a list', { parts: { at: '2026-12-09T03:00Z' } }, { parts: [{ at: '2026-12-09T03:00:00Z' }] }],
    ['a list of one in place of an object', { dated: [{ value: '2026-12-09' }] }, { dated: { value: '2026-12-09' } }],
    ['a number in a text', { count: ' 007 ', amount: '-240.50' }, { count: 7, amount: -240.5 }],
    ['a truth value in a text', { is: 'TRUE' }, { is: true }],
    ['a truth value as a number', { is: 0 }, { is: false }],
  ])('is read: %s', (_what, row, expected) => {
    expect(cleanedTo(shape, row)).toEqual(expected);
    const violations = findShapeViolations(shape, row);
    expect(violations.length).toBeGreaterThan(0);
    for (const { message, isUnread } of violations) {
      expect(message).toContain('; read as ');
      expect(isUnread).toBeUndefined();
    }
  });

  it.each<[string, object, object]>([
    ['a code that no list has', { code: 'GONE' }, { code: 'GONE' }],
    ['a word for a number', { count: 'seven', amount: '12,50' }, {}],
    ['a fraction for a whole number', { count: '7.5' }, {}],
    ['a word for a truth value', { is: 'maybe' }, {}],
    ['an object that cannot become a text', { is: [{ toString: [] }] }, {}],
    ['a dictionary in place of a list', { parts: { FIRST: '2026-12-09T03:00:00Z' } }, {}],
    ['two objects in place of one', { dated: [{}, {}] }, {}],
    ['a number that has lost digits', { name: 2 ** 60 }, {}],
  ])('is named, and not guessed: %s', (_what, row, expected) => {
    expect(cleanedTo(shape, row)).toEqual(expected);
    expect(findShapeViolations(shape, row).every(({ isUnread }) => isUnread)).toBe(true);
  });

  it.each([null, '', ' ', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00', '1970-01-01T00:00:00+00:00', '9999-12-31T23:59:59Z'])(
    'that stands for no time counts as absent: %j',
    (at) => {
      expect(cleanedTo(shape, { at })).toEqual({});
      expect(findShapeViolations(shape, { at })).toEqual([{ path: '$.at', message: expect.stringContaining('treated as absent') }]);
    },
  );

  it('is named with at most 50 of its characters', () => {
    const [violation] = findShapeViolations(shape, { name: ['x'.repeat(10_000)], kinds: Array(100).fill('dem').join() });
    expect(violation?.message).toBe(`expected a string, got a list; read as "${'x'.repeat(50)}"...`);
    expect(findShapeViolations(shape, { kinds: Array(100).fill('dem').join() })[0]?.message.length).toBeLessThan(200);
  });

  it('has the violations of what is in it reported by its own path', () => {
    expect(findShapeViolations(shape, { parts: { at: 'soon' } }).map(({ path }) => path)).toEqual(['$.parts', '$.parts.at']);
    expect(findShapeViolations(shape, { dated: [{ value: 'soon' }] }).map(({ path }) => path)).toEqual(['$.dated', '$.dated[0].value']);
  });
});
