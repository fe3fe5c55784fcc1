import { expect, test } from 'vitest';
import { eventWith, fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import type { TestPartner } from '../../support/partners.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';
import { openJoins } from './open-joins.ts';

const { vesselIMONumber, carrierImportVoyageNumber } = fullVoyage;
const voyage = { vesselIMONumber, carrierImportVoyageNumber };

/** ACME, with one vessel schedule for each call: its reference, and its times by classifier. */
function acmeWith(calls: Readonly<Record<string, Readonly<Record<string, string>>>>, call: Wire = {}): TestPartner {
  const vesselSchedules = Object.entries(calls).map(([transportCallReference, times]) => {
    const timestamps = Object.entries(times).map(([eventClassifierCode, day]) => ({
      eventTypeCode: 'ARRI',
      eventClassifierCode,
      eventDateTime: `${day}T08:00:00+08:00`,
    }));
    return vesselScheduleWith({ call: { transportCallReference, timestamps, ...call } });
  });
  return { carriers: [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }], schedules: { vesselSchedules } };
}

/** A notice whose transport differs in these attributes. */
function noticeOf(transport: Wire, transportDocumentReference = 'TD1'): Wire {
  const notice = noticeWith({ voyage, transportDocumentReference });
  return { ...notice, transport: { ...(notice['transport'] as Wire), ...transport } };
}

const arriving = (classifier: string): Wire => ({ portOfDischargeArrivalDate: { value: '2026-12-28', classifier } });

test('A.3 (a): a first call that is late by the gap is the match of a notice of the actual arrival, whatever the references', async () => {
  for (const [first, second] of [
    ['A-1', 'A-2'],
    ['A-2', 'A-1'],
  ] as const) {
    const schedules = { [first]: { PLN: '2026-12-24', ACT: '2026-12-28' }, [second]: { PLN: '2026-12-28' } };
    await using joins = await openJoins({ acme: acmeWith(schedules) });
    const arrived = { ...noticeOf(arriving('ACT'), 'ACT'), issueDateTime: '2026-12-28T12:00:00Z' };
    await joins.push('acme', { arrivalNotices: [arrived, noticeOf(arriving('EST'), 'EST')] });
    const { arrivalCall } = await joins.joinsOf('ACT');
    expect(arrivalCall).toMatchObject({ outcome: 'UNIQUE', rule: null });
    expect(arrivalCall.unique?.call.records).toMatchObject([{ transportCallReference: first }]);
    expect((await joins.joinsOf('EST')).arrivalCall).toMatchObject({ outcome: 'AMBIGUOUS', rule: 'EQUAL_RIVAL', unique: null });
  }
});

