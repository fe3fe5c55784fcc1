import { asksServices, type Habit } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 204 if it has nothing',
  answer: () => ({ status: 204 }),
  asks: [asksServices([], { status: 'EMPTY', feedback: [] })],
};
