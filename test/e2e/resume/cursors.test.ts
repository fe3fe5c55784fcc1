import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEventStream } from '../../support/event-stream.ts';
import { partnerKeys } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import type { PushedNotice } from '../../support/push.ts';
import { createSubscriber, nameOf, type Subscriber, type VersionEvent } from '../../support/subscriber.ts';
import { openSocket } from '../gateway/socket-client.ts';

let landfall: OpenLandfall;
const open = async () => {
  // One of the queries selects every version of every notice.
  landfall = await openLandfall({}, { openLimits: { operationCost: 1_000_000 } });
};
const close = () => landfall[Symbol.asyncDispose]();

const received = /* GraphQL */ `
  subscription ($after: String, $filter: ArrivalNoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) {
      cursor version { id transportDocumentReference issueDateTime } missed { reason from to count }
    }
  }
`;
interface Received {
  readonly arrivalNoticeVersionReceived: VersionEvent;
}

const noticeOf = (number: number, more: object = {}): PushedNotice => ({
  transportDocumentReference: `D${number % 5}`,
  issueDateTime: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
  ...more,
});
const named = ({ transportDocumentReference, issueDateTime }: PushedNotice) => `${transportDocumentReference} ${issueDateTime}`;

/** Runs a subscriber until it has received this many events in total. */
async function listenFor(subscriber: Subscriber, count: number): Promise<void> {
  const listening = subscriber.listen(landfall.url);
  await subscriber.until((events) => events.length >= count);
  await subscriber.stop();
  await listening;
}

describe('a subscription', () => {
  beforeEach(open);
  afterEach(close);

  test('resumes after its last cursor without gap or repetition, over websockets and server-sent events in turn', async () => {
    for (let number = 0; number < 4; number += 1) await landfall.push(noticeOf(number));
    const socket = createSubscriber('0');
    await listenFor(socket, 4);
    await landfall.push(noticeOf(4), noticeOf(5));
    const events: VersionEvent[] = [...socket.events];
    for (let turn = 0; turn < 2; turn += 1) {
      await using stream = await openEventStream(landfall.url, received, { after: events.at(-1)?.cursor });
      const event = (await stream.next<Received>())?.data?.arrivalNoticeVersionReceived;
      if (event) events.push(event);
    }
    await landfall.push(noticeOf(6));
    const resumed = createSubscriber(events.at(-1)?.cursor);
    await listenFor(resumed, 1);
    events.push(...resumed.events);
    expect(events.map(nameOf)).toEqual([0, 1, 2, 3, 4, 5, 6].map((number) => named(noticeOf(number))));
    const replay = createSubscriber('0');
    await listenFor(replay, 7);
    expect(replay.events).toEqual(events);
  });

  test('without a cursor gets no earlier event', async () => {
    await landfall.push(noticeOf(0), noticeOf(1));
    await using client = await openSocket(landfall.url);
    client.subscribe('s', received);
    // A subscription at the head gets the next version only; until then it sends nothing that the test could wait for.
    for (let number = 2; client.payloadsOf('s').length === 0; number += 1) await landfall.push(noticeOf(number));
    const [first] = client.payloadsOf('s').map(({ data }) => data.arrivalNoticeVersionReceived as VersionEvent);
    expect(Date.parse(first?.version?.issueDateTime ?? '')).toBeGreaterThan(Date.parse(noticeOf(1).issueDateTime));
  });

  test('of notifications replays and resumes likewise', async () => {
    const notify = (number: number) =>
      landfall.dcsa('/arrival-notice-notifications', { body: JSON.stringify({ arrivalNoticeNotifications: [noticeOf(number)] }) });
    const query =
      'subscription ($after: String) { arrivalNoticeNotificationReceived(after: $after) { cursor notification { issueDateTime } missed { reason } } }';
    interface Notified {
      readonly arrivalNoticeNotificationReceived: { cursor: string; notification: { issueDateTime: string }; missed: null };
    }
    for (let number = 0; number < 3; number += 1) expect((await notify(number)).status).toBe(200);
    await using replay = await openEventStream(landfall.url, query, { after: '0' });
    const first = (await replay.next<Notified>())?.data?.arrivalNoticeNotificationReceived;
    await using resumed = await openEventStream(landfall.url, query, { after: first?.cursor });
    await resumed.next();
    await resumed.next();
    await notify(3);
    const last = (await resumed.next<Notified>())?.data?.arrivalNoticeNotificationReceived;
    expect(last).toEqual({ cursor: expect.any(String), notification: { issueDateTime: noticeOf(3).issueDateTime }, missed: null });
  });
});

