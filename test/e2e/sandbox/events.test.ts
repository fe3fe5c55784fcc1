import { openSandboxHarbour, quayside } from '@landfall/sandbox/harbour/harbour.ts';
import type { PortCallEvent } from '@landfall/sandbox/harbour/port-call-events.ts';
import { describe, expect, it } from 'vitest';
import { unknownServiceOf } from '../../../subgraphs/port-calls/receiver/routes.ts';
import { findViolations } from '../../../subgraphs/port-calls/wire/parse.ts';
import { deferred } from '../../support/deferred.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { failedEventChecks } from '../../support/publisher-conformance.ts';

/** The calls of each are published in one request. */
const portsOfDischarge = 6;

describe('the harbours as senders', () => {
  it('sign in, and send events that pass all checks of the public gateway in its stricter version', async () => {
    const { requests, events } = await recordsOfWorld();
    for (const { method, url, headers } of requests) {
      expect([method, url]).toEqual(['POST', '/dcsa/events']);
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'api-version': '2.0.0', 'x-api-key': 'quayside-demo-key' });
    }
    expect(failedEventChecks(events, ['TIMESTAMP', 'MOVE_FORECAST'])).toEqual([]);
    expect(events.flatMap((event) => [...findViolations(event), ...unknownServiceOf(event as never)])).toEqual([]);
    expect(JSON.stringify(events)).not.toContain('null');
    expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(events.length);
  });

  it('report a ship that gets its berth: an estimate, another one, a request, a plan, an actual time', async () => {
    const { events } = await recordsOfWorld();
    const reply = events.find(({ replyToEventID, timestamp }) => replyToEventID !== undefined && timestamp?.classifierCode === 'PLN');
    const ofBerth = events.filter(
      ({ portCall, portCallService }) =>
        portCall.portCallID === reply?.portCall.portCallID && JSON.stringify(portCallService).includes('"BERTH"'),
    );
    expect(ofBerth.map(({ timestamp }) => timestamp?.classifierCode)).toEqual(['EST', 'EST', 'REQ', 'PLN', 'ACT']);
    const byId = new Map(ofBerth.map((event) => [event.eventID, event]));
    expect(byId.get(reply?.replyToEventID ?? '')?.timestamp?.classifierCode).toBe('REQ');
    const [first = 0, second = 0, , , last = 0] = ofBerth.map(({ timestamp }) => Date.parse(timestamp?.serviceDateTime ?? ''));
    expect(second).toBeLessThan(first);
    expect(last).toBeLessThanOrEqual(Date.now());
  });

  it('report late that a ship omits a port, and nothing more about it', async () => {
    const { events } = await recordsOfWorld();
    const omission = events.findIndex(({ portCall }) => portCall.isOmitted === true);
    const { portCall } = events[omission] ?? {};
    expect(portCall?.UNLocationCode).toBe('NZAKL');
    const others = events.filter((event, place) => place !== omission && event.portCall.portCallID === portCall?.portCallID);
    expect(others).not.toHaveLength(0);
    expect(events.slice(omission + 1).filter((event) => event.portCall.portCallID === portCall?.portCallID)).toEqual([]);
  });
});

describe('the harbours as Publisher', () => {
  it('return conforming events of each kind', async () => {
    await using reported = await openSettled();
    const timestamps = await reported.query('portCallServiceTypeCode=BERTH&classifierCode=EST');
    const moves = await reported.query('portCallServiceTypeCode=MOVES');
    expect([timestamps.status, timestamps.headers.get('api-version')]).toEqual([200, '2.0.0']);
    expect(failedEventChecks(timestamps.events, ['TIMESTAMP'])).toEqual([]);
    expect(failedEventChecks(moves.events, ['MOVE_FORECAST'])).toEqual([]);
    const shared = moves.events.find(({ movesForecasts = [] }) => movesForecasts.length > 1);
    // Not always is a shared ship so near that its moves are known.
    if (shared !== undefined) expect(JSON.stringify(shared.movesForecasts)).toMatch(/CRLX.*NSTR/);
  });

  it('apply every filter of the standard, with exact values', async () => {
    await using reported = await openSettled();
    const all = await reported.query('');
    const [sample] = all.events;
    for (const [name, value] of Object.entries(valuesOf(sample))) {
      const { status, events } = await reported.query(`${name}=${encodeURIComponent(value)}`);
      expect(status, name).toBe(200);
      expect(events, name).not.toHaveLength(0);
      for (const event of events) expect(valuesOf(event)[name], name).toBe(value);
      const other = await reported.query(`${name}=${encodeURIComponent(`${value}X`)}`);
      expect(other, name).toMatchObject({ status: 200, events: [] });
    }
  });

  it('include both bounds of time', async () => {
    await using reported = await openSettled();
    const { events } = await reported.query('portCallServiceTypeCode=BERTH&classifierCode=EST');
    const time = events[0]?.timestamp?.serviceDateTime ?? '';
    const bounded = await reported.query(`eventTimestampMin=${time}&eventTimestampMax=${encodeURIComponent(time.replace('Z', '+00:00'))}`);
    expect(bounded.events.map(({ eventID }) => eventID)).toContain(events[0]?.eventID);
    for (const { timestamp } of bounded.events) expect(timestamp?.serviceDateTime).toBe(time);
  });

  it('have pages that contain each event once, with cursors that are valid once and for the same parameters', async () => {
    await using reported = await openSettled();
    const query = 'portCallServiceTypeCode=BERTH';
    const read: string[] = [];
    let cursor: string | null = '';
    for (; cursor !== null; ) {
      const page = await reported.query(`${query}&limit=4${cursor}`);
      expect(page.events.length).toBeLessThanOrEqual(4);
      read.push(...page.events.map(({ eventID }) => eventID));
      if (cursor !== '') expect((await reported.query(`${query}&limit=4${cursor}`)).status).toBe(400);
      const next = page.headers.get('next-page-cursor');
      cursor = next === null ? null : `&cursor=${next}`;
    }
    expect(read.length).toBeGreaterThan(8);
    expect(new Set(read).size).toBe(read.length);
    const next = (await reported.query(`${query}&limit=4`)).headers.get('next-page-cursor');
    expect((await reported.query(`${query}&limit=5&cursor=${next}`)).status).toBe(400);
  });

  it.each(['timestampID=1', 'colour=blue', 'limit=0', 'eventTimestampMin=yesterday', 'vesselName=A&vesselName=B', 'cursor=made-up'])(
    'reject %s with 400',
    async (query) => {
      await using reported = await openSettled();
      const { status, body } = await reported.query(query);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        feedbackElements: [{ severity: 'ERROR', message: expect.stringContaining(query.split('=')[0] ?? '') }],
      });
    },
  );

  it('reject unknown callers, other versions, other methods and other paths', async () => {
    await using reported = await openSettled();
    const statusOf = async (path: string, request: RequestInit = {}) => {
      const answer = await fetch(`${reported.url}${path}`, { headers: { 'x-api-key': quayside.ownKey }, ...request });
      expect(answer.headers.get('api-version')).toBe('2.0.0');
      return answer.status;
    };
    expect(await statusOf('/events', { headers: {} })).toBe(401);
    expect(await statusOf('/events', { headers: { 'x-api-key': quayside.ownKey, 'api-version': '3.0.0' } })).toBe(400);
    expect(await statusOf('/events', { headers: { 'x-api-key': quayside.ownKey, 'api-version': '2' } })).toBe(200);
    expect(await statusOf('/events', { method: 'POST', body: '{}' })).toBe(405);
    expect(await statusOf('/event')).toBe(404);
  });
});

