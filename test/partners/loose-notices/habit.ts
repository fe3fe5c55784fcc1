import { expect } from 'vitest';
import { day, type Habit, notice } from '../habit.ts';

const freeTime = { typeCodes: 'dem, det', duration: '7', timeUnit: 'cd', lastFreeDate: day(9), calculationBasis: { text: 'per day' } };

export const habit: Habit = {
  sees: 'values of notices are plain: `typeCodes: "DEM"`, `duration: "7"`, `lastFreeDate: "2026-12-16"`',
  answer: () => ({
    body: {
      arrivalNotices: [
        {
          ...notice('LOOSE-1', day(2)),
          issueDateTime: `${day(0)} 01:00+0100`,
          freeTimes: freeTime,
          charges: [{ chargeName: 'THC', currencyAmount: '240.50', currencyCode: 'EUR' }],
          releaseInformation: { isFreightReleased: 'true', freightReleaseDate: `${day(1)}T00:00:00` },
        },
      ],
    },
  }),
  asks: [
    {
      query: `{ arrivalNotices(filter: { transportDocumentReferences: ["LOOSE-1"] }, maxAgeSeconds: 0) {
        nodes { current { issueDateTime freeTimes { typeCodes duration timeUnit lastFreeDate { value } calculationBasis } charges { currencyAmount }
          releaseInformation { isFreightReleased freightReleaseDate } document } }
        sources { partner { id } status feedback { severity message } } } }`,
      data: {
        arrivalNotices: {
          nodes: [
            {
              current: {
                issueDateTime: `${day(0)}T01:00:00+01:00`,
                freeTimes: [
                  { typeCodes: ['DEM', 'DET'], duration: 7, timeUnit: 'CD', lastFreeDate: { value: day(9) }, calculationBasis: null },
                ],
                charges: [{ currencyAmount: 240.5 }],
                releaseInformation: { isFreightReleased: true, freightReleaseDate: day(1) },
                document: { issueDateTime: `${day(0)} 01:00+0100`, freeTimes: freeTime },
              },
            },
          ],
          sources: expect.arrayContaining([
            expect.objectContaining({
              partner: { id: 'loose-notices' },
              feedback: [
                {
                  severity: 'WARN',
                  message: '$.arrivalNotices[0].freeTimes.calculationBasis expected a string, got an object',
                },
              ],
            }),
          ]),
        },
      },
    },
  ],
};
