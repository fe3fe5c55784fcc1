import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

const passage = { location: { UNLocationCode: 'NLRTM', waterwaySMDGEntryPointCode: 'SUEZN' }, isCargoOperationalCall: false };

export const habit: Habit = {
  sees: 'passages of a canal are calls with `isCargoOperationalCall: false` (Commercial Schedules 1.0.4)',
  answer: () => ({
    headers: { 'API-Version': '1.0.4' },
    body: voyage(call([arrival('ACT', at(0))], passage), call([arrival('EST', at(1))])),
  }),
  notices: [notice('PASSAGE-1', day(1))],
  asks: [asksCall('PASSAGE-1', { outcome: 'UNIQUE', unique: { call: { times: [{ eventClassifierCode: 'EST', dateTime: at(1) }] } } })],
};
