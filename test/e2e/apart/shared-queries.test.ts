import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { disposeAll } from '#platform/process/backends.ts';
import { type LandfallProcess, temporaryFolder } from '../../support/landfall.ts';
import { pushNotices } from '../../support/push.ts';
import { until } from '../../support/until.ts';
import { keyOf } from '../access/open-access.ts';
import { openAs } from '../access/socket-of-tenant.ts';
import type { SocketClient } from '../gateway/socket-client.ts';
import { openDeployment } from './deployment.ts';
import { type HeldSubgraph, openHeldSubgraph } from './held-subgraph.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const notice = { transportDocumentReference: 'TD1', issueDateTime: '2026-12-20T08:00:00Z' };
const page = 'query Page($first: Int) { arrivalNotices(first: $first) { nodes { transportDocumentReference } } }';
const found = { data: { arrivalNotices: { nodes: [{ transportDocumentReference: 'TD1' }] } } };
const nothing = { data: { arrivalNotices: { nodes: [] } } };

/** Its variable names the request in which answers are held back. */
const held = { first: 7 };
const isHeld = '"first":7';

/** The rights of tenants; those of `blue` and `teal` are equal. */
const rights = { blue: { partners: ['acme'] }, teal: { partners: ['acme'] }, red: { partners: ['other'] } };
type Tenant = keyof typeof rights;

interface Story extends AsyncDisposable {
  readonly subgraph: HeldSubgraph;
  readonly gateway: LandfallProcess;
  readonly notices: LandfallProcess;
  openAs(tenant: Tenant): Promise<SocketClient>;
}

async function openStory(): Promise<Story> {
  const folder = await temporaryFolder();
  const settings = { ACCESS_FILE: join(folder.path, 'access.json'), SUBGRAPH_SECRETS: 'the secret of gateways' };
  const tenants = Object.fromEntries(Object.entries(rights).map(([name, of]) => [name, { ...keyOf(name).written, ...of }]));
  await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants }));
  const deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', settings });
  const notices = await deployment.startSubgraph();
  expect((await pushNotices(notices.url, notice)).status).toBe(200);
  const subgraph = await openHeldSubgraph(notices.url, isHeld);
  const gateway = await deployment.startGateway({ 'arrival-notices': subgraph.url });
  return {
    subgraph,
    gateway,
    notices,
    openAs: (tenant) => openAs(gateway.url, keyOf(tenant).sent),
    [Symbol.asyncDispose]: () => disposeAll([subgraph, deployment, folder]),
  };
}

/** Sends each caller's query, and waits until the gateway executes all: a later message of each socket has reached the subgraph. */
async function send(subgraph: HeldSubgraph, callers: ReadonlyMap<SocketClient, { first: number }>): Promise<void> {
  for (const [client, variables] of callers) client.subscribe('page', page, variables);
  const marks = [...callers.keys()].map((client) => {
    const first = firstOfMark++;
    client.subscribe(`mark ${first}`, 'query ($first: Int) { mark: arrivalNotices(first: $first) { nodes { id } } }', { first });
    return subgraph.received(`"first":${first}`);
  });
  await Promise.all(marks);
}
let firstOfMark = 100;

function equalFrom(...clients: readonly SocketClient[]): ReadonlyMap<SocketClient, { first: number }> {
  return new Map(clients.map((client) => [client, held]));
}

async function answerOf(client: SocketClient): Promise<unknown> {
  await client.until(() => client.payloadsOf('page').length > 0);
  return client.payloadsOf('page')[0];
}

describe.runIf(mongodbUrl && redisUrl)('equal queries that are in flight at the same time', () => {
  it('are sent to a subgraph once for callers of one tenant, and each caller is audited with the rows', async () => {
    await using story = await openStory();
    const { subgraph, gateway } = story;
    await using first = await story.openAs('blue');
    await using second = await story.openAs('blue');
    await send(subgraph, equalFrom(first, second));
    subgraph.release();
    expect([await answerOf(first), await answerOf(second)]).toEqual([found, found]);
    expect(subgraph.requestsWith(isHeld)).toBe(1);
    const audited = await until(() => {
      const lines = gateway.output().split('\n').filter(isAuditOfPage);
      return lines.length === 2 && lines;
    });
    for (const line of audited) expect(JSON.parse(line)).toMatchObject({ tenant: 'blue', rows: { noticeVersions: 1 }, partners: ['acme'] });
  });

  it('are not shared with a tenant that has other rights, nor with one that has equal rights and a quota of its own', async () => {
    await using story = await openStory();
    const { subgraph } = story;
    await using blue = await story.openAs('blue');
    await using red = await story.openAs('red');
    await using teal = await story.openAs('teal');
    await send(subgraph, equalFrom(blue, red, teal));
    expect(subgraph.requestsWith(isHeld)).toBe(3);
    subgraph.release();
    expect([await answerOf(blue), await answerOf(red), await answerOf(teal)]).toEqual([found, nothing, found]);
  });

  it('are not shared if their variables differ', async () => {
    await using story = await openStory();
    const { subgraph } = story;
    await using first = await story.openAs('blue');
    await using second = await story.openAs('blue');
    await send(
      subgraph,
      new Map([
        [first, held],
        [second, { first: 71 }],
      ]),
    );
    expect(subgraph.requestsWith(isHeld)).toBe(2);
    subgraph.release();
    expect([await answerOf(first), await answerOf(second)]).toEqual([found, found]);
  });

  it('answer the other callers when one disconnects', async () => {
    await using story = await openStory();
    const { subgraph } = story;
    const first = await story.openAs('blue');
    await using second = await story.openAs('blue');
    await send(subgraph, equalFrom(first, second));
    await first[Symbol.asyncDispose]();
    subgraph.release();
    expect(await answerOf(second)).toEqual(found);
    expect(subgraph.requestsWith(isHeld)).toBe(1);
  });

  it('are cancelled once all callers have disconnected', async () => {
    await using story = await openStory();
    const { subgraph } = story;
    const clients = [await story.openAs('blue'), await story.openAs('blue')];
    await send(subgraph, equalFrom(...clients));
    for (const client of clients) await client[Symbol.asyncDispose]();
    await subgraph.brokenOff;
    expect(subgraph.requestsWith(isHeld)).toBe(1);
  });

  it('are not shared with a query that begins after a change, whose answer shows it', async () => {
    await using story = await openStory();
    const { subgraph, notices } = story;
    await using first = await story.openAs('blue');
    await using watching = await story.openAs('blue');
    watching.subscribe('events', 'subscription { arrivalNoticeVersionReceived { cursor } }');
    await send(subgraph, equalFrom(first));
    let pushed = 0;
    await until(async () => {
      pushed += 1;
      await pushNotices(notices.url, { ...notice, transportDocumentReference: `NEW${pushed}` });
      return watching.payloadsOf('events').length > 0;
    });
    await send(subgraph, equalFrom(watching));
    expect(subgraph.requestsWith(isHeld)).toBe(2);
    subgraph.release();
    expect(JSON.stringify(await answerOf(watching))).toContain('NEW');
  });
});

function isAuditOfPage(line: string): boolean {
  return line.includes('"audit":true') && line.includes('"Page"');
}
