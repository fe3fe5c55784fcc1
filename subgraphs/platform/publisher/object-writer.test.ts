import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import { keyOf } from '../json/json-slices.ts';
import { type InvalidParts, MeantValue } from '../wire/shape-check.ts';
import { withoutMembers } from './object-writer.ts';

const keys = ['charges', 'name'].map(keyOf);
const cut = (json: string, hidden = keys) => withoutMembers(Buffer.from(json), hidden).toString();

test.each([
  ['{"charges":[1],"a":1}', '{"a":1}'],
  ['{"a":1,"charges":[1]}', '{"a":1}'],
  ['{"a":1,"charges":[1],"name":{"charges":2},"b":2}', '{"a":1,"b":2}'],
  ['{"charges":1,"name":2}', '{}'],
  ['[null,1,null,null,2,null]', '[1,2]'],
  ['{ "a" : { "charges" : "]}" , "b" : [ null ] } }', '{ "a" : { "b" : [  ] } }'],
  ['{"char\\u0067es":1,"charges2":2,"charge":3}', '{"charges2":2,"charge":3}'],
])('members are cut out of %s, and nothing else changes', (json, expected) => {
  expect(cut(json)).toBe(expected);
});

test('numbers and escapes remain as they were written', () => {
  expect(cut('{"amount":240.50,"big":12345678901234567890,"text":"\\u00e9 null \\/","charges":null}')).toBe(
    '{"amount":240.50,"big":12345678901234567890,"text":"\\u00e9 null \\/"}',
  );
});

test('a document from which nothing is removed is returned as the same buffer', () => {
  for (const json of ['{"a":[1,{"b":"null"}]}', '{"text":"charges \\u0061"}', '[]', '"x"']) {
    const bytes = Buffer.from(json);
    expect(withoutMembers(bytes, keys)).toBe(bytes);
  }
});

test('named parts are cut out by their positions, and nothing else changes', () => {
  const json = `{ "amount" : 240.50, "big": 12345678901234567890, "count": 1.5, "p\\u0061rt": "none",
    "parts": [ 7, {"text":"\\u00e9", "day":"2026-02-30", "other":[1e2]}, null ], "on": true, "charges": {"count":"x"} }`;
  const expected = `{ "amount" : 240.50, "big": 12345678901234567890,
    "parts": [ {"text":"\\u00e9", "other":[1e2]} ], "on": true }`;
  const inParts = new Map<number, InvalidParts>([
    [0, 'ALL'],
    [1, new Map([['day', 'ALL']])],
  ]);
  const parts = new Map<string, InvalidParts>([
    ['count', 'ALL'],
    ['part', 'ALL'],
    ['parts', inParts],
  ]);
  const written = withoutMembers(Buffer.from(json), [keyOf('charges')], parts).toString();
  expect(JSON.parse(written)).toEqual(JSON.parse(expected));
  for (const literal of ['240.50', '12345678901234567890', '\\u00e9', '1e2']) expect(written).toContain(literal);
});

test('a value in place of another one has no hidden members either', () => {
  const parts = new Map([['parts', new MeantValue([{ charges: 1, amount: 7 }])]]);
  const json = Buffer.from('{"parts":{"charges":1,"amount":"7"},"on":true}');
  expect(withoutMembers(json, [keyOf('charges')], parts).toString()).toBe('{"parts":[{"amount":7}],"on":true}');
});

test('every occurrence of a repeated member is removed', () => {
  expect(withoutMembers(Buffer.from('{"a":"good","b":1,"a":7}'), [], new Map([['a', 'ALL']])).toString()).toBe('{"b":1}');
});

test('the result parses to the same value as removing the members from the parsed value', () => {
  const key = fc.oneof(fc.constantFrom('charges', 'name', 'a', 'b'), fc.string());
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: 'small' }, tie('leaf'), fc.array(tie('tree')), fc.dictionary(key, tie('tree'))),
    leaf: fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string()),
  }));
  fc.assert(
    fc.property(tree, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const left = JSON.parse(cut(JSON.stringify(value, null, indent)));
      expect(left).toEqual(JSON.parse(JSON.stringify(value === null ? null : walked(value))));
    }),
    casesOf(500),
  );
});

/** `JSON.stringify` drops undefined members of objects; lists are filtered here. */
function walked(value: unknown, names = ['charges', 'name']): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== null).map((element) => walked(element, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !names.includes(name) && member !== null)
      .map(([name, member]) => [name, walked(member, names)]),
  );
}
