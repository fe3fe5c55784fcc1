import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberKeysOf, withoutMembers } from './json-members.ts';

const keys = memberKeysOf(['charges', 'name']);
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

test('numbers and escapes stay as they were written', () => {
  expect(cut('{"amount":240.50,"big":12345678901234567890,"text":"\\u00e9 null \\/","charges":null}')).toBe(
    '{"amount":240.50,"big":12345678901234567890,"text":"\\u00e9 null \\/"}',
  );
});

test('a document with nothing to take out is the very same buffer', () => {
  for (const json of ['{"a":[1,{"b":"null"}]}', '{"text":"charges \\u0061"}', '[]', '"x"']) {
    const bytes = Buffer.from(json);
    expect(withoutMembers(bytes, keys)).toBe(bytes);
  }
});

test('what is left parses to what a walk over the parsed value leaves', () => {
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
    { numRuns: 500 },
  );
});

/** `JSON.stringify` drops what is undefined in objects; lists are filtered here. */
function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== null).map(walked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, held]) => name !== 'charges' && name !== 'name' && held !== null)
      .map(([name, held]) => [name, walked(held)]),
  );
}
