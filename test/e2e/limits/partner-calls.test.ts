import { afterEach, describe, expect, it } from 'vitest';
import { type CallerLimits, callerOf } from '#platform/access/entitlement.ts';
import { noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { keyOf } from '../access/open-access.ts';
import type { Mode } from '../access/visibility-landfall.ts';
import { all } from '../access/visibility-world.ts';
import { type AuditedLandfall, openAudited } from '../audit/audited-landfall.ts';
import { openSocket, type SocketClient } from '../gateway/socket-client.ts';

/** Two tenants with equal rights, which could share the most. */
const tenants = { blue: all, red: all };
const blue = keyOf('blue').sent;
const red = keyOf('red').sent;

const schedules = (maxAgeSeconds: number | null, code = 'FE1') =>
  `{ vesselSchedules(filter: { vesselIMONumber: "9321483", carrierServiceCode: "${code}" }, maxAgeSeconds: ${maxAgeSeconds}) {
    nodes { carrierServiceName } sources { status retrievedAt feedback { message } } } }`;

interface World extends AsyncDisposable {
  readonly landfall: AuditedLandfall;
  readonly partners: TestPartners;
  /** Answers requests for notices. */
  readonly publisher: FakePartner;
}

/** Opens one carrier with schedules and notices, with this quota of requests per minute for each tenant. */
async function openWorld(calls: number, mode: Mode = 'together', ofRed: Partial<CallerLimits> = {}): Promise<World> {
  const publisher = await openFakePartner({ otherwise: { body: { arrivalNotices: [noticeWith()] } } });
  const lines = [`arrivalNotices: { baseUrl: "${publisher.url}" }`];
  const partners = await openPartners({ acme: { schedules: { vesselSchedules: [vesselScheduleWith()] }, lines } });
  const landfall = await openAudited({
    mode,
    partners,
    tenants: { blue: all, red: { ...all, limits: ofRed } },
    access: { limits: { partnerCallsPerMinute: calls } },
  });
  return {
    landfall,
    partners,
    publisher,
    [Symbol.asyncDispose]: async () => {
      for (const each of [landfall, partners, publisher]) await each[Symbol.asyncDispose]();
    },
  };
}

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** @returns status of the only source, number of rows, and number of requests to the carrier so far */
async function sendQuery(headers: Readonly<Record<string, string>>, query: string): Promise<[string, number, number]> {
  const { data } = await world.landfall.query(headers, query);
  const [field] = Object.values(data) as { nodes: object[]; sources: { status: string }[] }[];
  return [field?.sources[0]?.status ?? '', field?.nodes.length ?? 0, world.partners.requestCount()];
}

describe.each<Mode>(['together', 'apart'])('%s, a tenant that has used up its quota of requests to partners', (mode) => {
  it('gets that status with the stored rows, while a tenant with equal rights gets an answer', async () => {
    world = await openWorld(2, mode);
    expect(await sendQuery(blue, schedules(0))).toEqual(['OK', 1, 1]);
    expect(await sendQuery(blue, schedules(0, 'OTHER'))).toEqual(['EMPTY', 0, 2]);
    expect(await sendQuery(blue, schedules(0))).toEqual(['RATE_LIMITED', 1, 2]);
    expect(await sendQuery(blue, schedules(0, 'NEW'))).toEqual(['RATE_LIMITED', 0, 2]);
    expect(await sendQuery(red, schedules(0))).toEqual(['OK', 1, 3]);
    const { data, errors } = await world.landfall.query(blue, schedules(0, 'NEW'));
    expect([errors, data.vesselSchedules.sources]).toEqual([
      [],
      [
        {
          status: 'RATE_LIMITED',
          retrievedAt: null,
          feedback: [{ message: expect.stringMatching(/^At most 2 calls to partners a minute are allowed\. Try again in \d+ s\.$/) }],
        },
      ],
    ]);
  });

  it('gets that status at the same time as a tenant with equal rights gets an answer to the same query', async () => {
    world = await openWorld(1, mode);
    await sendQuery(blue, schedules(0, 'OTHER'));
    const answers = await Promise.all([blue, red, blue].map((headers) => sendQuery(headers, schedules(0))));
    expect(answers.map(([status, rows]) => [status, rows])).toEqual([
      ['RATE_LIMITED', 0],
      ['OK', 1],
      ['RATE_LIMITED', 0],
    ]);
  });

  it('gets match sets with UNKNOWN, and a tenant with equal rights gets the same page completely', async () => {
    world = await openWorld(1, mode);
    await world.landfall.push('acme', '/arrival-notices', noticeWith());
    await sendQuery(blue, schedules(0, 'OTHER'));
    const joined = '{ arrivalNotices { nodes { current { arrivalCall { outcome sources { status } } } } } }';
    const outcomeFor = async (headers: Readonly<Record<string, string>>) => {
      const { data } = await world.landfall.query(headers, joined);
      return data.arrivalNotices.nodes[0].current.arrivalCall;
    };
    expect(await outcomeFor(blue)).toEqual({ outcome: 'UNKNOWN', sources: [{ status: 'RATE_LIMITED' }] });
    expect(await outcomeFor(red)).toEqual({ outcome: 'UNIQUE', sources: [{ status: 'OK' }] });
    // Answers for the one tenant are cached for all with equal rights.
    expect(await outcomeFor(blue)).toEqual({ outcome: 'UNIQUE', sources: [{ status: 'OK' }] });
  });

  it('has a limit of its own, even with the same rights as others', async () => {
    world = await openWorld(1, mode, { partnerCallsPerMinute: 2 });
    for (const [headers, calls] of [
      [blue, 1],
      [red, 2],
    ] as const) {
      const requested = [];
      for (let time = 0; time <= calls; time += 1) requested.push((await sendQuery(headers, schedules(0)))[0]);
      expect(requested).toEqual([...Array(calls).fill('OK'), 'RATE_LIMITED']);
    }
  });

  it('gets the stored notices', async () => {
    world = await openWorld(1, mode);
    await world.landfall.push('acme', '/arrival-notices', noticeWith({ transportDocumentReference: 'STORED' }));
    const notices = (reference: string) =>
      `{ arrivalNotices(filter: { transportDocumentReferences: ["${reference}", "STORED"] }, maxAgeSeconds: 0) { nodes { id } sources { status } } }`;
    expect((await sendQuery(blue, notices('TD1'))).slice(0, 2)).toEqual(['OK', 2]);
    expect((await sendQuery(blue, notices('TD2'))).slice(0, 2)).toEqual(['RATE_LIMITED', 1]);
    expect(world.publisher.requests).toHaveLength(1);
  });
});

describe('requests to partners', () => {
  it('are not counted for cached answers, nor for requests that are already in flight', async () => {
    world = await openWorld(1);
    const [one, other] = await Promise.all([sendQuery(blue, schedules(0)), sendQuery(blue, schedules(0))]);
    expect([one, other]).toEqual([
      ['OK', 1, 1],
      ['OK', 1, 1],
    ]);
    for (let time = 0; time < 5; time += 1) expect(await sendQuery(blue, schedules(null))).toEqual(['OK', 1, 1]);
  });

  it('are counted for each attempt', async () => {
    world = await openWorld(2);
    world.publisher.answer({ status: 503 }, { status: 503 }, { status: 503 });
    const { data } = await world.landfall.query(blue, '{ arrivalNotices(maxAgeSeconds: 0) { nodes { id } sources { status } } }');
    expect([data.arrivalNotices, world.publisher.requests.length]).toEqual([{ nodes: [], sources: [{ status: 'RATE_LIMITED' }] }, 2]);
  });

  it('that follow notifications are not counted for any caller', async () => {
    world = await openWorld(1);
    await sendQuery(blue, schedules(0));
    await sendQuery(red, schedules(0));
    const notification = { transportDocumentReference: 'TD1', issueDateTime: '2026-12-20T08:00:00Z' };
    await world.landfall.push('acme', '/arrival-notice-notifications', notification);
    await world.publisher.received(1);
  });

  it('are unlimited if no quota is set', async () => {
    world = await openWorld(0);
    for (let time = 1; time <= 5; time += 1) expect(await sendQuery(blue, schedules(0))).toEqual(['OK', 1, time]);
  });
});

it('a subscription that requests partners uses the quota of its own tenant, and no other tenant’s events are affected', async () => {
  expect(callerOf(tenants.blue, 'blue').key).toBe(callerOf(tenants.red, 'red').key);
  world = await openWorld(1);
  await sendQuery(blue, schedules(0, 'OTHER'));
  await world.landfall.push('acme', '/arrival-notices', noticeWith());
  const watch =
    'subscription { arrivalNoticeVersionReceived(after: "0") { version { arrivalCall(maxAgeSeconds: 60) { outcome sources { status } } } } }';
  await using blueSocket = await signIn(blue);
  await using redSocket = await signIn(red);
  const firstOf = async (socket: SocketClient) => {
    socket.subscribe('1', watch);
    await socket.until((messages) => messages.some(({ type }) => type === 'next'));
    return socket.payloadsOf('1')[0].data.arrivalNoticeVersionReceived.version.arrivalCall;
  };
  expect(await firstOf(blueSocket)).toEqual({ outcome: 'UNKNOWN', sources: [{ status: 'RATE_LIMITED' }] });
  expect(await firstOf(redSocket)).toEqual({ outcome: 'UNIQUE', sources: [{ status: 'OK' }] });
});

async function signIn(payload: Readonly<Record<string, string>>): Promise<SocketClient> {
  const socket = await openSocket(world.landfall.url, { init: false });
  socket.send({ type: 'connection_init', payload });
  await socket.until(([first]) => first?.type === 'connection_ack');
  return socket;
}
