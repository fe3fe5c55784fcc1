import { arrival, asksCall, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are written `2026-12-09T04:00:00+0100`',
  answer: () => ({ body: voyage(call([arrival('EST', `${day(2)}T04:00:00+0100`)])) }),
  notices: [notice('COLON-1', day(2))],
  asks: [
    asksCall('COLON-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: `${day(2)}T04:00:00+01:00` }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