/** Runs the scenario of the harbours until a port has been omitted. */
async function recordsOfWorld() {
  await using landfall = await openFakePartner({ otherwise: { body: {} } });
  const omitted = deferred();
  const onEvent = ({ kind }: { kind: string }) => kind === 'CALL_OMITTED' && omitted.resolve();
  {
    await using harbour = await openSandboxHarbour({ onEvent });
    harbour.run({ landfallUrl: landfall.url, paceMs: 1 });
    await omitted.promise;
  }
  const requests = [...landfall.requests];
  const events = requests.flatMap(({ body }) => (JSON.parse(body.toString()) as { events: PortCallEvent[] }).events);
  return { requests, events };
}

/** Opens harbours that have sent their forecasts to a receiver that no longer responds. */
async function openSettled() {
  const announced = deferred();
  let ports = 0;
  const harbour = await openSandboxHarbour({
    onEvent: ({ kind }) => {
      if (kind !== 'CALLS_ANNOUNCED') return;
      ports += 1;
      if (ports === portsOfDischarge) announced.resolve();
    },
  });
  {
    await using landfall = await openFakePartner({ otherwise: { body: {} } });
    harbour.run({ landfallUrl: landfall.url, paceMs: 60_000 });
    await announced.promise;
  }
  const sendQuery = async (query: string) => {
    const answer = await fetch(`${harbour.url}/events?${query}`, { headers: { 'x-api-key': quayside.ownKey, 'api-version': '2.0.0' } });
    const body = (await answer.json()) as { events?: PortCallEvent[] };
    return { status: answer.status, headers: answer.headers, body, events: body.events ?? [] };
  };
  return { url: harbour.url, query: sendQuery, [Symbol.asyncDispose]: () => harbour[Symbol.asyncDispose]() };
}

/** Returns the values of an event that the filters of the standard compare. */
function valuesOf(event: PortCallEvent | undefined): Record<string, string> {
  const at = (...path: string[]) =>
    path.reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined), event);
  const values = {
    UNLocationCode: at('portCall', 'UNLocationCode'),
    portVisitReference: at('portCall', 'portVisitReference'),
    carrierServiceName: at('terminalCall', 'carrierServiceName'),
    carrierServiceCode: at('terminalCall', 'serviceCodeOrReference', 'carrierServiceCode'),
    universalServiceReference: at('terminalCall', 'serviceCodeOrReference', 'universalServiceReference'),
    terminalCallReference: at('terminalCall', 'terminalCallReference'),
    carrierImportVoyageNumber: at('terminalCall', 'importVoyageNumberOrReference', 'carrierVoyageNumber'),
    universalImportVoyageReference: at('terminalCall', 'importVoyageNumberOrReference', 'universalVoyageReference'),
    carrierExportVoyageNumber: at('terminalCall', 'exportVoyageNumberOrReference', 'carrierVoyageNumber'),
    universalExportVoyageReference: at('terminalCall', 'exportVoyageNumberOrReference', 'universalVoyageReference'),
    portCallServiceTypeCode: at('portCallService', 'portCallServiceTypeCode'),
    vesselIMONumber: at('vessel', 'vesselIMONumber'),
    vesselName: at('vessel', 'vesselName'),
    portCallID: at('portCall', 'portCallID'),
    terminalCallID: at('terminalCall', 'terminalCallID'),
    portCallServiceID: at('portCallService', 'portCallServiceID'),
    classifierCode: at('timestamp', 'classifierCode'),
  };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
