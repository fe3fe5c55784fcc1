import { expect, test } from 'vitest';
import { callRecordsOfVesselSchedules } from '../claims/records.ts';
import { matchKeyOfNotice } from '../keys/match-key.ts';
import { matchCalls } from '../match-visits.ts';
import type { MatchOutcome } from '../outcome.ts';
import { createVisitIndex } from '../visits/visit-candidates.ts';
import { createMatchRules } from './comparison-rules.ts';

const rules = createMatchRules({ partners: [{ id: 'acme', carriers: [{ carrierCode: 'ACM', carrierCodeListProvider: 'SMDG' }] }] });
const ship = '9321483';

type Arrivals = Readonly<Record<string, string>>;

/** The notice announces the ship for 15 December, on the voyage of the first call. */
function outcomeOf(...calls: readonly Arrivals[]): MatchOutcome {
  const notice = {
    carrierCode: 'ACM',
    carrierCodeListProvider: 'SMDG',
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      portOfDischargeArrivalDate: { value: '2026-12-15', classifier: 'EST' },
      legs: [{ modeOfTransport: 'VESSEL', vesselVoyage: { vesselIMONumber: ship, carrierImportVoyageNumber: '710R' } }],
    },
  };
  const transportCalls = calls.map((arrivals, place) => ({
    location: { UNLocationCode: 'SGSIN' },
    carrierImportVoyageNumber: place === 0 ? '710R' : '711R',
    timestamps: Object.entries(arrivals).map(([eventClassifierCode, day]) => ({
      eventTypeCode: 'ARRI',
      eventClassifierCode,
      eventDateTime: `2026-12-${day}T08:00:00+08:00`,
    })),
  }));
  const schedule = { carrierServiceCode: 'FE1', vesselSchedules: [{ vessel: { vesselIMONumber: ship }, transportCalls }] };
  const index = createVisitIndex(callRecordsOfVesselSchedules(schedule, { partner: 'acme' }), rules);
  return matchCalls(matchKeyOfNotice(notice, { partner: 'acme' }), index, { rules, sources: ['ANSWERED'] }).outcome;
}

test.each<[string, MatchOutcome, Arrivals]>([
  ['came two days before the day of the notice', 'AMBIGUOUS', { ACT: '13' }],
  ['came a day before the day of the notice', 'UNIQUE', { ACT: '14' }],
  ['is expected three days before, in a schedule that may be old', 'UNIQUE', { EST: '12' }],
  ['was planned for three days before, and nothing else is known', 'UNIQUE', { PLN: '12' }],
  ['is three days late, and was planned for the day', 'UNIQUE', { PLN: '15', EST: '18' }],
  ['was planned for a day later', 'UNIQUE', { PLN: '16', EST: '16' }],
  ['was planned for two days later only', 'AMBIGUOUS', { PLN: '17', EST: '17' }],
  ['was planned for three days later, far outside of what is expected now', 'AMBIGUOUS', { PLN: '18', EST: '19' }],
])('a notice means a call for which the ship %s: %s', (_, outcome, arrivals) => {
  expect(outcomeOf(arrivals)).toBe(outcome);
});

test.each<[string, MatchOutcome, Arrivals]>([
  ['three days before the day of the notice', 'AMBIGUOUS', { EST: '12' }],
  ['two days before', 'UNIQUE', { EST: '13' }],
])('beside the next call, on another voyage, a notice means one for which the ship is expected %s: %s', (_, outcome, arrivals) => {
  expect(outcomeOf(arrivals, { PLN: '19' })).toBe(outcome);
});
