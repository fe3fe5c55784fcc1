import { expect } from 'vitest';
import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'voyage numbers have leading zeros or blanks: `0649E`, `649 E`',
  answer: () => ({ body: voyage(call([arrival('EST', at(2))], { carrierImportVoyageNumber: '0649 E' })) }),
  notices: [notice('ZERO-1', day(2))],
  asks: [
    asksCall('ZERO-1', {
      outcome: 'UNIQUE',
      unique: { matchedOn: expect.arrayContaining([{ attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER', spelledDifferently: true }]) },
    }),
  ],
};
