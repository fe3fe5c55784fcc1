import { expect } from 'vitest';
import { asksServices, codes, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'a header `X-Total-Count` names more rows than the answer has, and nothing leads to them',
  answer: () => ({ body: services(...codes(50)), headers: { 'X-Total-Count': '312' } }),
  reported: [/BROKEN +next page: The partner says that it has 312 rows; 50 could be read/],
  asks: [asksServices(codes(50), { status: 'TRUNCATED', feedback: [{ message: expect.stringContaining('312') }] })],
};
