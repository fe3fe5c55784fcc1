import { asksServices, type Habit } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 404 with a page of its own at the first request',
  line: 'notFound: EMPTY',
  answer: () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' }),
  asks: [asksServices([], { status: 'EMPTY' })],
};
