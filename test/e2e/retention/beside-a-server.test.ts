import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eraseData } from '../../../gateway/cli/retention.ts';
import { eventWith, noticeWith } from '../../contract/matching/samples.ts';
import { runHere } from '../../support/run-here.ts';
import { someStoresOfTests, type TestStore } from '../../support/stores.ts';
import { createSubscriber, nameOf, type Subscriber } from '../../support/subscriber.ts';
import { countIn, type OpenRetention, openRetention, removalIn } from './open-retention.ts';

const [erased, staying] = ['CODE-OF-THE-ERASED', 'CODE-OF-ANOTHER'];
const partyOf = (partyCode: string) => ({
  partyFunction: 'CN',
  partyName: `${partyCode} Trading`,
  identifyingCodes: [{ codeListProvider: 'LEI', partyCode }],
});
const issued = (hour: number) => `2026-12-20T0${hour}:00:00Z`;
const noticeOf = (transportDocumentReference: string, hour: number, more: object) =>
  noticeWith({ transportDocumentReference, issueDateTime: issued(hour), ...more });

/**
 * Pushes a notice that previously named the party, one that names it, one of another party, and other objects that may
 * contain its data.
 */
async function fill(opened: OpenRetention): Promise<void> {
  const visualization = {
    name: 'notice.pdf',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF of the erased').toString('base64'),
  };
  const arrivalNotices = [
    noticeOf('ONCE', 1, { documentParties: [partyOf(erased)] }),
    noticeOf('ONCE', 2, { documentParties: [partyOf(staying)] }),
    noticeOf('NAMES', 1, { documentParties: [partyOf(staying), partyOf(erased)], arrivalNoticeVisualization: visualization }),
    noticeOf('NAMES', 1, { documentParties: [partyOf(erased)], freeText: 'a clash' }),
    noticeOf('OTHER', 1, { documentParties: [partyOf(staying)] }),
  ];
  expect(await opened.push('/arrival-notices', { arrivalNotices })).toBe(200);
  const named = { transportDocumentReference: 'NAMES', issueDateTime: issued(1) };
  expect(await opened.push('/arrival-notice-notifications', { arrivalNoticeNotifications: [named] })).toBe(200);
  const foreign = noticeOf('FOREIGN', 1, { carrierCode: 'ACME', documentParties: [partyOf(erased)] });
  expect(await opened.push('/arrival-notices', { arrivalNotices: [foreign] }, { partner: 'other' })).toBe(200);
  expect(await opened.push('/events', { events: [eventWith().wire] })).toBe(200);
  const relayed = { headers: { 'request-sending-party': erased } };
  expect(await opened.push('/events', { events: [{ eventID: 'relayed' }] }, relayed)).toBe(200);
}

const world = `{
  arrivalNotices { nodes { transportDocumentReference versions { nodes { id visualization { url } } } } }
  arrivalNoticeNotifications { nodes { id } }
  portCallEvents { nodes { eventID arrivalNotices { notices { version { transportDocumentReference } } } } }
}`;

interface World {
  readonly arrivalNotices: {
    readonly nodes: readonly {
      transportDocumentReference: string;
      versions: { nodes: readonly { id: string; visualization: { url: string } | null }[] };
    }[];
  };
  readonly arrivalNoticeNotifications: { readonly nodes: readonly object[] };
  readonly portCallEvents: {
    readonly nodes: readonly {
      eventID: string;
      arrivalNotices: { notices: readonly { version: { transportDocumentReference: string } }[] };
    }[];
  };
}

/** Returns the documents matched with events. */
function noticesOfCall({ portCallEvents }: World): string[] {
  const found = portCallEvents.nodes.flatMap(({ arrivalNotices }) => arrivalNotices.notices);
  return found.map(({ version }) => version.transportDocumentReference).sort();
}

/** Runs a subscriber until it has received this many events. */
async function listened(subscriber: Subscriber, url: string, count: number): Promise<Subscriber> {
  const listening = subscriber.listen(url);
  await subscriber.until(({ length }) => length === count);
  await subscriber.stop();
  await listening;
  return subscriber;
}

