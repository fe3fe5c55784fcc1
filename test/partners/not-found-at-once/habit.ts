import { asksServices, type Habit } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 404 with a page of its own if it has nothing, and has not answered that path with rows yet',
  line: 'notFound: EMPTY',
  answer: ({ url }) => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: url.includes('-schedules') || url.includes('-routes') ? '<h1>No schedules</h1>' : '<h1>Cannot GET this</h1>',
  }),
  reported: [/DIFFERS +vessel-schedules: Answers 404 in its own way if it has nothing/],
  asks: [asksServices([], { status: 'EMPTY' })],
};