test('A.3 (b): of plans three days before and a day after the stated day none is the match', async () => {
  await using joins = await openJoins({ acme: acmeWith({ 'A-1': { PLN: '2026-12-25' }, 'A-2': { PLN: '2026-12-29' } }) });
  await joins.push('acme', { arrivalNotices: [noticeOf(arriving('EST'))] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({ outcome: 'AMBIGUOUS', rule: 'EQUAL_RIVAL', candidates: [{}, {}] });
});

/** A berth event of the voyage, which has nothing else in common with one of two calls unless these parts state it. */
function berthOf(classifierCode: string, days: number, { facilityCode, terminalCallReference }: Wire): object {
  const facility = facilityCode && { facilityCode, facilityCodeListProvider: 'SMDG' };
  const { wire } = eventWith({
    event: { eventID: `8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c1${days}`, eventUpdatedDateTime: new Date().toISOString() },
    portCall: { portCallID: undefined },
    terminalCall: { terminalCallReference, importVoyageNumberOrReference: { carrierVoyageNumber: '649E' } },
    service: { serviceLocation: { facility } },
    timestamp: { classifierCode, serviceDateTime: `${dayIn(days)}T08:00:00+08:00` },
  });
  return wire as object;
}

const atTerminal = (facilityCode: string): Wire => ({
  UNLocationCode: 'SGSIN',
  facility: { facilityCode, facilityCodeListProvider: 'SMDG' },
});

test('A.3 (b): a ship that berths today on the first of the two calls is not the second one, expected tomorrow', async () => {
  const acme = acmeWith({ 'A-1': { PLN: dayIn(-3) }, 'A-2': { PLN: dayIn(1) } });
  await using joins = await openJoins({ acme, port: {} }, { ALERTS_SCHEDULE_SECONDS: '1' }, { evaluatesArrivals: true });
  await joins.push('acme', { arrivalNotices: [noticeOf({ portOfDischargeArrivalDate: { value: dayIn(0), classifier: 'EST' } })] });
  await joins.push('port', { events: [berthOf('ACT', 0, { terminalCallReference: 'A-1' })] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({ outcome: 'AMBIGUOUS', unique: null });
  const { state, bestTime } = await untilArrival(joins.landfall, 'TD1', ({ statements }) => statements.port.outcome === 'UNIQUE');
  expect([state, bestTime]).toEqual(['BERTHED', { source: 'PORT', localDate: dayIn(0) }]);
});

test('A.3 (c): an event of the first terminal is not that of the call at the second one, on the same voyage', async () => {
  const schedules = ['APM2', 'RWG'].map((facilitySMDGCode, place) =>
    vesselScheduleWith({
      arrival: `${dayIn(3 + 2 * place)}T08:00:00+08:00`,
      call: { transportCallReference: `A-${place}` },
      location: { facilitySMDGCode },
    }),
  );
  const acme: TestPartner = { ...acmeWith({}), schedules: { vesselSchedules: schedules } };
  await using joins = await openJoins({ acme, port: {} }, { ALERTS_SCHEDULE_SECONDS: '1' }, { evaluatesArrivals: true });
  const arrivalDate = { value: dayIn(5), classifier: 'EST' };
  await joins.push('acme', { arrivalNotices: [noticeOf({ portOfDischarge: atTerminal('RWG'), portOfDischargeArrivalDate: arrivalDate })] });
  await joins.push('port', { events: [berthOf('PLN', 3, { facilityCode: 'APM2' })] });
  expect(await joins.joinsOf()).toMatchObject({
    arrivalCall: {
      outcome: 'UNIQUE',
      unique: { call: { records: [{ transportCallReference: 'A-1' }], portCallEvents: { outcome: 'NONE' } } },
    },
    portCallEvents: { outcome: 'NONE', events: [] },
  });
  await untilArrival(
    joins.landfall,
    'TD1',
    ({ bestTime, statements }) =>
      bestTime?.source === 'SCHEDULE' &&
      bestTime.localDate === dayIn(5) &&
      statements.port.outcome === 'NONE' &&
      statements.port.arrival === null,
  );
  await joins.push('port', { events: [berthOf('PLN', 6, { facilityCode: 'RWG' })] });
  await untilArrival(joins.landfall, 'TD1', ({ bestTime }) => bestTime?.source === 'PORT' && bestTime.localDate === dayIn(6));
});

test('A.4: a leg that says that it ends elsewhere is not the arrival leg', async () => {
  const elsewhere = { modeOfTransport: 'VESSEL', vesselVoyage: voyage, dischargeLocation: { UNLocationCode: 'MYPKG' } };
  await using joins = await openJoins({ acme: acmeWith({ 'A-1': { EST: '2026-12-28' } }) });
  await joins.push('acme', { arrivalNotices: [noticeOf({ legs: [elsewhere] })] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({ outcome: 'UNKNOWN', rule: null, candidates: [] });
});

test('A.4: one PROBABLE candidate is not several: the match set names what is missing', async () => {
  const unnumbered = { carrierImportVoyageNumber: undefined, universalImportVoyageReference: undefined };
  const acme = acmeWith(
    { 'A-1': { EST: '2026-12-28' } },
    { ...unnumbered, carrierExportVoyageNumber: undefined, universalExportVoyageReference: undefined },
  );
  await using joins = await openJoins({ acme });
  await joins.push('acme', { arrivalNotices: [noticeOf(arriving('EST'))] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({
    outcome: 'AMBIGUOUS',
    rule: 'REFERENCE_OR_VOYAGE',
    missing: ['CARRIER_IMPORT_VOYAGE_NUMBER', 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE'],
    candidates: [{ confidence: 'PROBABLE', reasons: ['TOO_LITTLE_EVIDENCE'] }],
  });
});

test.each(['EST', 'REQ'])('an %s of a port three days after the plan of the same port call is of the notice and the call', async (code) => {
  const noted = { classifierCode: 'PLN', serviceDateTime: '2026-12-28T08:00:00+08:00' };
  const eventOf = (eventID: string, timestamp: Wire, portCallID = 'visit-1') =>
    eventWith({ event: { eventID }, portCall: { portCallID }, terminalCall: { terminalCallReference: undefined }, timestamp })
      .wire as object;
  const moved = { classifierCode: code, serviceDateTime: '2026-12-31T08:00:00+08:00' };
  await using joins = await openJoins({ acme: acmeWith({ 'A-1': { PLN: '2026-12-28' } }), port: {} });
  await joins.push('acme', { arrivalNotices: [noticeOf(arriving('EST'))] });
  await joins.push('port', { events: [eventOf('e1', noted), eventOf('e2', moved), eventOf('e3', moved, 'visit-2')] });
  const { portCallEvents } = await joins.landfall.query<{
    portCallEvents: { nodes: { eventID: string; call: { outcome: string }; arrivalNotices: { outcome: string } }[] };
  }>('{ portCallEvents { nodes { eventID call { outcome } arrivalNotices { outcome } } } }');
  const outcomeOf = (id: string) =>
    portCallEvents.nodes.flatMap((node) => (node.eventID === id ? [node.call.outcome, node.arrivalNotices.outcome] : []));
  expect(outcomeOf('e1')).toEqual(['UNIQUE', 'UNIQUE']);
  expect(outcomeOf('e2')).toEqual(['UNIQUE', 'UNIQUE']);
  expect(outcomeOf('e3')).toEqual(['AMBIGUOUS', 'AMBIGUOUS']);
});
