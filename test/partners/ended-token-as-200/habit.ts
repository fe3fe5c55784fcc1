import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'it answers 200 with an error in the body if a token has ended',
  secrets: { SECRET: 'second' },
  answer: behindTokens({
    lastsFor: 1,
    refuses: { body: { detail: { message: 'Your authentication token has expired.', code: 'token_expired' } } },
  }),
  asks: [asksServices(['S1']), asksServices(['S1'])],
};
