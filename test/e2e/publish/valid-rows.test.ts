import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { runLandfall } from '../../support/landfall.ts';
import { spoiledCopies } from '../../support/spoiled.ts';
import { contractViolations, type PublishedBody } from '../../support/standard-types.ts';
import { patienceMs } from '../../support/until.ts';
import { uuidOf } from '../../support/uuid.ts';
import { noticeOf, pushedTo, takesAll } from '../deliver/sent.ts';
import { type Got, openPublishing, type Publishing } from './open-publishing.ts';

const fixture = (path: string) => JSON.parse(readFileSync(new URL(`../../fixtures/${path}.json`, import.meta.url), 'utf8'));
const size = 120;

/** Data of a partner with violations: every tenth notice has a reference that is longer than the standard allows. */
const said = {
  arrivalNotices: spoiledCopies(fixture('arrival-notices/every-attribute'), size, ['issueDateTime', 'typeLabel']).map((notice, number) => ({
    ...notice,
    transportDocumentReference: number % 10 === 0 ? `REFERENCE-OF-MORE-THAN-20-${number}` : `DOC${number}`,
  })),
  arrivalNoticeNotifications: spoiledCopies(fixture('arrival-notices/notification'), size, ['issueDateTime', 'typeLabel']).map(
    (notification, number) => ({ ...notification, transportDocumentReference: `DOC${number}` }),
  ),
  events: spoiledCopies(fixture('port-calls/every-attribute'), size, ['eventID']).map((event, number) => ({
    ...event,
    eventID: number % 10 === 0 ? `event ${number}` : uuidOf(`event ${number}`),
  })),
};
const identifiedEvents = said.events.map(({ eventID }) => eventID).filter((eventID) => !eventID.startsWith('event '));
const schedules: Readonly<Record<string, readonly object[]>> = {
  'point-to-point-routes': [
    ...spoiledCopies(fixture('commercial-schedules/route'), size),
    { ...fixture('commercial-schedules/route'), legs: [] },
  ],
  'port-schedules': spoiledCopies(fixture('commercial-schedules/port-schedule'), size),
  'vessel-schedules': spoiledCopies(fixture('commercial-schedules/service-schedule'), size),
};
const requests = [
  ['point-to-point-routes', '/v1/point-to-point-routes?placeOfReceipt=NLRTM&placeOfDelivery=MYPKG'],
  ['port-schedules', '/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-01'],
  ['vessel-schedules', '/v1/vessel-schedules?carrierServiceCode=FE1'],
] as const;

/** Lines of the file of a partner that answers with the objects that others push. */
const answering = (url: string) => [
  'limits: { requestsPerSecond: 1000 }',
  ...[`arrivalNotices: { baseUrl: "${url}" }`, `portCalls: { baseUrl: "${url}" }`],
];

let subscriber: FakePartner;
let producer: FakePartner;
let publishing: Publishing;
beforeAll(async () => {
  subscriber = await openFakePartner({ otherwise: takesAll });
  producer = await openFakePartner({
    otherwise: ({ url }) => {
      if (url.startsWith('/arrival-notices')) return { headers: { 'api-version': '1.0.1' }, body: { arrivalNotices: said.arrivalNotices } };
      if (url.startsWith('/events')) return { headers: { 'api-version': '2.0.0' }, body: { events: said.events } };
      return { headers: { 'api-version': '1.0.3' }, body: [...(schedules[/v1\/([\w-]+)/.exec(url)?.[1] ?? ''] ?? [])] };
    },
  });
  publishing = await openPublishing({
    acme: { lines: [`commercialSchedules: { baseUrl: "${producer.url}" }`] },
    raw: { lines: ['publish: { invalidRows: asReceived }'] },
    follower: { lines: pushedTo(`${subscriber.url}/all`, { push: ['arrivalNotices', 'notifications', 'portCallEvents'] }) },
    announced: { lines: pushedTo(`${subscriber.url}/announced`, { push: ['notifications'] }) },
    answering: { lines: answering(producer.url) },
    downstream: { lines: pushedTo(`${subscriber.url}/down`, { see: 'partners: [answering]', push: ['arrivalNotices', 'portCallEvents'] }) },
    older: { lines: pushedTo(`${subscriber.url}/older`, { versions: 'arrivalNotices: 1.0.0', push: ['arrivalNotices'] }) },
  });
  for (const [path, name] of [
    ['arrival-notices', 'arrivalNotices'],
    ['arrival-notice-notifications', 'arrivalNoticeNotifications'],
    ['events', 'events'],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'key-of-acme' };
    const answer = await fetch(`${publishing.url}/dcsa/${path}`, { method: 'POST', headers, body: JSON.stringify({ [name]: said[name] }) });
    expect(answer.status).toBe(200);
  }
});
afterAll(async () => {
  for (const each of [publishing, subscriber, producer]) await each[Symbol.asyncDispose]();
});