async function showErasure(store: TestStore): Promise<void> {
  await using opened = await openRetention(store);
  const { landfall, retention, retentionApart } = opened;
  const { query: sendQuery } = landfall;
  await fill(opened);
  const before = await sendQuery<World>(world);
  expect(noticesOfCall(before)).toEqual(['NAMES', 'ONCE', 'OTHER']);
  const all = await listened(createSubscriber('0'), landfall.url, 4);
  const live = createSubscriber(all.events.at(-1)?.cursor);
  const listening = live.listen(landfall.url);

  const rehearsal = JSON.parse((await retention(['erase', '--party', erased, '--dry-run'])).stdout);
  expect(rehearsal).toMatchObject({
    dryRun: true,
    keyKind: 'PARTY',
    documents: [
      { log: 'arrival-notice-versions', partner: 'acme', count: 2 },
      { log: 'arrival-notice-notifications', partner: 'acme', count: 1 },
      { log: 'port-call-events', partner: 'acme', count: 1 },
    ],
    deadLetters: 1,
    deliveryDeadLetters: 0,
  });
  expect(JSON.stringify(rehearsal)).not.toContain('ONCE');
  const { listed } = JSON.parse((await retention(['erase', '--party', erased, '--dry-run', '--list'])).stdout);
  expect(listed.documents).toEqual({
    'arrival-notice-versions': [
      ['acme', 'ONCE'],
      ['acme', 'NAMES'],
    ],
    'arrival-notice-notifications': [expect.arrayContaining(['["acme","NAMES"]'])],
    'port-call-events': [['acme', 'relayed']],
    'arrival-alerts': [],
  });
  expect([listed.deadLetters.length, listed.deliveryDeadLetters]).toEqual([1, []]);
  expect(await sendQuery(world)).toEqual(before);

  const finished = await retentionApart(['erase', '--party', erased, '--by', 'the data officer']);
  const removal = removalIn(finished);
  const keyHash = createHash('sha256')
    .update(JSON.stringify(['PARTY', null, erased]))
    .digest('hex');
  expect(removal).toMatchObject({ reason: { kind: 'ERASURE', keyKind: 'PARTY', keyHash }, by: 'the data officer' });
  expect(['versions', 'entities', 'blobs', 'clashes', 'deadLetters'].map((kind) => countIn([removal], kind))).toEqual([5, 4, 1, 1, 1]);
  expect(finished.stdout).not.toContain(erased);

  const after = await sendQuery<World>(world);
  expect(after.arrivalNotices.nodes.map(({ transportDocumentReference }) => transportDocumentReference)).toEqual(['OTHER']);
  expect(after.arrivalNoticeNotifications.nodes).toEqual([]);
  expect(after.portCallEvents.nodes.map(({ eventID }) => eventID)).not.toContain('relayed');
  expect(noticesOfCall(after)).toEqual(['OTHER']);
  const gone = before.arrivalNotices.nodes.filter(({ transportDocumentReference }) => transportDocumentReference !== 'OTHER');
  for (const { id, visualization } of gone.flatMap(({ versions }) => versions.nodes)) {
    expect(await sendQuery(`{ node(id: "${id}") { id } }`)).toEqual({ node: null });
    if (visualization !== null) expect((await fetch(new URL(visualization.url, landfall.url))).status).toBe(404);
  }
  expect((await listened(createSubscriber('0'), landfall.url, 1)).events.map(nameOf)).toEqual([`OTHER ${issued(1)}`]);

  // Cursors of erased events remain valid, and live subscribers were not disturbed.
  expect(await opened.push('/arrival-notices', { arrivalNotices: [noticeOf('ONCE', 3, {})] })).toBe(200);
  await live.until(({ length }) => length === 1);
  await live.stop();
  await listening;
  expect(live.events.map(nameOf)).toEqual([`ONCE ${issued(3)}`]);
  const cursorOf = (name: string) => all.events.find((event) => nameOf(event) === name)?.cursor;
  const [first, last] = [cursorOf(`ONCE ${issued(1)}`), cursorOf(`NAMES ${issued(1)}`)];
  expect((await listened(createSubscriber(first), landfall.url, 2)).events.map(nameOf)).toEqual([
    `OTHER ${issued(1)}`,
    `ONCE ${issued(3)}`,
  ]);
  expect((await listened(createSubscriber(last), landfall.url, 2)).events.map(({ missed }) => missed)).toEqual([null, null]);

  const shown = JSON.parse((await retention(['show', '--party', erased])).stdout);
  expect(shown.removals).toEqual([removal]);
  expect(JSON.parse((await retention(['show', '--party', staying])).stdout).removals).toEqual([]);
  if (store.name === 'sqlite') expect(await bytesIn(opened.environment['DATA_DIR'] ?? '')).not.toContain(erased);
}

