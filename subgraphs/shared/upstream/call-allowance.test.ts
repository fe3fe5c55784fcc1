import { expect, it } from 'vitest';
import { createCallAllowance } from './call-allowance.ts';

const refusal = expect.objectContaining({
  code: 'RATE_LIMITED',
  message: 'At most 2 calls to partners a minute are allowed. Try again in 30 s.',
});

it('lets each tenant make as many calls as it may, and nobody’s own calls without end', () => {
  let now = 0;
  const allowance = createCallAllowance(2, { now: () => now });
  for (const tenant of ['blue', 'blue', 'red', undefined, undefined, undefined]) allowance.begin(tenant);
  expect(() => allowance.begin('blue')).toThrow(refusal);
  allowance.begin('red');
  now += 30_000;
  allowance.begin('blue');
  expect(() => allowance.begin('blue')).toThrow(refusal);
});

it('does not count a call that was not made', () => {
  const allowance = createCallAllowance(2, { now: () => 0 });
  for (let number = 0; number < 10; number += 1) {
    allowance.begin('blue');
    allowance.takeBack('blue');
    allowance.takeBack(undefined);
  }
  allowance.begin('blue');
  allowance.begin('blue');
  expect(() => allowance.begin('blue')).toThrow(refusal);
});

it('knows no limit where none is set', () => {
  const allowance = createCallAllowance(0, { now: () => 0 });
  for (let number = 0; number < 100; number += 1) allowance.begin('blue');
  expect(allowance.takeBack('blue')).toBeUndefined();
});
