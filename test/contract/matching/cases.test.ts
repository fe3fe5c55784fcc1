import { callRecordsOfPointToPoint, callRecordsOfVesselSchedules, noticeRecordOf } from '@landfall/matching/claims/records.ts';
import { matchKeyOfCall, routeMatchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { createNoticeIndex, matchNotices } from '@landfall/matching/match-notices.ts';
import { matchRoutes } from '@landfall/matching/match-routes.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { describe, expect, test } from 'vitest';
import { answerOfStatus } from '#platform/matching/match-sets.ts';
import {
  acme,
  bolt,
  callsOf,
  callWith,
  defaultRules,
  eventsOf,
  eventsOfCall,
  eventWith,
  fullVoyage,
  noticeWith,
  portScheduleCall,
  vesselScheduleWith,
  type Wire,
} from './samples.ts';

const { vesselIMONumber, vesselName, carrierImportVoyageNumber } = fullVoyage;

describe('the cases of matching', () => {
  test('1: the same call reference, ship and port is an exact and the only match', () => {
    const found = eventsOfCall(callWith(), [eventWith()]);
    expect(found).toMatchObject({
      outcome: 'UNIQUE',
      terminalOutcome: 'UNIQUE',
      unique: { confidence: 'EXACT', rule: 'TRANSPORT_CALL_REFERENCE' },
    });
  });

  test('2: the same call reference of another ship is a conflict and not matched', () => {
    const found = eventsOfCall(callWith(), [eventWith({ vessel: { vesselIMONumber: '9999999', vesselName: 'Other' } })]);
    expect(found).toMatchObject({ outcome: 'CONFLICTING', unique: undefined });
    expect(found.candidates[0]?.reasons).toContain('VESSEL_DIFFERS');
  });

  test('3: a composite and an opaque reference of one call are merged by ship, port and voyages', () => {
    const composite = callWith({ call: { transportCallReference: 'SR12345A-9321483-2649E-SGSIN-PSA-1-1' } });
    const opaque = callWith({ call: { transportCallReference: '50003840595' }, partner: 'bolt', arrival: '2026-12-29T06:00:00+08:00' });
    const { visits } = createVisitIndex([composite, opaque], defaultRules);
    expect(visits.map(({ records }) => records.length)).toEqual([2]);
    expect(callsOf(noticeWith(), [composite, opaque])).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'STRONG' } });
  });

  test("4: a notice with name and import number is PROBABLE with its carrier's Producer, and UNKNOWN without", () => {
    const notice = noticeWith({ voyage: { vesselName, carrierImportVoyageNumber } });
    expect(callsOf(notice, [callWith()])).toMatchObject({
      outcome: 'UNIQUE',
      unique: { confidence: 'PROBABLE', rule: 'VESSEL_NAME_CARRIER_VOYAGE_AND_PORT' },
    });
    expect(callsOf(notice, [], { sources: [answerOfStatus.NOT_CONNECTED, 'ANSWERED'] }).outcome).toBe('UNKNOWN');
    expect(callsOf(notice, [], { sources: ['ANSWERED'] }).outcome).toBe('NONE');
  });

  test('5: at a port where the number changes the import side is the match and the export side a contradiction', () => {
    const turning = callWith({ call: { carrierExportVoyageNumber: '702W', universalExportVoyageReference: '2702W' } });
    expect(callsOf(noticeWith({ voyage: { vesselIMONumber, carrierImportVoyageNumber: '649E' } }), [turning]).outcome).toBe('UNIQUE');
    const mixed = callsOf(noticeWith({ voyage: { vesselIMONumber, carrierImportVoyageNumber: '702W' } }), [turning]);
    expect(mixed.outcome).toBe('CONFLICTING');
    expect(mixed.candidates[0]?.reasons).toContain('IMPORT_IS_EXPORT_OF_OTHER');
    expect(mixed.candidates[0]?.explain().contradictions).toMatchObject([
      {
        attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER',
        left: { path: 'transport.legs[0].vesselVoyage.carrierImportVoyageNumber', value: '702W' },
        right: { path: 'vesselSchedules[0].transportCalls[0].carrierImportVoyageNumber', value: '649E' },
      },
    ]);
  });

  test('6: two calls of a ship within the window are ambiguous without and unique with the voyage number', () => {
    const first = callWith();
    const second = callWith({
      call: { transportCallReference: 'CALL-2', carrierImportVoyageNumber: '702W', universalImportVoyageReference: '2702W' },
      arrival: '2026-12-31T08:00:00+08:00',
    });
    const without = callsOf(noticeWith({ voyage: { vesselIMONumber, vesselName } }), [first, second]);
    expect(without).toMatchObject({ outcome: 'AMBIGUOUS', unique: undefined });
    expect(without.candidates).toHaveLength(2);
    const found = callsOf(noticeWith({ voyage: { vesselIMONumber, carrierImportVoyageNumber } }), [first, second]);
    expect(found.unique?.visit.records).toEqual([first]);
  });

  test('7: two terminals in one visit are one visit and, for a notice without a facility, two possible terminal calls', () => {
    const terminals = ['PSA', 'KEP'].map((facilitySMDGCode, number) =>
      callWith({
        location: { facilitySMDGCode },
        call: { transportCallReference: `CALL-${number}`, portVisitReference: 'SGSIN26004411' },
        arrival: `2026-12-${28 + number}T22:00:00+08:00`,
      }),
    );
    expect(callsOf(noticeWith(), terminals)).toMatchObject({ outcome: 'UNIQUE', terminalOutcome: 'AMBIGUOUS' });
    const transport = { ...(noticeWith()['transport'] as Wire) };
    transport['portOfDischarge'] = { UNLocationCode: 'SGSIN', facility: { facilityCode: 'KEP', facilityCodeListProvider: 'SMDG' } };
    const named = callsOf(noticeWith({ transport }), terminals);
    expect(named).toMatchObject({ outcome: 'UNIQUE', terminalOutcome: 'UNIQUE', terminalCall: { terminal: 'SGSIN SMDG KEP' } });
  });

  test("8: a sharing partner's notice finds the other partner's schedule through the port schedule that lists both", () => {
    const notice = noticeWith({
      carrierCode: 'BOLT',
      voyage: { vesselIMONumber, carrierServiceCode: 'LION', carrierImportVoyageNumber: '077' },
    });
    const schedule = callWith({ service: { universalServiceReference: undefined } });
    expect(callsOf(notice, [schedule], { partner: 'bolt' })).toMatchObject({ outcome: 'AMBIGUOUS' });
    const found = callsOf(notice, [schedule, portScheduleCall()], { partner: 'bolt' });
    expect(found).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'STRONG', rule: 'VESSEL_CARRIER_VOYAGE_AND_PORT' } });
    expect(found.unique?.visit.records).toHaveLength(2);
  });

  test('9: equal universal voyage references of two services are not matched without a ship', () => {
    const notice = noticeWith({ voyage: { universalServiceReference: 'SR99999Z', universalImportVoyageReference: '2649E' } });
    expect(callsOf(notice, [callWith()])).toMatchObject({ outcome: 'NONE', candidates: [] });
    const withoutService = noticeWith({ voyage: { universalImportVoyageReference: '2649E' } });
    expect(callsOf(withoutService, [callWith()])).toMatchObject({ outcome: 'NONE', candidates: [] });
  });

  test('10: the placeholder for no voyage on both sides is no match', () => {
    const notice = noticeWith({ voyage: { vesselName, carrierImportVoyageNumber: '9999R', universalImportVoyageReference: '9999R' } });
    const found = callsOf(notice, [callWith({ call: { carrierImportVoyageNumber: '9999r ', universalImportVoyageReference: '9999R' } })]);
    expect(found).toMatchObject({ outcome: 'AMBIGUOUS', candidates: [{ confidence: 'WEAK', rule: 'VESSEL_NAME_PORT_AND_WINDOW' }] });
  });

  test('11: a dummy ship, named or not, is matched without ship keys and at most PROBABLE', () => {
    for (const vessel of [undefined, { vesselIMONumber: '9999999', name: 'Dummy 1' }]) {
      const found = callsOf(noticeWith(), [callWith({ schedule: { isDummyVessel: true, vessel } })]);
      expect(found).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'PROBABLE' } });
      expect(found.unique?.reasons).toContain('SHIP_UNASSIGNED');
      expect(found.unique?.explain().matchedOn.map(({ attribute }) => attribute)).not.toContain('VESSEL_IMO_NUMBER');
    }
  });

  test('12: after a ship swap the conflict is shown and the old ship is not followed to its next voyage', () => {
    const swapped = callWith({ vessel: { vesselIMONumber: '9111111', name: 'Relief' } });
    const next = callWith({
      call: { transportCallReference: 'CALL-9', carrierImportVoyageNumber: '651E', universalImportVoyageReference: '2651E' },
      arrival: '2026-12-31T08:00:00+08:00',
    });
    const found = callsOf(noticeWith(), [swapped, next]);
    expect(found).toMatchObject({
      unique: undefined,
      candidates: [{ rule: 'UNIVERSAL_VOYAGE_AND_PORT', reasons: ['VESSEL_DIFFERS'] }, { rule: 'VESSEL_PORT_AND_WINDOW' }],
    });
    const withoutVoyage = callsOf(noticeWith({ voyage: { vesselIMONumber, vesselName } }), [swapped, next]);
    expect(withoutVoyage).toMatchObject({ outcome: 'AMBIGUOUS', unique: undefined });
  });

  test('13: the same company in both code lists is equal with the mapping, and not comparable without it', () => {
    const notice = noticeWith({
      carrierCode: 'MSK',
      carrierCodeListProvider: 'SMDG',
      voyage: { vesselIMONumber, carrierImportVoyageNumber },
    });
    expect(callsOf(notice, [callWith()]).unique?.rule).toBe('VESSEL_CARRIER_VOYAGE_AND_PORT');
    const rules = createComparisonRules([{ id: 'acme', carriers: acme.carriers.slice(1) }, bolt]);
    const found = callsOf(notice, [callWith()], { rules });
    expect(found).toMatchObject({ outcome: 'AMBIGUOUS', candidates: [{ rule: 'VESSEL_PORT_AND_WINDOW', isContradicted: false }] });
    expect(found.candidates[0]?.explain().notComparable).toMatchObject([
      { attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER', result: 'NOT_COMPARABLE' },
    ]);
  });

  test('14: terminals in two code lists are not comparable, and do not contradict', () => {
    const transport = { ...(noticeWith()['transport'] as Wire) };
    transport['portOfDischarge'] = { UNLocationCode: 'SGSIN', facility: { facilityCode: 'SGSINPSAA', facilityCodeListProvider: 'BIC' } };
    const call = callWith({ location: { facilitySMDGCode: 'PSA' } });
    const without = callsOf(noticeWith({ transport }), [call]);
    expect(without.unique?.explain().notComparable).toMatchObject([{ attribute: 'FACILITY' }]);
    const same = callsOf(noticeWith({ transport }), [callWith({ location: { facilitySMDGCode: 'PSB' } })]);
    expect(same.unique?.explain().contradictions).toEqual([]);
  });

  test("15: an event's instant is the next local day at the port, and without a time zone at most a day off", () => {
    const event = eventWith({ timestamp: { serviceDateTime: '2026-12-28T16:30:00Z' } });
    expect(eventsOf(noticeWith({ date: '2026-12-29' }), [event]).unique?.dayDistance).toBe(0);
    const port = { UNLocationCode: 'USXYZ' };
    const transport = { ...(noticeWith({ date: '2026-12-29' })['transport'] as Wire), portOfDischarge: port };
    const elsewhere = eventWith({ timestamp: { serviceDateTime: '2026-12-28T16:30:00Z' }, portCall: port });
    const unsure = eventsOf(noticeWith({ transport }), [elsewhere]);
    expect(unsure.unique).toMatchObject({ dayDistance: -1, reasons: ['ZONE_UNKNOWN'] });
  });

  test('16: events that a Publisher sent by ignoring the filters are not part of the answer, and it counts as asked', () => {
    const stray = eventWith({
      portCall: { UNLocationCode: 'NLRTM', portCallID: 'elsewhere' },
      terminalCall: { terminalCallReference: 'X' },
    });
    const found = eventsOf(noticeWith(), [stray, eventWith()], { sources: [answerOfStatus.IGNORED_FILTER] });
    expect(found.events.map(({ event }) => event.portCallID)).toEqual(['visit-1']);
    expect(eventsOf(noticeWith(), [stray], { sources: [answerOfStatus.IGNORED_FILTER] }).outcome).toBe('NONE');
  });

  test('17: a Publisher of notices that refuses the request leaves the result UNKNOWN unless our own index has the notice', () => {
    const rules = defaultRules;
    const matchKey = matchKeyOfCall([callWith()]);
    const sources = [answerOfStatus.REFUSED_FILTER];
    expect(matchNotices(matchKey, createNoticeIndex([], defaultRules), { rules, sources }).outcome).toBe('UNKNOWN');
    const held = createNoticeIndex([noticeRecordOf(noticeWith(), { partner: 'acme' })], defaultRules);
    expect(matchNotices(matchKey, held, { rules, sources })).toMatchObject({
      outcome: 'UNIQUE',
      notices: [{ rule: 'VESSEL_UNIVERSAL_VOYAGE_AND_PORT' }],
    });
  });

  test('18: an omitted call is listed, but is not the match of a notice that still announces its arrival', () => {
    const omission = eventWith({
      event: { eventUpdatedDateTime: '2026-12-22T07:30:00Z' },
      portCall: { isOmitted: true },
    });
    const found = eventsOf(noticeWith(), [eventWith(), omission]);
    expect(found).toMatchObject({ outcome: 'AMBIGUOUS', unique: undefined, candidates: [{ isOmitted: true, reasons: ['OMITTED'] }] });
    expect(found.events.map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
    const takenBack = eventWith({ event: { eventUpdatedDateTime: '2026-12-23T07:30:00Z' }, portCall: { isOmitted: false } });
    expect(eventsOf(noticeWith(), [takenBack, omission, eventWith()]).outcome).toBe('UNIQUE');
  });

  test('19: a viewer from whom a source is hidden gets no events and the outcome UNKNOWN', () => {
    expect(eventsOf(noticeWith(), [], { sources: [answerOfStatus.DENIED] })).toMatchObject({ outcome: 'UNKNOWN', events: [] });
    expect(eventsOf(noticeWith(), [], { sources: ['ANSWERED', 'WITHHELD'] }).outcome).toBe('UNKNOWN');
  });

  test('20: an older version of a notice that arrives late is not matched', () => {
    const older = noticeWith({ issueDateTime: '2026-12-01T08:00:00Z', voyage: { ...fullVoyage, carrierImportVoyageNumber: '600E' } });
    const records = [noticeWith(), older].map((notice) => noticeRecordOf(notice, { partner: 'acme' }));
    const found = matchNotices(matchKeyOfCall([callWith()]), createNoticeIndex(records, defaultRules), {
      rules: defaultRules,
      sources: ['ANSWERED'],
    });
    expect(found.notices.map(({ notice }) => notice.issuedAt)).toEqual(['2026-12-20T08:00:00']);
  });

  test('21: of a whole voyage only the matching calls are part of the answer', () => {
    const whole = vesselScheduleWith();
    const [schedule = {}] = whole['vesselSchedules'] as Wire[];
    const [call = {}] = schedule['transportCalls'] as Wire[];
    const elsewhere = { ...call, transportCallReference: 'CALL-NL', location: { UNLocationCode: 'NLRTM' } };
    const records = callRecordsOfVesselSchedules(
      { ...whole, vesselSchedules: [{ ...schedule, transportCalls: [elsewhere, call] }] },
      { partner: 'acme' },
    );
    const found = callsOf(noticeWith(), records);
    expect(found.candidates.map(({ visit }) => visit.records.map(({ claim }) => claim.at))).toEqual([[[0, 1]]]);
  });

  test('22: a route with equal ports and dates is on the trade lane only, unless ship and voyage match', () => {
    const notice = noticeWith();
    (notice['transport'] as Wire)['portOfLoading'] = { UNLocationCode: 'NLRTM' };
    const matchKey = routeMatchKeyOfNotice(notice, { partner: 'acme' });
    const offers = ['649E', '650E'].map((voyage) => {
      const route = routeWith(voyage);
      return { route, partner: 'acme', calls: callRecordsOfPointToPoint(route, { partner: 'acme' }) };
    });
    const found = matchRoutes(matchKey, offers.toReversed(), { rules: defaultRules });
    expect(found.map(({ route, confidence }) => [offers.findIndex((offer) => offer.route === route), confidence])).toEqual([
      [0, 'STRONG'],
      [1, 'LANE'],
    ]);
  });
});

function routeWith(carrierImportVoyageNumber: string): Wire {
  const place = (UNLocationCode: string, dateTime: string) => ({ facilityTypeCode: 'POTE', location: { UNLocationCode }, dateTime });
  const [from, to] = [place('NLRTM', '2026-12-04T02:00:00+01:00'), place('SGSIN', '2026-12-28T22:00:00+08:00')];
  const servicePartners = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA', carrierImportVoyageNumber }];
  const transport = { modeOfTransport: 'VESSEL', servicePartners, vessel: { vesselIMONumber } };
  return { placeOfReceipt: from, placeOfDelivery: to, legs: [{ sequenceNumber: 1, transport, departure: from, arrival: to }] };
}
