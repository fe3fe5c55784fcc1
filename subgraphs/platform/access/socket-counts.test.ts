import { expect, it } from 'vitest';
import { defaultCallerLimits } from '../access/entitlement.ts';
import { createSocketCounts } from './session-guard.ts';

const limits = { ...defaultCallerLimits, sockets: 2 };
const [a, b] = [
  { tenant: 'a', limits },
  { tenant: 'b', limits },
];

it('sockets are counted per tenant, and removing one twice frees only one place', () => {
  const counts = createSocketCounts();
  const [first, second] = [counts.add(a), counts.add(a)];
  expect([first, second, counts.add(a), counts.add(b)].map((taken) => taken !== undefined)).toEqual([true, true, false, true]);
  first?.();
  first?.();
  expect([counts.add(a), counts.add(a)].map((taken) => taken !== undefined)).toEqual([true, false]);
});
