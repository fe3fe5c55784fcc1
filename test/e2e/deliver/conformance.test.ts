import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner, type RecordedRequest } from '../../support/fake-partner.ts';
import { failedPushChecks, type PushScenario } from '../../support/publisher-conformance.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { openPublishing, type Publishing } from '../publish/open-publishing.ts';
import { eventIDOf, messageIn, noticeOf, pushedTo } from './sent.ts';

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8'));
const complete = fixture('arrival-notices/complete');
const everyAttribute = fixture('arrival-notices/every-attribute');
const { charges: _charges, ...unfreighted } = complete;
const { freeTimes: _freeTimes, ...freighted } = complete;
const { freeTimes: _, ...basic } = unfreighted;

/** Notices with exactly the attributes that a profile requires, by the names of the profiles. */
const notices = {
  BASIC: { ...basic, transportDocumentReference: 'BASIC' },
  FREIGHTED: { ...freighted, transportDocumentReference: 'FREIGHTED' },
  FREE_TIME: { ...unfreighted, transportDocumentReference: 'FREE_TIME' },
} as const;
const profiles = ['BASIC', 'FREIGHTED', 'FREE_TIME'] as const;
const services = { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' };
const events = {
  TIMESTAMP: {
    eventID: eventIDOf(1),
    portCallService: services,
    timestamp: { classifierCode: 'EST', serviceDateTime: '2026-12-28T14:00:00Z' },
  },
  MOVE_FORECAST: {
    eventID: eventIDOf(2),
    portCallService: { ...services, portCallServiceTypeCode: 'MOVES' },
    movesForecasts: [
      { restowUnits: { totalUnits: 14 }, dischargeUnits: { totalUnits: { totalUnits: 640 }, ladenUnits: { size40Units: 310 } } },
    ],
  },
} as const;

/** The response of the gateway's Subscriber to any message. */
const gatewayAnswer = { headers: { 'api-version': '1.0.0' }, body: { feedbackElements: [] } };
const gatewayPath = '/conformance/sandbox/8c1f/party/Subscriber1/api';

/** Uses 1.0.0 and sends the major version in requests. */
let gateway: FakePartner;
/** Receives notifications and fetches the notices. */
let fetching: FakePartner;
/** May not see charges. */
let frugal: FakePartner;
let publishing: Publishing;
beforeAll(async () => {
  const open = () => openFakePartner({ otherwise: gatewayAnswer });
  [gateway, fetching, frugal] = await Promise.all([open(), open(), open()]);
  publishing = await openPublishing({
    gateway: {
      lines: [
        ...pushedTo(gateway.url + gatewayPath, {
          push: ['arrivalNotices', 'notifications', 'portCallEvents'],
          versions: 'arrivalNotices: 1.0.0',
          versionHeader: 'major',
        }),
        'outbound: { apiKey: { header: dcsa-conformance-api-key, value: sandbox-key } }',
      ],
    },
    fetching: { lines: pushedTo(fetching.url, { push: ['notifications'], versions: 'arrivalNotices: 1.0.0' }) },
    frugal: { lines: pushedTo(frugal.url, { see: 'charges: false', push: ['arrivalNotices', 'portCallEvents'] }) },
  });
});
afterAll(async () => {
  await publishing[Symbol.asyncDispose]();
  for (const partner of [gateway, fetching, frugal]) await partner[Symbol.asyncDispose]();
});

describe('a Publisher passes the scenarios of the conformance gateway in which it pushes', () => {
  test.each(profiles)('P1 to P3: a notice of profile %s, to each subscriber that may see what the profile requires', async (profile) => {
    await publishing.push('acme', { arrivalNotices: [notices[profile]] });
    const toGateway = await sentTo(gateway, '/arrival-notices', profile);
    expectConformance(toGateway, [profile]);
    expectConformance(await sentTo(frugal, '/arrival-notices', profile), [profile === 'FREIGHTED' ? 'BASIC' : profile]);
    expect(messageIn(toGateway).objects).toEqual([notices[profile]]);
  });

  test('P1 to P3 together: a message of all profiles', async () => {
    const arrivalNotices = profiles.map((profile) => ({ ...notices[profile], typeLabel: 'at once' }));
    await publishing.push('acme', { arrivalNotices });
    const message = await sentTo(gateway, '/arrival-notices', 'at once');
    expect(messageIn(message).objects).toHaveLength(3);
    expectConformance(message, profiles);
  });

  test('P4: notifications of partners, to one that receives notices too', async () => {
    const notification = { ...fixture('arrival-notices/notification'), transportDocumentReference: 'OF-ACME' };
    await publishing.push('acme', { arrivalNoticeNotifications: [notification] });
    const message = await sentTo(gateway, '/arrival-notice-notifications', 'OF-ACME');
    expectConformance(message, ['NOTIFICATION']);
    expect(messageIn(message).objects).toEqual([notification]);
  });

  test.each([
    ['a notice of every profile', { ...complete, transportDocumentReference: 'TOLD-1' }],
    ['a notice with every attribute', { ...everyAttribute, transportDocumentReference: 'TOLD-2' }],
    ['a notice that has nothing but its identity', noticeOf('TOLD-3')],
  ])('P4: notifications that we create, to one that receives nothing else, and finds by it %s', async (_, notice) => {
    await publishing.push('acme', { arrivalNotices: [notice] });
    const message = await sentTo(fetching, '/arrival-notice-notifications', notice.transportDocumentReference);
    expectConformance(message, ['NOTIFICATION']);
    const [reported] = messageIn(message).objects;
    const { rows } = await publishing.get(
      `/arrival-notices?transportDocumentReferences=${reported?.['transportDocumentReference']}`,
      'fetching',
    );
    const identityOf = (named: typeof reported) => [named?.['transportDocumentReference'], named?.['typeLabel'], named?.['issueDateTime']];
    expect(rows.map(identityOf)).toEqual([identityOf(reported)]);
  });

  test.each(['TIMESTAMP', 'MOVE_FORECAST'] as const)('of Port Call: an event of kind %s', async (kind) => {
    await publishing.push('acme', { events: [events[kind]] });
    const message = await sentTo(gateway, '/events', events[kind].eventID);
    expectConformance(message, [kind]);
    expect(messageIn(message).objects).toEqual([events[kind]]);
  });

  test('of Port Call: an event that is of every kind at the same time', async () => {
    const event = fixture('port-calls/every-attribute');
    await publishing.push('coral', { events: [event] });
    expectConformance(await sentTo(gateway, '/events', event.eventID), ['TIMESTAMP', 'MOVE_FORECAST']);
  });

  test('and these scenarios fail for messages that do not conform', () => {
    const violationsIn = (scenario: PushScenario, path: string, message: object) =>
      failedPushChecks(scenario, { url: path, body: Buffer.from(JSON.stringify(message)) });
    expect(violationsIn('FREIGHTED', '/arrival-notices/', { arrivalNotices: [notices.BASIC] })).toEqual(['path', 'C11']);
    expect(violationsIn('FREE_TIME', '/arrival-notices', { arrivalNotices: [notices.FREIGHTED] })).toEqual(['C10']);
    expect(violationsIn('BASIC', '/arrival-notices', { arrivalNotices: [] })).toEqual(['C0']);
    expect(
      violationsIn('NOTIFICATION', '/arrival-notice-notifications', { arrivalNoticeNotifications: [{ issueDateTime: null }] }),
    ).toEqual([
      expect.stringContaining('1.0.1: /arrivalNoticeNotifications/0 must have'),
      expect.stringContaining('1.0.1: /arrivalNoticeNotifications/0/issueDateTime must be string'),
      expect.stringContaining('1.0.0: /arrivalNoticeNotifications/0 must have'),
      expect.stringContaining('1.0.0: /arrivalNoticeNotifications/0/issueDateTime must be string'),
      'N1',
    ]);
    expect(violationsIn('TIMESTAMP', '/events', { events: [events.MOVE_FORECAST] })).toEqual(['T1', 'T2', 'T3']);
    expect(violationsIn('MOVE_FORECAST', '/events', { events: [events.TIMESTAMP] })).toEqual(['M1', 'M2']);
    const empty = { loadUnits: {}, dischargeUnits: { ladenUnits: { size45Units: '7' } } };
    expect(violationsIn('MOVE_FORECAST', '/events', { events: [{ movesForecasts: [empty] }] })).toEqual([
      expect.stringContaining('size45Units must be integer'),
      ...['M3', 'M12'],
    ]);
  });
});

describe('a push has the version that the subscriber’s file states', () => {
  test('the full version, or its major version, once; the newest one if it states none', async () => {
    const issued = { issueDateTime: '2026-05-12T09:30:00Z' };
    await publishing.push('acme', { arrivalNotices: [noticeOf('VERSIONS', issued)], events: [{ eventID: eventIDOf(7) }] });
    const messages = [
      await sentTo(gateway, '/arrival-notices', 'VERSIONS'),
      await sentTo(gateway, '/events', eventIDOf(7)),
      await sentTo(fetching, '/arrival-notice-notifications', 'VERSIONS'),
      await sentTo(frugal, '/arrival-notices', 'VERSIONS'),
    ];
    expect(messages.map(({ headers }) => headers['api-version'])).toEqual(['1', '2', '1.0.0', '1.0.1']);
  });

  test('and a subscriber with 1.0.0 gets responses of that version, in whichever form it sends it', async () => {
    for (const version of ['1', '1.0.0', '1.0.1', undefined]) {
      const headers = version === undefined ? {} : { 'api-version': version };
      const got = await publishing.get('/arrival-notices?limit=1', 'fetching', { headers });
      expect([version, got.status, got.headers.get('api-version')]).toEqual([version, 200, '1.0.0']);
      expect(contractViolations('GetArrivalNoticesResponse', got.body)).toEqual([]);
    }
  });
});

test('attributes of a partner with types that the standard does not have are left out, so that the push conforms', async () => {
  const odd = {
    ...noticeOf('ODD'),
    versionLabel: null,
    carrierCode: 4711,
    isElectronic: 'yes',
    carrierClauses: ['A clause', null, 7],
    transport: { portOfDischarge: ['NLRTM'], portOfDischargeArrivalDate: { value: '2026-02-30', classifier: 'EST' } },
    charges: [{ currencyAmount: '490.00' }],
  };
  await publishing.push('acme', { arrivalNotices: [odd], events: [{ eventID: eventIDOf(9), isFYI: 'no', timestamp: null }] });
  for (const [partner, path, name] of [
    [gateway, '/arrival-notices', 'ODD'],
    [fetching, '/arrival-notice-notifications', 'ODD'],
    [gateway, '/events', eventIDOf(9)],
  ] as const) {
    const { body } = await sentTo(partner, path, name);
    expect(body.toString()).not.toContain('null');
    expect(contractViolations(typeOf(path), JSON.parse(body.toString()))).toEqual([]);
  }
});

function typeOf(path: '/arrival-notices' | '/arrival-notice-notifications' | '/events') {
  if (path === '/events') return 'PostEventsRequest';
  return path === '/arrival-notices' ? 'PostArrivalNoticesRequest' : 'PostArrivalNoticeNotificationsRequest';
}

/** Expects a POST of JSON that passes all checks of these scenarios and has the key of the gateway. */
function expectConformance(request: RecordedRequest, scenarios: readonly PushScenario[]): void {
  const { method, url, headers, body } = request;
  expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
  expect(headers['dcsa-conformance-api-key']).toBe(url.startsWith(gatewayPath) ? 'sandbox-key' : undefined);
  expect(body.toString()).not.toContain('null');
  for (const scenario of scenarios) expect(failedPushChecks(scenario, request)).toEqual([]);
}

/** Waits for the first message at a path that contains this text. */
async function sentTo(partner: FakePartner, path: string, text: string): Promise<RecordedRequest> {
  for (;;) {
    const found = partner.requests.find(({ url, body }) => url.endsWith(path) && body.includes(`"${text}"`));
    if (found !== undefined) return found;
    await partner.received(partner.requests.length + 1);
  }
}
