import { expect } from 'vitest';
import { asksServices, codes, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'the header `Link` leads to another host',
  answer: () => ({ body: services(...codes(50)), headers: { Link: '<https://elsewhere.example/page/2>; rel="next"' } }),
  reported: [/BROKEN +next page: Further pages exist .* another host/],
  asks: [asksServices(codes(50), { status: 'TRUNCATED', feedback: [{ message: expect.stringContaining('another host') }] })],
};
