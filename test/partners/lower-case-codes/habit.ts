import { asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'codes are in lower case: `arri`, `est`',
  answer: () => ({ body: voyage(call([{ eventTypeCode: 'arri', eventClassifierCode: 'est', eventDateTime: at(2) }])) }),
  notices: [notice('LOWER-1', day(2))],
  asks: [
    asksCall('LOWER-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', dateTime: at(2) }] } },
      sources: [{ feedback: [] }, {}],
    }),
  ],
};
