import { describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { someStoresOfTests, sqlite, type TestStore } from '../../support/stores.ts';
import { writeAskablePartner } from '../resume/partner-files.ts';

interface Answer {
  readonly nodes: { eventID: string | null; isFYI: boolean | null; receivedBy: string; versions: object[] }[];
  readonly sources: Source[];
}
interface Source {
  readonly partner: { readonly id: string };
  readonly status: string;
  readonly retrievedAt: string | null;
  readonly apiVersion: string | null;
  readonly feedback: { severity: string; message: string }[];
}

const eventOf = <M extends object>(eventID: string, minute = 0, more: M = {} as M) => ({
  eventID,
  eventUpdatedDateTime: new Date(Date.UTC(2026, 11, 20, 7, minute)).toISOString(),
  portCall: { portCallID: 'P' },
  ...more,
});
const page = (events: readonly object[], cursor?: string): ScriptedAnswer => ({
  headers: { 'API-Version': '2.0.0', ...(cursor === undefined ? {} : { 'Next-Page-Cursor': cursor }) },
  body: { events },
});

/** A Landfall with one partner that can be requested. */
interface Setting extends AsyncDisposable {
  readonly landfall: OpenLandfall;
  readonly partner: FakePartner;
  /** Queries the events of a port call, or by another filter. */
  query(
    maxAgeSeconds: number | undefined,
    filter?: object,
  ): Promise<{ names: (string | null)[]; source: Source | undefined; nodes: Answer['nodes'] }>;
  /** Returns the paths with queries that the partner received. */
  requested(): string[];
}

async function openSetting(store: TestStore, endpoint = '', limits = '{}'): Promise<Setting> {
  const opened = store.open();
  const folder = await temporaryFolder();
  const partner = await openFakePartner();
  await writeAskablePartner(folder.path, partner.url, `portCalls: { baseUrl: "${partner.url}/jit"${endpoint} }\nlimits: ${limits}`);
  const landfall = await openLandfall({ ...opened.environment, PARTNERS_DIR: folder.path });
  const query = `query ($filter: PortCallEventFilter, $maxAgeSeconds: Int) { portCallEvents(filter: $filter, orderBy: OLDEST_FIRST, maxAgeSeconds: $maxAgeSeconds) {
    nodes { eventID isFYI receivedBy versions { eventUpdatedDateTime } }
    sources { partner { id } status retrievedAt apiVersion feedback { severity message } } } }`;
  return {
    landfall,
    partner,
    requested: () => partner.requests.map(({ url }) => url),
    query: async (maxAgeSeconds, filter = { portCallID: 'P' }) => {
      const variables = { filter, ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }) };
      const { nodes, sources } = (await landfall.query<{ portCallEvents: Answer }>(query, variables)).portCallEvents;
      return { nodes, names: nodes.map(({ eventID }) => eventID), source: sources[0] };
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [landfall, partner, folder, opened]) await each[Symbol.asyncDispose]();
    },
  };
}

