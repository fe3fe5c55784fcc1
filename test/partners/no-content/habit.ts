import { asksServices, type Habit } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 204 if it has nothing',
  answer: () => ({ status: 204 }),
  reported: [/BROKEN +vessel-schedules: Expected 200, got 204, which is read as an empty list/],
  asks: [asksServices([], { status: 'EMPTY', feedback: [] })],
};
