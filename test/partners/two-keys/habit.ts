// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { asksServices, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'it wants two keys in two headers',
  line: 'outbound: { headers: { X-Client-Id: "${env:CLIENT_ID}", X-Client-Secret: "${env:CLIENT_SECRET}" } }',
  secrets: { CLIENT_ID: 'first', CLIENT_SECRET: 'second' },
  answer: ({ headers }) =>
    headers['x-client-id'] === 'first' && headers['x-client-secret'] === 'second' ? { body: services('S1') } : { status: 401 },
  asks: [asksServices(['S1'])],
};
