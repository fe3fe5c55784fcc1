import { describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { runHere } from '../../support/run-here.ts';
import { until } from '../../support/until.ts';
import { openPublishing, type Publishing } from '../publish/open-publishing.ts';
import { messageIn, noticeOf, objectsAt, pushedTo, takesAll } from './sent.ts';

const quick = 'firstMs: 50, maxMs: 200';
const wanted = { push: ['arrivalNotices'], retry: quick } as const;

describe('a message that is not answered with 200 is sent again unchanged', () => {
  test.each([
    ['the connection is dropped after the body was read', { fault: 'drop' }],
    ['the answer breaks off', { fault: 'cut', body: takesAll.body }],
    ['the answer takes longer than the subscriber is given', { fault: 'hang' }],
    ['500', { status: 500 }],
    ['429', { status: 429 }],
    ['503', { status: 503, body: '<html>' }],
  ] as const)('when %s', async (_, answer: ScriptedAnswer) => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    subscriber.answer(answer, answer);
    const timeoutMs = answer.fault === 'hang' ? 1_000 : 30_000;
    const limits = `limits: { requestsPerSecond: 1000, timeoutMs: ${timeoutMs} }`;
    const lines = [`publish: { push: { arrivalNotices: "${subscriber.url}", retry: { ${quick} } } }`, limits];
    await using landfall = await openPublishing({ harbour: { lines } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2')] });
    await subscriber.received(3);
    expect(new Set(subscriber.requests.map((request) => messageIn(request).id)).size).toBe(1);
    expect(new Set(subscriber.requests.map(({ body }) => body.toString())).size).toBe(1);
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC3')] });
    await referencesUntil(subscriber, 'DOC3');
    expect(subscriber.requests).toHaveLength(4);
  });

  test('when no server listens, until one does', async () => {
    const first = await openFakePartner({ otherwise: takesAll });
    const { url } = first;
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(url, wanted) } });
    await first[Symbol.asyncDispose]();
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1')] });
    await reportUntil(landfall, ({ state }) => state === 'FAILING');
    await using second = await openFakePartner({ otherwise: takesAll, port: Number(new URL(url).port) });
    expect(await referencesUntil(second, 'DOC1')).toEqual(['DOC1']);
    expect(await reportUntil(landfall, ({ state }) => state === 'DELIVERING')).toMatchObject({
      waiting: 0,
      lagSeconds: 0,
      deadLetterCount: 0,
    });
  });

  test('not before the time that the subscriber requests', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    const came: number[] = [];
    const busy = () => {
      came.push(performance.now());
      return { status: 429, headers: { 'retry-after': '1' } };
    };
    subscriber.answer(busy, () => {
      came.push(performance.now());
      return takesAll;
    });
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, wanted) } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1')] });
    await subscriber.received(2);
    expect((came[1] ?? 0) - (came[0] ?? 0)).toBeGreaterThan(995);
  });
});

describe('a message that is refused', () => {
  test('by an ERROR in a 200 becomes a dead letter, the rest of the message is accepted, and nothing is sent again', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    const error = { severity: 'ERROR', message: 'No party of ours.', propertyPath: '$.arrivalNotices[1].documentParties' };
    const warning = { severity: 'WARN', message: 'Unusual.', propertyPath: '$.arrivalNotices[0]' };
    subscriber.answer({ body: { feedbackElements: [warning, error] } });
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, wanted) } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2'), noticeOf('DOC3')] });
    const report = await reportUntil(landfall, ({ deadLetterCount }) => deadLetterCount > 0);
    expect(report).toMatchObject({
      state: 'DELIVERING',
      waiting: 0,
      deadLetters: [{ sequence: 2, reason: 'FEEDBACK', message: 'No party of ours.', attempts: 1 }],
      lastError: { code: 'FEEDBACK' },
    });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC4')] });
    expect(await referencesUntil(subscriber, 'DOC4')).toEqual(['DOC1', 'DOC2', 'DOC3', 'DOC4']);
  });

  test('by a status is split to find the rejected version, and only that one becomes a dead letter', async () => {
    const names = (request: RecordedRequest, reference: string) => request.body.includes(`"${reference}"`);
    await using subscriber = await openFakePartner({
      otherwise: (request) => (names(request, 'BAD') ? { status: 400, body: { feedbackElements: [] } } : takesAll),
    });
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, wanted) } });
    const references = ['DOC1', 'DOC2', 'BAD', 'DOC3', 'DOC4'];
    await landfall.push('acme', { arrivalNotices: references.map((reference) => noticeOf(reference)) });
    await landfall.push('acme', { arrivalNotices: [noticeOf('BAD', { issueDateTime: '2026-03-03T13:05:00Z' }), noticeOf('DOC5')] });
    const report = await reportUntil(landfall, ({ deadLetterCount }) => deadLetterCount === 2);
    expect(report.deadLetters).toMatchObject([
      { sequence: 3, reason: 'REFUSED' },
      { sequence: 6, reason: 'REFUSED' },
    ]);
    await reportUntil(landfall, ({ waiting }) => waiting === 0);
    const taken = subscriber.requests.filter((request) => !names(request, 'BAD')).flatMap((request) => messageIn(request).objects);
    expect(taken.map(({ transportDocumentReference }) => transportDocumentReference).toSorted()).toEqual([
      'DOC1',
      'DOC2',
      'DOC3',
      'DOC4',
      'DOC5',
    ]);
  });

  test('as gone pauses the subscriber, and waiting versions are sent when an operator resumes it', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    subscriber.answer({ status: 410 });
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, wanted) } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1')] });
    const report = await reportUntil(landfall, ({ state }) => state === 'PAUSED');
    expect(report).toMatchObject({ waiting: 1, lastError: { code: 'UPSTREAM_REJECTED' }, paused: { by: null } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC2')] });
    expect(await reportUntil(landfall, ({ waiting }) => waiting === 2)).toMatchObject({ state: 'PAUSED' });
    expect(subscriber.requests).toHaveLength(1);
    await deliveries(landfall, 'resume', 'harbour');
    expect(await referencesUntil(subscriber, 'DOC2')).toEqual(['DOC1', 'DOC1', 'DOC2']);
    expect(messageIn(subscriber.requests[1] as RecordedRequest).id).toBe(messageIn(subscriber.requests[0] as RecordedRequest).id);
  });

  test('for longer than the retries becomes a dead letter, and is delivered when that is replayed', async () => {
    let isDown = true;
    await using subscriber = await openFakePartner({ otherwise: () => (isDown ? { status: 503 } : takesAll) });
    const retry = `${quick}, giveUpHours: ${1 / 3_600}`;
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, { ...wanted, retry }) } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2')] });
    const report = await reportUntil(landfall, ({ deadLetterCount }) => deadLetterCount === 2);
    expect(report.deadLetters).toMatchObject([{ reason: 'EXPIRED' }, { reason: 'EXPIRED' }]);
    isDown = false;
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC3')] });
    await referencesUntil(subscriber, 'DOC3');
    const before = subscriber.requests.length;
    await deliveries(landfall, 'replay', 'harbour', '--dead-letters');
    await subscriber.received(before + 1);
    expect(messageIn(subscriber.requests[before] as RecordedRequest).objects).toEqual([noticeOf('DOC1'), noticeOf('DOC2')]);
    expect(await reportUntil(landfall, ({ deadLetterCount, waiting }) => deadLetterCount + waiting === 0)).toMatchObject({
      state: 'DELIVERING',
    });
  });
});

