import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are UTC, without an offset',
  line: 'timesWithoutOffset: UTC',
  answer: () => ({ body: voyage(call([arrival('EST', at(2).replace('Z', ''))])) }),
  notices: [notice('UTC-2', day(2))],
  asks: [
    asksCall('UTC-2', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: at(2) }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
