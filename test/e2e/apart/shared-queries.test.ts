import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
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
const mark = 'query ($first: Int) { mark: arrivalNotices(first: $first) { nodes { id } } }';
const found = { data: { arrivalNotices: { nodes: [{ transportDocumentReference: 'TD1' }] } } };
const nothing = { data: { arrivalNotices: { nodes: [] } } };

/** The rights of tenants; those of `blue` and `teal` are equal. */
const rights = { blue: { partners: ['acme'] }, teal: { partners: ['acme'] }, red: { partners: ['other'] } };

/** Returns the part of a request to a subgraph for a page size. The gateway names the variable. */
const partOf = (first: number) => `"v1":${first}`;

/** The page size of each query, by which requests are distinguished. */
let nextFirst = 10;

describe.runIf(mongodbUrl && redisUrl)('equal queries that are in flight at the same time', () => {
  const opened: AsyncDisposable[] = [];
  let notices: LandfallProcess;
  let subgraph: HeldSubgraph;
  let gateway: LandfallProcess;

  beforeAll(async () => {
    const folder = await temporaryFolder();
    const settings = { ACCESS_FILE: join(folder.path, 'access.json'), SUBGRAPH_SECRETS: 'the secret of gateways' };
    const tenants = Object.fromEntries(Object.entries(rights).map(([name, of]) => [name, { ...keyOf(name).written, ...of }]));
    await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants }));
    const deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', settings });
    notices = await deployment.startSubgraph();
    expect((await pushNotices(notices.url, notice)).status).toBe(200);
    subgraph = await openHeldSubgraph(notices.url);
    gateway = await deployment.startGateway({ 'arrival-notices': subgraph.url });
    opened.push(subgraph, deployment, folder);
  });
  afterAll(() => disposeAll(opened));

  const socketOf = (tenant: keyof typeof rights) => openAs(gateway.url, keyOf(tenant).sent);

  /** Holds back the answers to a query, whose page size is not part of another one's. */
  const hold = () => {
    nextFirst += 1;
    const part = partOf(nextFirst);
    return { first: nextFirst, part, ...subgraph.hold(part) };
  };

  /** Sends the query over HTTP, from a caller that disconnects. */
  const postPage = (first: number, signal: AbortSignal): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...keyOf('blue').sent };
    const body = JSON.stringify({ query: page, variables: { first } });
    return fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body, signal }).catch(() => undefined);
  };

  /**
   * Sends the query, and waits until the gateway executes all of them: until a later message of each socket has reached
   * the subgraph.
   */
  const send = async (first: number, ...callers: readonly SocketClient[]): Promise<void> => {
    for (const client of callers) client.subscribe('page', page, { first });
    for (const client of callers) {
      nextFirst += 1;
      client.subscribe(`mark ${nextFirst}`, mark, { first: nextFirst });
      await subgraph.received(partOf(nextFirst));
    }
  };

  it('are sent to a subgraph once for callers of one tenant, and each caller is audited with the rows', async () => {
    await using first = await socketOf('blue');
    await using second = await socketOf('blue');
    const held = hold();
    await send(held.first, first, second);
    held.release();
    expect([await answerOf(first), await answerOf(second)]).toEqual([found, found]);
    expect(held.requests()).toBe(1);
    const audited = await until(() => {
      const lines = gateway.output().split('\n').filter(isAuditOfPage);
      return lines.length === 2 && lines;
    });
    for (const line of audited) expect(JSON.parse(line)).toMatchObject({ tenant: 'blue', rows: { noticeVersions: 1 }, partners: ['acme'] });
  });

  it('are not shared with a tenant that has other rights, nor with one that has equal rights and a separate quota', async () => {
    await using blue = await socketOf('blue');
    await using red = await socketOf('red');
    await using teal = await socketOf('teal');
    const held = hold();
    await send(held.first, blue, red, teal);
    expect(held.requests()).toBe(3);
    held.release();
    expect([await answerOf(blue), await answerOf(red), await answerOf(teal)]).toEqual([found, nothing, found]);
  });

  it('answer the other callers when one disconnects', async () => {
    const first = new AbortController();
    await using second = await socketOf('blue');
    const held = hold();
    const left = postPage(held.first, first.signal);
    await subgraph.received(held.part);
    await send(held.first, second);
    first.abort();
    await left;
    held.release();
    expect(await answerOf(second)).toEqual(found);
    expect(held.requests()).toBe(1);
  });

  it('are cancelled when all callers have disconnected', async () => {
    const leaving = new AbortController();
    const held = hold();
    const brokenOff = subgraph.nextBreakOff();
    const left = [postPage(held.first, leaving.signal), postPage(held.first, leaving.signal)];
    await subgraph.received(held.part);
    leaving.abort();
    await Promise.all([brokenOff, ...left]);
    held.release();
  });

  it('are not shared with a caller that has seen a change since the other query began', async () => {
    await using first = await socketOf('blue');
    await using watching = await socketOf('blue');
    watching.subscribe('events', 'subscription { arrivalNoticeVersionReceived { cursor } }');
    const held = hold();
    await send(held.first, first);
    let pushed = 0;
    await until(async () => {
      pushed += 1;
      await pushNotices(notices.url, { ...notice, transportDocumentReference: `NEW${pushed}` });
      return watching.payloadsOf('events').length > 0;
    });
    await send(held.first, watching);
    expect(held.requests()).toBe(2);
    held.release();
    expect(JSON.stringify(await answerOf(watching))).toContain('NEW');
  });
});

async function answerOf(client: SocketClient): Promise<unknown> {
  await client.until(() => client.payloadsOf('page').length > 0);
  return client.payloadsOf('page')[0];
}

function isAuditOfPage(line: string): boolean {
  return line.includes('"audit":true') && line.includes('"Page"');
}