test('a document that fails delays its own later versions and no other document', async () => {
  let isBroken = true;
  await using subscriber = await openFakePartner({
    otherwise: ({ body }) => (isBroken && body.includes('"STUCK"') ? { status: 500 } : takesAll),
  });
  await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, wanted) } });
  await landfall.push('acme', { arrivalNotices: [noticeOf('STUCK')] });
  await subscriber.received(1);
  for (const day of ['03', '04', '05']) {
    const issueDateTime = `2026-03-${day}T13:05:00Z`;
    await landfall.push('acme', { arrivalNotices: [noticeOf('STUCK', { issueDateTime }), noticeOf('FREE', { issueDateTime })] });
  }
  await landfall.push('acme', { arrivalNotices: [noticeOf('LAST')] });
  const days = (reference: string) =>
    objectsAt(subscriber.requests, '/arrival-notices')
      .filter(({ transportDocumentReference }) => transportDocumentReference === reference)
      .map(({ issueDateTime }) => String(issueDateTime).slice(8, 10));
  await until(() => days('FREE').length === 3 && days('LAST').length === 1);
  expect(days('FREE')).toEqual(['03', '04', '05']);
  expect(new Set(days('STUCK'))).toEqual(new Set(['02']));
  isBroken = false;
  await reportUntil(landfall, ({ waiting }) => waiting === 0);
  expect([...new Set(days('STUCK'))]).toEqual(['02', '03', '04', '05']);
});

interface Report {
  readonly log: string;
  readonly state: string;
  readonly waiting: number;
  readonly deadLetterCount: number;
  readonly [field: string]: unknown;
}

const query = `{ partners { id arrivalNoticeDeliveries {
  log state waiting lagSeconds attempts nextAttemptAt lastError { code message } paused { reason by }
  deadLetterCount deadLetters { sequence reason message attempts }
} } }`;

/** Waits until the report on the deliveries of notices to `harbour` satisfies a condition. */
async function reportUntil({ url }: Publishing, fits: (report: Report) => boolean): Promise<Report> {
  const look = async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data } = (await answer.json()) as { data: { partners: { id: string; arrivalNoticeDeliveries: Report[] }[] } };
    const queues = data.partners.find(({ id }) => id === 'harbour')?.arrivalNoticeDeliveries ?? [];
    const report = queues.find(({ log }) => log === 'ARRIVAL_NOTICE_VERSIONS');
    return report !== undefined && fits(report) ? report : undefined;
  };
  // One answer may combine several moments; the next one is not older than any of them.
  await until(look);
  return (await until(look)) as Report;
}

/** Waits until a notice of the document has arrived. @returns the documents of all received notices, in order */
async function referencesUntil(subscriber: FakePartner, reference: string): Promise<unknown[]> {
  for (;;) {
    const count = subscriber.requests.length;
    const found = objectsAt(subscriber.requests, '/arrival-notices').map(({ transportDocumentReference }) => transportDocumentReference);
    if (found.includes(reference)) return found;
    await subscriber.received(count + 1);
  }
}

async function deliveries({ environment }: Publishing, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runHere(['deliveries', ...args], { environment });
  if (code !== 0) throw new Error(stderr);
}