describe.for(someStoresOfTests())('maxAgeSeconds of port call events over $name', (store) => {
  test('requests the partner by the standard, and its answer is on the page, in the log and ordered among pushed events', async () => {
    await using setting = await openSetting(store);
    const { landfall, partner, query: sendQuery, requested: queried } = setting;
    await landfall.pushEvents(eventOf('A', 5, { isFYI: true }), eventOf('B', 5, { isFYI: true }));
    partner.answer(page([eventOf('A', 9, { isFYI: false }), eventOf('B', 1, { isFYI: false }), eventOf('C')]));
    const { nodes, source } = await sendQuery(0);
    expect(nodes.map(({ eventID, isFYI, receivedBy, versions }) => [eventID, isFYI, receivedBy, versions.length]).toSorted()).toEqual([
      ['A', false, 'PULL', 2],
      ['B', true, 'PUSH', 2],
      ['C', null, 'PULL', 1],
    ]);
    expect(source).toEqual({ partner: { id: 'acme' }, status: 'OK', retrievedAt: expect.any(String), apiVersion: '2.0.0', feedback: [] });
    expect(queried()).toEqual(['/jit/events?portCallID=P']);
    expect(partner.requests[0]?.headers['api-version']).toBe('2.0.0');
    // MongoDB assigns numbers after the responses to pushes and queries.
    let logged: object[] = [];
    while (logged.length < 5) {
      const { portCallEventLog } = await landfall.query<{ portCallEventLog: { events: object[] } }>(
        '{ portCallEventLog(after: "0") { events { cursor } } }',
      );
      logged = portCallEventLog.events;
    }
    expect(logged).toHaveLength(5);
  });

  test('requests again only when the last answer is older, and equal concurrent queries once; absent, it requests no partner', async () => {
    await using setting = await openSetting(store);
    const { partner, query: sendQuery, requested: queried } = setting;
    expect((await sendQuery(undefined)).source).toMatchObject({ status: 'STORED', retrievedAt: null });
    partner.answer(page([eventOf('A')]), page([eventOf('A'), eventOf('B')]));
    const [one, other] = await Promise.all([sendQuery(3_600), sendQuery(3_600)]);
    expect([one.names, other.names, (await sendQuery(3_600)).names]).toEqual([['A'], ['A'], ['A']]);
    expect(queried()).toHaveLength(1);
    expect((await sendQuery(0)).names).toEqual(expect.arrayContaining(['A', 'B']));
    expect(queried()).toHaveLength(2);
    await expect(sendQuery(-1)).rejects.toThrow(/maxAgeSeconds.*BAD_USER_INPUT/);
  });

  test.each([
    [['UNLocationCode'], ['A'], 'OK'],
    [['vesselIMONumber'], ['A'], 'OK'],
    [['vesselName', 'vesselIMONumber', 'eventTimestampMin'], ['A'], 'OK'],
    [['portCallID'], [], 'FAILED'],
  ])('uses the filters that the partner has, here %j, and applies the others itself', async (filters, names, status) => {
    await using setting = await openSetting(store, `, filters: ${JSON.stringify(filters)}`);
    const ship = (vesselIMONumber: string, UNLocationCode: string) => ({ vessel: { vesselIMONumber }, portCall: { UNLocationCode } });
    const events = [
      eventOf('A', 0, ship('9321483', 'NLRTM')),
      eventOf('B', 0, ship('9321483', 'BEANR')),
      eventOf('C', 0, ship('9456783', 'NLRTM')),
    ];
    setting.partner.answer(({ query: parameters }) => {
      if (parameters.size === 0 || [...parameters.keys()].some((name) => !filters.includes(name)))
        return { status: 400, body: 'A filter is required.' };
      const { UNLocationCode, vesselIMONumber } = Object.fromEntries(parameters);
      return page(
        events.filter(
          (event) =>
            (UNLocationCode === undefined || event.portCall.UNLocationCode === UNLocationCode) &&
            (vesselIMONumber === undefined || event.vessel.vesselIMONumber === vesselIMONumber),
        ),
      );
    });
    const answered = await setting.query(0, { UNLocationCode: 'NLRTM', vesselIMONumber: '9321483' });
    expect([answered.names, answered.source?.status]).toEqual([names, status]);
    const remarks = answered.source?.feedback.map(({ message }) => message).join() ?? '';
    if (status === 'FAILED') expect(remarks).toContain('no filter UNLocationCode, vesselIMONumber');
  });

  test('does not send Landfall’s own conditions, nor those that the partner does not process', async () => {
    await using setting = await openSetting(store, ', filters: [portCallID, eventTimestampMin], versionHeader: major');
    const { partner, query: sendQuery, requested: queried } = setting;
    partner.answer(page([eventOf('A'), eventOf('B', 0, { timestamp: { classifierCode: 'EST' } })]));
    const filter = { partners: ['acme'], receivedAfter: '2000-01-01T00:00:00Z', portCallID: 'P', classifierCode: 'EST' };
    const { names, source } = await sendQuery(0, { ...filter, eventTimestampMin: '2026-12-01T00:00:00+01:00' });
    expect(queried()).toEqual(['/jit/events?portCallID=P&eventTimestampMin=2026-12-01T00%3A00%3A00%2B01%3A00']);
    expect(partner.requests[0]?.headers['api-version']).toBe('2');
    // The partner answered what it was sent; the rest is filtered here.
    expect([names, source?.status]).toEqual([['B'], 'OK']);
  });

  test('follows cursors without a page size, over empty pages, with unchanged parameters', async () => {
    await using setting = await openSetting(store);
    const { partner, query: sendQuery, requested: queried } = setting;
    partner.answer(page([eventOf('A')], 'one'), page([], 't/wo='), page([eventOf('B')]));
    const { names, source } = await sendQuery(0);
    expect([names.toSorted(), source?.status]).toEqual([['A', 'B'], 'OK']);
    expect(queried()).toEqual(['', '&cursor=one', '&cursor=t%2Fwo%3D'].map((cursor) => `/jit/events?portCallID=P${cursor}`));
  });

  test('stops at a repeated cursor, and keeps what was read', async () => {
    await using setting = await openSetting(store);
    const { partner, query: sendQuery, requested: queried } = setting;
    partner.answer(page([eventOf('A')], 'one'), page([eventOf('B')], 'one'));
    const { names, source } = await sendQuery(0);
    expect(names.toSorted()).toEqual(['A', 'B']);
    expect(source).toMatchObject({ status: 'FAILED', feedback: [{ severity: 'ERROR', message: expect.stringContaining('cursor') }] });
    expect(queried()).toHaveLength(2);
  });

  test('shows remarks in a response of 200, whatever their severity, and stores its events', async () => {
    await using setting = await openSetting(store);
    const { partner, query: sendQuery } = setting;
    const feedbackElements = [{ severity: 'ERROR', message: 'Sample remark.' }];
    partner.answer({ body: { events: [eventOf('A')], feedbackElements } });
    expect(await sendQuery(0)).toMatchObject({ names: ['A'], source: { status: 'OK', feedback: feedbackElements } });
  });

  test('says which rows it could not store', async () => {
    await using setting = await openSetting(store);
    const { partner, query: sendQuery } = setting;
    partner.answer(page([eventOf('A'), { ...eventOf('B'), eventID: 7 }]));
    const { names, source } = await sendQuery(0);
    expect(names).toEqual(['A']);
    const message = '$.events[1].eventID: Not accepted: expected eventID as a string.';
    expect(source).toMatchObject({ status: 'OK', feedback: [{ severity: 'ERROR', message }] });
  });

  test('recognizes an undated event that was pushed before', async () => {
    await using setting = await openSetting(store);
    const { landfall, partner, query: sendQuery } = setting;
    const { eventUpdatedDateTime: _, ...undated } = eventOf('A');
    const { eventID: __, ...nameless } = undated;
    await landfall.pushEvents(undated, nameless);
    partner.answer(page([nameless, { portCall: undated.portCall, eventID: 'A' }]));
    expect((await sendQuery(0)).nodes.map(({ versions, receivedBy }) => [versions.length, receivedBy])).toEqual([
      [1, 'PUSH'],
      [1, 'PUSH'],
    ]);
  });
});

