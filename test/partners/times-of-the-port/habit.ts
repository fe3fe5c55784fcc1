import { expect } from 'vitest';
import { arrival, asksCall, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times are local to the port, without an offset',
  line: 'timesWithoutOffset: PORT_LOCAL',
  // Their days are compared with the filters, although the file does not say yet whose times they are.
  reported: [/filter startDate: Ignored/],
  answer: () => ({ body: voyage(call([arrival('EST', `${day(2)} 04:00`)])) }),
  notices: [notice('LOCAL-1', day(2))],
  asks: [
    asksCall('LOCAL-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [{ dateTime: expect.stringMatching(/T04:00:00\+0[12]:00$/) }] } },
      sources: [{ status: 'OK', feedback: [] }, {}],
    }),
  ],
};