describe('while pushes run', () => {
  beforeEach(open);
  afterEach(close);

  test('a replay continues with live events, and a snapshot is followed by them, without gap or repetition', async () => {
    const total = 120;
    let number = 0;
    const replays: Subscriber[] = [];
    const snapshots: { names: readonly string[]; subscriber: Subscriber }[] = [];
    const listening: Promise<void>[] = [];
    const listen = (subscriber: Subscriber) => {
      listening.push(subscriber.listen(landfall.url));
      return subscriber;
    };
    const push = async (): Promise<void> => {
      while (number < total) {
        const notices = Array.from({ length: Math.min(1 + (number % 4), total - number) }, () => noticeOf(number++));
        expect((await landfall.push(...notices)).status).toBe(200);
      }
    };
    const pushing = Promise.all([push(), push(), push()]);
    while (number < total) {
      replays.push(listen(createSubscriber('0')));
      // First the cursor, then the state: a version in between is in both, and recognized by its id.
      const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { cursor: string } }>(
        '{ arrivalNoticeVersionLog { cursor } }',
      );
      snapshots.push({ names: await allVersions(), subscriber: listen(createSubscriber(arrivalNoticeVersionLog.cursor)) });
    }
    await pushing;
    const marker = noticeOf(total);
    await landfall.push(marker);
    const subscribers = [...replays, ...snapshots.map(({ subscriber }) => subscriber)];
    await Promise.all(
      subscribers.map((subscriber) => subscriber.until((events) => events.some((event) => nameOf(event) === named(marker)))),
    );
    await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
    await Promise.all(listening);

    const all = Array.from({ length: total + 1 }, (_, index) => named(noticeOf(index))).sort();
    const log = replays[0]?.events ?? [];
    expect(log.map(nameOf).sort()).toEqual(all);
    for (const { events } of replays) expect(events).toEqual(log);
    for (const { names, subscriber } of snapshots) {
      const { events } = subscriber;
      expect(events).toEqual(log.slice(-events.length));
      expect([...new Set([...names, ...events.map(nameOf)])].sort()).toEqual(all);
    }
    expect(snapshots.length).toBeGreaterThan(2);
  });
});

