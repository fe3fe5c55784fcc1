import { expect, inject, test } from 'vitest';
import { openFakePartner } from '../../support/fake-partner.ts';
import { partnerKeys } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { openBothWays } from '../apart/both-ways.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { openPublishing } from '../publish/open-publishing.ts';
import { fixture } from '../schedules/open-schedules.ts';
import { openHooked, quick, untilRequests } from '../webhooks/hooked-landfall.ts';

/** Numbers that JavaScript would round, in an object with its other kinds of values. */
const numbersOf = (last: string) => `{"a":9007199254740993,"b":[12345678901234567.89,-1e400,null],"c":"9007199254740993","d":${last}}`;
const [first, second] = [numbersOf('9007199254740993'), numbersOf('9007199254740995')];

const noticeOf = (issued: string, numbers: string, more = '') =>
  `{"transportDocumentReference":"N1","issueDateTime":"2026-12-0${issued}T08:00:00Z",${more}"x":${numbers}}`;
const eventOf = (numbers: string) =>
  `{"eventID":"8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11","eventUpdatedDateTime":"2026-12-20T07:30:00Z","x":${numbers}}`;

const queries: Readonly<Record<string, string>> = {
  notices: `{ arrivalNotice(partner: "acme", transportDocumentReference: "N1") { current { changes { path before after } supersedes { document clashes { document } } document } } }`,
  notifications: '{ arrivalNoticeNotifications { nodes { document } } }',
  events: '{ portCallEvents { nodes { document clashes { document } } } }',
  eventsTwice: '{ portCallEvents { nodes { document again: document ... on PortCallEvent { kinds document } } } }',
};

async function pushAll(url: string): Promise<void> {
  const push = async (path: string, list: string, object: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
    const answer = await fetch(`${url}/dcsa${path}`, { method: 'POST', headers, body: `{"${list}":[${object}]}` });
    expect(answer.status, await answer.text()).toBe(200);
  };
  await push('/arrival-notices', 'arrivalNotices', noticeOf('1', first));
  // Differs from the first one beyond the digits that JavaScript holds.
  await push('/arrival-notices', 'arrivalNotices', noticeOf('1', first.replace('9007199254740993}', '9007199254740992.5}')));
  await push('/arrival-notices', 'arrivalNotices', noticeOf('2', second));
  await push('/arrival-notice-notifications', 'arrivalNoticeNotifications', noticeOf('1', first));
  await push('/events', 'events', eventOf(first));
  await push('/events', 'events', eventOf(second));
}

async function textOf(url: string, query: string, accept = 'application/json'): Promise<string> {
  const headers = { 'content-type': 'application/json', accept };
  return (await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })).text();
}

/** Checks the answers to {@link queries}, as text. */
async function checkAnswers(send: (query: string) => Promise<string>): Promise<void> {
  const notice = await send(queries['notices'] ?? '');
  expect(notice).toContain(`"document":${noticeOf('2', second)}`);
  expect(notice).toContain(`"supersedes":{"document":${noticeOf('1', first)}`);
  expect(notice).toContain('{"path":"$.x.d","before":9007199254740993,"after":9007199254740995}');
  expect(notice).not.toContain('"path":"$.x.a"');
  expect(notice).toContain('"clashes":[{"document":');
  expect(notice).toContain('9007199254740992.5');
  expect(await send(queries['notifications'] ?? '')).toContain(`"document":${noticeOf('1', first)}`);
  const events = await send(queries['events'] ?? '');
  expect(events).toContain(`"document":${eventOf(first)}`);
  expect(events).toContain(`"clashes":[{"document":${eventOf(second)}}`);
  const twice = await send(queries['eventsTwice'] ?? '');
  expect(twice.split(eventOf(first))).toHaveLength(3);
}

test.for(someStoresOfTests())('numbers that JavaScript would round are answered as the partner wrote them, over $name', async (store) => {
  await using opened = store.open();
  await using landfall = await openLandfall({ ...opened.environment });
  await pushAll(landfall.url);
  // The first time by graphql-js, then by compiled code.
  for (let time = 0; time < 5; time += 1) await checkAnswers((query) => textOf(landfall.url, query));
  await checkAnswers((query) => textOf(landfall.url, query, 'text/event-stream'));
  await checkAnswers(async (query) => {
    await using socket = await openSocket(landfall.url);
    const texts: string[] = [];
    socket.socket.on('message', (text) => texts.push(String(text)));
    socket.subscribe('1', query);
    await socket.until((messages) => messages.some(({ type }) => type === 'complete'));
    return texts.join('\n');
  });
});

test('a subscription sends such numbers as they were written', async () => {
  await using landfall = await openLandfall();
  await pushAll(landfall.url);
  await using socket = await openSocket(landfall.url);
  const texts: string[] = [];
  socket.socket.on('message', (text) => texts.push(String(text)));
  socket.subscribe('1', 'subscription { portCallEventReceived(after: "0") { event { document } } }');
  await socket.until((messages) => messages.some(({ id }) => id === '1'));
  expect(texts.join('\n')).toContain(`"document":${eventOf(first)}`);
});

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

test.runIf(mongodbUrl && redisUrl)('a distributed deployment answers such numbers with the same bytes', async () => {
  await using both = await openBothWays({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
  await pushAll(both.together.url);
  for (const query of Object.values(queries)) {
    const [together, apart] = await both.answersTo({ query });
    expect(apart).toBe(together);
  }
  await checkAnswers((query) => textOf(both.apart.url, query));
});

test('a webhook is sent such numbers as they were written', async () => {
  await using receiver = await openFakePartner({ otherwise: { status: 204 } });
  const document = 'subscription { portCallEventReceived { event { document } } }';
  const webhook = { id: 'hook', url: `${receiver.url}/hook`, portCallEvents: true, document, ...quick };
  await using landfall = await openHooked({ blue: { webhooks: [webhook] } });
  await pushAll(landfall.url);
  await untilRequests(receiver, (requests) => requests.length >= 1);
  expect(String(receiver.requests[0]?.body)).toContain(`"document":${eventOf(first)}`);
});

const caches = redisUrl === undefined ? ['memory'] : ['memory', 'redis'];

test.for(caches)('rows of schedules have such numbers as they were written, cached in %s', async (cache) => {
  const row = JSON.stringify({ ...fixture('service-schedule'), x: '' }).replace('"x":""', `"x":${first}`);
  await using producer = await openFakePartner({ otherwise: { headers: { 'api-version': '1.0.3' }, body: `[${row}]` } });
  await using publishing = await openPublishing(
    { producer: { lines: [`commercialSchedules: { baseUrl: "${producer.url}/cs" }`] } },
    cache === 'redis' ? { REDIS_URL: redisUrl ?? '' } : {},
  );
  for (let time = 0; time < 2; time += 1) {
    const query = '{ vesselSchedules(filter: { vesselIMONumber: "9321483" }) { nodes { carrierServiceCode document } } }';
    expect(await textOf(publishing.url, query)).toContain(`"x":${first}`);
  }
  const { text } = await publishing.get('/v1/vessel-schedules?vesselIMONumber=9321483');
  expect(text).toContain(`"x":${first.replace(',null', '')}`);
});
