import { expect, test } from 'vitest';
import { inOrderOf } from './in-order-of.ts';

test('values are in the order of the keys, once for each, whatever else was found', () => {
  const found = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(inOrderOf(['c', 'a', 'c'], found)).toEqual([3, 1, 3]);
  expect(inOrderOf([], found)).toEqual([]);
});

test('a key without a value is named', () => {
  expect(() => inOrderOf(['a', 'lost'], new Map([['a', 1]]))).toThrow('nothing was found for the key "lost"');
});
