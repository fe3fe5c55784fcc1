import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openGateway } from '../gateway/open-gateway.ts';
import { openSocket } from '../gateway/socket-client.ts';

const received = 'subscription { arrivalNoticeVersionReceived(after: "0") { cursor } }';

describe('a socket', () => {
  it('with 1,000 subscriptions runs as many as allowed, and each other one is an error', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    for (let index = 0; index < 1_000; index++) client.subscribe(`s${index}`, received);
    await client.until((messages) => messages.filter(({ type }) => type === 'error').length === 900);
    landfall.subgraph.announce({ reference: 'A' });
    await client.until((messages) => messages.filter(({ type }) => type === 'next').length === 100);
    expect(await subscriptionsOf(landfall)).toBe(100);
  });

  it('that starts operations without end and never reads is terminated', async () => {
    await using landfall = await openGateway({ limits: { maxOperationsPerSocket: 1 } });
    await using client = await openSocket(landfall.url);
    client.subscribe('a', received);
    client.socket.pause();
    const id = 'x'.repeat(500_000);
    client.socket.on('error', () => undefined);
    for (let index = 0; index < 60; index++) client.send({ id, type: 'subscribe', payload: { query: '{' } });
    await expect.poll(() => gaugeOf(landfall, 'landfall_sockets')).toBe(0);
  });

  it('that sends nothing is closed with 4408', async () => {
    await using landfall = await openGateway({ limits: { initTimeoutMs: 50 } });
    const client = await openSocket(landfall.url, { init: false });
    expect(await client.closed).toEqual([4408, 'Connection initialisation timeout']);
  });

  it('that does not respond to pings is terminated, while another one that responds is not', async () => {
    await using landfall = await openGateway({ limits: { keepAliveMs: 100 } });
    await using neighbour = await openSocket(landfall.url);
    const silent = connect(Number(new URL(landfall.url).port), '127.0.0.1');
    const lines = [
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
    ];
    silent.write(`GET /graphql HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`);
    silent.resume();
    await once(silent, 'close');
    expect(neighbour.socket.readyState).toBe(WebSocket.OPEN);
  });

  it.each([
    ['a message', (socket: WebSocket) => socket.send('x'.repeat(1024 * 1024 + 1))],
    [
      'a message in many small frames',
      (socket: WebSocket) => {
        for (let index = 0; index < 40; index++) socket.send('x'.repeat(32 * 1024), { fin: index === 39 });
      },
    ],
  ])('that sends %s larger than allowed is closed with 1009', async (_what, sendTooMuch) => {
    await using landfall = await openGateway();
    const client = await openSocket(landfall.url);
    client.socket.on('error', () => undefined);
    sendTooMuch(client.socket);
    expect((await client.closed)[0]).toBe(1009);
    expect(await landfall.query('{ callers }')).toEqual({ data: { callers: ['open'] } });
  });

  it('beyond the limit of its tenant is closed with 1013, so that clients try again; a closed one makes room', async () => {
    await using landfall = await openGateway({ openLimits: { sockets: 2 } });
    const first = await openSocket(landfall.url);
    await using _second = await openSocket(landfall.url);
    const third = await openSocket(landfall.url, { init: false });
    third.send({ type: 'connection_init' });
    expect(await third.closed).toEqual([1013, 'Too many sockets']);
    await first[Symbol.asyncDispose]();
    await using fourth = await openSocketWhenThereIsRoom(landfall.url);
    expect(fourth.messages).toEqual([{ type: 'connection_ack' }]);
  });

  it('and a stream count alike: beyond the tenant’s limit a stream is a 429, and an ended one makes room', async () => {
    await using landfall = await openGateway({ openLimits: { sockets: 2 } });
    await using _socket = await openSocket(landfall.url);
    const stream = () => landfall.post({ query: received }, { accept: 'text/event-stream' });
    const first = await stream();
    const refused = await stream();
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { errors: [{ message: 'Too many sockets and streams are open.', extensions: { code: 'RATE_LIMITED' } }] },
    ]);
    await first.body?.cancel();
    let again = await stream();
    while (again.status === 429) again = await stream();
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it('rejects malicious operations like a request, and stays open', async () => {
    await using landfall = await openGateway({ openLimits: { operationCost: 100 } });
    await using client = await openSocket(landfall.url);
    client.subscribe('dear', '{ notices(first: 500) { nodes { versions { id } } } }');
    client.subscribe('deep', 'query($v: JSON) { echo(value: $v) }', { v: Array.from({ length: 20_000 }, () => 1) });
    await client.until((messages) => messages.filter(({ type }) => type === 'error').length === 2);
    expect(client.messages.slice(1).map(({ id, payload }) => [id, payload[0].extensions.code])).toEqual([
      ['dear', 'OPERATION_TOO_LARGE'],
      ['deep', 'OPERATION_TOO_LARGE'],
    ]);
    client.subscribe('fine', '{ callers }');
    await client.until((messages) => messages.some(({ id, type }) => id === 'fine' && type === 'complete'));
  });
});

describe('thousands of sockets', () => {
  it('that open, query and close leave nothing behind', async () => {
    await using landfall = await openGateway();
    for (let round = 0; round < 20; round++) {
      const clients = await Promise.all(Array.from({ length: 50 }, () => openSocket(landfall.url)));
      for (const client of clients) client.subscribe('a', received);
      await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
    }
    await using last = await openSocket(landfall.url);
    last.subscribe('a', received);
    landfall.subgraph.announce({ reference: 'A' });
    await last.until(() => last.payloadsOf('a').length === 1);
    // The server learns of a closed socket a moment after the client.
    await expect.poll(async () => [await subscriptionsOf(landfall), await gaugeOf(landfall, 'landfall_sockets')]).toEqual([1, 1]);
  });
});

async function gaugeOf({ registry }: Awaited<ReturnType<typeof openGateway>>, name: string): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

function subscriptionsOf(landfall: Awaited<ReturnType<typeof openGateway>>): Promise<number> {
  return gaugeOf(landfall, 'landfall_subscriptions');
}

/** The server learns of a closed socket a moment after the client. */
async function openSocketWhenThereIsRoom(url: string): ReturnType<typeof openSocket> {
  for (;;) {
    const client = await openSocket(url, { init: false });
    client.send({ type: 'connection_init' });
    const taken = await Promise.race([
      client.until(([first]) => first?.type === 'connection_ack').then(() => true),
      client.closed.then(() => false),
    ]);
    if (taken) return client;
  }
}
