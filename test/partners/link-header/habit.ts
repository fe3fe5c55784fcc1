import { asksServices, codes, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'the address of the next page is in a header `Link` with `rel="next"`',
  answer: ({ query, url }) =>
    query.get('page') === '2'
      ? { body: services(...codes(10, 50)) }
      : { body: services(...codes(50)), headers: { Link: `<${url}&page=2>; rel="next", <${url}&page=9>; rel="last"` } },
  reported: [/next page: The link leads to 10 further rows/],
  asks: [asksServices(codes(60))],
};
