import { expect, test } from 'vitest';
import { seedsOf } from './seeds.ts';

test('seeds are single ones, ranges and lists of both', () => {
  expect(seedsOf('101')).toEqual([101]);
  expect(seedsOf('101-103')).toEqual([101, 102, 103]);
  expect(seedsOf('7,2996020738,101-102')).toEqual([7, 2996020738, 101, 102]);
});

test('seeds are derived from a commit, so that none is chosen', () => {
  expect(seedsOf('02da2c310f9824e7b405b05d2e4bab2f574141b7:2')).toEqual([997150746, 1566551064]);
});

test.each(['', '7,', '7, 8', 'many', '1.5', '9-7', '02da2c31:0', '02da2c31:many'])(
  '"%s" is an error and not a run without worlds',
  (text) => {
    expect(() => seedsOf(text)).toThrow(/expected .* got/);
  },
);
