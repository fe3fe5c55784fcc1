import { describe, expect, test } from 'vitest';
import { date, list, object, string } from '../wire/json-schema.ts';
import { shapeOf } from '../wire/shapes.ts';
import { objectWithQuirks, withQuirks } from './quirks.ts';

const shape = shapeOf(
  object('Notice', {
    reference: string(),
    legs: list(object('Leg', { vesselIMONumber: string(7), arrival: date, count: { type: 'integer' } })),
  }),
);

describe('quirks', () => {
  test('convert numbers to strings wherever a string is expected, and nowhere else', () => {
    const written = { reference: 12, legs: [{ vesselIMONumber: 9321483, count: 2 }, 7], other: 5 };
    expect(withQuirks(['numbers-for-texts'], written, shape)).toEqual({
      reference: '12',
      legs: [{ vesselIMONumber: '9321483', count: 2 }, 7],
      other: 5,
    });
    expect(written.reference).toBe(12);
  });

  test('do not round a number that JavaScript cannot hold, in a string or as a number', () => {
    const bytes = Buffer.from('{"reference":9007199254740993,"other":12345678901234567.89}');
    const changed = objectWithQuirks(['numbers-for-texts'], { bytes, value: JSON.parse(bytes.toString()) }, shape);
    expect(changed.bytes.toString()).toBe('{"reference":"9007199254740993","other":12345678901234567.89}');
    expect(changed.value).toEqual({ reference: '9007199254740993', other: 12345678901234568 });
  });

  test('cut an instant to its day as written, without shifting it', () => {
    const written = { legs: [{ arrival: '2026-03-02T23:30:00-08:00' }, { arrival: 'soon' }], reference: '2026-03-02T00:00:00Z' };
    expect(withQuirks(['instants-for-days'], written, shape)).toEqual({
      legs: [{ arrival: '2026-03-02' }, { arrival: 'soon' }],
      reference: '2026-03-02T00:00:00Z',
    });
  });

  test('leave valid input unchanged, byte for byte', () => {
    const pushed = { path: '$', bytes: Buffer.from('{ "reference":"A" }'), value: { reference: 'A' } };
    expect(objectWithQuirks(['numbers-for-texts', 'instants-for-days'], pushed, shape)).toBe(pushed);
    expect(objectWithQuirks(undefined, pushed, shape)).toBe(pushed);
  });

  test('keep attributes that have the names of built-in members of objects', () => {
    const written = JSON.parse('{ "reference": 1, "__proto__": { "x": 1 }, "constructor": 2 }');
    const value = withQuirks(['numbers-for-texts'], written, shape);
    expect(JSON.stringify(value)).toBe('{"reference":"1","__proto__":{"x":1},"constructor":2}');
  });
});
