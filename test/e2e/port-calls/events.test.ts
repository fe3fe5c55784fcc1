import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { createEventSubscriber, eventNameOf, type Subscriber } from '../../support/subscriber.ts';

const everything = JSON.parse(readFileSync(new URL('../../fixtures/port-calls/every-attribute.json', import.meta.url), 'utf8'));

/** Each filter of the standard with the value in {@link everything}, and the path of the value. */
const filters = {
  UNLocationCode: everything.portCall.UNLocationCode,
  portVisitReference: everything.portCall.portVisitReference,
  carrierServiceName: everything.terminalCall.carrierServiceName,
  carrierServiceCode: everything.terminalCall.serviceCodeOrReference.carrierServiceCode,
  universalServiceReference: everything.terminalCall.serviceCodeOrReference.universalServiceReference,
  terminalCallReference: everything.terminalCall.terminalCallReference,
  carrierImportVoyageNumber: everything.terminalCall.importVoyageNumberOrReference.carrierVoyageNumber,
  universalImportVoyageReference: everything.terminalCall.importVoyageNumberOrReference.universalVoyageReference,
  carrierExportVoyageNumber: everything.terminalCall.exportVoyageNumberOrReference.carrierVoyageNumber,
  universalExportVoyageReference: everything.terminalCall.exportVoyageNumberOrReference.universalVoyageReference,
  portCallServiceTypeCode: everything.portCallService.portCallServiceTypeCode,
  vesselIMONumber: everything.vessel.vesselIMONumber,
  vesselName: everything.vessel.vesselName,
  vesselMMSINumber: everything.vessel.vesselMMSINumber,
  portCallID: everything.portCall.portCallID,
  terminalCallID: everything.terminalCall.terminalCallID,
  portCallServiceID: everything.portCallService.portCallServiceID,
  classifierCode: everything.timestamp.classifierCode,
} as const;

interface Event {
  readonly eventID: string;
}
interface Page {
  readonly edges: { cursor: string; node: Event }[];
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  readonly sources: { partner: { readonly id: string }; status: string; standard: string }[];
}

const pageQuery = `query ($filter: PortCallEventFilter, $orderBy: PortCallEventOrder, $first: Int, $after: String, $last: Int, $before: String) {
  portCallEvents(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { eventID } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } sources { partner { id } status standard } } }`;

