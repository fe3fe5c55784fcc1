import { asksServices, codes, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'the cursor of the next page is in a header with a name of its own',
  line: 'paging: { cursorHeader: X-Continue }',
  answer: ({ query }) =>
    query.get('cursor') === 'abc'
      ? { body: services(...codes(10, 50)) }
      : { body: services(...codes(50)), headers: { 'X-Continue': 'abc' } },
  reported: [/The cursor in the header x-continue, beside the original parameters, leads to 10 further rows/],
  asks: [asksServices(codes(60))],
};
