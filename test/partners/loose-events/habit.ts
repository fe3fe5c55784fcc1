import { at, day, type Habit } from '../habit.ts';

export const habit: Habit = {
  sees: 'values of events are in lower case or texts: `berth`, `est`, `isOmitted: "true"`',
  answer: () => ({
    body: {
      events: [
        {
          eventID: '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11',
          eventUpdatedDateTime: `${day(0)} 07:30Z`,
          portCall: { UNLocationCode: 'NLRTM', isOmitted: 'true' },
          terminalCall: { sequenceNumber: '2' },
          portCallService: { portCallServiceTypeCode: 'berth', portCallServiceEventTypeCode: 'arri', facilityTypeCode: 'brth' },
          vessel: { vesselIMONumber: 9321483 },
          timestamp: { classifierCode: 'est', serviceDateTime: at(2).replace('Z', '+0000') },
        },
      ],
    },
  }),
  asks: [
    {
      query: `{ portCallEvents(filter: { vesselIMONumber: "9321483", classifierCode: "EST" }, maxAgeSeconds: 0) {
        nodes { kinds eventUpdatedDateTime portCall { isOmitted } terminalCall { sequenceNumber }
          portCallService { portCallServiceTypeCode portCallServiceEventTypeCode } timestamp { classifierCode serviceDateTime } } } }`,
      data: {
        portCallEvents: {
          nodes: [
            {
              kinds: ['TIMESTAMP', 'PORT_CALL_OMITTED'],
              eventUpdatedDateTime: `${day(0)}T07:30:00Z`,
              portCall: { isOmitted: true },
              terminalCall: { sequenceNumber: 2 },
              portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' },
              timestamp: { classifierCode: 'EST', serviceDateTime: at(2).replace('Z', '+00:00') },
            },
          ],
        },
      },
    },
  ],
};
