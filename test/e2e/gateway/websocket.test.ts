import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { deferred } from '../../support/deferred.ts';
import { openGateway } from './open-gateway.ts';
import { openSocket } from './socket-client.ts';

const received = 'subscription($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor version { reference } } }';

describe('a websocket', () => {
  it('handles queries, mutations and subscriptions of a standard client', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'MB1' });
    const client = createClient({ url: `${landfall.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    const first = async (query: string, variables = {}) => {
      for await (const result of client.iterate({ query, variables })) return result;
      return undefined;
    };
    expect(await first('query($v: JSON) { echo(value: $v) }', { v: 7 })).toEqual({ data: { echo: { value: 7 } } });
    expect(await first('mutation { remember(text: "x") }')).toEqual({ data: { remember: 'x' } });
    expect(await first(received, { after: '0' })).toEqual({
      data: { arrivalNoticeVersionReceived: { cursor: 'c1', version: { reference: 'MB1' } } },
    });
    await client.dispose();
  });

  it('ends a query with complete, a rejected operation with error, and stays open', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.subscribe('q', '{ refused }');
    await client.until((messages) => messages.some(({ id, type }) => id === 'q' && type === 'complete'));
    expect(client.payloadsOf('q')).toEqual([
      {
        errors: [{ message: 'The store is not available.', path: ['refused'], extensions: { code: 'STORE_UNAVAILABLE' } }],
        data: { refused: null },
      },
    ]);
    for (const [id, query, variables, code] of [
      ['v', '{ nothing }', {}, 'GRAPHQL_VALIDATION_FAILED'],
      ['p', '{', {}, 'GRAPHQL_PARSE_FAILED'],
      ['t', '{ a b c', {}, 'GRAPHQL_PARSE_FAILED'],
      ['n', 'query($id: ID!) { node(id: $id) { id } }', {}, 'BAD_USER_INPUT'],
      ['c', received, { after: 'forged' }, 'CURSOR_INVALID'],
      [
        'i',
        'subscription($on: Boolean!) { arrivalNoticeVersionReceived { cursor } @include(if: $on) }',
        { on: true },
        'GRAPHQL_PARSE_FAILED',
      ],
      [
        's',
        'subscription($on: Boolean!) { arrivalNoticeVersionReceived @include(if: $on) { cursor } }',
        { on: true },
        'GRAPHQL_VALIDATION_FAILED',
      ],
    ] as const) {
      client.subscribe(id, query, variables);
      await client.until((messages) => messages.some((message) => message.id === id));
      const message = client.messages.find((each) => each.id === id);
      expect([id, message?.type, message?.payload[0].extensions]).toEqual([id, 'error', { code }]);
    }
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('answers a ping with a pong that has the same payload', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.send({ type: 'ping', payload: { token: 'x' } });
    await client.until((messages) => messages.some(({ type }) => type === 'pong'));
    expect(client.messages.at(-1)).toEqual({ type: 'pong', payload: { token: 'x' } });
  });

  it('is not compressed, whatever the client offers', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    expect(client.socket.extensions).toBe('');
  });
});

describe('a query over a websocket is cancelled', () => {
  it('when the socket closes', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.hold(new Promise(() => {}));
    const client = await openSocket(landfall.url);
    client.subscribe('q', '{ held }');
    const signal = await landfall.subgraph.heldSignal;
    expect(signal.aborted).toBe(false);
    await client[Symbol.asyncDispose]();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  it('when the client ends it, and nothing is sent for it; the socket stays open', async () => {
    await using landfall = await openGateway();
    const late = deferred<string>();
    landfall.subgraph.hold(late.promise);
    await using client = await openSocket(landfall.url);
    client.subscribe('q', '{ held }');
    const signal = await landfall.subgraph.heldSignal;
    client.send({ id: 'q', type: 'complete' });
    await expect.poll(() => signal.aborted).toBe(true);
    late.resolve('late');
    client.subscribe('next', '{ held }');
    await client.until((messages) => messages.some(({ id, type }) => id === 'next' && type === 'complete'));
    expect(client.payloadsOf('next')).toEqual([{ data: { held: 'late' } }]);
    expect(client.messages.filter(({ id }) => id === 'q')).toEqual([]);
  });
});

describe('a socket is closed with the code of graphql-ws', () => {
  it('4400 for an invalid message', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.send('hello');
    expect((await client.closed)[0]).toBe(4400);
  });

  it('4401 for an operation before the connection is acknowledged', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url, { init: false });
    client.subscribe('a', '{ __typename }');
    expect((await client.closed)[0]).toBe(4401);
  });

  it('4406 for another subprotocol', async () => {
    await using landfall = await openGateway();
    const socket = new WebSocket(`${landfall.url.replace('http', 'ws')}/graphql`);
    expect((await once(socket, 'close'))[0]).toBe(4406);
  });

  it('4408 if the client does not initialize in time', async () => {
    await using landfall = await openGateway({ limits: { initTimeoutMs: 20 } });
    await using client = await openSocket(landfall.url, { init: false });
    expect((await client.closed)[0]).toBe(4408);
  });

  it('4409 for an id in use', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.subscribe('a', received);
    client.subscribe('a', received);
    expect((await client.closed)[0]).toBe(4409);
  });

  it('4429 for a second initialization', async () => {
    await using landfall = await openGateway();
    await using twice = await openSocket(landfall.url);
    twice.send({ type: 'connection_init' });
    expect((await twice.closed)[0]).toBe(4429);
  });

  it('1009 for a message that is too large', async () => {
    await using landfall = await openGateway({ limits: { maxMessageBytes: 1_000 } });
    await using client = await openSocket(landfall.url);
    client.send({ type: 'ping', payload: { x: 'x'.repeat(1_000) } });
    expect((await client.closed)[0]).toBe(1009);
  });

  it('and terminated if it does not respond to pings', async () => {
    await using landfall = await openGateway({ limits: { keepAliveMs: 30 } });
    const socket = new WebSocket(`${landfall.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { autoPong: false });
    expect((await once(socket, 'close'))[0]).toBe(1006);
  });
});

