import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'its tokens end before their time, again and again',
  secrets: { SECRET: 'second' },
  answer: behindTokens({ lastsFor: 1 }),
  asks: [asksServices(['S1']), asksServices(['S1']), asksServices(['S1'])],
};
