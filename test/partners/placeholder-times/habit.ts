import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'a time that is not known is written `0001-01-01T00:00:00Z`',
  answer: () => ({ body: voyage(call([arrival('EST', at(2)), arrival('ACT', '0001-01-01T00:00:00Z')])) }),
  notices: [notice('ZERO-1', day(2))],
  asks: [
    asksCall('ZERO-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ eventClassifierCode: 'EST', dateTime: at(2) }] } },
      sources: [{ feedback: [] }, {}],
    }),
  ],
};
