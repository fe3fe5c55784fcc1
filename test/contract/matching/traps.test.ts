import { callRecordsOfPointToPoint, callRecordsOfVesselSchedules } from '@landfall/matching/claims/records.ts';
import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { describe, expect, test } from 'vitest';
import {
  callsOf,
  callWith,
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

describe('the traps of matching', () => {
  test('1: ship and port alone never make a unique match, not even if only one call is known', () => {
    const found = callsOf(noticeWith({ voyage: { vesselIMONumber, vesselName } }), [callWith()]);
    expect(found).toMatchObject({
      outcome: 'AMBIGUOUS',
      unique: undefined,
      candidates: [{ rule: 'VESSEL_PORT_AND_WINDOW', confidence: 'PROBABLE' }],
    });
  });

  test('2: a voyage number matches only calls of the same carrier', () => {
    const notice = noticeWith({ carrierCode: 'BOLT', voyage: { carrierImportVoyageNumber } });
    expect(callsOf(notice, [callWith()], { partner: 'bolt' })).toMatchObject({ outcome: 'NONE', candidates: [] });
  });

  test('3: a port schedule has no reference, so it is never an exact match of an event', () => {
    const found = eventsOfCall(
      portScheduleCall({ schedule: { universalServiceReference: 'SR12345A', universalImportVoyageReference: '2649E' } }),
      [eventWith()],
    );
    expect(found).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'STRONG', rule: 'VESSEL_UNIVERSAL_VOYAGE_AND_PORT' } });
  });

  test('4: the visit reference of a leg may belong to either end, so it matches neither', () => {
    const place = (UNLocationCode: string, dateTime: string) => ({ facilityTypeCode: 'POTE', location: { UNLocationCode }, dateTime });
    const [from, to] = [place('NLRTM', '2026-12-04T02:00:00+01:00'), place('SGSIN', '2026-12-28T22:00:00+08:00')];
    const transport = { modeOfTransport: 'VESSEL', portVisitReference: 'SGSIN26004411' };
    const route = { placeOfReceipt: from, placeOfDelivery: to, legs: [{ transport, departure: from, arrival: to }] };
    for (const end of callRecordsOfPointToPoint(route, { partner: 'acme' })) {
      const event = eventWith({ portCall: { portVisitReference: 'SGSIN26004411' } });
      expect(eventsOfCall(end, [event])).toMatchObject({ outcome: 'NONE', candidates: [] });
    }
  });

  test("5: customs' number of the call that equals the port's number of the visit is weak evidence", () => {
    const notice = noticeWith({ date: null, voyage: { callReferenceNumber: 'SGSIN26004411' } });
    const found = eventsOf(notice, [eventWith({ portCall: { portVisitReference: 'SGSIN26004411' } })]);
    expect(found).toMatchObject({
      outcome: 'AMBIGUOUS',
      unique: undefined,
      candidates: [{ confidence: 'WEAK', rule: 'CALL_REFERENCE_NUMBER_AND_PORT' }],
    });
    const schedule = callWith({ call: { portVisitReference: 'SGSIN26004411' } });
    expect(callsOf(notice, [schedule])).toMatchObject({ outcome: 'NONE' });
  });

  test('6: numbers without a carrier are compared by the partner that supplied them', () => {
    const notice = noticeWith({ carrierCode: undefined, voyage: { vesselIMONumber, carrierImportVoyageNumber } });
    expect(callsOf(notice, [callWith()], { partner: 'acme' }).unique?.rule).toBe('VESSEL_CARRIER_VOYAGE_AND_PORT');
    expect(callsOf(notice, [callWith()], { partner: 'bolt' })).toMatchObject({
      outcome: 'AMBIGUOUS',
      candidates: [{ rule: 'VESSEL_PORT_AND_WINDOW' }],
    });
  });

  test('6: the number of an event whose carrier no source names is at most PROBABLE', () => {
    const event = eventWith({
      terminalCall: { importVoyageNumberOrReference: { carrierVoyageNumber: '649E' }, serviceCodeOrReference: undefined },
    });
    const found = eventsOf(noticeWith({ voyage: { vesselIMONumber, carrierImportVoyageNumber } }), [event]);
    expect(found).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'PROBABLE', rule: 'VESSEL_VOYAGE_NUMBER_AND_PORT' } });
  });

  test('7: a schedule that is older than the notice is matched nevertheless, with its distance', () => {
    const found = callsOf(noticeWith(), [callWith({ arrival: '2026-12-24T08:00:00+08:00' })]);
    expect(found.unique).toMatchObject({ confidence: 'STRONG', dayDistance: -4, reasons: ['OUTSIDE_WINDOW'] });
  });

  test('8: parties, charges and cargo of a notice are not in its match key', () => {
    const secrets = {
      documentParties: [{ partyName: 'Secret Importer' }],
      charges: [{ chargeName: 'Secret charge' }],
      consignmentItems: [{ descriptionOfGoods: ['Secret goods'] }],
    };
    const text = encodeMatchKey(matchKeyOfNotice(noticeWith(secrets), { partner: 'acme' }));
    expect(Buffer.from(text.slice(2), 'base64url').toString()).not.toContain('Secret');
    expect(text).toBe(encodeMatchKey(matchKeyOfNotice(noticeWith(), { partner: 'acme' })));
  });

  test('9: a call that no source lists is UNKNOWN, not omitted, while a source has not answered', () => {
    expect(callsOf(noticeWith(), [], { sources: ['ANSWERED', 'NOT_QUERIED'] }).outcome).toBe('UNKNOWN');
    expect(callsOf(noticeWith(), [], { sources: ['ANSWERED', 'FAILED'] }).outcome).toBe('UNKNOWN');
    expect(callsOf(noticeWith(), [], { sources: ['ANSWERED'] }).outcome).toBe('NONE');
  });

  test('10: the ends of a route count as claims about the sailing and never as calls of their own kind', () => {
    const transport: Wire = { modeOfTransport: 'TRUCK' };
    const route = { legs: [{ transport, departure: {}, arrival: {} }] };
    expect(callRecordsOfPointToPoint(route, { partner: 'acme' })).toEqual([]);
  });

  test.each([
    { name: 'a call without cargo', call: { isCargoOperationalCall: false } },
    { name: 'a passage of a canal', call: { isCargoOperationalCall: false }, location: { waterwaySMDGEntryPointCode: 'SUEZN' } },
    { name: 'a passage without the flag', location: { waterwaySMDGEntryPointCode: 'SUEZN' } },
    { name: 'a passage that claims cargo', call: { isCargoOperationalCall: true }, location: { waterwaySMDGEntryPointCode: 'SUEZN' } },
  ])('11: $name is no call of arrival or loading, and the calls after it keep their places', ({ call, location }) => {
    const schedule = vesselScheduleWith() as { vesselSchedules: [{ transportCalls: Wire[] }] };
    const [cargo] = schedule.vesselSchedules[0].transportCalls;
    schedule.vesselSchedules[0].transportCalls.unshift({
      ...cargo,
      ...call,
      transportCallReference: 'PASSAGE',
      location: { UNLocationCode: 'SGSIN', ...location },
      timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: '2026-12-28T02:00:00+08:00' }],
    });
    const records = callRecordsOfVesselSchedules(schedule, { partner: 'acme' });
    expect(records.map(({ claim }) => [claim.at, claim.transportCallReference])).toEqual([[[0, 1], 'CALL-1']]);
    expect(callsOf(noticeWith(), records)).toMatchObject({ outcome: 'UNIQUE', candidates: [{ dayDistance: 0 }] });
  });

  test.each([undefined, true])('11: a call with isCargoOperationalCall %s is a call with cargo', (isCargoOperationalCall) => {
    const schedule = vesselScheduleWith({ call: { isCargoOperationalCall }, location: { waterwaySMDGEntryPointCode: ' ' } });
    expect(callRecordsOfVesselSchedules(schedule, { partner: 'acme' })).toHaveLength(1);
  });
});

