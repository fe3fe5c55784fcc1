import { type CallRecord, callRecordsOfPortSchedule, callRecordsOfVesselSchedules } from '@landfall/matching/claims/records.ts';
import { claimsOfPassages, isAboutPassage } from '@landfall/matching/claims/schedule-claims.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { describe, expect, test } from 'vitest';
import { expectMatch } from '../../support/matching/expect-match.ts';
import { callsOf, defaultRules, noticeWith, portScheduleCall, type Wire } from './samples.ts';

/** A call of the voyage in a vessel schedule; arrivals in days from 28 December, the day of the notice. */
interface Stated {
  readonly reference: string;
  readonly arrivals: Readonly<Partial<Record<'PLN' | 'EST' | 'ACT', number>>>;
  /** Days from the best arrival to the departure. */
  readonly stayDays?: number;
  readonly visit?: string;
  readonly terminal?: string;
  readonly exported?: string;
  readonly universal?: string;
}

const vessel = { vesselIMONumber: '9321483', name: 'King of the Seas' };
const ofShip = { vesselIMONumber: '9321483', carrierImportVoyageNumber: '649E' };
const textOf = (days: number) => new Date(Date.UTC(2026, 11, 28) + days * 86_400_000).toISOString();
const arrivalsOf = (arrivals: Stated['arrivals']): Wire[] =>
  Object.entries(arrivals).map(([eventClassifierCode, days]) => ({
    eventTypeCode: 'ARRI',
    eventClassifierCode,
    eventDateTime: textOf(days),
  }));
const departureOf = (days: number): Wire => ({ eventTypeCode: 'DEPA', eventClassifierCode: 'EST', eventDateTime: textOf(days) });

/** Returns the records of one vessel schedule of Acme. */
function recordsOf(...calls: readonly Stated[]): readonly CallRecord[] {
  const transportCalls = calls.map(({ reference, arrivals, stayDays, visit, terminal, exported, universal }) => ({
    transportCallReference: reference,
    portVisitReference: visit,
    carrierImportVoyageNumber: '649E',
    carrierExportVoyageNumber: exported,
    universalImportVoyageReference: universal,
    location: { UNLocationCode: 'SGSIN', facilitySMDGCode: terminal },
    timestamps: [
      ...arrivalsOf(arrivals),
      ...(stayDays === undefined ? [] : [departureOf((arrivals.ACT ?? arrivals.EST ?? arrivals.PLN ?? 0) + stayDays)]),
    ],
  }));
  const service = { carrierServiceCode: 'FE1', universalServiceReference: 'SR12345A' };
  return callRecordsOfVesselSchedules({ ...service, vesselSchedules: [{ vessel, transportCalls }] }, { partner: 'acme' });
}

/** Creates a notice of 649E for 28 December, of that evening if the ship has arrived. */
function noticeOf({ classifier = 'EST', terminal, voyage = ofShip }: { classifier?: string; terminal?: string; voyage?: Wire } = {}): Wire {
  const { transport, ...notice } = noticeWith({ voyage });
  const facility = terminal === undefined ? undefined : { facilityCode: terminal, facilityCodeListProvider: 'SMDG' };
  const portOfDischargeArrivalDate = { value: '2026-12-28', classifier };
  const portOfDischarge = { UNLocationCode: 'SGSIN', facility };
  const issued = classifier === 'ACT' ? { issueDateTime: '2026-12-28T12:00:00Z' } : {};
  return { ...notice, ...issued, transport: { ...(transport as Wire), portOfDischarge, portOfDischargeArrivalDate } };
}

function matchOf(notice: Wire, records: readonly CallRecord[]) {
  const { outcome, unique, doubt } = callsOf(notice, records);
  return { outcome, doubt, references: unique?.visit.records.map(({ claim }) => claim.transportCallReference) };
}