describe('a handshake', () => {
  const statusOf = async (url: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { headers });
    const [, response] = await once(socket, 'unexpected-response').catch(() => [undefined, undefined]);
    socket.on('error', () => undefined);
    socket.terminate();
    return response?.statusCode;
  };

  it('on another path is a 404', async () => {
    await using landfall = await openGateway();
    expect(await statusOf(`${landfall.url.replace('http', 'ws')}/other`)).toBe(404);
  });

  it('by a page of another origin is a 403, and by one of this origin is accepted', async () => {
    await using landfall = await openGateway();
    const url = `${landfall.url.replace('http', 'ws')}/graphql`;
    expect(await statusOf(url, { origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(url, { origin: 'null' })).toBe(403);
    expect(await statusOf(url, { origin: 'http://127.0.0.1:1' })).toBe(403);
    await using client = await openSocket(landfall.url, { headers: { origin: landfall.url } });
    expect(client.messages).toEqual([{ type: 'connection_ack' }]);
  });

  it('with an invalid URL is rejected and affects no other client', async () => {
    await using landfall = await openGateway();
    const lines = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    for (const [target, host] of [
      ['//[', 'localhost'],
      ['http://[/graphql', 'localhost'],
      ['/graphql', '['],
    ]) {
      const socket = connect(Number(new URL(landfall.url).port), '127.0.0.1');
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://localhost\r\n${lines.join('\r\n')}\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 40[34] /);
      socket.destroy();
    }
    expect(await landfall.query('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
  });

  it('beyond the number of sockets is a 503', async () => {
    await using landfall = await openGateway({ limits: { maxSockets: 1 } });
    await using _client = await openSocket(landfall.url);
    expect(await statusOf(`${landfall.url.replace('http', 'ws')}/graphql`)).toBe(503);
  });
});

describe('a draining process', () => {
  it('closes sockets with 1001, ends streams with a hint to reconnect, and accepts no new operations', async () => {
    await using landfall = await openGateway();
    const client = await openSocket(landfall.url);
    client.subscribe('a', received, { after: '0' });
    landfall.subgraph.announce({ reference: 'MB1' });
    await client.until(() => client.payloadsOf('a').length === 1);
    const stream = await fetch(`${landfall.url}/graphql?${new URLSearchParams({ query: received })}`, {
      headers: { accept: 'text/event-stream', 'graphql-require-preflight': '1' },
    });
    await landfall.gateway.drain();
    expect(await client.closed).toEqual([1001, 'Going away']);
    expect(await stream.text()).toContain('retry: 1000\n\n');
    const late = await landfall.post({ query: '{ __typename }' });
    expect([late.status, late.headers.get('connection'), await late.json()]).toEqual([
      503,
      'close',
      { errors: [{ message: 'The server is shutting down.', extensions: { code: 'SHUTTING_DOWN' } }] },
    ]);
  });

  it('answers the queries in flight on a socket before it closes it, and starts nothing more on it', async () => {
    await using landfall = await openGateway();
    const late = deferred<string>();
    landfall.subgraph.hold(late.promise);
    const client = await openSocket(landfall.url);
    client.subscribe('s', received, { after: '0' });
    client.subscribe('q', '{ held }');
    await landfall.subgraph.heldSignal;
    const idle = await openSocket(landfall.url);
    const drained = landfall.gateway.drain();
    expect(await idle.closed).toEqual([1001, 'Going away']);
    client.subscribe('late', '{ __typename }');
    await client.until((messages) => messages.some(({ id }) => id === 'late'));
    expect(client.messages.at(-1)).toMatchObject({ id: 'late', type: 'error', payload: [{ extensions: { code: 'SHUTTING_DOWN' } }] });
    landfall.subgraph.announce({ reference: 'MB1' });
    await client.until(() => client.payloadsOf('s').length === 1);
    late.resolve('answered');
    expect(await client.closed).toEqual([1001, 'Going away']);
    expect(client.messages.filter(({ id }) => id === 'q')).toEqual([
      { id: 'q', type: 'next', payload: { data: { held: 'answered' } } },
      { id: 'q', type: 'complete' },
    ]);
    await drained;
  });

  it('closes a socket whose query the client has ended or left at once', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.hold(new Promise(() => {}));
    const [ending, leaving] = [await openSocket(landfall.url), await openSocket(landfall.url)];
    for (const client of [ending, leaving]) client.subscribe('q', '{ held }');
    await landfall.subgraph.heldSignal;
    const drained = landfall.gateway.drain();
    ending.send({ id: 'q', type: 'complete' });
    leaving.socket.terminate();
    expect((await ending.closed)[0]).toBe(1001);
    await drained;
  });

  it('terminates sockets that do not close', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.socket.pause();
    // Without the termination this would wait for the socket, which never closes by itself.
    await landfall.gateway.drain();
    client.socket.resume();
    expect((await client.closed)[0]).toBe(1001);
  });
});
