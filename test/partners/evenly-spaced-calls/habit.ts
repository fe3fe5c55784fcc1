import { asksServices, type Habit, services } from '../habit.ts';

const leastMs = 150;
let last = Number.NEGATIVE_INFINITY;

export const habit: Habit = {
  sees: 'it refuses requests that are not evenly spaced (429, "spike arrest")',
  line: 'limits: { requestsPerSecond: 5, burst: 1 }',
  answer: (_request, before) => {
    const isTooSoon = before.length > 0 && performance.now() < last + leastMs;
    last = performance.now();
    return isTooSoon ? { status: 429, headers: { 'Retry-After': '60' } } : { body: services('S1') };
  },
  asks: [asksServices(['S1']), asksServices(['S1']), asksServices(['S1'])],
};
