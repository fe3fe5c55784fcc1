import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LandfallClient, LiveList, LiveOptions, MissedEvents, TypedDocument } from '../../../packages/client/client.ts';
import { createChanges } from '../../../packages/client/event-queue.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { casesOf } from '../../support/random-cases.ts';
import { keyOf, openAccess } from '../access/open-access.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { isNow, openClient, transports } from './open-client.ts';
import { openTcpProxy } from './tcp-proxy.ts';

interface Row {
  readonly transportDocumentReference: string;
  readonly issueDateTime: string;
}

interface PageAnswer {
  readonly arrivalNotices: {
    readonly nodes: readonly { readonly current: Row }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

type After = { readonly after?: string };

const pages: TypedDocument<PageAnswer, After> = /* GraphQL */ `
  query Rows($after: String) {
    arrivalNotices(orderBy: RECENTLY_CHANGED, first: 3, after: $after) {
      nodes { current { transportDocumentReference issueDateTime } } pageInfo { hasNextPage endCursor }
    }
  }
`;
const versions: TypedDocument<{ readonly arrivalNoticeVersionReceived: { readonly version: Row | null } }, After> = /* GraphQL */ `
  subscription Versions($after: String) {
    arrivalNoticeVersionReceived(after: $after) { cursor version { transportDocumentReference issueDateTime } missed { from to count reason } }
  }
`;

const instantOf = (version: number): string => new Date(Date.UTC(2026, 0, 1) + version * 60_000).toISOString();
const noticeOf = (notice: number, version: number) => ({ transportDocumentReference: `D${notice}`, issueDateTime: instantOf(version) });
const textOf = (rows: readonly Row[]): string[] =>
  rows.map(({ transportDocumentReference, issueDateTime }) => `${transportDocumentReference} ${Date.parse(issueDateTime)}`).toSorted();

function follow(client: LandfallClient, more: Partial<LiveOptions<Row, PageAnswer, After, unknown, After>> = {}): Follower {
  const lists = client.live({
    snapshot: {
      document: pages,
      variables: {},
      page: ({ arrivalNotices: { nodes, pageInfo } }) => ({
        rows: nodes.map(({ current }) => current),
        after: pageInfo.hasNextPage ? pageInfo.endCursor : null,
      }),
    },
    events: { document: versions, variables: {}, row: (event) => event.arrivalNoticeVersionReceived.version ?? undefined },
    key: (row) => row.transportDocumentReference,
    compare: (left, right) => Date.parse(left.issueDateTime) - Date.parse(right.issueDateTime),
    onMissed: more.onMissed,
    filter: more.filter,
  });
  const changes = createChanges();
  const newest = new Map<string, number>();
  let list: LiveList<Row> | undefined;
  const read = async (): Promise<void> => {
    for await (const next of lists) {
      for (const { transportDocumentReference, issueDateTime } of next.rows) {
        const instant = Date.parse(issueDateTime);
        expect(instant).toBeGreaterThanOrEqual(newest.get(transportDocumentReference) ?? 0);
        newest.set(transportDocumentReference, instant);
      }
      list = next;
      changes.notify();
    }
  };
  const ended = read();
  const over = ended.then(() => Promise.reject(new Error('the list has ended')));
  // The test awaits it later.
  over.catch(() => undefined);
  return {
    ended,
    until: async (condition) => {
      while (list === undefined || !condition(list)) await Promise.race([changes.next(), over]);
    },
  };
}

/** Reads a live list and checks that none of its rows is replaced by an older version. */
interface Follower {
  until(condition: (list: LiveList<Row>) => boolean): Promise<void>;
  /** Rejects when the check or the list fails. */
  readonly ended: Promise<void>;
}

const isWhole = (truth: ReadonlyMap<number, number>) => {
  const expected = textOf([...truth].map(([notice, version]) => noticeOf(notice, version)));
  return ({ complete, rows }: LiveList<Row>): boolean => complete && JSON.stringify(textOf(rows)) === JSON.stringify(expected);
};

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ push: fc.array(fc.record({ notice: fc.nat(9), version: fc.nat(30) }), { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ network: fc.constantFrom('open' as const, 'refusing' as const) }) },
  { weight: 2, arbitrary: fc.constant('begin' as const) },
  { weight: 2, arbitrary: fc.record({ turns: fc.nat(20) }) },
);