describe('a call at which the ship would be days early does not compete', () => {
  test.each<[string, Stated['arrivals'], Stated['arrivals']]>([
    ['with a late one: the ship was there days before', { PLN: -3, EST: 5 }, { PLN: -13, ACT: -13 }],
    ['with a late one of which no plan is stated', { ACT: 6 }, { PLN: -10, ACT: -10 }],
    ['with a late one: it is planned for days after', { PLN: 0, ACT: 5 }, { PLN: 10, EST: 10 }],
    ['with one that was planned for the day, even if it is nearer', { PLN: 0, ACT: 5 }, { ACT: -4 }],
    ['with one that was planned in the week before', { PLN: -3 }, { PLN: 7, EST: 7 }],
  ])('%s', (_, meant, other) => {
    const found = matchOf(noticeOf(), recordsOf({ reference: 'A', arrivals: meant }, { reference: 'B', arrivals: other }));
    expect(found).toMatchObject({ outcome: 'UNIQUE', references: ['A'] });
  });
});

test('a call that was planned more than a week before an actual arrival does not compete with one of the week', () => {
  const calls = recordsOf({ reference: 'A', arrivals: { PLN: -4 } }, { reference: 'B', arrivals: { PLN: -8 } });
  expect(matchOf(noticeOf({ classifier: 'ACT' }), calls)).toMatchObject({ outcome: 'UNIQUE', references: ['A'] });
});

const stated = { vessel: '9321483', voyage: 'MAEU 649E', arrives: 'EST 28' };
const planned = { vessel: '9321483', voyage: 'MAEU 649E', arrives: 'PLN 24' };
const estimated = { ...planned, by: 'bolt', kind: 'PORT_SCHEDULE', arrives: 'EST 30' } as const;
const strong = 'STRONG VESSEL_CARRIER_VOYAGE_AND_PORT';

expectMatch('LATE_CALL', [
  { when: 'one partner states the plan, another one an estimate', notice: stated, calls: [planned, estimated], is: `UNIQUE ${strong}` },
  {
    when: 'one partner states both',
    notice: stated,
    calls: [planned, { ...planned, reference: 'B', arrives: 'EST 30' }, estimated],
    is: `AMBIGUOUS ${strong}`,
  },
  {
    when: 'they are at two terminals',
    notice: stated,
    calls: [
      { ...planned, terminal: 'SMDG PSA' },
      { ...estimated, terminal: 'SMDG KEP' },
    ],
    is: `AMBIGUOUS ${strong}`,
  },
  {
    when: 'the estimate is eight days late',
    notice: stated,
    calls: [{ ...planned, arrives: 'PLN 22' }, estimated],
    is: `AMBIGUOUS ${strong}`,
  },
]);

const anonymous = { by: 'hub', kind: 'PORT_SCHEDULE', vessel: '9321483', voyage: '? 649E', service: 'FE1', arrives: 'EST 28' } as const;
const later = { vessel: '9321483', voyage: 'MAEU 651E', service: 'FE1', arrives: 'EST 31' };
const probable = 'PROBABLE VESSEL_PORT_AND_WINDOW';

expectMatch('CARRIER_OF_SERVICE_CODE', [
  { when: 'no other record has the service code', notice: stated, calls: [anonymous], is: `AMBIGUOUS ${probable}` },
  { when: 'a schedule names the carrier beside the service code', notice: stated, calls: [anonymous, later], is: `UNIQUE ${strong}` },
  {
    when: 'schedules name two carriers beside it',
    notice: stated,
    calls: [anonymous, later, { ...later, by: 'bolt', voyage: 'BOLT 077', arrives: 'EST 31' }],
    is: `AMBIGUOUS ${probable}`,
  },
  {
    when: 'the same schedule names the carrier beside other numbers',
    notice: stated,
    calls: [{ ...anonymous, voyage: ['? 649E', 'MAEU 655E'] }, later],
    is: `CONFLICTING ${probable}`,
  },
]);

