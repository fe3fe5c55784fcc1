// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { asksServices, codes, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'its key is a query parameter',
  line: 'outbound: { parameters: { subscription-key: "${env:SUBSCRIPTION_KEY}" } }',
  secrets: { SUBSCRIPTION_KEY: 'first/one' },
  answer: ({ url, query }) => {
    if (query.getAll('subscription-key').join() !== 'first/one') return { status: 401 };
    if (query.get('page') === '2') return { body: services(...codes(10, 50)) };
    // The link repeats the key.
    return { body: services(...codes(50)), headers: { Link: `<${url}&page=2>; rel="next"` } };
  },
  asks: [asksServices(codes(60))],
};