describe.each(transports)('a live list over %s', (transport) => {
  it('shows the current state after any sequence of pushes, reads and disconnections, and never an older version of a row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await using landfall = await openLandfall();
        await using proxy = await openTcpProxy(landfall.port);
        await using opened = openClient(proxy.url, { transport, backoff: { initialMs: 5, maxMs: 20 } });
        const truth = new Map<number, number>();
        const followers = [follow(opened.client)];
        for (const each of steps) {
          if (each === 'begin') followers.push(follow(opened.client));
          else if ('network' in each) proxy.be(each.network);
          else if ('push' in each) await push(landfall, truth, each.push);
          else await turns(each.turns);
        }
        proxy.be('open');
        await Promise.all(followers.map(({ until }) => until(isWhole(truth))));
        await opened.client.close();
        await Promise.all(followers.map(({ ended }) => ended));
      }),
      casesOf(8),
    );
  });

  it('reads the pages again when events were missed, and reports which', async () => {
    await using folder = await temporaryFolder();
    const truth = new Map<number, number>();
    await using proxy = await openTcpProxy(1);
    await using opened = openClient(proxy.url, { transport });
    const missed: MissedEvents[] = [];
    const follower = follow(opened.client, { onMissed: (gap) => void missed.push(gap) });
    {
      await using landfall = await openLandfall({ DATA_DIR: folder.path });
      proxy.lead(landfall.port);
      await push(landfall, truth, [
        { notice: 0, version: 1 },
        { notice: 1, version: 1 },
      ]);
      await follower.until(isWhole(truth));
      proxy.be('refusing');
      await push(landfall, truth, [
        { notice: 0, version: 2 },
        { notice: 2, version: 1 },
      ]);
    }
    await using landfall = await openLandfall({ DATA_DIR: folder.path, LOG_RETENTION_HOURS: '0.0000001' });
    await untilTrimmed(landfall);
    proxy.lead(landfall.port);
    proxy.be('open');
    await follower.until(isWhole(truth));
    expect(missed).toMatchObject([{ reason: 'RETENTION' }]);
    await push(landfall, truth, [{ notice: 3, version: 1 }]);
    await follower.until(isWhole(truth));
  });

  it('shows a row as long as it matches', async () => {
    await using landfall = await openLandfall();
    await using opened = openClient(landfall.url, { transport });
    const follower = follow(opened.client, { filter: ({ issueDateTime }) => issueDateTime < instantOf(10) });
    await follower.until(({ complete }) => complete);
    await push(landfall, new Map(), [
      { notice: 0, version: 1 },
      { notice: 1, version: 1 },
    ]);
    await follower.until(({ rows }) => rows.length === 2);
    await push(landfall, new Map(), [{ notice: 0, version: 11 }]);
    await push(landfall, new Map(), [
      { notice: 0, version: 2 },
      { notice: 2, version: 1 },
    ]);
    await follower.until(({ rows }) => rows.some((row) => row.transportDocumentReference === 'D2'));
    await follower.until(({ rows }) => textOf(rows).join() === textOf([noticeOf(1, 1), noticeOf(2, 1)]).join());
  });

  it('starts again with the new rights when they change', async () => {
    const tenants = { blue: keyOf('blue').written };
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = openClient(landfall.url, { transport, token: () => ({ apiKey: keyOf('blue').sent['x-api-key'] }) });
    const request = 'query Callers { callers }';
    const lists = client.client.live<{ caller: string }, { callers: string[] }, object, unknown, object>({
      snapshot: { document: request, variables: {}, page: ({ callers }) => ({ rows: callers.map((caller) => ({ caller })) }) },
      events: {
        document: 'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor missed { reason } } }',
        variables: {},
        row: () => undefined,
      },
      key: ({ caller }) => caller,
      compare: () => 0,
    });
    const untilComplete = async (): Promise<readonly { caller: string }[]> => {
      for (;;) {
        const { value } = await lists.next();
        if (value?.complete) return value.rows;
      }
    };
    const before = await untilComplete();
    await client.until(isNow('live'));
    await opened.write({ blue: { ...tenants.blue, charges: false } });
    const after = await untilComplete();
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
  });
});

type Pushed = { readonly notice: number; readonly version: number };

async function push(landfall: OpenLandfall, truth: Map<number, number>, pushed: readonly Pushed[]): Promise<void> {
  expect((await landfall.push(...pushed.map(({ notice, version }) => noticeOf(notice, version)))).status).toBe(200);
  for (const { notice, version } of pushed) truth.set(notice, Math.max(version, truth.get(notice) ?? 0));
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Resolves when the log retains no event, which no event reports. */
async function untilTrimmed(landfall: OpenLandfall): Promise<void> {
  for (;;) {
    const { log } = await landfall.query<{ log: { events: object[] } }>(
      '{ log: arrivalNoticeVersionLog(after: "0") { events { cursor } } }',
    );
    if (log.events.length === 0) return;
    await turns(1);
  }
}