describe('two calls or a shift between terminals', () => {
  test('a late ship that is at two terminals at once shifts between them if the visit reference is equal', () => {
    const [first, second]: readonly Stated[] = [
      { reference: 'A', terminal: 'PSA', arrivals: { PLN: -3, EST: 0 }, stayDays: 0.4 },
      { reference: 'B', terminal: 'KEP', arrivals: { EST: 0.1 }, stayDays: 0.3 },
    ];
    if (first === undefined || second === undefined) throw new Error('both are stated');
    const visitsOf = (visit?: string) =>
      createVisitIndex(recordsOf({ ...first, ...(visit && { visit }) }, { ...second, ...(visit && { visit }) }), defaultRules).visits;
    expect(visitsOf()).toHaveLength(2);
    expect(visitsOf('SGSIN26004411')).toHaveLength(1);
  });

  test('stays at two terminals with two days between them in one port schedule are two calls, whatever a third record states', () => {
    const schedule = (partner: string, terminal: string, arrival: number): CallRecord => {
      const [record] = callRecordsOfPortSchedule(
        {
          location: { UNLocationCode: 'SGSIN', facilitySMDGCode: terminal },
          vesselSchedules: [
            {
              vessel,
              servicePartners: [{ carrierServiceCode: 'FE1', carrierImportVoyageNumber: '649E' }],
              timestamps: [...arrivalsOf({ EST: arrival }), departureOf(arrival + 1)],
            },
          ],
        },
        { partner },
      );
      if (record === undefined) throw new Error('the schedule has a call');
      return record;
    };
    const between = schedule('acme', 'PSA', 1.7);
    const { visits } = createVisitIndex([schedule('bolt', 'PSA', 0.2), schedule('bolt', 'KEP', 3), between], defaultRules);
    const callsOfBolt = visits.map(({ records }) => records.filter(({ partner }) => partner === 'bolt').length);
    expect(callsOfBolt.toSorted()).toEqual([1, 1]);
  });
});

test('a universal voyage decides against the day if the ship leaves the call on the day on another voyage', () => {
  const onDay: Stated = { reference: 'A', arrivals: { PLN: 0, EST: 0 }, exported: '650W' };
  const universal: Stated = { reference: 'B', arrivals: { PLN: 4, EST: 4 }, exported: '651W', universal: '2649E' };
  const voyage = { ...ofShip, universalServiceReference: 'SR12345A', universalImportVoyageReference: '2649E' };
  expect(matchOf(noticeOf({ voyage }), recordsOf(onDay, universal))).toMatchObject({
    outcome: 'AMBIGUOUS',
    doubt: 'UNIVERSAL_VOYAGE_OF_RIVAL',
  });
  const within = recordsOf({ ...onDay, exported: '649E' }, universal);
  expect(matchOf(noticeOf({ voyage }), within)).toMatchObject({ outcome: 'UNIQUE', references: ['A'] });
});

test('a call of which no terminal is known is not the match beside one at the stated terminal', () => {
  const calls = (terminal?: string) =>
    recordsOf(
      { reference: 'A', arrivals: { EST: -1 }, ...(terminal && { terminal }) },
      { reference: 'B', arrivals: { EST: 3 }, terminal: 'PSA' },
    );
  expect(matchOf(noticeOf({ terminal: 'PSA' }), calls())).toMatchObject({ outcome: 'AMBIGUOUS', doubt: 'EQUAL_RIVAL' });
  expect(matchOf(noticeOf({ terminal: 'PSA' }), calls('PSA'))).toMatchObject({ outcome: 'UNIQUE', references: ['A'] });
});

test('a passage that only the vessel schedule of another partner marks is recognized in a port schedule', () => {
  const location = { UNLocationCode: 'SGSIN', waterwaySMDGEntryPointCode: 'SUEZN' };
  const timestamps = arrivalsOf({ EST: 0 });
  const passages = claimsOfPassages({ vesselSchedules: [{ vessel, transportCalls: [{ location, timestamps }] }] }, 'bolt');
  const ofPort = (days: number) => portScheduleCall({ schedule: { timestamps: arrivalsOf({ EST: days }) } }).claim;
  const [passing, call] = [ofPort(0.1), ofPort(1)];
  expect([passing, call].map((claim) => isAboutPassage(claim, passages, [passing, call]))).toEqual([true, false]);
});
