import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { deferred } from '../../support/deferred.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import { openSocket, type SocketClient } from './socket-client.ts';

const received = 'subscription ($after: String) { e: arrivalNoticeVersionReceived(after: $after) { cursor } }';

/** Returns the number of running subscriptions, and of open sockets. */
async function countsOf({ registry }: OpenGateway): Promise<number[]> {
  const counts = ['landfall_subscriptions', 'landfall_sockets'].map(async (name) => {
    const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
    return values.reduce((sum, { value }) => sum + value, 0);
  });
  return Promise.all(counts);
}

const cursorsOf = (client: SocketClient, id: string): string[] => client.payloadsOf(id).map(({ data }) => data.e.cursor);
const typesOf = (client: SocketClient, id: string): string[] => client.messages.filter((each) => each.id === id).map(({ type }) => type);

/** Resolves when the server has handled everything that was sent before. */
async function settled(client: SocketClient): Promise<void> {
  const pongs = () => client.messages.filter(({ type }) => type === 'pong').length;
  const before = pongs();
  client.send({ type: 'ping' });
  await client.until(() => pongs() > before);
}

describe('an operation id', () => {
  it('that is completed and used again 1,000 times runs once at a time, and nothing remains', async () => {
    await using landfall = await openGateway();
    const client = await openSocket(landfall.url);
    for (let round = 0; round < 1_000; round += 1) {
      client.subscribe('a', received, { after: '0' });
      client.send({ id: 'a', type: 'complete' });
    }
    client.subscribe('a', received, { after: '0' });
    await settled(client);
    landfall.subgraph.announce({ reference: 'A' });
    await client.until(() => cursorsOf(client, 'a').length > 0);
    landfall.subgraph.announce({ reference: 'B' });
    await client.until(() => cursorsOf(client, 'a').includes('c2'));
    await settled(client);
    expect(cursorsOf(client, 'a')).toEqual(['c1', 'c2']);
    expect(await countsOf(landfall)).toEqual([1, 1]);
    client.send({ id: 'a', type: 'complete' });
    await settled(client);
    expect(await countsOf(landfall)).toEqual([0, 1]);
    await client[Symbol.asyncDispose]();
    await expect.poll(() => countsOf(landfall)).toEqual([0, 0]);
  });

  it('that is used again on each of many rounds after its first event leaves nothing behind when the socket closes', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    const client = await openSocket(landfall.url);
    for (let round = 1; round <= 50; round += 1) {
      client.subscribe('a', received, { after: '0' });
      await client.until(() => cursorsOf(client, 'a').length === round);
      client.send({ id: 'a', type: 'complete' });
    }
    client.subscribe('a', received, { after: 'c1' });
    await settled(client);
    expect((await countsOf(landfall))[0]).toBe(1);
    await client[Symbol.asyncDispose]();
    await expect.poll(() => countsOf(landfall)).toEqual([0, 0]);
  });

  it('of a query that the client has ended can name a subscription at once, which gets nothing of the query', async () => {
    await using landfall = await openGateway();
    const late = deferred<string>();
    landfall.subgraph.hold(late.promise);
    await using client = await openSocket(landfall.url);
    client.subscribe('a', '{ held }');
    await landfall.subgraph.heldSignal;
    client.send({ id: 'a', type: 'complete' });
    client.subscribe('a', received, { after: '0' });
    await settled(client);
    late.resolve('late');
    landfall.subgraph.announce({ reference: 'A' });
    await client.until(() => client.payloadsOf('a').length > 0);
    await settled(client);
    expect(client.payloadsOf('a')).toEqual([{ data: { e: { cursor: 'c1' } } }]);
    client.send({ id: 'a', type: 'complete' });
    await settled(client);
    expect(await countsOf(landfall)).toEqual([0, 1]);
  });

  it('of a subscription that has ended with an error, or was never valid, can be used again at once', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    await using client = await openSocket(landfall.url);
    for (const [query, after] of [
      ['{ nothing }', undefined],
      ['{', undefined],
      [received, 'forged'],
    ] as const) {
      const errors = () => typesOf(client, 'a').filter((type) => type === 'error').length;
      const before = errors();
      client.subscribe('a', query, { after });
      await client.until(() => errors() > before);
    }
    client.subscribe('a', received, { after: '0' });
    await client.until(() => cursorsOf(client, 'a').length === 1);
    expect(typesOf(client, 'a')).toEqual(['error', 'error', 'error', 'next']);
    expect(await countsOf(landfall)).toEqual([1, 1]);
  });

  it.each(['query', 'subscription'])('of a %s that still runs is refused with 4409, whatever its length, and all end', async (kind) => {
    await using landfall = await openGateway();
    landfall.subgraph.hold(new Promise(() => {}));
    for (const id of ['a', 'ü'.repeat(500), '__proto__']) {
      await using client = await openSocket(landfall.url);
      client.subscribe(id, kind === 'query' ? '{ held }' : received);
      client.subscribe(id, received);
      expect((await client.closed)[0]).toBe(4409);
      await expect.poll(() => countsOf(landfall)).toEqual([0, 0]);
    }
  });

  it('may be any string', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    await using client = await openSocket(landfall.url);
    const ids = ['__proto__', 'constructor', 'toString', '"', '\\', '\n', '0', '🚢', ' '];
    for (const id of ids) client.subscribe(id, received, { after: '0' });
    await client.until(() => ids.every((id) => cursorsOf(client, id).length === 1));
    for (const id of ids) client.send({ id, type: 'complete' });
    await settled(client);
    expect(await countsOf(landfall)).toEqual([0, 1]);
  });

  it('is free as soon as the client has the last message of its operation', async () => {
    await using landfall = await openGateway();
    const client = createClient({
      url: `${landfall.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      generateID: () => 'same',
    });
    for (let round = 0; round < 100; round += 1) {
      for await (const { data } of client.iterate({ query: 'query ($n: JSON) { echo(value: $n) }', variables: { n: round } }))
        expect(data).toEqual({ echo: { value: round } });
    }
    await client.dispose();
  });
});

describe('a socket that closes', () => {
  it('while its operations are prepared, run or fail leaves none of them behind', async () => {
    await using landfall = await openGateway();
    for (let round = 0; round < 20; round += 1) {
      const client = await openSocket(landfall.url);
      for (let number = 0; number < 10; number += 1)
        client.subscribe(`${number}`, number % 3 === 0 ? '{ nothing }' : received, { after: '0' });
      if (round % 2 === 0) client.socket.terminate();
      else client.socket.close();
      await client.closed;
    }
    await expect.poll(() => countsOf(landfall)).toEqual([0, 0]);
    landfall.subgraph.announce({ reference: 'A' });
    await using client = await openSocket(landfall.url);
    client.subscribe('a', received, { after: '0' });
    await client.until(() => cursorsOf(client, 'a').length === 1);
    expect(await countsOf(landfall)).toEqual([1, 1]);
  });
});

describe('one operation too many', () => {
  it('is an error for its id alone, and the others go on; one that ends makes room', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    for (let number = 1; number <= 101; number += 1) client.subscribe(`${number}`, received, { after: '0' });
    await client.until((messages) => messages.some(({ type }) => type === 'error'));
    const [error] = client.messages.filter(({ type }) => type === 'error');
    expect([error?.id, error?.payload]).toEqual([
      '101',
      [{ message: 'At most 100 operations may run on one websocket.', extensions: { code: 'TOO_MANY_OPERATIONS' } }],
    ]);
    landfall.subgraph.announce({ reference: 'A' });
    await client.until((messages) => messages.filter(({ type }) => type === 'next').length === 100);
    expect(await countsOf(landfall)).toEqual([100, 1]);
    client.send({ id: '7', type: 'complete' });
    client.subscribe('101', received, { after: '0' });
    await client.until(() => cursorsOf(client, '101').length === 1);
    expect(await countsOf(landfall)).toEqual([100, 1]);
  });

  it('ends one subscription of a graphql-ws client with its defaults, which reports it, and no other', async () => {
    await using landfall = await openGateway();
    const sockets: unknown[] = [];
    const client = createClient({
      url: `${landfall.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      on: { connected: (socket) => void sockets.push(socket) },
    });
    let events = 0;
    const all = deferred<void>();
    const refused = deferred<unknown>();
    for (let number = 1; number <= 101; number += 1) {
      client.subscribe(
        { query: received, variables: { after: '0' } },
        { next: () => void (++events === 100 && all.resolve()), error: refused.resolve, complete: () => undefined },
      );
    }
    expect(await refused.promise).toMatchObject([{ extensions: { code: 'TOO_MANY_OPERATIONS' } }]);
    landfall.subgraph.announce({ reference: 'A' });
    await all.promise;
    expect(sockets).toHaveLength(1);
    await client.dispose();
  });
});