describe.for(someStoresOfTests())('port call events over $name', (store) => {
  const opened = store.open();
  let landfall: OpenLandfall;
  beforeAll(async () => {
    landfall = await openLandfall(opened.environment);
  });
  afterAll(async () => {
    await landfall[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  const push = async (...events: object[]): Promise<void> => {
    const answer = await landfall.pushEvents(...events);
    expect(answer.feedback.filter(({ severity }) => severity !== 'WARN')).toEqual([]);
  };
  const page = async (variables: Record<string, unknown>): Promise<Page> =>
    (await landfall.query<{ portCallEvents: Page }>(pageQuery, variables)).portCallEvents;
  const namesOf = ({ edges }: Page): string[] => edges.map(({ node }) => node.eventID);
  const found = async (filter: object, more: object = {}): Promise<string[]> => namesOf(await page({ filter, ...more }));
  const timed = (portCallID: string, eventID: string, minute: number, more: object = {}) => ({
    eventID,
    eventUpdatedDateTime: new Date(Date.UTC(2026, 11, 20, 7, minute)).toISOString(),
    portCall: { portCallID },
    ...more,
  });

  describe('a filter', () => {
    beforeAll(() => push(everything, { eventID: 'bare', eventUpdatedDateTime: '2026-12-20T07:30:00Z' }));

    test.each(Object.entries(filters))('%s finds exactly the events with the value', async (name, value) => {
      expect(await found({ [name]: value })).toEqual([everything.eventID]);
      expect(await found({ [name]: `${value}X` })).toEqual([]);
      await expect(found({ [name]: '' })).rejects.toThrow('expected a string that is not blank');
    });

    test('combines with others by AND', async () => {
      expect(await found(filters)).toEqual([everything.eventID]);
      expect(await found({ ...filters, classifierCode: 'ACT' })).toEqual([]);
    });

    test('of time has inclusive bounds, and uses the last change of events without a service time', async () => {
      const at = (min: string, max = min) => found({ eventTimestampMin: min, eventTimestampMax: max });
      expect(await at('2026-12-28T14:00:00Z')).toEqual([everything.eventID]);
      expect(await at('2026-12-28T14:00:00.001Z', '2026-12-29T00:00:00Z')).toEqual([]);
      expect(await at('2026-12-20T08:30:00+01:00')).toEqual(['bare']);
    });

    test('of partners and of the time of receipt can be combined with those of the standard', async () => {
      const { portCallID } = filters;
      expect(await found({ portCallID, partners: ['acme', 'other'] })).toEqual([everything.eventID]);
      expect(await found({ portCallID, partners: ['other'] })).toEqual([]);
      expect(await found({ portCallID, receivedAfter: '2000-01-01T00:00:00Z' })).toEqual([everything.eventID]);
      expect(await found({ portCallID, receivedBefore: '2000-01-01T00:00:00Z' })).toEqual([]);
    });

    test('that is invalid is an error that names it', async () => {
      const upsideDown = { eventTimestampMin: '2026-12-02T00:00:00Z', eventTimestampMax: '2026-12-01T00:00:00Z' };
      await expect(found(upsideDown)).rejects.toThrow(/eventTimestampMin.*BAD_USER_INPUT/);
      await expect(found({ partners: Array.from({ length: 1_001 }, () => 'a') })).rejects.toThrow(/partners.*BAD_USER_INPUT/);
      await expect(found({ eventTimestampMin: '2026-12-01' })).rejects.toThrow(/GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT/);
    });
  });

  describe('a page', () => {
    const names = Array.from({ length: 7 }, (_, number) => `page-${number}`);
    const filter = { portCallID: 'pages' };
    beforeAll(async () => {
      for (const [minute, name] of names.entries()) await push(timed('pages', name, minute));
      await push(timed('pages', 'page-2', 50));
    });

    test('has the requested order', async () => {
      expect(await found(filter, { orderBy: 'OLDEST_FIRST' })).toEqual(names);
      expect(await found(filter)).toEqual(names.toReversed());
      const others = names.filter((name) => name !== 'page-2').toReversed();
      expect(await found(filter, { orderBy: 'RECENTLY_CHANGED' })).toEqual(['page-2', ...others]);
    });

    test('is followed by the next page, and preceded by the previous one, with each event once', async () => {
      const forwards: string[] = [];
      let next: Page | undefined;
      do {
        next = await page({ filter, orderBy: 'OLDEST_FIRST', first: 3, after: next?.pageInfo.endCursor });
        forwards.push(...namesOf(next));
      } while (next.pageInfo.hasNextPage);
      expect(forwards).toEqual(names);
      const backwards: string[] = [];
      let before: Page | undefined;
      do {
        before = await page({ filter, orderBy: 'OLDEST_FIRST', last: 3, before: before?.pageInfo.startCursor });
        backwards.unshift(...namesOf(before));
      } while (before.pageInfo.hasPreviousPage);
      expect(backwards).toEqual(names);
    });

    test('names every partner concerned by the query', async () => {
      expect((await page({ filter })).sources).toEqual([
        { partner: { id: 'acme' }, status: 'STORED', standard: 'PORT_CALL' },
        { partner: { id: 'other' }, status: 'STORED', standard: 'PORT_CALL' },
      ]);
      expect((await page({ filter: { ...filter, partners: ['unknown'] } })).sources).toMatchObject([
        { partner: { id: 'unknown' }, status: 'NOT_CONNECTED' },
      ]);
    });

    test('rejects the cursor of another query', async () => {
      const { pageInfo } = await page({ filter });
      await expect(page({ filter: { portCallID: 'other' }, after: pageInfo.endCursor })).rejects.toThrow(/CURSOR_INVALID/);
    });
  });

  test('an event is shown with all its attributes', async () => {
    const event = { ...everything, eventID: 'shown', portCall: { ...everything.portCall, portCallID: 'shown' } };
    await push(event);
    const sides = 'totalUnits size20Units size40Units size45Units';
    const kinds = ['totalUnits', 'ladenUnits', 'emptyUnits', 'pluggedReeferUnits', 'outOfGaugeUnits']
      .map((name) => `${name} { ${sides} }`)
      .join(' ');
    const voyage = '{ carrierVoyageNumber universalVoyageReference }';
    const query = `query ($filter: PortCallEventFilter) { portCallEvents(filter: $filter) { nodes {
      eventID replyToEventID eventUpdatedDateTime isFYI
      portCall { portCallID portVisitReference UNLocationCode isOmitted }
      terminalCall { terminalCallID terminalCallReference sequenceNumber carrierServiceName
        serviceCodeOrReference { carrierServiceCode universalServiceReference }
        exportVoyageNumberOrReference ${voyage} importVoyageNumberOrReference ${voyage} isOmitted }
      timestamp { classifierCode serviceDateTime delayReasonCodes remark }
      movesForecasts { carrierCode carrierCodeListProvider restowUnits { ${sides} } loadUnits { ${kinds} } dischargeUnits { ${kinds} } }
    } } }`;
    const { portCallEvents } = await landfall.query<{ portCallEvents: { nodes: object[] } }>(query, {
      filter: { portCallID: 'shown' },
    });
    const { portCallService: _service, vessel: _vessel, ...shown } = event;
    expect(JSON.parse(JSON.stringify(portCallEvents.nodes[0], (_, value) => value ?? undefined))).toEqual(shown);
  });

  test('a reply refers to the event that it answers, in its current state: a stored one, itself, or none', async () => {
    await push(timed('thread', 'estimate', 1));
    await push(timed('thread', 'request', 2, { replyToEventID: 'estimate' }));
    await push(timed('thread', 'estimate', 3, { isFYI: true }));
    await push(timed('thread', 'self', 4, { replyToEventID: 'self' }));
    await push(timed('thread', 'dangling', 5, { replyToEventID: 'gone' }));
    const query =
      '{ portCallEvents(filter: { portCallID: "thread" }, orderBy: OLDEST_FIRST) { nodes { eventID replyTo { eventID isFYI isCurrent } } } }';
    const { portCallEvents } = await landfall.query<{ portCallEvents: { nodes: object[] } }>(query);
    expect(portCallEvents.nodes).toEqual([
      { eventID: 'estimate', replyTo: null },
      { eventID: 'request', replyTo: { eventID: 'estimate', isFYI: true, isCurrent: true } },
      { eventID: 'self', replyTo: { eventID: 'self', isFYI: null, isCurrent: true } },
      { eventID: 'dangling', replyTo: null },
    ]);
  });

  test('a timeline shows the current times side by side, and marks cancelled, declined and omitted ones', async () => {
    const service = (portCallServiceID: string) => ({ portCallServiceID, portCallServiceEventTypeCode: 'ARRI' });
    const time = (classifierCode: string, hour: number) => ({ classifierCode, serviceDateTime: `2026-12-28T${hour}:00:00Z` });
    await push(
      timed('line', 'e1', 1, { portCallService: service('berth'), timestamp: time('EST', 10) }),
      timed('line', 'e2', 2, { portCallService: service('berth'), timestamp: time('EST', 11) }),
      timed('line', 'e3', 3, { portCallService: service('berth'), timestamp: time('ACT', 12) }),
      timed('line', 'p1', 4, { portCallService: service('pilot'), timestamp: time('PLN', 13) }),
      timed('line', 'p2', 5, { portCallService: { portCallServiceID: 'pilot', isCanceled: true } }),
      timed('line', 't1', 6, { portCallService: service('tug'), timestamp: time('REQ', 14) }),
      timed('line', 't2', 7, { portCallService: { portCallServiceID: 'tug', isDeclined: true } }),
      timed('line', 'm1', 8, { terminalCall: { terminalCallID: 'T2' }, portCallService: service('moor'), timestamp: time('EST', 15) }),
      timed('line', 'm2', 9, { terminalCall: { terminalCallID: 'T2', isOmitted: true } }),
    );
    await push(timed('line', 'e1', 59, { portCallService: service('berth'), timestamp: time('EST', 16) }));
    const query = `{ portCallTimeline(partner: "acme", portCallID: "line") { isOmitted omittedTerminalCallIDs events { eventID }
      currentTimes { portCallServiceID classifierCode serviceDateTime state event { eventID } } }
      portCallEvents(filter: { portCallServiceID: "pilot" }, first: 1) { nodes { timeline { portCallID } } }
      none: portCallTimeline(partner: "other", portCallID: "line") { portCallID } }`;
    const { portCallTimeline, portCallEvents, none } =
      await landfall.query<Record<string, Record<string, { eventID: string }[]> | null>>(query);
    expect(portCallTimeline).toMatchObject({ isOmitted: false, omittedTerminalCallIDs: ['T2'] });
    expect(portCallTimeline?.['events']?.map(({ eventID }) => eventID)).toEqual(['e2', 'e3', 'p1', 'p2', 't1', 't2', 'm1', 'm2', 'e1']);
    const at = (hour: number) => `2026-12-28T${hour}:00:00Z`;
    expect(portCallTimeline?.['currentTimes']).toEqual([
      { portCallServiceID: 'berth', classifierCode: 'ACT', serviceDateTime: at(12), state: 'CURRENT', event: { eventID: 'e3' } },
      { portCallServiceID: 'pilot', classifierCode: 'PLN', serviceDateTime: at(13), state: 'CANCELED', event: { eventID: 'p1' } },
      { portCallServiceID: 'tug', classifierCode: 'REQ', serviceDateTime: at(14), state: 'DECLINED', event: { eventID: 't1' } },
      { portCallServiceID: 'moor', classifierCode: 'EST', serviceDateTime: at(15), state: 'OMITTED', event: { eventID: 'm1' } },
      { portCallServiceID: 'berth', classifierCode: 'EST', serviceDateTime: at(16), state: 'CURRENT', event: { eventID: 'e1' } },
    ]);
    expect(portCallEvents).toEqual({ nodes: [{ timeline: { portCallID: 'line' } }] });
    expect(none).toBeNull();
  });

  test('a ship and a port lead to their events, and an event leads to them', async () => {
    const of = (vesselIMONumber: string, UNLocationCode: string) => ({
      vessel: { vesselIMONumber },
      portCall: { UNLocationCode, portCallID: 'entries' },
    });
    await push(timed('', 'v1', 1, of('9000001', 'NLRTM')));
    await push(timed('', 'v2', 2, of('9000001', 'DEHAM')));
    await push(timed('', 'v3', 3, of('IMO9000002', 'nl rtm')));
    const query = `{
      vessel(vesselIMONumber: "IMO 9000001") { all: portCallEvents { nodes { eventID } } one: portCallEvents(UNLocationCode: "NLRTM") { nodes { eventID } } }
      port(UNLocationCode: "nl rtm") { all: portCallEvents(first: 1) { nodes { eventID vessel { vessel { vesselIMONumber portCallEvents { nodes { eventID } } } } } pageInfo { hasNextPage } } }
      portCallEvents(filter: { vesselIMONumber: "9000001" }) { nodes { portCall { port { UNLocationCode } } vessel { vessel { vesselIMONumber } } } } }`;
    expect(await landfall.query(query)).toEqual({
      vessel: { all: { nodes: [{ eventID: 'v2' }, { eventID: 'v1' }] }, one: { nodes: [{ eventID: 'v1' }] } },
      port: {
        all: {
          nodes: [{ eventID: 'v3', vessel: { vessel: { vesselIMONumber: '9000002', portCallEvents: { nodes: [{ eventID: 'v3' }] } } } }],
          pageInfo: { hasNextPage: true },
        },
      },
      portCallEvents: {
        nodes: ['DEHAM', 'NLRTM'].map((UNLocationCode) => ({
          portCall: { port: { UNLocationCode } },
          vessel: { vessel: { vesselIMONumber: '9000001' } },
        })),
      },
    });
  });

  test('node returns a version of an event by its id, and NOT_FOUND at its path for one that is not stored', async () => {
    await push(timed('node', 'n', 1), timed('node', 'n', 2));
    const { portCallEvents } = await landfall.query<{ portCallEvents: { nodes: { id: string; versions: { id: string }[] }[] } }>(
      '{ portCallEvents(filter: { portCallID: "node" }) { nodes { id versions { id } } } }',
    );
    const [event] = portCallEvents.nodes;
    const query = 'query ($id: ID!) { node(id: $id) { id ... on PortCallEvent { eventID isCurrent } } }';
    expect(event?.versions[0]?.id).toBe(event?.id);
    for (const [id, isCurrent] of event?.versions.map((version, index) => [version.id, index === 0] as const) ?? []) {
      expect(await landfall.query(query, { id })).toEqual({ node: { id, eventID: 'n', isCurrent } });
    }
    const unknown = Buffer.from('PortCallEvent:["[\\"acme\\",\\"n\\"]","2000-01-01T00:00:00"]').toString('base64url');
    await expect(landfall.query(query, { id: unknown })).rejects.toThrow(/"path":\["node"[^}]*NOT_FOUND/);
  });

  test('subscribers get each version once in log order: live, resumed after a cursor, replayed, filtered', async () => {
    const filter = { portCallID: 'live' };
    const name = (eventID: string, minute: number) => `${eventID} ${timed('', '', minute).eventUpdatedDateTime}`;
    const heard = async (subscriber: Subscriber<never>, count: number) => {
      await subscriber.until(({ length }) => length === count);
      await subscriber.stop();
    };
    await push(timed('live', 'a', 5), timed('elsewhere', 'b', 1));
    const first = createEventSubscriber('0', filter);
    const listening = first.listen(landfall.url);
    await first.until(({ length }) => length === 1);
    // Late and therefore not current, but a version nevertheless.
    await push(timed('live', 'a', 4));
    await heard(first as Subscriber<never>, 2);
    await listening;
    expect(first.events.map(eventNameOf)).toEqual([name('a', 5), name('a', 4)]);

    await push(timed('live', 'c', 6), timed('elsewhere', 'd', 6));
    const resumed = createEventSubscriber(first.events[1]?.cursor, filter);
    const listeningAgain = resumed.listen(landfall.url);
    await heard(resumed as Subscriber<never>, 1);
    await listeningAgain;
    expect(resumed.events.map(eventNameOf)).toEqual([name('c', 6)]);

    const { portCallEventLog } = await landfall.query<{ portCallEventLog: { events: object[]; hasMore: boolean } }>(
      'query ($filter: PortCallEventFilter) { portCallEventLog(filter: $filter, after: "0", first: 500) { events { cursor event { id eventID eventUpdatedDateTime } missed { reason from to count } } hasMore } }',
      { filter },
    );
    expect(portCallEventLog).toEqual({ events: [...first.events, ...resumed.events], hasMore: false });
  });
});
