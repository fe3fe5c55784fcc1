import { asksServices, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 404 with a page of its own if it has nothing, and has answered that path with rows before',
  answer: (_request, before) =>
    before.length === 0 ? { body: services('S1') } : { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' },
  reported: [/got 404, which is read as an empty list/],
  asks: [asksServices(['S1']), asksServices([], { status: 'EMPTY' })],
};
