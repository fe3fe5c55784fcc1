import { describe, expect, test } from 'vitest';
import {
  type CallParts,
  eventWith,
  fullVoyage,
  noticeWith,
  portScheduleCall,
  vesselScheduleWith,
  type Wire,
} from '../../contract/matching/samples.ts';
import type { CarrierCode, TestPartner } from '../../support/partners.ts';
import { type OpenJoins, openJoins } from './open-joins.ts';

const { vesselIMONumber, vesselName, carrierImportVoyageNumber } = fullVoyage;
const smdg = (carrierCode: string): CarrierCode => ({ carrierCode, carrierCodeListProvider: 'SMDG' });
const nmfta = (carrierCode: string): CarrierCode => ({ carrierCode, carrierCodeListProvider: 'NMFTA' });
const port: TestPartner = {};
const bolt: TestPartner = { carriers: [smdg('BLT'), nmfta('BOLT')] };
/** ACME's vessel schedules, one call each. */
const acme = (...schedules: readonly CallParts[]): TestPartner => ({
  carriers: [smdg('MSK'), nmfta('MAEU')],
  schedules: { vesselSchedules: schedules.map(vesselScheduleWith) },
});
const eventOf = (parts: Parameters<typeof eventWith>[0] = {}) => eventWith(parts).wire as object;
const idOf = (number: number) => `8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c1${number}`;
const answered = [{ partner: { id: 'acme' }, status: 'OK' }];

/** Opens a Landfall to which ACME has pushed this notice. */
async function openWithNotice(notice: Wire, partners: Readonly<Record<string, TestPartner>>): Promise<OpenJoins> {
  const joins = await openJoins(partners);
  await joins.push('acme', { arrivalNotices: [notice] });
  return joins;
}