async function bytesIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.startsWith('landfall.db'));
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))).join();
}

async function showExpiry(store: TestStore): Promise<void> {
  await using opened = await openRetention(store);
  const { landfall, retention, retentionApart } = opened;
  const { query: sendQuery } = landfall;
  await fill(opened);
  const all = await listened(createSubscriber('0'), landfall.url, 4);
  // Bounds a second before all data, and a moment after it.
  const nothing = { VERSION_RETENTION_DAYS: '1' };
  const everything = { VERSION_RETENTION_DAYS: '0.00000001' };

  const without = await retention(['run']);
  expect([without.code, without.stdout, without.stderr]).toEqual([0, '', expect.stringContaining('versions are kept')]);
  const young = await retention(['run'], nothing);
  expect([young.code, young.stdout]).toEqual([0, '']);
  const rehearsal = await retention(['run', '--dry-run'], everything);
  const versions = { 'arrival-notice-versions': 4, 'arrival-notice-notifications': 1, 'port-call-events': 2 };
  expect(JSON.parse(rehearsal.stdout)).toMatchObject({ versions, deadLetters: 1 });
  const state = JSON.parse((await retention(['show'], nothing)).stdout);
  expect(state).toMatchObject({
    versionDays: 1,
    logs: [{ versions: 4, replayable: { above: 0, upTo: 4 } }, { versions: 1 }, { versions: 2 }, { log: 'arrival-alerts' }],
  });
  const { oldestReceivedAt, nextRemovalAt } = state.logs[0];
  expect(Date.parse(nextRemovalAt) - Date.parse(oldestReceivedAt)).toBe(86_400_000);

  const removal = removalIn(await retentionApart(['run', '--by', 'the clock'], everything));
  expect(removal).toMatchObject({ reason: { kind: 'AGE' }, by: 'the clock', finishedAt: expect.any(String) });
  expect(['versions', 'entities', 'blobs', 'clashes', 'deadLetters'].map((kind) => countIn([removal], kind))).toEqual([7, 6, 1, 1, 1]);
  expect(await sendQuery<World>(world)).toEqual({
    arrivalNotices: { nodes: [] },
    arrivalNoticeNotifications: { nodes: [] },
    portCallEvents: { nodes: [] },
  });

  expect(await opened.push('/arrival-notices', { arrivalNotices: [noticeOf('NEW', 1, {})] })).toBe(200);
  const [second, ...later] = all.events.slice(1).map(({ cursor }) => cursor);
  const resumed = await listened(createSubscriber(second), landfall.url, 2);
  expect(resumed.events.map(({ missed }) => missed)).toEqual([{ reason: 'RETENTION', from: second, to: later.at(-1), count: 2 }, null]);
  expect(resumed.events.slice(1).map(nameOf)).toEqual([`NEW ${issued(1)}`]);
  expect((await listened(createSubscriber('0'), landfall.url, 1)).events.map(nameOf)).toEqual([`NEW ${issued(1)}`]);
}

describe.for(someStoresOfTests())('next to a running server over $name', (store) => {
  test('an erased party is immediately missing from every answer and event, cursors continue, and the record does not contain its name', () =>
    showErasure(store));
  test('versions of the configured age are removed with their events, and a client that resumes learns what is missing', () =>
    showExpiry(store));
});

test('an incomplete or ambiguous key is rejected', async () => {
  const { code, stderr } = await runHere(['retention', 'erase', '--notice', 'TD1'], { environment: {} });
  expect([code, stderr]).toEqual([1, expect.stringContaining('BAD_USER_INPUT')]);
  for (const key of [{}, { party: 'A', partner: 'acme' }, { partyName: ' ' }]) {
    await expect(eraseData(key)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  }
});
