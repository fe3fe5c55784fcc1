import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are written `2026-12-09T03:00Z`',
  answer: () => ({ body: voyage(call([arrival('EST', `${day(2)}T03:00Z`)])) }),
  notices: [notice('MINUTE-1', day(2))],
  asks: [
    asksCall('MINUTE-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: at(2) }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
