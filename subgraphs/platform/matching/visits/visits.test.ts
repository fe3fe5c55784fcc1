import { expect, test } from 'vitest';
import { type CallRecord, callRecordsOfVesselSchedules } from '../claims/records.ts';
import { createMatchRules } from '../rules/comparison-rules.ts';
import { mergeIntoVisits } from './visits.ts';

const rules = createMatchRules({
  partners: [
    { id: 'acme', carriers: [{ carrierCode: 'ACM', carrierCodeListProvider: 'SMDG' }] },
    { id: 'bolt', carriers: [{ carrierCode: 'BLT', carrierCodeListProvider: 'SMDG' }] },
  ],
});

interface Told {
  readonly partner: string;
  readonly planned?: string;
  readonly estimated: string;
  readonly voyages?: readonly [string, string];
  readonly service?: string;
  readonly number?: string;
  readonly isDummyVessel?: boolean;
  readonly leaves?: string;
  readonly terminal?: string;
  readonly reference?: string;
}

/** A call at Singapore as one partner tells it. */
function told({
  partner,
  planned,
  estimated,
  voyages = ['2649W', '2649E'],
  service = 'SR1',
  number,
  isDummyVessel = false,
  leaves,
  terminal,
  reference,
}: Told): CallRecord {
  const timestamp = (eventClassifierCode: string, eventDateTime: string, eventTypeCode = 'ARRI') => ({
    eventTypeCode,
    eventClassifierCode,
    eventDateTime,
  });
  const [record] = callRecordsOfVesselSchedules(
    {
      carrierServiceCode: 'FE1',
      universalServiceReference: service,
      vesselSchedules: [
        {
          isDummyVessel,
          ...(isDummyVessel ? {} : { vessel: { vesselIMONumber: '9321483' } }),
          transportCalls: [
            {
              location: { UNLocationCode: 'SGSIN', facilitySMDGCode: terminal },
              transportCallReference: reference,
              carrierImportVoyageNumber: number,
              ...(number === undefined ? { universalImportVoyageReference: voyages[0], universalExportVoyageReference: voyages[1] } : {}),
              timestamps: [
                ...(planned === undefined ? [] : [timestamp('PLN', planned)]),
                timestamp('EST', estimated),
                ...(leaves === undefined ? [] : [timestamp('EST', leaves, 'DEPA')]),
              ],
            },
          ],
        },
      ],
    },
    { partner },
  );
  return record as CallRecord;
}

const plan = '2026-12-24T08:00:00+08:00';
const older = told({ partner: 'acme', planned: plan, estimated: '2026-12-25T08:00:00+08:00' });

test('two schedules with one plan tell of one call, though one of them expects the ship days earlier', () => {
  const newer = told({ partner: 'bolt', planned: plan, estimated: '2026-12-28T08:00:00+08:00' });
  expect(mergeIntoVisits([older, newer], rules)).toHaveLength(1);
});

test.each<[string, Partial<Told>]>([
  ['that state no plan', {}],
  ['with two plans', { planned: '2026-12-28T08:00:00+08:00' }],
  ['with one plan on two voyages', { planned: plan, voyages: ['2650W', '2650E'] }],
])('two schedules %s tell of two calls where they expect the ship on other days', (_, parts) => {
  const other = told({ partner: 'bolt', estimated: '2026-12-28T08:00:00+08:00', ...parts });
  expect(mergeIntoVisits([older, other], rules)).toHaveLength(2);
});

test('a call without ship belongs to none of another service, though the carrier gave both voyages one number', () => {
  const named = told({ partner: 'acme', number: '852R', estimated: '2026-12-25T08:00:00+08:00' });
  const unnamed = told({ partner: 'acme', number: '852R', estimated: '2026-12-25T12:00:00+08:00', isDummyVessel: true, service: 'SR2' });
  expect(mergeIntoVisits([named, unnamed], rules)).toHaveLength(2);
  const ofService = told({ partner: 'acme', number: '852R', estimated: '2026-12-25T12:00:00+08:00', isDummyVessel: true });
  expect(mergeIntoVisits([named, ofService], rules)).toHaveLength(1);
});

test.each<[number, string]>([
  [1, '2026-12-25T20:00:00+08:00'],
  [2, '2026-12-26T20:00:00+08:00'],
])('calls at two terminals on one voyage are %i visits where the ship comes to the second one at %s', (visits, estimated) => {
  const first = told({ partner: 'acme', terminal: 'PSA', estimated: '2026-12-24T08:00:00+08:00', leaves: '2026-12-25T08:00:00+08:00' });
  const second = told({ partner: 'acme', terminal: 'KEP', estimated });
  expect(mergeIntoVisits([first, second], rules)).toHaveLength(visits);
});

test('two calls that one partner tells apart stay two, though another one lags behind and its record lies between them', () => {
  const first = told({ partner: 'acme', reference: 'A-1', estimated: '2026-12-25T03:00:00+08:00' });
  const second = told({ partner: 'acme', reference: 'A-2', estimated: '2026-12-27T09:00:00+08:00' });
  const between = told({ partner: 'bolt', reference: 'B-1', estimated: '2026-12-26T06:00:00+08:00' });
  const visits = mergeIntoVisits([first, second, between], rules);
  expect(visits.map(({ records }) => records.length).toSorted()).toEqual([1, 2]);
});
