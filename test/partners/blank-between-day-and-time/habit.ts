import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are written `2026-12-09 03:00:00Z`',
  answer: () => ({ body: voyage(call([arrival('EST', at(2).replace('T', ' '))])) }),
  notices: [notice('BLANK-1', day(2))],
  asks: [
    asksCall('BLANK-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: at(2) }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
