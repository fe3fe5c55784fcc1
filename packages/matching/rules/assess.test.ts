import { describe, expect, test } from 'vitest';
import { callRecordsOfPortSchedule } from '../claims/records.ts';
import { type MatchKey, matchKeyOfNotice } from '../keys/match-key.ts';
import { assess } from './assess.ts';
import { createComparisonRules } from './comparison-rules.ts';

const rules = createComparisonRules([
  { id: 'acme', carriers: [{ carrierCode: 'ACM', carrierCodeListProvider: 'SMDG' }] },
  { id: 'bolt', carriers: [{ carrierCode: 'BLT', carrierCodeListProvider: 'SMDG' }] },
]);
const port = { UNLocationCode: 'SGSIN' };
const vesselIMONumber = '9321483';
const arrival = { eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-15T12:00:00+08:00' };

/** Returns a notice of Acme that announces the ship for 15 December. */
function noticeWith(voyage: object = {}): MatchKey {
  const vesselVoyage = { vesselIMONumber, carrierServiceCode: 'FE1', carrierImportVoyageNumber: '649E', ...voyage };
  const portOfDischargeArrivalDate = { value: '2026-12-15', classifier: 'EST' };
  const legs = [{ modeOfTransport: 'VESSEL', vesselVoyage }];
  return matchKeyOfNotice({ transport: { portOfDischarge: port, portOfDischargeArrivalDate, legs } }, { partner: 'acme' });
}

describe('a voyage number that records of one call state differently', () => {
  /** Returns port schedules of Bolt with these numbers for Acme's voyage. */
  const callWith = (numbers: readonly string[], universal: object = {}) =>
    numbers.flatMap((carrierImportVoyageNumber) => {
      const servicePartners = [
        { carrierCode: 'ACM', carrierCodeListProvider: 'SMDG', carrierServiceCode: 'FE1', carrierImportVoyageNumber },
      ];
      const vesselSchedules = [{ vessel: { vesselIMONumber }, servicePartners, timestamps: [arrival], ...universal }];
      return callRecordsOfPortSchedule({ location: port, vesselSchedules }, { partner: 'bolt' }).map(({ claim }) => claim);
    });

  test.each([[['649E', '694E', '649E']], [['649E', '694E']]])(
    'is a slip if most of them and the notice state one number: it is shown, but decides nothing: %j',
    (numbers) => {
      const assessment = assess(noticeWith(), callWith(numbers), rules);
      expect(assessment).toMatchObject({ isContradicted: false, obstacle: undefined, contradictionCount: 1, doubtCount: 0 });
      expect(assessment?.explain().contradictions).toMatchObject([
        { attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER', left: { value: '649E' }, right: { value: '694E' } },
      ]);
    },
  );

  test.each([[['694E']], [['649E', '694E', '694E']]])(
    'contradicts unless as many of them state the number of the notice: %j',
    (numbers) => {
      expect(assess(noticeWith(), callWith(numbers), rules)).toMatchObject({ isContradicted: true, isContradictedByVoyage: true });
    },
  );

  test('contradicts if the universal voyage differs, however many state the number', () => {
    const notice = noticeWith({ universalServiceReference: 'SR12345A', universalImportVoyageReference: '2649E' });
    const universal = { universalServiceReference: 'SR12345A', universalImportVoyageReference: '2650E' };
    expect(assess(notice, callWith(['649E', '694E', '649E'], universal), rules)).toMatchObject({ isContradicted: true });
  });
});
