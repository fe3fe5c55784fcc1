import { arrival, asksServices, at, call, type Habit } from '../habit.ts';

const row = (vessel: object) => ({
  carrierServiceName: 'FE1',
  carrierServiceCode: 'FE1',
  vesselSchedules: [{ vessel, isDummyVessel: false, transportCalls: [call([arrival('EST', at(2))], { transportCallReference: 'A' })] }],
});

export const habit: Habit = {
  sees: 'names are not quite those of the standard, such as `vesselImoNumber`: a remark names the nearest one',
  answer: () => ({
    body: [row({ vesselImoNumber: '9321483', name: 'COFFEE STAR' }), row({ vesselImoNumber: '9321483', ownColour: 'red' })],
  }),
  asks: [
    asksServices(['FE1', 'FE1'], {
      status: 'OK',
      feedback: [
        {
          severity: 'WARN',
          message:
            '$[0].vesselSchedules[0].vessel.vesselImoNumber is not in the standard; it is kept and not read; the nearest known name is vesselIMONumber (and 1 more)',
        },
      ],
    }),
  ],
};
