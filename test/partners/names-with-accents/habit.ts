import { expect } from 'vitest';
import { arrival, asksCall, at, call, day, type Habit, notice, voyageOf } from '../habit.ts';

export const habit: Habit = {
  sees: 'ships have no IMO number, and their names have accents, dashes or dots: `Coffée-Star`',
  answer: () => ({ body: voyageOf({ name: 'M.V. Coffée-Star' }, call([arrival('EST', at(2))])) }),
  notices: [notice('ACCENT-1', day(2))],
  asks: [
    asksCall('ACCENT-1', {
      outcome: 'UNIQUE',
      unique: { matchedOn: expect.arrayContaining([{ attribute: 'VESSEL_NAME', spelledDifferently: true }]) },
    }),
  ],
};
