import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import type { PushedNotice } from '../../support/push.ts';
import { createSubscriber, nameOf } from '../../support/subscriber.ts';
import { writeAskablePartner } from './partner-files.ts';

const noticeOf = (reference: string, issueDateTime = '2026-03-02T13:05:00Z', more: object = {}): PushedNotice => ({
  transportDocumentReference: reference,
  issueDateTime,
  ...more,
});
const answerOf = (...arrivalNotices: PushedNotice[]) => ({ headers: { 'api-version': '1.0.1' }, body: { arrivalNotices } });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let partner: FakePartner;
let landfall: OpenLandfall;
beforeEach(async () => {
  folder = await temporaryFolder();
  partner = await openFakePartner();
  await writeAskablePartner(folder.path, partner.url, 'limits: { timeoutMs: 1500, deadlineMs: 2000 }');
  landfall = await openLandfall({ PARTNERS_DIR: folder.path });
});
afterEach(async () => {
  await landfall[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe('a notification', () => {
  const notify = (...arrivalNoticeNotifications: object[]) =>
    landfall.dcsa('/arrival-notice-notifications', { body: JSON.stringify({ arrivalNoticeNotifications }) });

  test('causes the notice that it names to be fetched from the partner, stored and sent to subscribers', async () => {
    partner.answer(answerOf(noticeOf('NAMED', '2026-03-02T13:05:00Z', { versionLabel: 'fetched' })));
    const subscriber = createSubscriber('0');
    const listening = subscriber.listen(landfall.url);
    expect((await notify(noticeOf('NAMED'))).status).toBe(200);
    await subscriber.until((events) => events.length === 1);
    await subscriber.stop();
    await listening;
    expect(partner.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /arrival-notices?transportDocumentReferences=NAMED',
    ]);
    expect(subscriber.events.map(nameOf)).toEqual(['NAMED 2026-03-02T13:05:00Z']);
    expect(
      await landfall.query(
        '{ arrivalNotices { nodes { current { versionLabel receivedBy } } } arrivalNoticeNotifications { nodes { receivedBy announces { versionLabel } } } }',
      ),
    ).toEqual({
      arrivalNotices: { nodes: [{ current: { versionLabel: 'fetched', receivedBy: 'NOTIFICATION' } }] },
      arrivalNoticeNotifications: { nodes: [{ receivedBy: 'PUSH', announces: { versionLabel: 'fetched' } }] },
    });
  });

  test('of a version that is already stored causes no request', async () => {
    await landfall.push(noticeOf('HELD'));
    await notify(noticeOf('HELD'));
    partner.answer(answerOf(noticeOf('NAMED')));
    await notify(noticeOf('NAMED'));
    await partner.received(1);
    expect(partner.requests.map(({ query }) => query.get('transportDocumentReferences'))).toEqual(['NAMED']);
  });

  test('is handled after a restart if the partner was unavailable before', async () => {
    await using data = await temporaryFolder();
    {
      partner.answer({ status: 404 });
      await using before = await openLandfall({ PARTNERS_DIR: folder.path, DATA_DIR: data.path });
      await before.dcsa('/arrival-notice-notifications', { body: JSON.stringify({ arrivalNoticeNotifications: [noticeOf('LATE')] }) });
      await partner.received(1);
    }
    partner.answer(answerOf(noticeOf('LATE')));
    await using after = await openLandfall({ PARTNERS_DIR: folder.path, DATA_DIR: data.path });
    const subscriber = createSubscriber('0');
    const listening = subscriber.listen(after.url);
    await subscriber.until((events) => events.length === 1);
    await subscriber.stop();
    await listening;
    expect(subscriber.events.map(nameOf)).toEqual(['LATE 2026-03-02T13:05:00Z']);
  });
});

describe('maxAgeSeconds', () => {
  interface Answer {
    readonly arrivalNotices: {
      readonly nodes: { transportDocumentReference: string; current: { versionLabel: string | null; receivedBy: string } }[];
      readonly sources: {
        partner: { readonly id: string };
        status: string;
        retrievedAt: string | null;
        apiVersion: string | null;
        feedback: { message: string }[];
      }[];
    };
  }
  const sendQuery = async (maxAgeSeconds?: number) => {
    const query = `query ($maxAgeSeconds: Int) { arrivalNotices(filter: { transportDocumentReferences: ["A", "B"] }, orderBy: OLDEST_FIRST, maxAgeSeconds: $maxAgeSeconds) {
      nodes { transportDocumentReference current { versionLabel receivedBy } } sources { partner { id } status retrievedAt apiVersion feedback { message } } } }`;
    const { arrivalNotices } = await landfall.query<Answer>(query, maxAgeSeconds === undefined ? {} : { maxAgeSeconds });
    const [source] = arrivalNotices.sources;
    expect(arrivalNotices.sources).toHaveLength(1);
    return {
      ...arrivalNotices,
      references: arrivalNotices.nodes.map(({ transportDocumentReference }) => transportDocumentReference),
      source,
    };
  };

  test('of 0 requests the partner, and its answer is on the page and in the log', async () => {
    await landfall.push(noticeOf('A', '2026-03-02T13:05:00Z', { versionLabel: 'pushed' }));
    partner.answer(answerOf(noticeOf('A', '2026-03-03T13:05:00Z', { versionLabel: 'pulled' }), noticeOf('B')));
    const { nodes, source } = await sendQuery(0);
    expect(nodes).toEqual([
      { transportDocumentReference: 'A', current: { versionLabel: 'pulled', receivedBy: 'PULL' } },
      { transportDocumentReference: 'B', current: { versionLabel: null, receivedBy: 'PULL' } },
    ]);
    expect(source).toMatchObject({ partner: { id: 'acme' }, status: 'OK', apiVersion: '1.0.1', retrievedAt: expect.any(String) });
    expect(partner.requests.map(({ url }) => url)).toEqual(['/arrival-notices?transportDocumentReferences=A,B']);
    const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { events: unknown[] } }>(
      '{ arrivalNoticeVersionLog(after: "0") { events { cursor } } }',
    );
    expect(arrivalNoticeVersionLog.events).toHaveLength(3);
  });

  test('requests again only when the last answer is older; absent, it requests no partner', async () => {
    expect((await sendQuery()).source).toMatchObject({ status: 'STORED', retrievedAt: null });
    partner.answer(answerOf(noticeOf('A')), answerOf(noticeOf('A'), noticeOf('B')));
    expect((await sendQuery(3_600)).references).toEqual(['A']);
    expect((await sendQuery(3_600)).source).toMatchObject({ status: 'OK' });
    expect(partner.requests).toHaveLength(1);
    expect((await sendQuery(0)).references).toEqual(['A', 'B']);
    expect(partner.requests).toHaveLength(2);
    expect((await sendQuery()).source).toMatchObject({ status: 'STORED', retrievedAt: expect.any(String) });
    expect(partner.requests).toHaveLength(2);
  });

  const answered = new Set(['EMPTY', 'IGNORED_FILTER']);
  test.each([
    ['FAILED', 'answers 500', { status: 500 }],
    ['DENIED', 'does not let us in', { status: 403 }],
    ['REFUSED_FILTER', 'refuses the question', { status: 400 }],
    ['IGNORED_FILTER', 'sends what was not asked for', { body: { arrivalNotices: [noticeOf('C')] } }],
    ['FAILED', 'answers HTML', { body: '<html>' }],
    ['FAILED', 'breaks off', { body: { arrivalNotices: [noticeOf('B')] }, fault: 'cut' }],
    ['TIMED_OUT', 'says nothing', { fault: 'hang' }],
    ['TIMED_OUT', 'drips', { fault: 'drip' }],
    ['EMPTY', 'has nothing', { body: { arrivalNotices: [] } }],
  ] as const)('reports %s when the partner %s, and returns what it sent before', async (status, _how, answer) => {
    await landfall.push(noticeOf('A'));
    partner.answer(answer, answer, answer, answer);
    const { references, source } = await sendQuery(0);
    expect(references).toEqual(['A']);
    expect(source?.status).toBe(status);
    expect(source?.feedback).toHaveLength(answered.has(status) ? 0 : 1);
    expect(source?.retrievedAt).toEqual(expect.any(String));
  });
});
