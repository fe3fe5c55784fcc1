import { describe, expect, test } from 'vitest';
import { date, dateTime, int32, list, object, string } from '../wire/shapes.ts';
import { corrected, correctedObject } from './quirks.ts';

const shape = object('Notice', {
  reference: string(),
  legs: list(object('Leg', { vesselIMONumber: string(7), arrival: date, count: int32 })),
});

describe('quirks', () => {
  test('convert numbers to strings wherever a string is expected, and nowhere else', () => {
    const written = { reference: 12, legs: [{ vesselIMONumber: 9321483, count: 2 }, 7], other: 5 };
    expect(corrected({ quirks: ['numbers-for-texts'] }, written, shape)).toEqual({
      reference: '12',
      legs: [{ vesselIMONumber: '9321483', count: 2 }, 7],
      other: 5,
    });
    expect(written.reference).toBe(12);
  });

  test('do not round a number that JavaScript cannot hold, in a string or as a number', () => {
    const bytes = Buffer.from('{"reference":9007199254740993,"other":12345678901234567.89}');
    const changed = correctedObject({ quirks: ['numbers-for-texts'] }, { bytes, value: JSON.parse(bytes.toString()) }, shape);
    expect(changed.bytes.toString()).toBe('{"reference":"9007199254740993","other":12345678901234567.89}');
    expect(changed.value).toEqual({ reference: '9007199254740993', other: 12345678901234568 });
  });

  test('cut an instant to its day as written, without shifting it', () => {
    const written = { legs: [{ arrival: '2026-03-02T23:30:00-08:00' }, { arrival: 'soon' }], reference: '2026-03-02T00:00:00Z' };
    expect(corrected({ quirks: ['instants-for-days'] }, written, shape)).toEqual({
      legs: [{ arrival: '2026-03-02' }, { arrival: 'soon' }],
      reference: '2026-03-02T00:00:00Z',
    });
  });

  test('leave valid input unchanged, byte for byte', () => {
    const pushed = { path: '$', bytes: Buffer.from('{ "reference":"A" }'), value: { reference: 'A' } };
    expect(correctedObject({ quirks: ['numbers-for-texts', 'instants-for-days'], timesWithoutOffset: 'UTC' }, pushed, shape)).toBe(pushed);
    expect(correctedObject({}, pushed, shape)).toBe(pushed);
  });

  test('keep attributes that have the names of built-in members of objects', () => {
    const written = JSON.parse('{ "reference": 1, "__proto__": { "x": 1 }, "constructor": 2 }');
    const value = corrected({ quirks: ['numbers-for-texts'] }, written, shape);
    expect(JSON.stringify(value)).toBe('{"reference":"1","__proto__":{"x":1},"constructor":2}');
  });
});

describe('times without an offset', () => {
  const call = object('Call', { location: object('Location', { UNLocationCode: string(5) }), at: dateTime(), times: list(dateTime()) });
  const voyage = object('Voyage', { calls: list(call), at: dateTime() });
  const callAt = (UNLocationCode: string | undefined, at: unknown) => ({ calls: [{ location: { UNLocationCode }, at }] });
  const read = (UNLocationCode: string | undefined, at: unknown) =>
    corrected({ timesWithoutOffset: 'PORT_LOCAL' }, callAt(UNLocationCode, at), voyage);

  test.each([
    ['NLRTM', '2026-07-01T04:00:00', '2026-07-01T04:00:00+02:00'],
    ['nl rtm', '2026-12-09 04:00', '2026-12-09T04:00:00+01:00'],
    ['USLAX', '2026-12-09T04:00:00.5', '2026-12-09T04:00:00.5-08:00'],
    ['INNSA', [2026, 12, 9, 4, 0], '2026-12-09T04:00:00+05:30'],
    // The clocks are put forward at 02:00.
    ['DEHAM', '2026-03-29T01:59:59', '2026-03-29T01:59:59+01:00'],
    ['DEHAM', '2026-03-29T03:00:00', '2026-03-29T03:00:00+02:00'],
  ])('are local to the port: %s %j', (port, written, expected) => {
    expect(read(port, written)).toEqual(callAt(port, expected));
  });

  test.each([
    ['a port of unknown zone', 'USXYZ', '2026-12-09T04:00:00'],
    ['no port', undefined, '2026-12-09T04:00:00'],
    ['a time with an offset, even without seconds', 'NLRTM', '2026-12-09T04:00Z'],
    ['something else', 'NLRTM', 'soon'],
  ])('stay as they are written: %s', (_what, port, written) => {
    expect(read(port, written)).toEqual(callAt(port, written));
  });

  test('of the nearest object with a place, or of none, or UTC', () => {
    const written = { at: '2026-12-09T04:00:00', calls: [{ location: { UNLocationCode: 'NLRTM' }, times: ['2026-12-09T04:00'] }] };
    expect(corrected({ timesWithoutOffset: 'PORT_LOCAL' }, written, voyage)).toEqual({
      at: '2026-12-09T04:00:00',
      calls: [{ location: { UNLocationCode: 'NLRTM' }, times: ['2026-12-09T04:00:00+01:00'] }],
    });
    expect(corrected({ timesWithoutOffset: 'UTC' }, written, voyage)).toEqual({
      at: '2026-12-09T04:00:00Z',
      calls: [{ location: { UNLocationCode: 'NLRTM' }, times: ['2026-12-09T04:00:00Z'] }],
    });
  });
});
