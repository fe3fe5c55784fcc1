import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'its token server expects JSON instead of a form',
  line: 'oauth2: { ..., clientAuthentication: post, requestFormat: json }',
  secrets: { SECRET: 'second' },
  answer: behindTokens({
    wants: ({ headers, body }) => headers['content-type'] === 'application/json' && JSON.parse(body.toString()).client_secret === 'second',
  }),
  asks: [asksServices(['S1'])],
};