describe('a filter', () => {
  beforeEach(open);
  afterEach(close);

  const legs = (vesselName: string, carrierImportVoyageNumber: string) => ({ vesselVoyage: { vesselName, carrierImportVoyageNumber } });
  const first = noticeOf(0, {
    transport: { portOfDischarge: { UNLocationCode: 'NLRTM' }, legs: [legs('Ever Last', '017W'), legs('Feeder', '3N')] },
    utilizedTransportEquipments: [{ equipment: { equipmentReference: 'LFDU4170012' } }],
  });
  const moved = noticeOf(5, { transport: { portOfDischarge: { UNLocationCode: 'BEANR' }, legs: [legs('Ever Last', '3N')] } });
  const other = noticeOf(1, { transport: { portOfDischarge: { UNLocationCode: 'NLRTM' } } });

  test.each<[string, object, readonly PushedNotice[]]>([
    ['by documents', { transportDocumentReferences: ['D0'] }, [first, moved]],
    ['by port', { portOfDischarge: 'NLRTM' }, [first, other]],
    ['by container', { equipmentReferences: ['lfdu 4170012'] }, [first]],
    ['by vessel and voyage of one leg', { vesselName: 'ever last', carrierImportVoyageNumber: '3N' }, [moved]],
  ])('%s selects exactly the matching events, under the cursors of the whole log', async (_name, filter, expected) => {
    await landfall.push(first);
    await landfall.push(moved);
    const live = createSubscriber('0', filter);
    const listening = live.listen(landfall.url);
    await landfall.push(other, noticeOf(2), ...expected.map((notice) => again(notice)));
    const whole = createSubscriber('0');
    await listenFor(whole, 4 + expected.length);
    await live.until((events) => events.length >= 2 * expected.length);
    await live.stop();
    await listening;
    const wanted = new Set([...expected, ...expected.map(again)].map(named));
    expect(live.events).toEqual(whole.events.filter((event) => wanted.has(nameOf(event))));
    expect(live.events).toHaveLength(2 * expected.length);
  });

  test('by partner selects what this partner sent', async () => {
    const ofOther = noticeOf(3, { carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' });
    const live = createSubscriber('0', { partners: ['other'] });
    const listening = live.listen(landfall.url);
    await landfall.push(noticeOf(0), noticeOf(1));
    await landfall.dcsa('/arrival-notices', { body: JSON.stringify({ arrivalNotices: [ofOther] }), key: partnerKeys.other });
    await live.until((events) => events.length > 0);
    await live.stop();
    await listening;
    expect(live.events.map(nameOf)).toEqual([named(ofOther)]);
  });

  test('that nothing matches sends nothing, and its cursor advances with the log nevertheless', async () => {
    for (let number = 0; number < 3; number += 1) await landfall.push(noticeOf(number));
    const query =
      'query ($after: String) { arrivalNoticeVersionLog(after: $after, filter: { portOfDischarge: "XXXXX" }) { events { cursor } cursor hasMore } }';
    const { arrivalNoticeVersionLog: page } = await landfall.query<{
      arrivalNoticeVersionLog: { events: []; cursor: string; hasMore: boolean };
    }>(query, { after: '0' });
    expect([page.events, page.hasMore]).toEqual([[], false]);
    const behind = createSubscriber(page.cursor);
    const listening = behind.listen(landfall.url);
    await landfall.push(noticeOf(3));
    await behind.until((events) => events.length > 0);
    await behind.stop();
    await listening;
    expect(behind.events.map(nameOf)).toEqual([named(noticeOf(3))]);
  });

  /** The same notice, a year later. */
  function again(notice: PushedNotice): PushedNotice {
    return { ...notice, issueDateTime: notice.issueDateTime.replace('2026', '2027') };
  }
});

describe('a cursor that was not issued for the subscription', () => {
  beforeAll(async () => {
    await open();
    await landfall.push(noticeOf(0));
  });
  afterAll(close);

  test.each([
    ['made up', () => 'c5'],
    ['a number', () => '3'],
    ['empty', () => ''],
    ['altered', (cursor: string) => `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`],
    ['cut short', (cursor: string) => cursor.slice(0, -1)],
  ])('is CURSOR_INVALID when it is %s, over both transports, and the socket stays open', async (_name, forge) => {
    const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { cursor: string } }>(
      '{ arrivalNoticeVersionLog { cursor } }',
    );
    await expectInvalid(forge(arrivalNoticeVersionLog.cursor));
  });

  test('is CURSOR_INVALID when it belongs to another log or to a page', async () => {
    const { log, page } = await landfall.query<{ log: { cursor: string }; page: { pageInfo: { endCursor: string } } }>(
      '{ log: arrivalNoticeNotificationLog { cursor } page: arrivalNotices { pageInfo { endCursor } } }',
    );
    await expectInvalid(log.cursor);
    await expectInvalid(page.pageInfo.endCursor);
  });

  async function expectInvalid(after: string): Promise<void> {
    await using client = await openSocket(landfall.url);
    client.subscribe('s', received, { after });
    await client.until((messages) => messages.some(({ id }) => id === 's'));
    expect(client.messages.at(-1)).toEqual({
      id: 's',
      type: 'error',
      payload: [{ message: expect.stringContaining('cursor'), extensions: { code: 'CURSOR_INVALID' } }],
    });
    client.subscribe('t', received, { after: '0' });
    await client.until(() => client.payloadsOf('t').length === 1);
    await using stream = await openEventStream(landfall.url, received, { after });
    expect((await stream.next())?.errors?.map(({ extensions }) => extensions.code)).toEqual(['CURSOR_INVALID']);
    expect(await stream.next()).toBeUndefined();
  }
});

/** Returns the names of all stored versions. */
async function allVersions(): Promise<string[]> {
  interface All {
    readonly arrivalNotices: { nodes: { versions: { nodes: PushedNotice[] } }[] };
  }
  const { arrivalNotices } = await landfall.query<All>(
    '{ arrivalNotices(first: 500) { nodes { versions(first: 500) { nodes { transportDocumentReference issueDateTime } } } } }',
  );
  return arrivalNotices.nodes.flatMap(({ versions }) => versions.nodes.map(named));
}
