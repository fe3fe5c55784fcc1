import { asksServices, codes, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'pages are numbered by the row at which they start',
  line: 'paging: { offset: offset }',
  answer: ({ query }) => {
    const offset = Number(query.get('offset') ?? 0);
    return { body: services(...codes(60).slice(offset, offset + 25)), headers: { 'X-Total-Count': '60' } };
  },
  reported: [/The parameter offset, the number of the row, leads to 25 further rows/],
  asks: [asksServices(codes(60))],
};
