import { at, day, type Habit, notice } from '../habit.ts';

const portOfDischargeArrivalDate = { value: `${day(2)}T14:30:00+01:00`, classifier: 'EST' };

export const habit: Habit = {
  sees: 'days are written as instants with a time of day: `"value": "2026-03-02T14:30:00+01:00"`',
  line: 'quirks: [instants-for-days]',
  answer: () => ({
    body: { arrivalNotices: [notice('INSTANT-1', day(2), { issueDateTime: at(0), transport: { portOfDischargeArrivalDate } })] },
  }),
  asks: [
    {
      query: `{ arrivalNotices(filter: { transportDocumentReferences: ["INSTANT-1"] }, maxAgeSeconds: 0) {
        nodes { current { transport { portOfDischargeArrivalDate { value } } } } } }`,
      data: { arrivalNotices: { nodes: [{ current: { transport: { portOfDischargeArrivalDate: { value: day(2) } } } }] } },
    },
  ],
};