describe('a message that the protocol does not define', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['an unknown type', { type: 'start', id: 'a', payload: { query: '{ __typename }' } }],
    ['a type of the server', { type: 'next', id: 'a', payload: { data: null } }],
    ['a subscribe without an id', { type: 'subscribe', payload: { query: '{ __typename }' } }],
    ['a subscribe with an empty id', { type: 'subscribe', id: '', payload: { query: '{ __typename }' } }],
    ['a subscribe with a number as its id', { type: 'subscribe', id: 1, payload: { query: '{ __typename }' } }],
    ['a subscribe whose payload is null', { type: 'subscribe', id: 'a', payload: null }],
    ['a subscribe without a document', { type: 'subscribe', id: 'a', payload: { variables: {} } }],
    ['a subscribe whose variables are a list', { type: 'subscribe', id: 'a', payload: { query: '{ __typename }', variables: [] } }],
    ['a ping whose payload is a string', { type: 'ping', payload: 'x' }],
    ['a complete without an id', { type: 'complete' }],
  ])('(%s) closes the socket with 4400', async (_what, message) => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.send(message);
    expect((await client.closed)[0]).toBe(4400);
  });

  it('is not one whose optional payload is null, a pong, or the end of an operation that has ended', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url, { init: false });
    client.send({ type: 'ping', payload: null });
    client.send({ type: 'pong' });
    client.send({ type: 'connection_init', payload: null });
    await client.until((messages) => messages.some(({ type }) => type === 'connection_ack'));
    client.send({ type: 'complete', id: 'unknown' });
    client.send({
      type: 'subscribe',
      id: 'a',
      payload: { query: '{ __typename }', variables: null, operationName: null, extensions: null },
    });
    await client.until(() => typesOf(client, 'a').includes('complete'));
    expect(client.messages.map(({ type }) => type)).toEqual(['pong', 'connection_ack', 'next', 'complete']);
  });
});
