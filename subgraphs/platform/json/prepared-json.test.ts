import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareJson, stringifyPrepared } from './exact-numbers.ts';

test('a text with prepared values is the text that JSON.stringify creates', () => {
  const values = fc.array(fc.record({ value: fc.jsonValue(), isPrepared: fc.boolean() }));
  fc.assert(
    fc.property(values, (list) => {
      const answer = { data: list.map(({ value }) => ({ value })) };
      const expected = JSON.stringify(answer);
      for (const { value, isPrepared } of list) if (isPrepared && typeof value === 'object' && value !== null) prepareJson(value);
      expect(String(stringifyPrepared(answer))).toBe(expected);
      // Also where only a part of it is serialized, or by other code.
      expect(JSON.stringify(answer)).toBe(expected);
    }),
  );
});

test('a prepared value in another one, and one that occurs twice, are copied', () => {
  const inner = { name: 'inner' };
  const outer = { inner, list: [1, 'ä€😀'] };
  prepareJson(inner);
  expect(prepareJson(outer)).toBe(Buffer.byteLength(JSON.stringify(outer)));
  expect(String(stringifyPrepared([outer, inner, outer]))).toBe(JSON.stringify([outer, inner, outer]));
});

test('a prepared value has no further enumerable property', () => {
  const value = { name: 'x' };
  prepareJson(value);
  expect([Object.keys(value), { ...value }]).toEqual([['name'], { name: 'x' }]);
});

test('the text of a value that cannot be serialized does not affect the next one', () => {
  const prepared = { name: 'x' };
  prepareJson(prepared);
  expect(() => stringifyPrepared({ prepared, failing: 1n })).toThrow(TypeError);
  expect(JSON.stringify({ prepared })).toBe('{"prepared":{"name":"x"}}');
});
