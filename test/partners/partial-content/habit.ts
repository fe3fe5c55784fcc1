import { asksServices, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 206 with rows',
  answer: () => ({ status: 206, body: services('S1', 'S2') }),
  reported: [/BROKEN +vessel-schedules: Expected 200, got 206, which is read as a part of the rows/],
  asks: [asksServices(['S1', 'S2'], { status: 'TRUNCATED' })],
};
