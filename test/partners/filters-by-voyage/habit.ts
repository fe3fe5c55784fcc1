import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'it has no filter by port, and refuses it with 400',
  line: 'filters: [vesselIMONumber, vesselName, carrierVoyageNumber]',
  answer: ({ query }) => {
    const refused = [...query.keys()].some(
      (name) => !['vesselIMONumber', 'vesselName', 'carrierVoyageNumber', 'limit', 'cursor'].includes(name),
    );
    return refused ? { status: 400, body: { statusCode: 400, errors: [] } } : { body: voyage(call([arrival('EST', at(2))])) };
  },
  notices: [notice('BY-VOYAGE-1', day(2))],
  with: { vesselIMONumber: '9321483' },
  reported: [/BROKEN|DIFFERS +filter UNLocationCode: Refused \(400\)/],
  asks: [asksCall('BY-VOYAGE-1', { outcome: 'UNIQUE', unique: { call: { times: [{ dateTime: at(2) }] } } })],
};
