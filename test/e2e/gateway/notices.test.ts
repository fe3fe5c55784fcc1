import { expect, it } from 'vitest';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openSocket } from './socket-client.ts';

const noticeOf = (transportDocumentReference: string, issueDateTime: string, more: object = {}) => ({
  transportDocumentReference,
  issueDateTime,
  ...more,
});

const received = /* GraphQL */ `
  subscription ($filter: ArrivalNoticeFilter, $after: String) {
    seen: arrivalNoticeVersionReceived(filter: $filter, after: $after) {
      cursor
      version { isCurrent issueDateTime notice { transportDocumentReference versions { nodes { issueDateTime } } } }
    }
  }
`;

async function cursorOfHead(landfall: OpenLandfall): Promise<string> {
  const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { cursor: string } }>(
    '{ arrivalNoticeVersionLog { cursor } }',
  );
  return arrivalNoticeVersionLog.cursor;
}

it('a pushed version reaches matching subscribers, joined with its notice, live and after resuming', async () => {
  await using landfall = await openLandfall();
  await landfall.push(noticeOf('A', '2026-03-02T10:00:00Z'));
  const after = await cursorOfHead(landfall);
  await using client = await openSocket(landfall.url);
  client.subscribe('a', received, { after, filter: { transportDocumentReferences: ['A'] } });
  client.subscribe('b', received, { after, filter: { transportDocumentReferences: ['B'] } });
  await landfall.push(noticeOf('B', '2026-03-02T11:00:00Z'), noticeOf('A', '2026-03-01T10:00:00Z'), noticeOf('A', '2026-03-03T10:00:00Z'));
  await client.until(() => client.payloadsOf('a').length === 2 && client.payloadsOf('b').length === 1);
  const versions = client.payloadsOf('a').map(({ data }) => data.seen.version);
  expect(versions.map(({ isCurrent, issueDateTime }) => [issueDateTime, isCurrent])).toEqual([
    ['2026-03-01T10:00:00Z', false],
    ['2026-03-03T10:00:00Z', true],
  ]);
  expect(versions[1].notice).toEqual({
    transportDocumentReference: 'A',
    versions: {
      nodes: [
        { issueDateTime: '2026-03-03T10:00:00Z' },
        { issueDateTime: '2026-03-02T10:00:00Z' },
        { issueDateTime: '2026-03-01T10:00:00Z' },
      ],
    },
  });
  client.subscribe('resumed', received, {
    after: client.payloadsOf('a')[0].data.seen.cursor,
    filter: { transportDocumentReferences: ['A'] },
  });
  await client.until(() => client.payloadsOf('resumed').length === 1);
  expect(client.payloadsOf('resumed')).toEqual(client.payloadsOf('a').slice(1));
});

it('a cursor of another log, or a forged one, ends the subscription with a clear code', async () => {
  await using landfall = await openLandfall();
  const after = await cursorOfHead(landfall);
  await using client = await openSocket(landfall.url);
  for (const [id, cursor] of [
    ['other', after],
    ['forged', `${after}x`],
    ['empty', ''],
  ] as const) {
    client.subscribe(id, 'subscription($after: String) { arrivalNoticeNotificationReceived(after: $after) { cursor } }', { after: cursor });
    await client.until((messages) => messages.some((message) => message.id === id));
    expect([id, client.messages.at(-1)?.type, client.messages.at(-1)?.payload[0].extensions]).toEqual([
      id,
      'error',
      { code: 'CURSOR_INVALID' },
    ]);
  }
});

it('a visualization is served as the file that the carrier embedded, at the URL in its version', async () => {
  await using landfall = await openLandfall();
  const bytes = Buffer.from('%PDF-1.7 a notice');
  const arrivalNoticeVisualization = { name: 'notice.pdf', content: bytes.toString('base64'), contentType: 'application/pdf' };
  await landfall.push(noticeOf('A', '2026-03-02T10:00:00Z', { arrivalNoticeVisualization }), noticeOf('B', '2026-03-02T10:00:00Z'));
  const { arrivalNotices } = await landfall.query<{
    arrivalNotices: { nodes: { current: { id: string; visualization: { url: string } | null } }[] };
  }>('{ arrivalNotices(orderBy: OLDEST_FIRST) { nodes { current { id visualization { url } } } } }');
  const [withFile, without] = arrivalNotices.nodes.map(({ current }) => current);
  const file = await fetch(new URL(withFile?.visualization?.url ?? '', landfall.url));
  expect([file.status, file.headers.get('content-type'), Buffer.from(await file.arrayBuffer())]).toEqual([200, 'application/pdf', bytes]);
  expect(without?.visualization).toBeNull();
  expect((await fetch(`${landfall.url}/visualizations/${encodeURIComponent(without?.id ?? '')}`)).status).toBe(404);
});
