import { arrival, asksCall, at, call, day, type Habit, notice } from '../habit.ts';

const vessel = { vesselIMONumber: 9321483, name: 'COFFEE STAR' };

export const habit: Habit = {
  sees: 'IMO and voyage numbers are numbers, not texts',
  answer: () => ({
    body: [
      {
        carrierServiceName: 'FE1',
        carrierServiceCode: 'FE1',
        vesselSchedules: {
          vessel,
          isDummyVessel: 'false',
          transportCalls: [call([arrival('EST', at(2))], { carrierImportVoyageNumber: 649 })],
        },
      },
    ],
  }),
  notices: [
    notice('NUMBER-1', day(2), {
      transport: {
        portOfDischarge: { UNLocationCode: 'NLRTM' },
        portOfDischargeArrivalDate: { value: day(2), classifier: 'EST' },
        legs: [{ vesselVoyage: { vesselIMONumber: '9321483', carrierImportVoyageNumber: '649' } }],
      },
    }),
  ],
  asks: [asksCall('NUMBER-1', { outcome: 'UNIQUE', unique: { call: { times: [{ dateTime: at(2) }] } }, sources: [{ feedback: [] }, {}] })],
};
