import { asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are milliseconds since 1970',
  answer: () => ({ body: voyage(call([{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: Date.parse(at(2)) }])) }),
  notices: [notice('EPOCH-1', day(2))],
  asks: [
    asksCall('EPOCH-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: at(2) }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
