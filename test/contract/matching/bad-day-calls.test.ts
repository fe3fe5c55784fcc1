import { type CallRecord, callRecordsOfVesselSchedules, type EventRecord } from '@landfall/matching/claims/records.ts';
import { decodeMatchKey, encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import { eventMatchKeyOfCall } from '@landfall/matching/match-visits.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { createRandom } from '@landfall/sandbox/random.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/random-cases.ts';
import { callsOf, defaultRules, eventWith, noticeWith, type Wire } from './samples.ts';

/** A call on the voyage of the notice; times in days from 28 December, the day of the notice. */
interface Planned {
  readonly reference?: string | undefined;
  readonly visit?: string | undefined;
  readonly terminal?: string | undefined;
  readonly PLN?: number | undefined;
  readonly EST?: number | undefined;
  readonly ACT?: number | undefined;
}

/** Returns the records of one vessel schedule of a partner, with its calls as rows in this order. */
function recordsOf(calls: readonly Planned[], partner = 'acme'): readonly CallRecord[] {
  const transportCalls = calls.map(({ reference, visit, terminal, ...times }) => ({
    transportCallReference: reference,
    portVisitReference: visit,
    carrierImportVoyageNumber: '649E',
    location: { UNLocationCode: 'SGSIN', facilitySMDGCode: terminal },
    timestamps: Object.entries(times).flatMap(([eventClassifierCode, days]) =>
      days === undefined ? [] : [{ eventTypeCode: 'ARRI', eventClassifierCode, eventDateTime: textOf(days) }],
    ),
  }));
  const vessel = { vesselIMONumber: '9321483', name: 'King of the Seas' };
  return callRecordsOfVesselSchedules({ carrierServiceCode: 'FE1', vesselSchedules: [{ vessel, transportCalls }] }, { partner });
}

/** Returns 08:00 at Singapore, so many days after 28 December. */
function textOf(days: number): string {
  return `${new Date(Date.UTC(2026, 11, 28) + days * 86_400_000).toISOString().slice(0, 10)}T08:00:00+08:00`;
}

/** Creates a notice for 28 December, of that evening if the ship has arrived. */
function noticeOf(classifier: 'EST' | 'ACT', terminal?: string): Wire {
  const { transport, ...notice } = noticeWith();
  const facility = terminal === undefined ? undefined : { facilityCode: terminal, facilityCodeListProvider: 'SMDG' };
  const portOfDischarge = { UNLocationCode: 'SGSIN', facility };
  const portOfDischargeArrivalDate = { value: '2026-12-28', classifier };
  const issued = classifier === 'ACT' ? { issueDateTime: '2026-12-28T12:00:00Z' } : {};
  return { ...notice, ...issued, transport: { ...(transport as Wire), portOfDischarge, portOfDischargeArrivalDate } };
}

const referencesIn = (records: readonly CallRecord[]) => records.map(({ claim }) => claim.transportCallReference);

describe('A.3 (a): two calls on one voyage, the first late by the gap between them', () => {
  const late: Planned = { PLN: -4, ACT: 0 };
  const next: Planned = { PLN: 0 };

  test.each([
    ['A', 'B'],
    ['B', 'A'],
  ])('a notice of the actual arrival finds the first call, named %s, whatever the order of rows', (first, second) => {
    const calls = [
      { ...late, reference: first },
      { ...next, reference: second },
    ];
    for (const rows of [calls, calls.toReversed()]) {
      const { outcome, unique } = callsOf(noticeOf('ACT'), recordsOf(rows));
      expect([outcome, referencesIn(unique?.visit.records ?? [])]).toEqual(['UNIQUE', [first]]);
      expect(callsOf(noticeOf('EST'), recordsOf(rows)).outcome).toBe('AMBIGUOUS');
    }
  });

  test('a partner that states no plan does not make them one call', () => {
    const records = [...recordsOf([late, next]), ...recordsOf([{ EST: 0 }], 'bolt')];
    expect(callsOf(noticeOf('EST'), records).outcome).toBe('AMBIGUOUS');
  });
});

test('A.3 (b): plans at -3 d and +1 d and a notice EST today: the nearer plan is not the match', () => {
  const calls = [
    { reference: 'A', PLN: -3 },
    { reference: 'B', PLN: 1 },
  ];
  expect(callsOf(noticeOf('EST'), recordsOf(calls))).toMatchObject({ outcome: 'AMBIGUOUS', unique: undefined });
});

describe('A.3 (c): calls at two terminals on one voyage', () => {
  const calls = (classifier: 'PLN' | 'EST'): readonly Planned[] => [
    { reference: 'A', terminal: 'PSA', [classifier]: -2 },
    { reference: 'B', terminal: 'KEP', [classifier]: 0 },
  ];
  const eventOf = (days: number, terminal: string) =>
    eventWith({
      portCall: { portCallID: undefined },
      terminalCall: { terminalCallReference: undefined, importVoyageNumberOrReference: { carrierVoyageNumber: '649E' } },
      service: { serviceLocation: { facility: { facilityCode: terminal, facilityCodeListProvider: 'SMDG' } } },
      timestamp: { serviceDateTime: textOf(days) },
    });
  const found = (classifier: 'PLN' | 'EST', event: EventRecord, terminal = 'KEP') => {
    const { unique } = callsOf(noticeOf('EST', terminal), recordsOf(calls(classifier)));
    if (unique === undefined) throw new Error('the call is the match');
    const matchKey = decodeMatchKey(encodeMatchKey(eventMatchKeyOfCall(unique.visit)));
    if (matchKey === undefined) throw new Error('the key can be decoded');
    return matchEvents(matchKey, createVisitIndex([event], defaultRules), { rules: defaultRules, sources: ['ANSWERED'] }).outcome;
  };

  test.each(['PLN', 'EST'] as const)('an event of the first terminal is not that of the second call, both known by %s', (classifier) => {
    expect(found(classifier, eventOf(-2, 'PSA'))).toBe('NONE');
    expect(found(classifier, eventOf(0, 'KEP'))).toBe('UNIQUE');
  });
});

test('events of two calls that only their times make one visit belong each to its own call', () => {
  const ofTerminal = (reference: string, terminal: string, classifierCode: string) =>
    eventWith({
      portCall: { portCallID: undefined },
      terminalCall: { terminalCallReference: reference, importVoyageNumberOrReference: { carrierVoyageNumber: '649E' } },
      service: { serviceLocation: { facility: { facilityCode: terminal, facilityCodeListProvider: 'SMDG' } } },
      timestamp: { classifierCode, serviceDateTime: textOf(0) },
    });
  const events = [ofTerminal('A', 'PSA', 'ACT'), ofTerminal('B', 'KEP', 'EST')];
  const calls = recordsOf([
    { reference: 'A', terminal: 'PSA', PLN: -4, ACT: 0 },
    { reference: 'B', terminal: 'KEP', PLN: 0, EST: 0 },
  ]);
  expect(createVisitIndex(events, defaultRules).visits).toHaveLength(1);
  const { unique } = callsOf(noticeOf('EST', 'KEP'), calls);
  if (unique === undefined) throw new Error('the call at the stated terminal is the match');
  const found = matchEvents(eventMatchKeyOfCall(unique.visit), createVisitIndex(events, defaultRules), {
    rules: defaultRules,
    sources: ['ANSWERED'],
  });
  expect([found.outcome, found.events.map(({ event }) => event.claim.transportCallReference)]).toEqual(['UNIQUE', ['B']]);
});

test('an event that only an old estimate links to those of the call, and that its own day excludes, is not of the call', () => {
  const ofTerminal = (terminal: string, days: number, more: object) =>
    eventWith({
      portCall: { portCallID: undefined },
      terminalCall: { importVoyageNumberOrReference: { carrierVoyageNumber: '649E' }, ...more },
      service: { serviceLocation: { facility: { facilityCode: terminal, facilityCodeListProvider: 'SMDG' } } },
      timestamp: { classifierCode: 'EST', serviceDateTime: textOf(days) },
    });
  const events = [ofTerminal('KEP', -5, { terminalCallReference: 'B' }), ofTerminal('PSA', -6, { terminalCallReference: undefined })];
  expect(createVisitIndex(events, defaultRules).visits).toHaveLength(1);
  const { unique } = callsOf(noticeOf('EST', 'KEP'), recordsOf([{ reference: 'B', terminal: 'KEP', PLN: -5, ACT: 0 }]));
  if (unique === undefined) throw new Error('the late call is the match');
  const found = matchEvents(eventMatchKeyOfCall(unique.visit), createVisitIndex(events, defaultRules), {
    rules: defaultRules,
    sources: ['ANSWERED'],
  });
  expect([found.outcome, found.events.map(({ event }) => event.claim.transportCallReference)]).toEqual(['UNIQUE', ['B']]);
});

test('two plans are two calls under any order of rows and any spelling of references', () => {
  const name = fc.constantFrom('A', 'B', 'C', undefined);
  const days = fc.constantFrom(-5, -4, -3, -1, 0, 1, 2, undefined);
  const call: fc.Arbitrary<Planned> = fc.record({
    reference: name,
    visit: fc.constantFrom('V', 'W', undefined, undefined, undefined),
    terminal: fc.constantFrom('PSA', 'KEP', undefined, undefined),
    PLN: days,
    EST: days,
    ACT: fc.constantFrom(-1, 0, undefined, undefined, undefined),
  });
  const rows = fc.array(call, { maxLength: 4 });
  let found = 0;
  fc.assert(
    fc.property(
      rows,
      rows,
      fc.constantFrom<'EST' | 'ACT'>('EST', 'ACT'),
      fc.constantFrom('PSA', undefined),
      fc.integer(),
      (ofAcme, ofBolt, classifier, terminal, seed) => {
        const random = createRandom(String(seed));
        const shuffled = <T>(values: readonly T[]) =>
          values
            .map((value) => ({ value, rank: random.integer(0, 1_000_000) }))
            .toSorted((left, right) => left.rank - right.rank)
            .map(({ value }) => value);
        const names = new Map(shuffled(['X', 'Y', 'Z', 'T', 'U']).map((text, place) => [text, ['A', 'B', 'C', 'V', 'W'][place] ?? '']));
        const renamedBack = (text: string | undefined) => text && (names.get(text) ?? text);
        const spelled = new Map([...names].map(([text, original]) => [original, text]));
        const renamed = (calls: readonly Planned[]) =>
          shuffled(calls).map((each) => ({
            ...each,
            reference: each.reference && spelled.get(each.reference),
            visit: each.visit && spelled.get(each.visit),
          }));
        const resultOf = (records: readonly CallRecord[]) => {
          const { outcome, terminalOutcome, doubt, unique } = callsOf(noticeOf(classifier, terminal), records);
          if (unique !== undefined) found += 1;
          const claims = unique?.visit.records.map(({ claim: { at: _, ...claim } }) => ({
            ...claim,
            transportCallReference: renamedBack(claim.transportCallReference),
            portVisitReference: renamedBack(claim.portVisitReference),
          }));
          return { outcome, terminalOutcome, doubt, unique: claims?.map((claim) => JSON.stringify(claim)).toSorted() };
        };
        const before = resultOf([...recordsOf(ofAcme), ...recordsOf(ofBolt, 'bolt')]);
        expect(resultOf([...recordsOf(renamed(ofBolt), 'bolt'), ...recordsOf(renamed(ofAcme))])).toEqual(before);
      },
    ),
    casesOf(2_000),
  );
  expect(found).toBeGreaterThan(200);
});