describe('maxAgeSeconds of port call events reports how the partner answered, and shows what it sent before:', () => {
  const found = [eventOf('B')];
  test.each<[string, string, ScriptedAnswer, object?]>([
    ['EMPTY', 'it has nothing', { body: { events: [] } }],
    ['EMPTY', 'it leaves the list out', { body: {} }],
    ['IGNORED_FILTER', 'it sends what was not asked for', { body: { events: [eventOf('X', 0, { portCall: { portCallID: 'other' } })] } }],
    ['REFUSED_FILTER', 'it refuses a filter', { status: 400, body: { feedbackElements: [] } }],
    ['FAILED', 'it refuses a question without filters', { status: 400, body: { feedbackElements: [] } }, {}],
    ['DENIED', 'it does not know us', { status: 401 }],
    ['DENIED', 'it does not let us in', { status: 403 }],
    ['FAILED', 'it fails', { status: 500 }],
    ['PARTNER_BUSY', 'it asks for patience', { status: 429, headers: { 'Retry-After': '60' } }],
    ['FAILED', 'it answers HTML', { body: '<html>' }],
    ['FAILED', 'it answers another list', { body: [] }],
    ['FAILED', 'it answers no list', { body: { events: { 0: found[0] } } }],
    ['FAILED', 'it nests too deep', { body: `{"events":[${'['.repeat(100)}${']'.repeat(100)}]}` }],
    ['FAILED', 'it breaks off in the middle', { body: { events: found }, fault: 'cut' }],
    ['FAILED', 'it hangs up', { fault: 'drop' }],
    ['TIMED_OUT', 'it says nothing', { fault: 'hang' }],
    ['TIMED_OUT', 'it drips', { fault: 'drip' }],
  ])('%s when %s', async (status, _how, answer, filter) => {
    await using setting = await openSetting(sqlite, '', status === 'TIMED_OUT' ? '{ timeoutMs: 300, deadlineMs: 500 }' : undefined);
    const { landfall, partner, query: sendQuery } = setting;
    await landfall.pushEvents(eventOf('A'));
    partner.answer(answer, answer, answer, answer);
    const { names, source } = await sendQuery(0, filter);
    expect(names).toEqual(['A']);
    const isAnswer = status === 'EMPTY' || status === 'IGNORED_FILTER';
    expect(source).toMatchObject({ status, retrievedAt: expect.any(String), feedback: isAnswer ? [] : [{ severity: 'ERROR' }] });
  });

  test('TRUNCATED when it has more than its file permits to read, NOT_CONNECTED when no such partner is configured', async () => {
    await using setting = await openSetting(sqlite, ', paging: false');
    const { partner, query: sendQuery } = setting;
    partner.answer(page([eventOf('A')], 'more'));
    expect(await sendQuery(0)).toMatchObject({ names: ['A'], source: { status: 'TRUNCATED', feedback: [{ severity: 'WARN' }] } });
    expect((await sendQuery(0, { partners: ['unknown'] })).source).toMatchObject({ partner: { id: 'unknown' }, status: 'NOT_CONNECTED' });
  });
});
