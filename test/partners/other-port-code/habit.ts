import { expect } from 'vitest';
import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

const schedules = voyage(call([arrival('EST', at(2))], { location: { UNLocationCode: 'CNSHG' } }));

export const habit: Habit = {
  sees: 'it uses another UN/LOCODE of a port: `CNSHG` for `CNSHA`',
  line: 'portAliases: { CNSHG: CNSHA }',
  answer: ({ query }) => ({ body: query.get('UNLocationCode') === 'CNSHG' ? schedules : [] }),
  notices: [notice('ALIAS-1', day(2), {}, 'CNSHA')],
  asks: [
    asksCall('ALIAS-1', {
      outcome: 'UNIQUE',
      unique: { matchedOn: expect.arrayContaining([{ attribute: 'UN_LOCATION_CODE', spelledDifferently: true }]) },
    }),
  ],
};
