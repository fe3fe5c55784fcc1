import { asksServices, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 206 with rows',
  answer: () => ({ status: 206, body: services('S1', 'S2') }),
  asks: [asksServices(['S1', 'S2'], { status: 'TRUNCATED' })],
};
