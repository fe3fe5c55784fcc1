import { arrival, asksCall, at, call, day, type Habit, notice, voyage } from '../habit.ts';

const days = `startDate: "${day(3)}", endDate: "${day(3)}"`;

export const habit: Habit = {
  sees: 'all times are in UTC, whatever the port',
  // In Rotterdam it is the next day.
  answer: () => ({ body: voyage(call([arrival('EST', at(2, '23:30'))])) }),
  notices: [notice('UTC-1', day(3))],
  asks: [
    asksCall('UTC-1', { outcome: 'UNIQUE', unique: { dayDistance: 0 } }),
    {
      query: `{ vesselSchedules(filter: { UNLocationCode: "NLRTM", ${days} }, first: 1, maxAgeSeconds: 0) { nodes { carrierServiceCode } sources { status } } }`,
      data: { vesselSchedules: { nodes: [{ carrierServiceCode: 'FE1' }], sources: [{ status: 'OK' }] } },
    },
  ],
};
