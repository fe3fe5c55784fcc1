import { arrival, at, call, day, type Habit, notice, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'it is one carrier, and its codes are not known; its notices state one',
  answer: ({ url }) =>
    url.startsWith('/an/')
      ? { body: { arrivalNotices: [notice('UNLISTED-1', day(2))] }, headers: { 'API-Version': '1.0.1' } }
      : { body: voyage(call([arrival('EST', at(2))])) },
  asks: [
    {
      query: `{ arrivalNotices(filter: { transportDocumentReferences: ["UNLISTED-1"] }, maxAgeSeconds: 0) {
        nodes { current { arrivalCall { outcome unique { rule } } } } } }`,
      data: {
        arrivalNotices: {
          nodes: [{ current: { arrivalCall: { outcome: 'UNIQUE', unique: { rule: 'VESSEL_CARRIER_VOYAGE_AND_PORT' } } } }],
        },
      },
    },
  ],
};
