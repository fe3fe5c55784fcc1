import {
  type CallRecord,
  callRecordsOfPointToPoint,
  callRecordsOfPortSchedule,
  callRecordsOfVesselSchedules,
  type EventRecord,
  eventRecordOf,
  noticeRecordOf,
} from '@landfall/matching/claims/records.ts';
import { matchKeyOfCall, matchKeyOfNotice, routeMatchKeyOfNotice, windowOf } from '@landfall/matching/keys/match-key.ts';
import { decodeMatchKey, encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import { createNoticeIndex, matchNotices } from '@landfall/matching/match-notices.ts';
import { matchCalls } from '@landfall/matching/match-visits.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { mergeIntoVisits } from '@landfall/matching/visits/visits.ts';
import { createRandom } from '@landfall/sandbox/random.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/random-cases.ts';
import { createWorld } from '../../support/world/world.ts';
import { callWith, defaultRules, type Wire } from './samples.ts';

const rules = defaultRules;
const context = { rules, sources: ['ANSWERED'] } as const;

/** Mostly the first value, so that records match; sometimes others, and sometimes absent or of a wrong type. */
const value = (first: unknown, ...others: readonly unknown[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(first) },
    { weight: 4, arbitrary: fc.constantFrom(first, ...others) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 7, null, '') },
  );
const imo = value('9321483', 'IMO 9321483', '9111111');
const name = value('King of the Seas', 'MV King of the  Seas', 'Relief');
const port = value('SGSIN', 'sg sin', 'NLRTM', 'USLAX', 'Singapore');
const voyage = value('649E', '649e', '702W', '9999R');
const universalVoyage = value('2649E', '2702W');
const service = value('SR12345A', 'SR99999Z');
const reference = value('CALL-1', 'CALL-2');
const moment = value('2026-12-28T22:00:00+08:00', '2026-12-30T04:00:00+08:00', '2027-01-03T04:00:00+08:00', '2027-03-01T00:00:00Z', 'soon');
const classifier = value('PLN', 'EST', 'ACT', 'REQ');
const partner = fc.constantFrom('acme', 'bolt', 'port');
const terminal = value('PSA', 'KEP');

