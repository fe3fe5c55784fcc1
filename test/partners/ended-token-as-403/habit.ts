import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'it answers 403 if a token has ended',
  secrets: { SECRET: 'second' },
  answer: behindTokens({ lastsFor: 1, refuses: { status: 403, body: { error: { code: 'InvalidTokenError' } } } }),
  asks: [asksServices(['S1']), asksServices(['S1'])],
};
