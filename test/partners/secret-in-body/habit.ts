import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'its token server refuses the client (`invalid_client`), although the secret is right: it expects it in the body',
  line: 'oauth2: { ..., clientAuthentication: post }',
  secrets: { SECRET: 'second' },
  answer: behindTokens({
    wants: ({ headers }, form) => headers.authorization === undefined && form.get('client_secret') === 'second',
  }),
  asks: [asksServices(['S1'])],
};
