import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are written `2026-12-09T03:00:00+00:00[Europe/London]`',
  answer: () => ({ body: voyage(call([arrival('EST', at(2).replace('Z', '+00:00[Europe/London]'))])) }),
  notices: [notice('ZONE-1', day(2))],
  asks: [
    asksCall('ZONE-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: at(2).replace('Z', '+00:00') }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
