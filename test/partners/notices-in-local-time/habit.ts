import { day, type Habit, notice } from '../habit.ts';

export const habit: Habit = {
  sees: 'notices are issued at local times of the port of discharge',
  line: 'timesWithoutOffset: PORT_LOCAL',
  answer: () => ({
    body: {
      arrivalNotices: [
        { ...notice('ISSUED-1', day(2)), issueDateTime: `${day(0)}T12:00:00`, transport: { portOfDischarge: { UNLocationCode: 'SGSIN' } } },
      ],
    },
  }),
  asks: [
    {
      query: `{ arrivalNotices(filter: { transportDocumentReferences: ["ISSUED-1"] }, maxAgeSeconds: 0) { nodes { current { issueDateTime } } } }`,
      data: { arrivalNotices: { nodes: [{ current: { issueDateTime: `${day(0)}T12:00:00+08:00` } }] } },
    },
  ],
};