describe('the rules besides the match rules', () => {
  test('a candidate more than thirty days away is dropped', () => {
    const far = callWith({ arrival: '2027-02-15T08:00:00+08:00' });
    expect(callsOf(noticeWith(), [far])).toMatchObject({ outcome: 'NONE', candidates: [] });
  });

  test('a reference that is reused months later is a conflict', () => {
    const found = eventsOfCall(callWith(), [eventWith({ timestamp: { serviceDateTime: '2027-04-01T08:00:00Z' } })]);
    expect(found).toMatchObject({
      outcome: 'CONFLICTING',
      candidates: [{ confidence: 'EXACT', reasons: ['OUTSIDE_WINDOW', 'FAR_APART'] }],
    });
  });

  test('a call outside the window is not the match while another call of the ship is inside', () => {
    const later = callWith({ arrival: '2027-01-07T08:00:00+08:00' });
    const inside = callWith({
      call: { transportCallReference: 'CALL-2', carrierImportVoyageNumber: '648E', universalImportVoyageReference: '2648E' },
    });
    expect(callsOf(noticeWith(), [later]).outcome).toBe('UNIQUE');
    expect(callsOf(noticeWith(), [later, inside])).toMatchObject({ outcome: 'AMBIGUOUS', unique: undefined });
  });

  test('a contradicted call with a better confidence keeps a lesser one from being unique', () => {
    const minimal = noticeWith({
      voyage: {
        vesselIMONumber,
        vesselName,
        carrierImportVoyageNumber,
        universalServiceReference: 'SR12345A',
        universalImportVoyageReference: '2649E',
      },
    });
    const other = callWith({ vessel: { vesselIMONumber: '9111111', name: 'Relief' }, call: { carrierImportVoyageNumber: '700E' } });
    const dummy = callWith({
      schedule: { isDummyVessel: true },
      call: { transportCallReference: 'CALL-2', universalImportVoyageReference: undefined },
    });
    expect(callsOf(minimal, [dummy]).outcome).toBe('UNIQUE');
    expect(callsOf(minimal, [dummy, other])).toMatchObject({
      outcome: 'AMBIGUOUS',
      candidates: [{ confidence: 'STRONG', isContradicted: true }, { confidence: 'PROBABLE' }],
    });
  });

  test('a notice whose port has no UN/LOCODE is matched by ship and voyage, and never uniquely', () => {
    const transport = { ...(noticeWith()['transport'] as Wire), portOfDischarge: { locationName: 'Singapore' } };
    expect(callsOf(noticeWith({ transport }), [callWith()])).toMatchObject({ outcome: 'AMBIGUOUS', candidates: [{ confidence: 'WEAK' }] });
  });

  test('a different terminal contradicts the terminal, and the visit remains a match', () => {
    const transport = { ...(noticeWith()['transport'] as Wire) };
    transport['portOfDischarge'] = { UNLocationCode: 'SGSIN', facility: { facilityCode: 'KEP', facilityCodeListProvider: 'SMDG' } };
    const found = callsOf(noticeWith({ transport }), [callWith({ location: { facilitySMDGCode: 'PSA' } })]);
    expect(found).toMatchObject({
      outcome: 'UNIQUE',
      terminalOutcome: 'CONFLICTING',
      terminalCall: undefined,
      unique: { reasons: ['TERMINAL_DIFFERS'] },
    });
  });

  test("a number next to the carrier's own service code is that carrier's, so a different one contradicts", () => {
    const call = callWith({
      call: { portVisitReference: 'SGSIN26004411', universalImportVoyageReference: undefined, carrierImportVoyageNumber: '650E' },
    });
    const event = eventWith({
      portCall: { portVisitReference: 'SGSIN26004411' },
      terminalCall: {
        terminalCallReference: undefined,
        serviceCodeOrReference: { carrierServiceCode: 'FE1' },
        importVoyageNumberOrReference: { carrierVoyageNumber: '649E' },
      },
    });
    expect(eventsOfCall(call, [event])).toMatchObject({ outcome: 'CONFLICTING', unique: undefined });
  });
});
