import { expect, it } from 'vitest';
import { noticeIssued, portEvent, portOf, scheduleOf } from '../../test/support/arrival-evidence.ts';
import type { ArrivalEvidence } from './model.ts';
import { portNotAsked } from './statements/port.ts';
import { scheduleNotAsked } from './statements/schedule.ts';
import { sumsOf, visitOf } from './visits.ts';

const notice = noticeIssued(0);
const plain: ArrivalEvidence = { notice, schedule: scheduleNotAsked, port: portNotAsked };
const leg = notice.arrivalLeg ?? {};
const keyOf = (changes: Partial<ArrivalEvidence>) => visitOf({ ...plain, ...changes }).key;
const keyOfNotice = (changes: Partial<typeof notice>) => keyOf({ notice: noticeIssued(0, changes) });

it('names the visit by its port call, otherwise by its scheduled call, otherwise by ship, port and voyage of the notice', () => {
  const schedule = scheduleOf(0, '2026-03-09T02:00:00Z');
  const port = portOf(portEvent(0));
  expect([{ port, schedule }, { schedule }, {}].map((sides) => visitOf({ ...plain, ...sides }).match)).toEqual([
    'PORT',
    'SCHEDULE',
    'UNMATCHED',
  ]);
  expect(new Set([{ port, schedule }, { schedule }, {}].map(keyOf)).size).toBe(3);
  // An omitted visit is no unique match, and its documents stay together.
  expect(keyOf({ port: { ...port, outcome: 'NONE' } })).toBe(keyOf({ port }));
  // A port that gives no reference leads to the call of the schedule.
  expect(keyOf({ port: portOf(portEvent(0, { portCallID: undefined })), schedule })).toBe(keyOf({ schedule }));
});

it('is the same for all documents of the visit, whatever the order of the evidence and the times', () => {
  const [one, two] = [portEvent(0), portEvent(3, { partner: 'terminal', portCallID: 'T-9', serviceDateTime: '2026-03-12T02:00:00Z' })];
  expect(keyOf({ port: portOf(two, one) })).toBe(keyOf({ port: portOf(one, two) }));
  const other = noticeIssued(9, {
    partner: 'coral',
    transportDocumentReference: 'OTHER',
    carrierCode: 'CRL',
    portOfDischargeArrivalDate: { value: '2026-03-20', classifier: 'EST' },
    arrivalLeg: { ...leg, carrierImportVoyageNumber: 'C-7' },
  });
  expect(keyOf({ port: portOf(one), notice: other })).toBe(keyOf({ port: portOf(one) }));
  expect(keyOf({ schedule: scheduleOf(9, '2026-03-19T02:00:00Z'), notice: other })).toBe(
    keyOf({ schedule: scheduleOf(0, '2026-03-09T02:00:00Z') }),
  );
  const records = [
    { partner: 'acme', recordKey: '["POINT_TO_POINT","T1"]' },
    { partner: 'coral', recordKey: '["VESSEL_SCHEDULE","T2"]' },
  ];
  const withRecords = (of: typeof records) => keyOf({ schedule: scheduleOf(0, '2026-03-09T02:00:00Z', { records: of }) });
  expect(withRecords(records.toReversed())).toBe(withRecords(records));
  expect(withRecords(records.slice(1))).toBe(withRecords(records));
});

it('reads spellings of ship and voyage in a notice as one, and keeps other ships, ports and voyages apart', () => {
  expect(keyOfNotice({ arrivalLeg: { ...leg, vesselIMONumber: 'IMO 9321483', carrierImportVoyageNumber: ' 649e' } })).toBe(keyOf({}));
  const named = { ...leg, vesselIMONumber: undefined };
  expect(keyOfNotice({ arrivalLeg: { ...named, vesselName: 'emma ' } })).toBe(keyOfNotice({ arrivalLeg: named }));
  const others = [
    { arrivalLeg: { ...leg, vesselIMONumber: '9839179' } },
    { arrivalLeg: { ...leg, carrierImportVoyageNumber: '650E' } },
    { portOfDischarge: { UNLocationCode: 'BEANR' } },
    { arrivalLeg: named },
  ];
  expect(new Set([keyOf({}), ...others.map(keyOfNotice)]).size).toBe(5);
});

it('keeps documents apart that name neither ship nor voyage, and those of several carriers that name no ship', () => {
  const [none, voyage] = [undefined, { carrierImportVoyageNumber: '649E' }];
  const ofDocument = (transportDocumentReference: string) => keyOfNotice({ transportDocumentReference, arrivalLeg: none });
  expect(ofDocument('A')).not.toBe(ofDocument('B'));
  const ofCarrier = (carrierCode: string) => keyOfNotice({ carrierCode, arrivalLeg: voyage, transportDocumentReference: carrierCode });
  expect(ofCarrier('ACME')).not.toBe(ofCarrier('CRL'));
  expect(keyOfNotice({ arrivalLeg: voyage, transportDocumentReference: 'B' })).toBe(keyOfNotice({ arrivalLeg: voyage }));
});

it('adds up what the arrivals of a visit have', () => {
  const first = (arrivalId: string, bestTimeMs?: number) => ({ arrivalId, ...(bestTimeMs === undefined ? {} : { bestTimeMs }) });
  expect(
    sumsOf([
      { visit: 'v', rank: 0, stats: '3 0', count: 2, first: first('a') },
      { visit: 'v', rank: 3, stats: '1 1 ETA_CHANGED SOURCES_DISAGREE SOURCES_DISAGREE', count: 4, first: first('b', 5) },
      { visit: 'v', rank: 2, stats: '2 0 ETA_CHANGED', count: 1, first: first('c', 7) },
    ]),
  ).toEqual({
    arrivalCount: 7,
    containerCount: 12,
    isUrgent: true,
    ranks: [0, 3, 2],
    alertCounts: [
      { kind: 'ETA_CHANGED', count: 5 },
      { kind: 'SOURCES_DISAGREE', count: 8 },
    ],
    firstId: 'b',
  });
});