/** Returns the rows of all pages, after checking that each conforms and that its partner is named. */
async function rowsOf(type: PublishedBody, path: string, as?: string): Promise<Got['rows']> {
  const pages = await publishing.walk(path, as);
  for (const { status, body, rows, headers } of pages) {
    expect([status, contractViolations(type, body)]).toEqual([200, []]);
    const places = [...(headers.get('landfall-row-sources') ?? '').matchAll(/(\d+)(?:-(\d+))?(?=[ "])/g)];
    expect(places.reduce((count, [, first, last = first]) => count + Number(last) - Number(first) + 1, 0)).toBe(rows.length);
  }
  return pages.flatMap(({ rows }) => rows);
}

describe('whatever partners send, what we publish conforms to the standards', () => {
  test('notices, by GET', async () => {
    for (const path of ['/arrival-notices', '/arrival-notices?includeVisualization=true', '/arrival-notices?removeCharges=true']) {
      const rows = await rowsOf('GetArrivalNoticesResponse', path);
      // A notice requires only its identity.
      const expected = said.arrivalNotices
        .map(({ transportDocumentReference }) => transportDocumentReference)
        .filter(({ length }) => length <= 20);
      expect(rows.map(({ transportDocumentReference }) => transportDocumentReference)).toEqual(expected);
    }
    expect(await rowsOf('GetArrivalNoticesResponse', '/arrival-notices', 'frugal')).toHaveLength(size * 0.9);
  });

  test('events, by GET, which require nothing, but are never published without their identity', async () => {
    const rows = await rowsOf('GetEventsResponse', '/events');
    expect(rows.map(({ eventID }) => eventID)).toEqual(identifiedEvents);
  });

  test.each(requests)('%s, by GET', async (endpoint, path) => {
    const rows = await rowsOf(endpoint, path);
    const valid = schedules[endpoint]?.filter((row) => contractViolations(endpoint, [row]).length === 0) ?? [];
    expect(valid.length).toBeGreaterThan(5);
    expect(rows.length).toBeGreaterThan(valid.length);
    expect(rows.length).toBeLessThan(size);
  });

  test('notices, notifications, announcements and events, by POST', async () => {
    const paths = {
      '/all/arrival-notices': ['PostArrivalNoticesRequest', size * 0.9],
      '/older/arrival-notices': ['PostArrivalNoticesRequest', size * 0.9],
      '/all/arrival-notice-notifications': ['PostArrivalNoticeNotificationsRequest', size],
      '/announced/arrival-notice-notifications': ['PostArrivalNoticeNotificationsRequest', size * 0.9],
      '/all/events': ['PostEventsRequest', identifiedEvents.length],
    } as const;
    const objectsAt = (path: string) =>
      subscriber.requests.filter(({ url }) => url === path).flatMap(({ body }) => Object.values(JSON.parse(body.toString()) as object)[0]);
    await vi.waitFor(() => {
      for (const [path, [, count]] of Object.entries(paths)) expect([path, objectsAt(path).length]).toEqual([path, count]);
    }, patienceMs);
    for (const { url, body } of subscriber.requests) {
      const [type] = paths[url as keyof typeof paths];
      expect(contractViolations(type, JSON.parse(body.toString()))).toEqual([]);
    }
  });
});

test('valid parts remain byte for byte, including unknown attributes and codes of open lists', async () => {
  const bytes =
    '{ "transportDocumentReference":"VALID", "issueDateTime":"2026-03-02T13:05:00Z", "carrierCode":"ZZZZ", "new" : [1.50, {"x":"\\u00e9"}] }';
  const spoiled = bytes
    .replace('VALID', 'SPOILED')
    .replace('"new"', '"transport":{"portOfDischarge":{"UNLocationCode":"BE ANR","locationName":"A"}}, "new"');
  const headers = { 'content-type': 'application/json', 'x-api-key': 'key-of-coral' };
  const body = `{"arrivalNotices":[${bytes},${spoiled}]}`;
  expect((await fetch(`${publishing.url}/dcsa/arrival-notices`, { method: 'POST', headers, body })).status).toBe(200);
  const { text, feedback } = await publishing.get('/arrival-notices?transportDocumentReferences=VALID,SPOILED');
  expect(text).toContain(bytes);
  expect(text).toContain(spoiled.replace('"UNLocationCode":"BE ANR",', ''));
  expect(feedback).toEqual([
    { severity: 'INFO', message: expect.stringMatching(/^1 of these rows .* are omitted, or sent as they are read\.$/) },
  ]);
});

test('a subscriber that takes rows as received gets all of them', async () => {
  const rows = (await publishing.walk('/arrival-notices', 'raw')).flatMap((page) => page.rows);
  expect(rows.filter(({ transportDocumentReference }) => String(transportDocumentReference).startsWith('REFERENCE'))).toHaveLength(
    size / 10,
  );
  const events = (await publishing.walk('/events', 'raw')).flatMap((page) => page.rows);
  expect(events.filter(({ eventID }) => String(eventID).startsWith('event '))).toHaveLength(size / 10);
});

test('operators see which rows were cleaned and withheld, and why', async () => {
  await publishing.push('coral', { events: [{ eventID: uuidOf('late'), timestamp: { serviceDateTime: 'tomorrow', remark: 'x' } }] });
  await publishing.push('coral', { arrivalNotices: [noticeOf('REFERENCE-OF-MORE-THAN-20')] });
  await publishing.get('/events');
  for (const path of ['/events', '/arrival-notices']) await publishing.walk(path);
  const query = `{ partners { id arrivalNotices { invalidRows { cleaned withheld latest { row outcome violations { path message } publishedAt } } }
    commercialSchedules { invalidRows { cleaned withheld latest { row outcome } } }
    portCalls { invalidRows { cleaned withheld latest { row outcome violations { path } } } } } }`;
  const headers = { 'content-type': 'application/json' };
  const url = `${publishing.url}/graphql`;
  const answer = (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json()) as {
    data: { partners: { id: string; arrivalNotices: object; commercialSchedules: { invalidRows: { withheld: number } } }[] };
  };
  const [acme, , coral] = ['acme', 'announced', 'coral'].map((id) => answer.data.partners.find((partner) => partner.id === id));
  expect(coral).toMatchObject({
    arrivalNotices: {
      invalidRows: {
        withheld: expect.any(Number),
        latest: [
          {
            row: 'REFERENCE-OF-MORE-THAN-20',
            outcome: 'WITHHELD',
            violations: [{ path: '$.transportDocumentReference', message: expect.any(String) }],
          },
          { row: 'SPOILED', outcome: 'CLEANED' },
        ],
      },
    },
    portCalls: {
      invalidRows: {
        withheld: 0,
        latest: [{ row: uuidOf('late'), outcome: 'CLEANED', violations: [{ path: '$.timestamp.serviceDateTime' }] }],
      },
    },
  });
  expect(acme?.commercialSchedules.invalidRows.withheld).toBeGreaterThan(0);
  const metrics = await (await fetch(`${publishing.url}/metrics`)).text();
  expect(metrics).toMatch(/landfall_publisher_invalid_rows_total\{subgraph="arrival-notices",partner="coral",outcome="WITHHELD"\} [1-9]/);
});

test('operators list which stored rows are cleaned and withheld, by a command next to the server', async () => {
  const { code, stdout, stderr } = await runLandfall(['partners', 'invalid-rows', 'coral'], { environment: publishing.environment });
  expect([code, stderr]).toEqual([0, 'Of 4 rows 2 are cleaned and 1 withheld.\n']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toEqual([
    expect.objectContaining({ partner: 'coral', log: 'arrival-notice-versions', row: 'SPOILED', outcome: 'CLEANED' }),
    expect.objectContaining({
      row: 'REFERENCE-OF-MORE-THAN-20',
      outcome: 'WITHHELD',
      violations: [expect.objectContaining({ path: '$.transportDocumentReference' })],
    }),
    expect.objectContaining({ log: 'port-call-events', row: uuidOf('late'), outcome: 'CLEANED', receivedAt: expect.any(String) }),
  ]);
});

// The last test, because afterwards there is more data than the others expect.
test('answers of partners are published in the same way as their pushes', async () => {
  const headers = { 'content-type': 'application/json' };
  const field = (name: string) =>
    `${name}(first: 1, maxAgeSeconds: 0, maxWaitMs: 20000, filter: { partners: ["answering"] }) { sources { status } }`;
  const body = JSON.stringify({ query: `{ ${field('arrivalNotices')} ${field('portCallEvents')} }` });
  const answer = await (await fetch(`${publishing.url}/graphql`, { method: 'POST', headers, body })).json();
  expect(answer).toEqual({ data: { arrivalNotices: { sources: [{ status: 'OK' }] }, portCallEvents: { sources: [{ status: 'OK' }] } } });

  expect(await rowsOf('GetArrivalNoticesResponse', '/arrival-notices', 'downstream')).toHaveLength(size * 0.9);
  expect(await rowsOf('GetEventsResponse', '/events', 'downstream')).toHaveLength(identifiedEvents.length);
  const sent = (path: string) =>
    subscriber.requests.filter(({ url }) => url === path).map(({ body: bytes }) => JSON.parse(bytes.toString()));
  const countOf = (path: string) => sent(path).reduce((sum, list) => sum + (Object.values(list as object)[0] as object[]).length, 0);
  await vi.waitFor(
    () => expect(['/down/arrival-notices', '/down/events'].map(countOf)).toEqual([size * 0.9, identifiedEvents.length]),
    patienceMs,
  );
  expect(sent('/down/arrival-notices').flatMap((list) => contractViolations('PostArrivalNoticesRequest', list))).toEqual([]);
  expect(sent('/down/events').flatMap((list) => contractViolations('PostEventsRequest', list))).toEqual([]);
});

test('an event is never published without its identity or its time of change, and operators see why', async () => {
  await using own = await openPublishing({
    follower: { lines: pushedTo(`${subscriber.url}/identity`, { push: ['portCallEvents'] }) },
    raw: { lines: ['publish: { invalidRows: asReceived }'] },
  });
  const changed = '2026-12-20T07:30:00.00000000000000000000Z';
  const events = [
    { eventID: 'EVENT 7', isFYI: true },
    { eventID: uuidOf('change'), eventUpdatedDateTime: changed },
    { eventID: uuidOf('unreadable'), eventUpdatedDateTime: 'tomorrow' },
    { eventID: ' ', isFYI: false },
    { eventID: uuidOf('valid') },
  ];
  const headers = { 'content-type': 'application/json', 'x-api-key': 'key-of-coral' };
  await fetch(`${own.url}/dcsa/events`, { method: 'POST', headers, body: JSON.stringify({ events }) });
  // A time that cannot be read orders nothing, and a blank identifies nothing.
  const published = [{ eventID: uuidOf('unreadable') }, { isFYI: false }, { eventID: uuidOf('valid') }];
  expect((await own.get('/events')).rows).toEqual(published);
  expect((await own.get('/events', 'raw')).rows).toEqual(events);
  const sent = () =>
    subscriber.requests
      .filter(({ url }) => url === '/identity/events')
      .flatMap(({ body }) => (JSON.parse(body.toString()) as { events: object[] }).events);
  await vi.waitFor(() => expect(sent()).toEqual(published), patienceMs);
  const { stdout } = await runLandfall(['partners', 'invalid-rows', 'coral'], { environment: own.environment });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ row, outcome }) => [row.startsWith('sha256:') ? 'by content' : row, outcome])).toEqual([
    ['EVENT 7', 'WITHHELD'],
    [uuidOf('change'), 'WITHHELD'],
    [uuidOf('unreadable'), 'CLEANED'],
    ['by content', 'CLEANED'],
  ]);
});
