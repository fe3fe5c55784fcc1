import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerKeys } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { rawExchange } from '../../support/raw-exchange.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { uuidOf } from '../../support/uuid.ts';

/** An event with all attributes at once. */
const everything = readFileSync(new URL('../../fixtures/port-calls/every-attribute.json', import.meta.url), 'utf8');

interface Version {
  readonly eventUpdatedDateTime: string | null;
  readonly isCurrent: boolean;
  readonly document: Record<string, unknown>;
}
interface Held extends Version {
  readonly eventID: string | null;
  readonly kinds: string[];
  readonly sendingParty: string | null;
  readonly violations: { path: string }[];
  readonly versions: Version[];
  readonly clashes: { receivedBy: string; document: Record<string, unknown> }[];
}

describe.for(someStoresOfTests())('the Event Subscriber over $name', (store) => {
  const opened = store.open();
  let landfall: OpenLandfall;
  beforeAll(async () => {
    landfall = await openLandfall(opened.environment, { pushLimits: { timeoutMs: 1_000, maxBodyBytes: 1_000_000 } });
  });
  afterAll(async () => {
    await landfall[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  /** Each test has a separate port call, by which its events are found. */
  let calls = 0;
  const newCall = (): string => uuidOf(`call-${++calls}`);
  const idOf = (portCallID: string, name: string): string => uuidOf(`${portCallID} ${name}`);
  const eventOf = (portCallID: string, eventID: string, more: object = {}) => ({
    eventID: idOf(portCallID, eventID),
    eventUpdatedDateTime: '2026-12-20T07:30:00Z',
    portCall: { portCallID },
    ...more,
  });
  const at = (eventUpdatedDateTime: string, more: object = {}) => ({ eventUpdatedDateTime, ...more });
  const storedOf = async (portCallID: string): Promise<Held[]> => {
    const query = `query ($portCallID: ID!) { portCallEvents(filter: { portCallID: $portCallID }, orderBy: OLDEST_FIRST, first: 100) { nodes {
      eventID eventUpdatedDateTime kinds isCurrent document sendingParty violations { path }
      versions { eventUpdatedDateTime isCurrent document } clashes { receivedBy document } } } }`;
    const { portCallEvents } = await landfall.query<{ portCallEvents: { nodes: Held[] } }>(query, { portCallID });
    return portCallEvents.nodes;
  };
  const sent = async (...events: object[]) => {
    const { status, headers, feedback } = await landfall.pushEvents(...events);
    expect([status, headers.get('api-version')]).toEqual([200, '2.0.0']);
    return feedback;
  };

  test('accepts one event, byte for byte', async () => {
    const call = newCall();
    const event = eventOf(call, 'one', { extra: { deep: [1.5] }, portCallService: { portCallServiceTypeCode: 'BERTH' } });
    expect(await sent(event)).toMatchObject([{ severity: 'WARN', propertyPath: '$.events[0].extra' }]);
    expect(await storedOf(call)).toMatchObject([{ eventID: idOf(call, 'one'), document: event, isCurrent: true, violations: [] }]);
  });

  test('accepts many in one request', async () => {
    const call = newCall();
    expect(await sent(...Array.from({ length: 40 }, (_, number) => eventOf(call, `${number}`)))).toEqual([]);
    expect(await storedOf(call)).toHaveLength(40);
  });

  test.each(['{"events":[]}', '{}', '{"events":[],"other":1}'])('answers 200 to %s, which contains no event', async (body) => {
    const answer = await landfall.dcsa('/events', { body });
    expect([answer.status, answer.feedback]).toEqual([200, []]);
  });

  test('keeps unknown properties and codes, with a remark on each', async () => {
    const call = newCall();
    const event = eventOf(call, 'odd', {
      portCallService: { portCallServiceTypeCode: 'NEW_KIND', surprise: true },
      timestamp: { classifierCode: 'XYZ' },
    });
    expect(await sent(event)).toEqual([
      {
        severity: 'WARN',
        message: 'is not in the standard; it is kept and not read',
        propertyPath: '$.events[0].portCallService.surprise',
      },
      {
        severity: 'WARN',
        message: expect.stringContaining('NEW_KIND'),
        propertyPath: '$.events[0].portCallService.portCallServiceTypeCode',
      },
    ]);
    expect(await storedOf(call)).toMatchObject([{ document: event }]);
  });

  test('answers an event in the form of JIT 1.2 with the members that are not read', async () => {
    const feedback = await sent({
      eventID: idOf(newCall(), 'old'),
      eventClassifierCode: 'EST',
      eventDateTime: '2026-12-20T07:30:00Z',
      operationsEventTypeCode: 'ARRI',
      transportCall: { vessel: { vesselIMONumber: '9321483' } },
    });
    const old = ['eventClassifierCode', 'eventDateTime', 'operationsEventTypeCode', 'transportCall'];
    expect(feedback.map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
      ...old.map((name) => ['WARN', `$.events[0].${name}`]),
      ['WARN', '$.events[0]'],
    ]);
    expect(feedback[0]?.message).toContain('the nearest known name is classifierCode in $.timestamp');
  });

  describe('for a repeated eventID', () => {
    test('treats the newest eventUpdatedDateTime as current, however late an older one arrives, and keeps all versions', async () => {
      const call = newCall();
      const versions = ['2026-12-20T09:00:00+01:00', '2026-12-20T07:59:59.999Z', '2026-12-20T08:00:00.000001Z'];
      for (const updated of versions) expect(await sent(eventOf(call, 'a', at(updated)))).toEqual([]);
      const [event] = await storedOf(call);
      expect(event?.eventUpdatedDateTime).toBe(versions[2]);
      expect(event?.versions.map(({ eventUpdatedDateTime, isCurrent }) => [eventUpdatedDateTime, isCurrent])).toEqual([
        [versions[2], true],
        [versions[0], false],
        [versions[1], false],
      ]);
    });

    test('reports an equal version as a repeat, also with another spelling', async () => {
      const call = newCall();
      const event = eventOf(call, 'a', at('2026-12-20T07:30:00Z', { isFYI: true }));
      expect(await sent(event)).toEqual([]);
      expect(await sent(event)).toEqual([{ severity: 'INFO', message: expect.any(String), propertyPath: '$.events[0]' }]);
      expect(await sent({ ...event, eventUpdatedDateTime: '2026-12-20T08:30:00.000+01:00' })).toEqual([]);
      expect((await storedOf(call))[0]?.versions).toHaveLength(1);
    });

    test('keeps the first of two contents under one instant, with a remark, and shows the other one next to it', async () => {
      const call = newCall();
      await sent(eventOf(call, 'a', { isFYI: true }));
      expect(await sent(eventOf(call, 'a', { isFYI: false }))).toEqual([
        {
          severity: 'WARN',
          message: expect.stringContaining('The stored content is kept, and this content is stored as a clash'),
          propertyPath: '$.events[0]',
        },
      ]);
      const [held] = await storedOf(call);
      expect(held?.document['isFYI']).toBe(true);
      expect(held?.clashes).toMatchObject([{ receivedBy: 'PUSH', document: { isFYI: false } }]);
    });

    test('without eventUpdatedDateTime treats the last received version as current, and a repeat of it as a repeat', async () => {
      const call = newCall();
      const undated = (remark: string) => ({ eventID: idOf(call, 'a'), portCall: { portCallID: call }, timestamp: { remark } });
      const flagged = { severity: 'WARN', message: expect.stringContaining('eventUpdatedDateTime'), propertyPath: '$.events[0]' };
      expect(await sent(undated('first'))).toEqual([flagged]);
      expect(await sent(undated('second'))).toEqual([flagged]);
      expect((await sent(undated('second'))).map(({ severity }) => severity)).toEqual(['WARN', 'INFO']);
      const [event] = await storedOf(call);
      expect(event?.versions.map(({ document }) => document['timestamp'])).toEqual([{ remark: 'second' }, { remark: 'first' }]);
    });

    test('without eventUpdatedDateTime never replaces one that has it, and recognizes its repeats too', async () => {
      const call = newCall();
      const { eventUpdatedDateTime: _, ...undated } = eventOf(call, 'a');
      await sent(undated);
      await sent(eventOf(call, 'a', { isFYI: true }));
      await sent(undated);
      const [event] = await storedOf(call);
      expect(event?.versions.map(({ eventUpdatedDateTime }) => eventUpdatedDateTime)).toEqual(['2026-12-20T07:30:00Z', null]);
    });
  });

  test('identifies an event without eventID by its content, with a remark', async () => {
    const call = newCall();
    const event = { portCall: { portCallID: call }, timestamp: { classifierCode: 'EST' } };
    const remark = { severity: 'WARN', message: expect.stringContaining('eventID'), propertyPath: '$.events[0]' };
    expect(await sent(event)).toEqual([remark]);
    expect(await sent({ timestamp: event.timestamp, portCall: event.portCall })).toEqual([remark]);
    expect(await sent({ ...event, timestamp: { classifierCode: 'PLN' } })).toEqual([remark]);
    expect((await storedOf(call)).map(({ eventID, versions }) => [eventID, versions.length])).toEqual([
      [null, 1],
      [null, 1],
    ]);
  });

  test('rejects the invalid ones among valid ones with one ERROR each, at its path', async () => {
    const call = newCall();
    const answer = await landfall.pushEvents(eventOf(call, 'a'), eventOf(call, 'b', { eventID: 7 }), 'text', eventOf(call, 'c'));
    expect(answer.status).toBe(200);
    expect(answer.feedback.map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
      ['ERROR', '$.events[1].eventID'],
      ['ERROR', '$.events[2]'],
    ]);
    expect((await storedOf(call)).map(({ eventID }) => eventID).toSorted()).toEqual([idOf(call, 'a'), idOf(call, 'c')].toSorted());
  });

  test('stores an event whose identifiers are not UUIDs, with a remark on each', async () => {
    const call = newCall();
    const event = {
      eventID: `${call}-x`,
      eventUpdatedDateTime: '2026-12-20T07:30:00Z',
      portCall: { portCallID: call },
      replyToEventID: '',
    };
    const identified = { ...event, terminalCall: { terminalCallID: 'T1' }, portCallService: { portCallServiceID: `{${call}}` } };
    expect((await sent(identified)).map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
      ['WARN', '$.events[0].eventID'],
      ['WARN', '$.events[0].replyToEventID'],
      ['WARN', '$.events[0].terminalCall.terminalCallID'],
      ['WARN', '$.events[0].portCallService.portCallServiceID'],
    ]);
    expect(await storedOf(call)).toMatchObject([{ eventID: `${call}-x`, document: identified }]);
  });

  test('stores an event that violates the schema unchanged, and reports each violation', async () => {
    const call = newCall();
    const event = eventOf(call, 'a', { isFYI: 'no', timestamp: null });
    expect((await sent(event)).map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
      ['WARN', '$.events[0].isFYI'],
      ['WARN', '$.events[0].timestamp'],
    ]);
    expect(await storedOf(call)).toMatchObject([{ document: event, violations: [{ path: '$.isFYI' }, { path: '$.timestamp' }] }]);
  });

  test.each<[string, string[], object]>([
    ['a request', ['TIMESTAMP'], { timestamp: { classifierCode: 'REQ', serviceDateTime: '2026-12-28T14:00:00Z' } }],
    ['an omitted port call', ['PORT_CALL_OMITTED'], { portCall: { isOmitted: true } }],
    ['an omitted terminal call', ['TERMINAL_CALL_OMITTED'], { terminalCall: { isOmitted: true } }],
    ['a cancellation', ['SERVICE_CANCELED'], { portCallService: { isCanceled: true } }],
    ['a refusal', ['SERVICE_DECLINED'], { portCallService: { isDeclined: true } }],
    ['what is for information only', ['DESCRIPTIVE'], { isFYI: true }],
  ])('accepts %s without a remark', async (_what, kinds, { portCall = {}, ...more }: { portCall?: object }) => {
    const call = newCall();
    expect(await sent(eventOf(call, 'a', { ...more, portCall: { portCallID: call, ...portCall } }))).toEqual([]);
    expect(await storedOf(call)).toMatchObject([{ kinds }]);
  });

  test.each([
    [undefined, 200],
    ['2', 200],
    ['2.0.0', 200],
    ['2.7.1', 200],
    ['3.0.0', 400],
    ['1', 400],
    ['2.0.0, 2.0.0', 400],
  ])('with API-Version %s answers %i', async (version, status) => {
    const headers = version === undefined ? {} : { 'API-Version': version };
    const answer = await landfall.dcsa('/events', { body: '{"events":[]}', headers });
    expect([answer.status, answer.headers.get('api-version')]).toEqual([status, '2.0.0']);
    expect(answer.feedback.map(({ severity }) => severity)).toEqual(status === 200 ? [] : ['ERROR']);
  });

  test.each(['timestamp', 'movesForecasts'])('passes the scenario of the conformance gateway that posts a %s', async (part) => {
    const call = newCall();
    const event = JSON.parse(everything);
    const canned = {
      ...event,
      eventID: idOf(call, 'canned'),
      replyToEventID: idOf(call, 'canned'),
      portCall: { ...event.portCall, portCallID: call },
    };
    const body = JSON.stringify({ events: [canned] });
    const headers = { 'Api-Version': '2', 'Content-Type': 'application/json' };
    const answer = await landfall.dcsa('/events', { body, headers });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('api-version')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
      '2.0.0',
    ]);
    expect(answer.feedback.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    const [held] = await storedOf(call);
    expect(held).toMatchObject({ document: canned, violations: [], kinds: ['TIMESTAMP', 'MOVES_FORECAST', 'VESSEL_STATUS'] });
    expect(held?.document[part]).toEqual(canned[part]);
  });

  describe('behind a relaying proxy', () => {
    const parties = { 'Request-Sending-Party': 'terminal-7', 'Request-Receiving-Party': 'platform-1' };
    const echoed = { 'response-sending-party': 'platform-1', 'response-receiving-party': 'terminal-7' };
    const echoOf = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name.startsWith('response-')));

    test('swaps the parties in the response and stores the sender with the event', async () => {
      const call = newCall();
      const body = JSON.stringify({ events: [eventOf(call, 'a')] });
      const answer = await landfall.dcsa('/events', { body, headers: parties });
      expect([answer.status, echoOf(answer.headers)]).toEqual([200, echoed]);
      expect(await storedOf(call)).toMatchObject([{ sendingParty: 'terminal-7' }]);
    });

    test('does so on errors too', async () => {
      const body = '{"events":[]}';
      for (const [status, request] of [
        [400, { body: '{' }],
        [401, { body, key: null }],
        [405, { method: 'PUT', body }],
        [415, { body, headers: { 'content-type': 'text/plain' } }],
      ] as const) {
        const answer = await landfall.dcsa('/events', {
          ...request,
          headers: { ...parties, ...('headers' in request ? request.headers : {}) },
        });
        expect([answer.status, echoOf(answer.headers)]).toEqual([status, echoed]);
      }
    });

    test('repeats no party if none is named, and no line breaks', async () => {
      const answer = await landfall.dcsa('/events', { body: '{"events":[]}', headers: { 'Request-Sending-Party': '\u00e9' } });
      expect([answer.status, echoOf(answer.headers)]).toEqual([200, {}]);
    });
  });

  describe('for a push that is invalid as a whole', () => {
    const expectRefused = async (
      answer: Awaited<ReturnType<OpenLandfall['dcsa']>>,
      status: number,
      reported: RegExp,
      propertyPath?: string,
    ) => {
      expect([answer.status, answer.headers.get('api-version')]).toEqual([status, '2.0.0']);
      const element = { severity: 'ERROR', message: expect.stringMatching(reported) };
      expect(answer.feedback).toEqual([propertyPath === undefined ? element : { ...element, propertyPath }]);
    };

    test('rejects a missing and a wrong credential with 401', async () => {
      const body = JSON.stringify({ events: [eventOf(newCall(), 'a')] });
      await expectRefused(await landfall.dcsa('/events', { body, key: null }), 401, /credential/);
      await expectRefused(await landfall.dcsa('/events', { body, key: 'guessed' }), 401, /credential/);
    });

    test('rejects another media type with 415 and another method with 405', async () => {
      const body = '{"events":[]}';
      await expectRefused(await landfall.dcsa('/events', { body, headers: { 'content-type': 'text/xml' } }), 415, /application\/json/);
      await expectRefused(await landfall.dcsa('/events', { method: 'PUT', body }), 405, /PUT is not served/);
    });

    test.each([
      ['{"events":[{]}', /not JSON/, '$'],
      ['', /not JSON/, '$'],
      ['[]', /JSON object with an array events/, '$.events'],
      ['null', /JSON object with an array events/, '$.events'],
      ['{"events":{"0":{}}}', /JSON object with an array events/, '$.events'],
      ['{"events":null}', /JSON object with an array events/, '$.events'],
      ['{"event":[{}]}', /JSON object with an array events/, '$.events'],
      ['{"Events":[{"eventID":"never"}]}', /JSON object with an array events/, '$.events'],
      [`{"events":${'['.repeat(100)}${']'.repeat(100)}}`, /deeper than 64/, '$'],
    ])('rejects the body %.30s with 400', async (body, reported, path) => {
      await expectRefused(await landfall.dcsa('/events', { body }), 400, reported, path);
    });

    test('rejects a body that is too large with 413 and one that arrives too slowly with 408', async () => {
      const large = JSON.stringify({ events: [{ timestamp: { remark: 'x'.repeat(1_000_000) } }] });
      await expectRefused(await landfall.dcsa('/events', { body: large }), 413, /1000000 bytes/);
      const head = `POST /dcsa/events HTTP/1.1\r\nHost: x\r\nx-api-key: ${partnerKeys.acme}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
      expect(await rawExchange(landfall.port, head)).toMatch(/^HTTP\/1\.1 408 [\s\S]*api-version: 2\.0\.0[\s\S]*did not arrive/i);
    });
  });
});
