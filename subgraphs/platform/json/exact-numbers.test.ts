import { expect, test } from 'vitest';
import { ExactNumber, parseExactly, stringifyExactly } from './exact-numbers.ts';

const roundTrip = (text: string) => stringifyExactly(parseExactly(text));

test.each([
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567.89',
  '1e400',
  '-1E+400',
  '1.5e-400',
  '123456789012345678901234567890',
  '0.12345678901234567890',
  '4.00000000000000000001e5',
])('%s, which JavaScript would round, is written as it was', (number) => {
  for (const text of [`{"a":${number}}`, `[${number},1]`, `{"a":{"b":[1,${number}]},"c":"${number}"}`]) {
    expect(roundTrip(text)).toBe(text);
  }
});

test.each([
  ['1.0', '1'],
  ['1E5', '100000'],
  ['-0', '0'],
  ['0.10', '0.1'],
  ['9007199254740992', '9007199254740992'],
  ['10000000000000000000000', '1e+22'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['5e-324', '5e-324'],
  ['0e400', '0'],
  ['0.0000000000000000000', '0'],
  ['1.7976931348623157e308', '1.7976931348623157e+308'],
])('%s has the value of %s and is parsed as JavaScript does', (number, written) => {
  const text = `{"a":${number}}`;
  const rounded = JSON.parse(text);
  expect(parseExactly(text, rounded)).toBe(rounded);
  expect(roundTrip(text)).toBe(`{"a":${written}}`);
});

test('what looks like a number in a string or a key stays, and so do the last of equal keys and a key __proto__', () => {
  const text = '{"a":" 9007199254740993 \\" ,9007199254740993","9007199254740993":[9007199254740993],"__proto__":1e999,"b":1,"b":2}';
  expect(roundTrip(text)).toBe(text.replace('"b":1,', ''));
  expect(Object.keys(parseExactly(text) as object)).toContain('__proto__');
});

test('text that is not JSON is rejected although its numbers are long', () => {
  for (const text of ['{"a":12345678901234567.8.9}', '{"a":012345678901234567}', '[9007199254740993', '{"a":--12345678901234567}']) {
    expect(() => parseExactly(text)).toThrow(SyntaxError);
  }
});

test('copies of an object with such numbers are written equally', () => {
  const parsed = parseExactly('{"a":{"b":9007199254740993}}') as { readonly a: { readonly b: ExactNumber } };
  expect(parsed.a.b).toBeInstanceOf(ExactNumber);
  expect(stringifyExactly({ ...parsed, a: { b: { ...parsed.a.b } } })).toBe('{"a":{"b":9007199254740993}}');
});

test('a number of a million digits is compared in linear time', () => {
  const number = `1${'0'.repeat(1_000_000)}1${'0'.repeat(1_000_000)}`;
  expect(roundTrip(`[${number}]`)).toBe(`[${number}]`);
});
