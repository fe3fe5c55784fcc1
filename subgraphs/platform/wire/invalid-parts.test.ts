import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import { withoutMembers } from '../publisher/object-writer.ts';
import { findInvalidParts, findShapeViolations, MeantValue, withoutParts } from './shape-check.ts';
import { boolean, code, dateTime, filledList, int32, list, matching, number, type ObjectShape, object, string } from './shapes.ts';

const place = object('Place', { port: matching('^[A-Z]{5}$', 5), name: string(10) });
const stop = object('Stop', { place, at: dateTime(), note: string(5) }, ['place', 'at']);
const closed: ObjectShape = { ...object('Other', { mode: code('RAIL') }, ['mode']), isOpen: false };
const transport: ObjectShape = {
  ...object('Transport', { mode: code('SHIP', 'RAIL'), ship: place }, ['mode']),
  variants: [object('ByShip', { mode: code('SHIP'), ship: place }, ['mode']), closed],
};
const shape = object(
  'Journey',
  { id: string(3), start: stop, stops: filledList(stop), lines: list(string(5), 2), transport, count: int32, on: boolean },
  ['id'],
);

/** Returns the valid part of a value; undefined if there is none. */
function validPartOf(value: object): unknown {
  const parts = findInvalidParts(shape, value);
  if (parts === 'ALL') return undefined;
  return parts === undefined ? value : withoutParts(value, parts);
}

const at = '2026-05-11T07:30:00Z';

describe('the valid part of a value', () => {
  it.each<[string, object, object | undefined]>([
    ['an invalid optional attribute goes', { id: 'A', count: 1.5, on: 'maybe' }, { id: 'A' }],
    [
      'a text that is too long goes, and is not cut',
      { id: 'A', start: { place: {}, at, note: 'too long' } },
      { id: 'A', start: { place: {}, at } },
    ],
    ['a list that is too long goes', { id: 'A', lines: ['a', 'b', 'c'] }, { id: 'A' }],
    ['an invalid element is removed alone', { id: 'A', lines: ['a', true, 'c'] }, { id: 'A', lines: ['a', 'c'] }],
    [
      'what has one meaning is replaced',
      { id: 7, count: '12', stops: { place: {}, at: '2026-05-11 07:30Z' }, transport: { mode: 'ship', more: null } },
      { id: '7', count: 12, stops: [{ place: {}, at }], transport: { mode: 'SHIP', more: null } },
    ],
    [
      'the deepest optional attribute goes',
      { id: 'A', start: { place: { port: 'BE ANR', name: 'x' }, at } },
      { id: 'A', start: { place: { name: 'x' }, at } },
    ],
    ['an object goes with what it requires', { id: 'A', start: { place: {}, at: 'not a date' } }, { id: 'A' }],
    ['an empty list goes that may not be', { id: 'A', stops: [] }, { id: 'A' }],
    ['a list goes that would be empty', { id: 'A', stops: [{ place: {} }, null] }, { id: 'A' }],
    [
      'a list keeps what is valid in it',
      { id: 'A', stops: [{ at }, { place: {}, at, more: 1 }] },
      { id: 'A', stops: [{ place: {}, at, more: 1 }] },
    ],
    ['nothing is left where the root requires it', { id: 'too long', start: { place: {}, at } }, undefined],
    ['nothing is left where the root lacks it', { start: { place: {}, at } }, undefined],
    [
      'unknown attributes stay',
      { id: 'A', anything: [null, { deep: 'x'.repeat(100) }] },
      { id: 'A', anything: [null, { deep: 'x'.repeat(100) }] },
    ],
    ['a code that is not in a closed list goes', { id: 'A', transport: { mode: 'DRONE', more: 1 } }, { id: 'A' }],
    [
      'what a closed object does not name goes',
      { id: 'A', transport: { mode: 'RAIL', ship: {}, more: 1 } },
      { id: 'A', transport: { mode: 'RAIL' } },
    ],
    [
      'what an open one does not name stays',
      { id: 'A', transport: { mode: 'SHIP', more: 1 } },
      { id: 'A', transport: { mode: 'SHIP', more: 1 } },
    ],
    ['a second 60 in the middle of a day goes', { id: 'A', start: { place: {}, at: '2026-05-11T07:30:60Z' } }, { id: 'A' }],
  ])('%s', (_what, value, expected) => {
    expect(validPartOf(value)).toEqual(expected);
  });

  it('of a valid value is the value itself', () => {
    expect(
      findInvalidParts(shape, { id: 'A', start: { place: { port: 'BEANR' }, at }, stops: [{ place: {}, at }], on: false }),
    ).toBeUndefined();
  });
});

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.constantFrom('SHIP', 'RAIL', 'rail', 'BEANR', at, '2026-05-11 07:30Z', '7', 'true', '0001-01-01T00:00:00Z'),
);
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'id start stops lines transport count on place at mode ship'.split(' ')) },
  { weight: 1, arbitrary: fc.string() },
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('tree')), fc.dictionary(key, tie('tree'))),
}));
const journey = fc.dictionary(key, tree).map((value) => ({ id: 'A', ...value }));

test('is valid for any value, and the same whether removed from bytes or from the parsed value', () => {
  const amounts = object('Amounts', { amount: number });
  expect(withoutMembers(Buffer.from('{ "amount" : 240.50 }'), [], new Map()).toString()).toBe('{ "amount" : 240.50 }');
  expect(findInvalidParts(amounts, { amount: 240.5 })).toBeUndefined();
  fc.assert(
    fc.property(journey, fc.constantFrom(undefined, 1, '\t'), (written, indent) => {
      const json = JSON.stringify(written, null, indent);
      const value = JSON.parse(json);
      const parts = findInvalidParts(shape, value);
      expect(parts === undefined).toBe(findShapeViolations(shape, value).length === 0);
      if (parts === 'ALL') return;
      const left = parts === undefined ? value : withoutParts(value, parts);
      expect(findShapeViolations(shape, left)).toEqual([]);
      if (parts instanceof MeantValue) throw new Error('expected the parts of an object');
      const bytes = withoutMembers(Buffer.from(json), [], parts);
      expect(JSON.parse(bytes.toString())).toEqual(withoutNulls(left));
    }),
    casesOf(2_000),
  );
});

/** Removes `null` at any depth, as the removal from bytes does. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutNulls(inner)]));
}
