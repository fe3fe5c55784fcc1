import { describe, expect, test } from 'vitest';
import { eventWith, fullVoyage, noticeWith, portScheduleCall, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { type CallMatchSet, calls, openJoins } from './open-joins.ts';

const { vesselIMONumber, vesselName, carrierImportVoyageNumber } = fullVoyage;
const event = eventWith().wire as object;
const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
const schedules = { vesselSchedules: [vesselScheduleWith()], portSchedules: [portScheduleCall().wire as object] };

describe('matching in the other direction', () => {
  test('adds the data of each standard to a call, an event, a ship and a port', async () => {
    await using joins = await openJoins({ acme: { carriers, schedules }, port: {} });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    await joins.push('port', { events: [event] });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall.unique?.call.arrivalNotices).toMatchObject({
      outcome: 'UNIQUE',
      notices: [{ version: { transportDocumentReference: 'TD1' } }],
      sources: [{ partner: { id: 'acme' }, status: 'STORED' }],
    });
    const page = (node: string) => `nodes { ${node} } sources { partner { id } status }`;
    const answer = await joins.landfall.query<{ portCallEvents: { nodes: { call: CallMatchSet }[] } }>(
      `{ portCallEvents { nodes { call { ${calls} } arrivalNotices { outcome notices { confidence version { transportDocumentReference } } } } }
        vessel(vesselIMONumber: "${vesselIMONumber}") { vesselIMONumber
          arrivalNotices { ${page('transportDocumentReference')} }
          vesselSchedules { ${page('carrierServiceCode')} }
          portCallEvents(UNLocationCode: "SGSIN") { ${page('eventID')} } }
        port(UNLocationCode: "SGSIN") { UNLocationCode
          arrivalNotices { ${page('transportDocumentReference')} }
          portSchedules(date: "2026-12-01") { ${page('location { facilitySMDGCode }')} }
          portCallEvents { ${page('eventID')} } } }`,
    );
    const [said] = answer.portCallEvents.nodes;
    expect(said?.call).toMatchObject({
      outcome: 'UNIQUE',
      unique: { confidence: 'EXACT', rule: 'TRANSPORT_CALL_REFERENCE', call: { id: arrivalCall.unique?.call.id } },
    });
    const notices = { nodes: [{ transportDocumentReference: 'TD1' }] };
    const events = { nodes: [{ eventID: '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11' }] };
    expect(answer).toMatchObject({
      portCallEvents: {
        nodes: [
          { arrivalNotices: { outcome: 'UNIQUE', notices: [{ confidence: 'STRONG', version: { transportDocumentReference: 'TD1' } }] } },
        ],
      },
      vessel: {
        vesselIMONumber,
        arrivalNotices: notices,
        vesselSchedules: { nodes: [{ carrierServiceCode: 'FE1' }], sources: [{ partner: { id: 'acme' }, status: 'OK' }] },
        portCallEvents: events,
      },
      port: {
        UNLocationCode: 'SGSIN',
        arrivalNotices: notices,
        portSchedules: { nodes: [{ location: { facilitySMDGCode: 'PSA' } }], sources: [{ partner: { id: 'acme' }, status: 'OK' }] },
        portCallEvents: events,
      },
    });
  });

  test('an event that leaves out its universal voyage has that of its port call, so a notice of another one is not its own', async () => {
    await using joins = await openJoins({ acme: { carriers, schedules: {} }, port: {} });
    const ofVoyage = (universalImportVoyageReference: string, transportDocumentReference: string) =>
      noticeWith({ transportDocumentReference, voyage: { ...fullVoyage, universalImportVoyageReference } });
    await joins.push('acme', { arrivalNotices: [ofVoyage('2650E', 'OTHER')] });
    const eventOf = (eventID: string, portCallID: string, universalVoyageReference?: string) =>
      eventWith({
        portCall: { portCallID },
        terminalCall: { importVoyageNumberOrReference: { carrierVoyageNumber: carrierImportVoyageNumber, universalVoyageReference } },
        event: { eventID },
      }).wire as object;
    await joins.push('port', { events: [eventOf('stated', 'P-1', '2649E'), eventOf('left-out', 'P-1'), eventOf('unknown', 'P-2')] });
    const query = '{ portCallEvents { nodes { eventID arrivalNotices { outcome } } } }';
    const { portCallEvents } = await joins.landfall.query<{ portCallEvents: { nodes: { eventID: string; arrivalNotices: object }[] } }>(
      query,
    );
    expect(Object.fromEntries(portCallEvents.nodes.map(({ eventID, arrivalNotices }) => [eventID, arrivalNotices]))).toEqual({
      stated: { outcome: 'CONFLICTING' },
      'left-out': { outcome: 'CONFLICTING' },
      unknown: { outcome: 'UNIQUE' },
    });
  });

  test('finds notices whose names, ports and numbers are written in the partners’ own forms', async () => {
    await using joins = await openJoins({ acme: { carriers, schedules }, port: {} });
    const written = noticeWith({ voyage: { vesselName: ' mv  King of the seas', carrierImportVoyageNumber: '649e ' } });
    Object.assign(written['transport'] as object, { portOfDischarge: { UNLocationCode: 'sg sin' } });
    await joins.push('acme', { arrivalNotices: [written] });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall).toMatchObject({ outcome: 'UNIQUE', unique: { rule: 'VESSEL_NAME_CARRIER_VOYAGE_AND_PORT' } });
    expect(arrivalCall.unique?.call.arrivalNotices).toMatchObject({
      outcome: 'UNIQUE',
      notices: [{ version: { transportDocumentReference: 'TD1' } }],
    });
  });

  test('finds the events of one visit together, if one of them has only the ship’s name and the notice its IMO number', async () => {
    await using joins = await openJoins({ acme: { carriers, schedules: {} }, port: {}, terminal: {} });
    await joins.push('acme', { arrivalNotices: [noticeWith({ voyage: { vesselIMONumber, carrierImportVoyageNumber } })] });
    const portCall = { portCallID: undefined, portVisitReference: 'SGSIN26004411' };
    const terminalCall = { terminalCallReference: undefined };
    const named = eventWith({ portCall, terminalCall, vessel: { vesselIMONumber: undefined }, event: { eventID: 'e1' } }).wire as object;
    await joins.push('port', { events: [eventWith({ portCall, terminalCall, event: { eventID: 'e2' } }).wire as object] });
    await joins.push('terminal', { events: [named] });
    const { portCallEvents } = await joins.joinsOf();
    expect(portCallEvents.events.map(({ event: { eventID } }) => eventID).toSorted()).toEqual(['e1', 'e2']);
  });

  test('gives a call one id, whether or not port schedules were requested, by which it is found', async () => {
    // The vessel schedules do not have the number yet, and the port schedules do.
    const own = vesselScheduleWith({ call: { carrierImportVoyageNumber: '9999R', universalImportVoyageReference: undefined } });
    await using joins = await openJoins({ acme: { carriers, schedules: { ...schedules, vesselSchedules: [own] } }, port: {} });
    const withoutVoyage = noticeWith({ transportDocumentReference: 'TD2', voyage: { vesselIMONumber, vesselName } });
    await joins.push('acme', { arrivalNotices: [noticeWith(), withoutVoyage] });
    const settled = (await joins.joinsOf('TD1')).arrivalCall.candidates[0]?.call;
    const [candidate] = (await joins.joinsOf('TD2')).arrivalCall.candidates;
    expect(settled?.records.map(({ kind }) => kind).toSorted()).toEqual(['PORT_SCHEDULE', 'VESSEL_SCHEDULE']);
    expect(candidate?.call.records.map(({ kind }) => kind)).toEqual(['VESSEL_SCHEDULE']);
    expect(candidate?.call.id).toBe(settled?.id);
    const query = 'query ($id: ID!) { node(id: $id) { __typename id ... on TransportCall { records { transportCallReference } } } }';
    expect(await joins.landfall.query(query, { id: settled?.id })).toEqual({
      node: { __typename: 'TransportCall', id: settled?.id, records: [{ transportCallReference: 'CALL-1' }] },
    });
  });

  test.each([
    ['a key that was never issued', '1.W10', 'BAD_USER_INPUT'],
    ['a key with another version', '2.W10', 'BAD_USER_INPUT'],
    ['no key at all', '', 'BAD_USER_INPUT'],
  ])('rejects %s as the id of a call, and requests no partner', async (_how, key, code) => {
    await using joins = await openJoins({ acme: { carriers, schedules } });
    const id = Buffer.from(`TransportCall:${key}`).toString('base64url');
    const query = '{ node(id: ID) { id ... on TransportCall { records { partner { id } } } } }'.replace('ID', JSON.stringify(id));
    await expect(joins.landfall.query(query)).rejects.toThrow(code);
    expect(joins.partners.requestCount()).toBe(0);
  });

  test('does not find a call that is in no schedule any more', async () => {
    await using joins = await openJoins({ acme: { carriers, schedules } });
    await joins.push('acme', { arrivalNotices: [noticeWith({ voyage: { vesselIMONumber, carrierImportVoyageNumber } })] });
    const id = (await joins.joinsOf()).arrivalCall.unique?.call.id;
    await using others = await openJoins({ acme: { carriers, schedules: {} } });
    await expect(
      others.landfall.query('query ($id: ID!) { node(id: $id) { ... on TransportCall { records { partner { id } } } } }', { id }),
    ).rejects.toThrow('NOT_FOUND');
  });
});
