import { expect } from 'vitest';
import { at, call, type Habit, voyage } from '../habit.ts';

export const habit: Habit = {
  sees: 'codes are not those of the standard: they are kept, and a remark names the first one',
  answer: () => ({ body: voyage(call([{ eventTypeCode: 'ARRIVAL', eventClassifierCode: 'EST', eventDateTime: at(2) }])) }),
  asks: [
    {
      query: `{ vesselSchedules(filter: { vesselIMONumber: "9321483" }, maxAgeSeconds: 0) {
        nodes { vesselSchedules { transportCalls { timestamps { eventTypeCode eventDateTime } } } } sources { status feedback { severity message } } } }`,
      data: {
        vesselSchedules: {
          nodes: [{ vesselSchedules: [{ transportCalls: [{ timestamps: [{ eventTypeCode: 'ARRIVAL', eventDateTime: at(2) }] }] }] }],
          sources: [
            {
              status: 'OK',
              feedback: [
                {
                  severity: 'WARN',
                  message: expect.stringMatching(/^\$\[0\]\.vesselSchedules\[0\].*eventTypeCode expected one of ARRI, DEPA, got "ARRIVAL"/),
                },
              ],
            },
          ],
        },
      },
    },
  ],
};