describe('the cases of matching, over HTTP', () => {
  test('1: the same call reference, ship and port is an exact and the only match', async () => {
    await using joins = await openWithNotice(noticeWith(), { acme: acme({}), port });
    await joins.push('port', { events: [eventOf()] });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall).toMatchObject({
      outcome: 'UNIQUE',
      unique: { confidence: 'STRONG', rule: 'VESSEL_UNIVERSAL_VOYAGE_AND_PORT' },
      sources: answered,
    });
    expect(arrivalCall.unique?.call.portCallEvents).toMatchObject({
      outcome: 'UNIQUE',
      terminalOutcome: 'UNIQUE',
      events: [{ confidence: 'EXACT', rule: 'TRANSPORT_CALL_REFERENCE', isCurrent: true }],
      currentTimes: [{ classifierCode: 'EST', serviceDateTime: '2026-12-28T14:00:00Z' }],
    });
  });

  test('2: the same call reference of another ship is a conflict and not matched', async () => {
    await using joins = await openWithNotice(noticeWith(), { acme: acme({}), port });
    await joins.push('port', { events: [eventOf({ vessel: { vesselIMONumber: '9999999', vesselName: 'Other' } })] });
    const found = (await joins.joinsOf()).arrivalCall.unique?.call.portCallEvents;
    expect(found).toMatchObject({
      outcome: 'CONFLICTING',
      currentTimes: [],
      events: [{ reasons: expect.arrayContaining(['VESSEL_DIFFERS']) }],
    });
  });

  test('3: a composite and an opaque reference of two Producers are one call with two records', async () => {
    const composite = { call: { transportCallReference: 'SR12345A-9321483-2649E-SGSIN-PSA-1-1' } };
    const opaque = vesselScheduleWith({ call: { transportCallReference: '50003840595' }, arrival: '2026-12-29T06:00:00+08:00' });
    await using joins = await openJoins({
      acme: acme(composite),
      bolt: { ...bolt, schedules: { vesselSchedules: [opaque] } },
      forwarder: {},
    });
    // The sender of this notice publishes no schedules, so all carriers are requested.
    const voyage = { vesselIMONumber, universalServiceReference: 'SR12345A', universalImportVoyageReference: '2649E' };
    await joins.push('forwarder', { arrivalNotices: [noticeWith({ voyage })] });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'STRONG' } });
    expect(arrivalCall.unique?.call.records.map(({ partner }) => partner.id).toSorted()).toEqual(['acme', 'bolt']);
  });

  test("4: a notice with name and import number is PROBABLE with its carrier's Producer, and UNKNOWN without", async () => {
    const notice = noticeWith({ voyage: { vesselName, carrierImportVoyageNumber } });
    await using joins = await openWithNotice(notice, { acme: acme({}), bolt: { ...bolt, schedules: {} } });
    expect((await joins.joinsOf()).arrivalCall).toMatchObject({
      outcome: 'UNIQUE',
      unique: { confidence: 'PROBABLE', rule: 'VESSEL_NAME_CARRIER_VOYAGE_AND_PORT' },
    });
    await using alone = await openWithNotice(notice, { acme: { ...acme(), schedules: undefined }, bolt: { ...bolt, schedules: {} } });
    expect((await alone.joinsOf()).arrivalCall).toMatchObject({
      outcome: 'UNKNOWN',
      candidates: [],
      sources: [
        { partner: { id: 'bolt' }, status: 'EMPTY' },
        { partner: { id: 'acme' }, status: 'NOT_CONNECTED' },
      ],
    });
  });

  test('5: at a port where the number changes the import side is the match and the export side a contradiction', async () => {
    const turning = { call: { carrierExportVoyageNumber: '702W', universalExportVoyageReference: '2702W' } };
    await using joins = await openJoins({ acme: acme(turning) });
    for (const number of ['649E', '702W']) {
      const voyage = { vesselIMONumber, carrierImportVoyageNumber: number };
      await joins.push('acme', { arrivalNotices: [noticeWith({ transportDocumentReference: number, voyage })] });
    }
    expect((await joins.joinsOf('649E')).arrivalCall.outcome).toBe('UNIQUE');
    expect((await joins.joinsOf('702W')).arrivalCall).toMatchObject({
      outcome: 'CONFLICTING',
      candidates: [
        {
          reasons: expect.arrayContaining(['IMPORT_IS_EXPORT_OF_OTHER']),
          contradictions: [{ attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER', left: { value: '702W' }, right: { value: '649E' } }],
        },
      ],
    });
  });

  test('6: two calls of a ship within the window are ambiguous without and unique with the voyage number', async () => {
    const second = { transportCallReference: 'CALL-2', carrierImportVoyageNumber: '702W', universalImportVoyageReference: '2702W' };
    await using joins = await openJoins({ acme: acme({}, { call: second, arrival: '2026-12-31T08:00:00+08:00' }) });
    const voyages = { without: { vesselIMONumber, vesselName }, with: { vesselIMONumber, carrierImportVoyageNumber } };
    for (const [transportDocumentReference, voyage] of Object.entries(voyages)) {
      await joins.push('acme', { arrivalNotices: [noticeWith({ transportDocumentReference, voyage })] });
    }
    expect((await joins.joinsOf('without')).arrivalCall).toMatchObject({ outcome: 'AMBIGUOUS', unique: null, candidates: [{}, {}] });
    expect((await joins.joinsOf('with')).arrivalCall.unique?.call.records).toMatchObject([{ transportCallReference: 'CALL-1' }]);
  });

  test('7: two terminals in one visit are one visit and, for a notice without a facility, two possible terminal calls', async () => {
    const terminals = ['PSA', 'KEP'].map((facilitySMDGCode, number) => ({
      location: { facilitySMDGCode },
      call: { transportCallReference: `CALL-${number}`, portVisitReference: 'SGSIN26004411' },
      arrival: `2026-12-${28 + number}T22:00:00+08:00`,
    }));
    await using joins = await openWithNotice(noticeWith(), { acme: acme(...terminals) });
    expect((await joins.joinsOf()).arrivalCall).toMatchObject({ outcome: 'UNIQUE', terminalOutcome: 'AMBIGUOUS' });
  });

  test('7: of two terminals in one visit, the events of a notice with a facility are those at its terminal, asked either way', async () => {
    const terminals = ['PSA', 'KEP'].map((facilitySMDGCode, number) => ({
      location: { facilitySMDGCode },
      call: { transportCallReference: `CALL-${number}`, portVisitReference: 'SGSIN26004411' },
      arrival: `2026-12-28T${number}6:00:00+08:00`,
    }));
    const eventsAt = ['PSA', 'KEP'].map((facilityCode, number) =>
      eventOf({
        event: { eventID: idOf(number) },
        terminalCall: { terminalCallReference: `CALL-${number}` },
        service: { serviceLocation: { UNLocationCode: 'SGSIN', facility: { facilityCode, facilityCodeListProvider: 'SMDG' } } },
      }),
    );
    const facility = { facilityCode: 'KEP', facilityCodeListProvider: 'SMDG' };
    const stated = noticeWith();
    const notice = { ...stated, transport: { ...(stated['transport'] as object), portOfDischarge: { UNLocationCode: 'SGSIN', facility } } };
    await using joins = await openWithNotice(notice, { acme: acme(...terminals), port });
    await joins.push('port', { events: eventsAt });
    const { arrivalCall, portCallEvents } = await joins.joinsOf();
    for (const found of [portCallEvents, arrivalCall.unique?.call.portCallEvents]) {
      expect(found).toMatchObject({ outcome: 'UNIQUE', terminalOutcome: 'UNIQUE' });
      const atOther = found?.events.filter(({ reasons }) => reasons.includes('TERMINAL_DIFFERS'));
      expect(atOther?.map(({ event }) => event.eventID)).toEqual([idOf(0)]);
    }
  });

  test("8: a sharing partner's notice finds the other partner's schedule through the port schedule that lists both", async () => {
    const notice = noticeWith({
      carrierCode: 'BOLT',
      voyage: { vesselIMONumber, carrierServiceCode: 'LION', carrierImportVoyageNumber: '077' },
    });
    const { schedules, ...carrier } = acme({ service: { universalServiceReference: undefined } });
    const dictionary = { ...schedules, portSchedules: [portScheduleCall().wire as object] };
    await using joins = await openJoins({ acme: { ...carrier, schedules: dictionary }, bolt });
    await joins.push('bolt', { arrivalNotices: [notice] });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'STRONG', rule: 'VESSEL_CARRIER_VOYAGE_AND_PORT' } });
    expect(arrivalCall.unique?.call.records.map(({ kind }) => kind).toSorted()).toEqual(['PORT_SCHEDULE', 'VESSEL_SCHEDULE']);
    await using without = await openJoins({ acme: { ...carrier, schedules }, bolt });
    await without.push('bolt', { arrivalNotices: [notice] });
    expect((await without.joinsOf()).arrivalCall.outcome).toBe('AMBIGUOUS');
  });

  test('12: after a ship swap the conflict is shown and the old ship is not followed to its next voyage', async () => {
    const next = { transportCallReference: 'CALL-9', carrierImportVoyageNumber: '651E', universalImportVoyageReference: '2651E' };
    const swapped = { vessel: { vesselIMONumber: '9111111', name: 'Relief' } };
    await using joins = await openWithNotice(noticeWith(), { acme: acme(swapped, { call: next, arrival: '2026-12-31T08:00:00+08:00' }) });
    const { unique, candidates } = (await joins.joinsOf()).arrivalCall;
    expect(unique).toBeNull();
    expect(candidates).toMatchObject([
      { rule: 'UNIVERSAL_VOYAGE_AND_PORT', reasons: ['VESSEL_DIFFERS'], call: { vessel: { vesselIMONumber: '9111111' } } },
      { rule: 'VESSEL_PORT_AND_WINDOW', call: { vessel: { vesselIMONumber } } },
    ]);
  });

  test('13: the same company in both code lists is equal with the mapping, and not comparable without it', async () => {
    const notice = noticeWith({ ...smdg('MSK'), voyage: { vesselIMONumber, carrierImportVoyageNumber } });
    await using mapped = await openJoins({ acme: acme({}), platform: {} });
    await mapped.push('platform', { arrivalNotices: [notice] });
    expect((await mapped.joinsOf()).arrivalCall.unique?.rule).toBe('VESSEL_CARRIER_VOYAGE_AND_PORT');
    await using unmapped = await openJoins({ acme: { ...acme({}), carriers: [nmfta('MAEU')] }, platform: {} });
    await unmapped.push('platform', { arrivalNotices: [notice] });
    expect((await unmapped.joinsOf()).arrivalCall).toMatchObject({
      outcome: 'AMBIGUOUS',
      candidates: [{ rule: 'VESSEL_PORT_AND_WINDOW', contradictions: [], notComparable: [{ attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER' }] }],
    });
  });

  test("15: an event's instant is the next local day at the port", async () => {
    await using joins = await openWithNotice(noticeWith({ date: '2026-12-29' }), { acme: {}, port });
    await joins.push('port', { events: [eventOf({ timestamp: { serviceDateTime: '2026-12-28T16:30:00Z' } })] });
    expect((await joins.joinsOf()).portCallEvents).toMatchObject({ outcome: 'UNIQUE', events: [{ dayDistance: 0 }] });
  });

  test('18: an omitted call is listed, but is not the match of a notice that still announces its arrival', async () => {
    await using joins = await openWithNotice(noticeWith(), { acme: acme({}), port });
    const omission = { event: { eventID: idOf(2), eventUpdatedDateTime: '2026-12-22T07:30:00Z' }, portCall: { isOmitted: true } };
    await joins.push('port', { events: [eventOf(), eventOf(omission)] });
    const { arrivalCall, portCallEvents } = await joins.joinsOf();
    expect(arrivalCall.outcome).toBe('UNIQUE');
    expect(portCallEvents).toMatchObject({
      outcome: 'AMBIGUOUS',
      events: [
        { reasons: ['OMITTED'], isCurrent: false },
        { reasons: ['OMITTED'], isCurrent: false },
      ],
      currentTimes: [],
    });
  });

  test('20: an older version of a notice that arrives late changes no match', async () => {
    await using joins = await openWithNotice(noticeWith(), { acme: acme({}) });
    const voyage = { ...fullVoyage, carrierImportVoyageNumber: '600E' };
    await joins.push('acme', { arrivalNotices: [noticeWith({ issueDateTime: '2026-12-01T08:00:00Z', voyage })] });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall.outcome).toBe('UNIQUE');
    expect(arrivalCall.unique?.call.arrivalNotices).toMatchObject({
      outcome: 'UNIQUE',
      notices: [{ version: { issueDateTime: '2026-12-20T08:00:00Z' } }],
    });
  });

  test('22: a route with equal ports and dates is on the trade lane only, unless ship and voyage match', async () => {
    const notice = noticeWith();
    Object.assign(notice['transport'] as Wire, { portOfLoading: { UNLocationCode: 'NLRTM' } });
    const routes = ['650E', '649E'].map((voyage) => routeWith(voyage));
    await using joins = await openWithNotice(notice, { acme: { ...acme(), schedules: { routes } } });
    const { arrivalNotices } = await joins.landfall.query<{ arrivalNotices: { nodes: object[] } }>(
      '{ arrivalNotices { nodes { current { comparableRoutes { routes { confidence route { legs { sequenceNumber } partner { id } } matchedOn { attribute } } sources { partner { id } status } } } } } }',
    );
    expect(arrivalNotices.nodes).toMatchObject([
      {
        current: {
          comparableRoutes: {
            routes: [{ confidence: 'STRONG' }, { confidence: 'LANE' }],
            sources: [{ partner: { id: 'acme' }, status: 'OK' }],
          },
        },
      },
    ]);
  });
});

function routeWith(carrierImportVoyageNumber: string): Wire {
  const place = (UNLocationCode: string, dateTime: string) => ({ facilityTypeCode: 'POTE', location: { UNLocationCode }, dateTime });
  const [from, to] = [place('NLRTM', '2026-12-04T02:00:00+01:00'), place('SGSIN', '2026-12-28T22:00:00+08:00')];
  const servicePartners = [{ ...nmfta('MAEU'), carrierImportVoyageNumber }];
  const transport = { modeOfTransport: 'VESSEL', servicePartners, vessel: { vesselIMONumber } };
  return { placeOfReceipt: from, placeOfDelivery: to, legs: [{ sequenceNumber: 1, transport, departure: from, arrival: to }] };
}
