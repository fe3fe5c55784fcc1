import { expect, it } from 'vitest';
import { createSocketCounts } from './socket-counts.ts';

it('sockets are counted for each tenant, and taking one back twice frees one place', () => {
  const counts = createSocketCounts(2);
  const [first, second] = [counts.add('a'), counts.add('a')];
  expect([first, second, counts.add('a'), counts.add('b')].map((taken) => taken !== undefined)).toEqual([true, true, false, true]);
  first?.();
  first?.();
  expect([counts.add('a'), counts.add('a')].map((taken) => taken !== undefined)).toEqual([true, false]);
});
