import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { keyOf } from '../access/open-access.ts';
import { all, blue, partners, pushes } from '../access/visibility-world.ts';
import { openSocket, type SocketClient } from '../gateway/socket-client.ts';
import { type AuditedLandfall, type AuditLine, openAudited } from './audited-landfall.ts';

const watch = 'subscription Watch { arrivalNoticeVersionReceived(after: "0") { cursor version { id } } }';
const notices = pushes.filter(({ path }) => path === '/arrival-notices');

let producers: TestPartners;
let landfall: AuditedLandfall;
beforeEach(async () => {
  producers = await openPartners(partners);
  landfall = await openAudited({ mode: 'apart', partners: producers, tenants: { all, blue: blue.entitlement } });
});
afterEach(async () => {
  for (const each of [landfall, producers]) await each?.[Symbol.asyncDispose]();
});

describe('a subscription', () => {
  it('is logged when it begins, every minute in which it was sent rows, and when it ends, with each row counted once', async () => {
    await push(0, 3);
    await using socket = await signIn('all');
    socket.subscribe('1', watch);
    await events(socket, '1', 3);
    expect(subscriptionLines()).toEqual([['a subscription to confidential rows began']]);
    await tick();
    expect(subscriptionLines().slice(1)).toEqual([['confidential rows were sent', 3, { noticeVersions: 3 }, ['acme', 'bolt']]]);
    // Nothing was sent in this minute.
    await tick();
    await push(3, 4);
    await events(socket, '1', 4);
    await tick();
    await push(4, 6);
    await events(socket, '1', 6);
    socket.send({ id: '1', type: 'complete' });
    await landfall.until((lines) => lines.at(-1)?.outcome !== undefined);
    expect(subscriptionLines().slice(2)).toEqual([
      ['confidential rows were sent', 1, { noticeVersions: 1 }, ['bolt']],
      ['a subscription to confidential rows ended', 2, { noticeVersions: 2 }, ['acme', 'bolt'], 'ended'],
    ]);
    const [began, ...others] = landfall.lines().filter(({ operation }) => operation?.kind === 'subscription');
    expect(began).toMatchObject({ tenant: 'all', transport: 'websocket', operation: { name: 'Watch' } });
    for (const { tenant, requestId, operation } of others) {
      expect({ tenant, requestId, operation }).toEqual({ tenant: 'all', requestId: began?.requestId, operation: began?.operation });
    }
  });

  it('of two tenants that read the same log is logged for each of them with the rows it was sent', async () => {
    await push(0, 8);
    await using one = await signIn('all');
    await using other = await signIn('blue');
    one.subscribe('1', watch);
    other.subscribe('1', watch);
    await events(one, '1', 8);
    await events(other, '1', 2);
    await tick();
    const sent = landfall.lines().filter(({ msg }) => msg === 'confidential rows were sent');
    expect(sent.map(({ tenant, events, rows, partners }) => [tenant, events, rows, partners]).toSorted()).toEqual([
      ['all', 8, { noticeVersions: 8 }, ['acme', 'bolt']],
      ['blue', 2, { noticeVersions: 2 }, ['acme']],
    ]);
  });

  it('among many equal ones is logged separately', async () => {
    await push(0, 2);
    await using socket = await signIn('all');
    for (const id of ['1', '2', '3']) socket.subscribe(id, watch);
    for (const id of ['1', '2', '3']) await events(socket, id, 2);
    await tick();
    const sent = landfall.lines().filter(({ msg }) => msg === 'confidential rows were sent');
    expect(sent.map(({ events, rows }) => [events, rows])).toEqual(Array(3).fill([2, { noticeVersions: 2 }]));
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(3);
  });

  it('whose connection is lost is logged with the rows sent until then', async () => {
    await push(0, 2);
    const socket = await signIn('all');
    socket.subscribe('1', watch);
    await events(socket, '1', 2);
    await socket[Symbol.asyncDispose]();
    await landfall.until((lines) => lines.at(-1)?.outcome !== undefined);
    expect(subscriptionLines().slice(1)).toEqual([
      ['a subscription to confidential rows ended', 2, { noticeVersions: 2 }, ['acme'], 'ended'],
    ]);
  });

  it('that ends is logged with the reason', async () => {
    await using socket = await signIn('all');
    socket.subscribe('1', watch.replace('"0"', '"forged"'));
    await landfall.until((lines) => lines.at(-1)?.outcome !== undefined);
    expect(subscriptionLines().slice(1)).toEqual([['a subscription to confidential rows ended', 0, 'CURSOR_INVALID']]);
  });

  it('over server-sent events is logged too', async () => {
    await push(0, 2);
    const abort = new AbortController();
    const stream = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...keyOf('all').sent },
      body: JSON.stringify({ query: watch }),
      signal: abort.signal,
    });
    const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; text.split('event: next').length <= 2; ) text += (await reader.read()).value ?? '';
    abort.abort();
    await landfall.until((lines) => lines.at(-1)?.outcome !== undefined);
    expect(subscriptionLines().slice(1)).toEqual([
      ['a subscription to confidential rows ended', 2, { noticeVersions: 2 }, ['acme'], 'ended'],
    ]);
    expect(landfall.lines().at(-1)?.transport).toBe('sse');
  });
});

async function push(from: number, to: number): Promise<void> {
  for (const { partner, path, object } of notices.slice(from, to)) expect(await landfall.push(partner, path, object)).toBe(200);
}

async function signIn(tenant: string): Promise<SocketClient> {
  const socket = await openSocket(landfall.url, { init: false });
  socket.send({ type: 'connection_init', payload: keyOf(tenant).sent });
  await socket.until(([first]) => first?.type === 'connection_ack');
  return socket;
}

function events(socket: SocketClient, id: string, count: number): Promise<void> {
  return socket.until((messages) => messages.filter((message) => message.type === 'next' && message.id === id).length === count);
}

/** Lets a minute pass, and everything that is due be written. */
async function tick(): Promise<void> {
  landfall.clock.advance(60_000);
  await new Promise((resolve) => setImmediate(resolve));
}

function subscriptionLines(): unknown[][] {
  const shown = ({ msg, events, rows, partners, outcome }: AuditLine) =>
    [msg, events, rows, partners, outcome].filter((part) => part !== undefined);
  return landfall
    .lines()
    .filter(({ operation }) => operation?.kind === 'subscription')
    .map(shown);
}
