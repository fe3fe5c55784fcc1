import { expect } from 'vitest';
import { arrival, asksCall, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'times have no offset, and the file does not say whose they are: matches have no times, and a remark names the lines to choose from',
  answer: () => ({ body: voyage(call([arrival('EST', `${day(2)}T04:00:00`)])) }),
  notices: [notice('NO-OFFSET-1', day(2))],
  asks: [
    asksCall('NO-OFFSET-1', {
      outcome: 'UNIQUE',
      unique: { call: { times: [] } },
      sources: [
        { status: 'TRUNCATED', feedback: [{ severity: 'WARN', message: expect.stringContaining('timesWithoutOffset: PORT_LOCAL') }] },
        {},
      ],
    }),
  ],
};