const notice = fc.record({
  carrierCode: value('MAEU', 'MSK', 'BOLT'),
  carrierCodeListProvider: value('NMFTA', 'SMDG'),
  transportDocumentReference: value('TD1', 'TD2'),
  issueDateTime: moment,
  transport: fc.record({
    portOfDischarge: fc.record({
      UNLocationCode: port,
      facility: fc.record({ facilityCode: terminal, facilityCodeListProvider: value('SMDG', 'BIC') }),
    }),
    portOfDischargeArrivalDate: fc.record({ value: value('2026-12-28', '2027-01-02'), classifier }),
    legs: fc.array(
      fc.record({
        transportPlanStageSequenceNumber: value(1, 2),
        dischargeLocation: fc.record({ UNLocationCode: port }),
        modeOfTransport: value('VESSEL', 'TRUCK'),
        vesselVoyage: fc.record({
          vesselIMONumber: imo,
          vesselName: name,
          carrierServiceCode: value('FE1', 'LION'),
          universalServiceReference: service,
          carrierImportVoyageNumber: voyage,
          universalImportVoyageReference: universalVoyage,
          carrierExportVoyageNumber: voyage,
          callReferenceNumber: value('V1'),
        }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
});

const vesselSchedule = fc.record({
  carrierServiceCode: value('FE1', 'LION'),
  universalServiceReference: service,
  vesselSchedules: fc.array(
    fc.record({
      vessel: fc.record({ vesselIMONumber: imo, name }),
      isDummyVessel: value(false, true),
      transportCalls: fc.array(
        fc.record({
          transportCallReference: reference,
          portVisitReference: value('V1', 'V2'),
          carrierImportVoyageNumber: voyage,
          carrierExportVoyageNumber: voyage,
          universalImportVoyageReference: universalVoyage,
          universalExportVoyageReference: universalVoyage,
          location: fc.record({ UNLocationCode: port, facilitySMDGCode: terminal }),
          timestamps: fc.array(
            fc.record({ eventTypeCode: value('ARRI', 'DEPA'), eventClassifierCode: classifier, eventDateTime: moment }),
            { minLength: 1, maxLength: 3 },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

const event = fc.record({
  eventUpdatedDateTime: moment,
  portCall: fc.record({
    portCallID: value('1', '2'),
    portVisitReference: value('V1', 'V2'),
    UNLocationCode: port,
    isOmitted: value(false, true),
  }),
  terminalCall: fc.record({
    terminalCallReference: reference,
    serviceCodeOrReference: fc.record({ universalServiceReference: service }),
    importVoyageNumberOrReference: fc.record({ carrierVoyageNumber: voyage, universalVoyageReference: universalVoyage }),
  }),
  portCallService: fc.record({ portCallServiceEventTypeCode: value('ARRI', 'DEPA', 'STRT') }),
  vessel: fc.record({ vesselIMONumber: imo, vesselName: name }),
  timestamp: fc.record({ classifierCode: classifier, serviceDateTime: moment }),
});

const callRecords = fc
  .array(fc.tuple(vesselSchedule, partner), { maxLength: 4 })
  .map((schedules) => schedules.flatMap(([schedule, id]) => callRecordsOfVesselSchedules(schedule, { partner: id })));
const eventRecords = fc.array(
  fc.tuple(event, partner).map(([wire, id]) => eventRecordOf(wire, { partner: id })),
  { maxLength: 8 },
);

describe('matching', () => {
  test('gives the same result for the same candidates in any order', () => {
    fc.assert(
      fc.property(notice, callRecords, eventRecords, fc.integer(), (wire, calls, events, seed) => {
        const matchKey = matchKeyOfNotice(wire, { partner: 'acme' });
        const [shuffledCalls, shuffledEvents] = [shuffled(calls, seed), shuffled(events, seed)];
        const sendQuery = (records: readonly CallRecord[]) => plain(matchCalls(matchKey, createVisitIndex(records, rules), context));
        expect(sendQuery(shuffledCalls)).toEqual(sendQuery(calls));
        const queryEvents = (records: readonly EventRecord[]) => plain(matchEvents(matchKey, createVisitIndex(records, rules), context));
        expect(queryEvents(shuffledEvents)).toEqual(queryEvents(events));
      }),
    );
  });

  test('never changes a unique match to another call because a call that contradicts the notice is added', () => {
    fc.assert(
      fc.property(notice, callRecords, fc.constantFrom('600E', '601E'), (wire, calls, number) => {
        const matchKey = matchKeyOfNotice(wire, { partner: 'acme' });
        const { unique: before } = matchCalls(matchKey, createVisitIndex(calls, rules), context);
        const stranger = callWith({
          vessel: { vesselIMONumber: '9321483', name: 'King of the Seas' },
          call: { transportCallReference: 'CALL-9', carrierImportVoyageNumber: number, universalImportVoyageReference: '2600E' },
          arrival: '2026-12-29T08:00:00+08:00',
        });
        const { unique: after, candidates } = matchCalls(matchKey, createVisitIndex([...calls, stranger], rules), context);
        const isContradicting = matchCalls(matchKey, createVisitIndex([stranger], rules), context).candidates.some(
          ({ isContradicted }) => isContradicted,
        );
        if (before === undefined || after === undefined || !isContradicting) return;
        expect(after.visit.records).not.toContain(stranger);
        // A record of one ship at one time in another service may be merged into the visit that was the match, and then
        // contradicts it.
        const merged = candidates.find(({ visit }) => visit.records.includes(stranger))?.visit;
        const isPartOfMatch = before.visit.records.some((record) => merged?.records.includes(record));
        if (!isPartOfMatch) expect(after.visit.records).toEqual(expect.arrayContaining([...before.visit.records]));
      }),
      casesOf(300),
    );
  });

  test('never loses a unique match of calls with times because a call without any is added', () => {
    let offered = 0;
    fc.assert(
      fc.property(notice, callRecords, callRecords, (wire, all, others) => {
        // What is unique only by a call without a time (VOYAGE_BEFORE_SWAP) may be lost by another one.
        const calls = all.filter(({ claim }) => claim.times.length > 0);
        const matchKey = matchKeyOfNotice(wire, { partner: 'acme' });
        const { unique: before } = matchCalls(matchKey, createVisitIndex(calls, rules), context);
        if (before?.visit.span === undefined) return;
        offered += 1;
        const untimed = others.map(
          (record): CallRecord => ({
            ...record,
            claim: { ...record.claim, times: [], transportCallReference: undefined, portVisitReference: undefined },
          }),
        );
        const { unique: after } = matchCalls(matchKey, createVisitIndex([...calls, ...untimed], rules), context);
        expect(after?.visit.records).toEqual(before.visit.records);
      }),
      { numRuns: 500 },
    );
    expect(offered).toBeGreaterThan(20);
  });

  test('has a unique match only without contradiction, with a confidence that may be unique, and only one with that confidence', () => {
    let offered = 0;
    fc.assert(
      fc.property(notice, callRecords, (wire, calls) => {
        const found = matchCalls(matchKeyOfNotice(wire, { partner: 'acme' }), createVisitIndex(calls, rules), context);
        expect(found.unique !== undefined).toBe(found.outcome === 'UNIQUE');
        if (found.unique === undefined) return;
        offered += 1;
        expect(['STRONG', 'PROBABLE', 'EXACT']).toContain(found.unique.confidence);
        expect(found.unique.isContradicted).toBe(false);
        const { unique } = found;
        const peers = found.candidates.filter(
          (each) =>
            each !== unique &&
            each.confidence === unique.confidence &&
            !each.isContradicted &&
            // A call without any time counts only if no other one is unique.
            (each.visit.span !== undefined || unique.visit.span === undefined),
        );
        // A candidate with only the period, or another terminal, does not count beside one with the voyage, or the
        // terminal; nor one that is days farther away beside a near one; nor the same ship on the same day, nor one
        // without arrival; nor a later one, or one that would be early, beside one that was planned for the day.
        const isOutweighed = ({
          basis,
          terminal,
          dayDistance = Number.NaN,
          daysApart = Number.NaN,
          isEarly,
          isLate,
        }: (typeof peers)[number]) => {
          const { dayDistance: ofUnique = Number.NaN } = unique;
          const isByPeriod = basis === 'PERIOD' && unique.basis !== 'PERIOD';
          const isAtOther = terminal === 'OTHER' && unique.terminal === 'SAME';
          const isFarther = Math.abs(ofUnique) <= 1 && Math.abs(dayDistance) - Math.abs(ofUnique) >= 2;
          const isStay = Math.abs(ofUnique) <= 1 && Number.isNaN(dayDistance) && !Number.isNaN(daysApart);
          const isAfterLate = unique.isLate && !isLate && (isEarly || dayDistance > ofUnique);
          return isByPeriod || isAtOther || isFarther || isStay || isAfterLate || Math.abs(dayDistance - ofUnique) <= 1;
        };
        expect(peers.filter((each) => !isOutweighed(each))).toEqual([]);
        const { matchedOn, contradictions } = found.unique.explain();
        const correcting = ['CARRIER_IMPORT_VOYAGE_NUMBER', 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE'];
        const isCorrected = (attribute: string) =>
          attribute === correcting[0] && matchedOn.some((line) => correcting.includes(line.attribute));
        expect(contradictions.every(({ attribute }) => attribute === 'FACILITY' || isCorrected(attribute))).toBe(true);
      }),
      { numRuns: 300 },
    );
    // Otherwise the values above no longer match and prove nothing.
    expect(offered).toBeGreaterThan(20);
  });

  test('counts as many contradictions as it explains', () => {
    fc.assert(
      fc.property(notice, callRecords, (wire, calls) => {
        for (const match of matchCalls(matchKeyOfNotice(wire, { partner: 'acme' }), createVisitIndex(calls, rules), context).candidates) {
          const explained = new Set(match.explain().contradictions.map(({ attribute }) => attribute));
          expect(explained.size).toBe(match.contradictionCount);
        }
      }),
    );
  });

  test('finds from a call the same notices as from the notice the call', () => {
    fc.assert(
      fc.property(notice, callRecords, (wire, calls) => {
        const index = createVisitIndex(calls, rules);
        const notices = createNoticeIndex([noticeRecordOf(wire, { partner: 'acme' })], rules);
        const found = matchCalls(matchKeyOfNotice(wire, { partner: 'acme' }), index, context).candidates;
        for (const { visit, rule, dayDistance } of found) {
          const back = matchNotices(matchKeyOfCall(visit.records, visit.otherClaims), notices, context).notices;
          // A match key keeps only the first records of a call; these are few enough.
          expect(back.map((match) => [match.rule, match.dayDistance])).toEqual([[rule, dayDistance]]);
        }
      }),
    );
  });
});

describe('merging', () => {
  test('does not depend on the order of the records and keeps every one of them', () => {
    fc.assert(
      fc.property(callRecords, fc.integer(), (calls, seed) => {
        const visits = mergeIntoVisits(calls, rules);
        expect(visits.flatMap(({ records }) => records).toSorted(byText)).toEqual(calls.toSorted(byText));
        expect(mergeIntoVisits(shuffled(calls, seed), rules)).toEqual(visits);
      }),
    );
  });

  test('a merged visit again returns the same visit', () => {
    fc.assert(
      fc.property(eventRecords, (events) => {
        for (const { records } of mergeIntoVisits(events, rules)) {
          expect(mergeIntoVisits(records, rules).map((visit) => visit.records)).toEqual([records]);
        }
      }),
    );
  });
});

describe('a match key', () => {
  test('is the same after serialization, and equal match keys have equal strings', () => {
    fc.assert(
      fc.property(notice, (wire) => {
        const matchKey = routeMatchKeyOfNotice(wire, { partner: 'acme' });
        const text = encodeMatchKey(matchKey);
        expect(decodeMatchKey(text)).toEqual(matchKey);
        expect(encodeMatchKey(routeMatchKeyOfNotice(structuredClone(wire), { partner: 'acme' }))).toBe(text);
        expect(text).toMatch(/^[\w.-]+$/);
      }),
    );
  });

  test('can be created from any value, and a string that is not a match key is rejected without an error', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (wire, text) => {
        const matchKey = matchKeyOfNotice(wire, { partner: 'acme' });
        expect(encodeMatchKey(matchKey).length).toBeLessThan(100_000);
        windowOf(matchKey);
        const forged = `1.${Buffer.from(JSON.stringify(wire) ?? text).toString('base64url')}`;
        for (const decoded of [decodeMatchKey(text), decodeMatchKey(forged)]) {
          if (decoded !== undefined)
            expect(matchCalls(decoded, createVisitIndex([callWith()], rules), context).outcome).toBeTypeOf('string');
        }
      }),
      casesOf(300),
    );
  });

  test('with any one character changed is rejected or another match key, never an error', () => {
    const text = encodeMatchKey(
      matchKeyOfNotice(createWorld(1).carriers.flatMap((carrier) => createWorld(1).noticesOf(carrier))[0]?.notice, { partner: 'acme' }),
    );
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('A', 'Z', '_', '0', '=', ' '), (place, character) => {
        const changed = `${text.slice(0, place)}${character}${text.slice(place + 1)}`;
        const decoded = decodeMatchKey(changed);
        if (decoded !== undefined) expect(encodeMatchKey(decoded)).toBe(changed);
      }),
    );
  });

  test('and candidates can be created from any values', () => {
    fc.assert(
      fc.property(fc.anything(), (wire) => {
        const stamp = { partner: 'acme' };
        const records = [callRecordsOfVesselSchedules, callRecordsOfPortSchedule, callRecordsOfPointToPoint].flatMap((make) =>
          make(wire, stamp),
        );
        const events = createVisitIndex([eventRecordOf(wire, stamp)], rules);
        const notices = createNoticeIndex([noticeRecordOf(wire, stamp)], rules);
        expect([createVisitIndex(records, rules).visits.length, events.visits.length]).toEqual([
          records.length === 0 ? 0 : expect.any(Number),
          1,
        ]);
        expect(matchNotices(matchKeyOfCall([callWith()]), notices, context).outcome).toBe('NONE');
      }),
    );
  });
});

function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const random = createRandom(String(seed));
  return values
    .map((each) => ({ each, rank: random.integer(0, 1_000_000) }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ each }) => each);
}

/** Functions are compared by their results. */
function plain(found: ReturnType<typeof matchCalls> | ReturnType<typeof matchEvents>): unknown {
  const candidates = found.candidates.map(({ explain, ...assessment }) => ({ ...assessment, ...explain() }));
  return { outcome: found.outcome, terminalOutcome: found.terminalOutcome, unique: found.unique?.visit, candidates };
}

function byText(left: { claim: object; wire: unknown }, right: { claim: object; wire: unknown }): number {
  return textOf(left).localeCompare(textOf(right), 'en');
}

function textOf({ claim, wire }: { claim: object; wire: unknown }): string {
  return JSON.stringify([claim, wire as Wire]);
}
