import { once } from 'node:events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openAccessRegistry } from '#platform/access/access-registry.ts';
import { callerOf, openCaller, unlimitedCaller } from '#platform/access/entitlement.ts';
import { createRequestSigner, createRequestVerifier } from '#platform/access/request-signatures.ts';
import { createHttpServer, handleUpgrades, listen } from '#platform/http/http-server.ts';
import { openAudit } from '#platform/operations/audit.ts';
import { createRequestRate, openPolicy, type RequestPolicy } from '#platform/operations/request-policy.ts';
import { serveGraphql } from '#platform/process/serve-graphql.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { keyOf, type OpenAccess, openAccess } from '../access/open-access.ts';
import { errorsOf, refresh, until } from '../access/socket-of-tenant.ts';
import { createTestBus } from '../gateway/open-gateway.ts';
import { createSampleSubgraph, type SampleSubgraph } from '../gateway/sample-subgraph.ts';
import { openSocket, type SocketClient } from '../gateway/socket-client.ts';

const secrets = ['the secret of gateways'];
const rights = callerOf({ ...openCaller.entitlement, operator: false });
const received = 'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor } }';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  readonly body: any;
}

interface OpenSubgraph extends OpenAccess {
  readonly url: string;
  readonly subgraph: SampleSubgraph;
  /** Lines of the audit log. */
  readonly lines: () => { msg: string; tenant: string; transport: string }[];
  send(init: RequestInit & { readonly headers: Record<string, string>; readonly search?: string }): Promise<Answered>;
  query(headers: object, query: string, variables?: object): Promise<Answered>;
  /** Sends a request as a gateway does for a tenant with the rights of `blue`. */
  querySigned(query: string, more?: { variables?: object; headers?: object }): Promise<Answered>;
}

/** Opens a subgraph with secrets and an access file. */
async function openSubgraph(
  tenants: Record<string, object> = { blue: keyOf('blue').written, red: keyOf('red').written },
  { introspection = true } = {},
): Promise<OpenSubgraph> {
  const opened = await openAccess(tenants);
  const { access, clock } = opened;
  const bus = createTestBus();
  const subgraph = createSampleSubgraph(bus);
  const written: string[] = [];
  const logger = pino({ level: 'silent' }, { write: (line: string) => written.push(line) });
  const app = createHttpServer({ logger });
  const audit = openAudit({ logger, setting: undefined, access });
  const policy = { ...openPolicy(), handshakeCredentials: true, rate: createRequestRate(clock), introspection };
  const verify = createRequestVerifier(secrets, clock);
  const { schema, contextFor } = subgraph;
  const executable = { schema, contextFor: (caller: { readonly key: string }) => contextFor(caller) as object };
  const endpoint = await serveGraphql(executable, { http: app, verify, bus, logger, registry: new Registry(), access, audit, policy });
  handleUpgrades(app.server, endpoint.handleUpgrade);
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`;
  const send: OpenSubgraph['send'] = async ({ search = '', ...init }) => {
    const answer = await fetch(`${url}/graphql${search}`, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const sign = createRequestSigner(secrets, clock);
  const post = (headers: object, body: string) =>
    send({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  return {
    ...opened,
    url,
    subgraph,
    lines: () => written.map((line) => JSON.parse(line)).filter((line) => line.audit === true),
    send,
    query: (headers, query, variables = {}) => post(headers, JSON.stringify({ query, variables })),
    querySigned: (query, { variables = {}, headers = {} } = {}) => {
      const body = JSON.stringify({ query, variables });
      return post({ ...sign({ method: 'POST', path: '/graphql', body, caller: rights }), ...headers }, body);
    },
    [Symbol.asyncDispose]: async () => {
      await endpoint.drain();
      await app.close();
      await endpoint[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

const codesOf = ({ status, body }: Answered) => [
  status,
  ...new Set(body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)),
];

describe('a subgraph with an access file', () => {
  it('answers a key and a token with the rights of their tenant, including entities', async () => {
    await using opened = await openSubgraph();
    for (const headers of [keyOf('blue').sent, await opened.tokenOf('blue')]) {
      expect((await opened.query(headers, '{ callers }')).body).toEqual({ data: { callers: [rights.key] } });
    }
    const entities =
      'query ($them: [_Any!]!) { _entities(representations: $them) { ... on Notice { id reference hidden } } _service { sdl } }';
    const { body } = await opened.query(keyOf('blue').sent, entities, {
      them: [{ __typename: 'Notice', id: 'notice-1', reference: 'TD1' }],
    });
    expect(body.data).toEqual({ _entities: [{ id: 'notice-1', reference: 'TD1', hidden: null }], _service: { sdl: expect.any(String) } });
  });

  it.each([
    ['no credential', async () => ({})],
    ['an unknown key', async () => ({ 'x-api-key': 'unknown' })],
    ['two credentials', async (opened: OpenSubgraph) => ({ ...keyOf('blue').sent, ...(await opened.tokenOf('blue')) })],
    ['a token for another audience', async (opened: OpenSubgraph) => opened.tokenOf('blue', { aud: 'elsewhere' })],
    ['a forged signature', async () => ({ 'x-landfall-signature': 'v1 1 aaaaaaaaaaaaaaaa b' })],
    ['a forged signature beside a key', async () => ({ ...keyOf('blue').sent, 'x-landfall-signature': 'v1 1 aaaaaaaaaaaaaaaa b' })],
    ['the rights of another caller beside a key', async () => ({ ...keyOf('blue').sent, 'x-landfall-caller': '{}' })],
    ['the name of another tenant beside a key', async () => ({ ...keyOf('blue').sent, 'x-landfall-tenant': 'red' })],
    ['a quota beside a key', async () => ({ ...keyOf('blue').sent, 'x-landfall-partner-calls-per-minute': '0' })],
    ['a person beside a key', async () => ({ ...keyOf('blue').sent, 'x-landfall-subject': 'someone' })],
  ])('rejects a request with %s', async (_what, headersOf) => {
    await using opened = await openSubgraph();
    const headers = await headersOf(opened);
    expect(codesOf(await opened.query(headers, '{ callers }'))).toEqual([401, 'UNAUTHENTICATED']);
    await using client = await openSocket(opened.url, { init: false, headers: headers as Record<string, string> });
    client.send({ type: 'connection_init' });
    expect((await client.closed)[0]).toBe(4403);
  });

  it('rejects a valid signature beside a credential, and accepts a signature only once', async () => {
    await using opened = await openSubgraph();
    expect(codesOf(await opened.querySigned('{ callers }', { headers: keyOf('blue').sent }))).toEqual([401, 'UNAUTHENTICATED']);
    expect((await opened.querySigned('{ callers }')).body).toEqual({ data: { callers: [rights.key] } });
    const body = JSON.stringify({ query: '{ callers }' });
    const signed = createRequestSigner(secrets, opened.clock)({ method: 'POST', path: '/graphql', body, caller: rights });
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...signed }, body };
    expect([(await opened.send(request)).status, (await opened.send(request)).status]).toEqual([200, 401]);
    await using client = await openSocket(opened.url, { init: false, headers: { ...signed } });
    client.send({ type: 'connection_init', payload: keyOf('blue').sent });
    expect((await client.closed)[0]).toBe(4403);
  });

  it('applies the limits of callers to a caller, but not to a gateway, which applies them itself', async () => {
    const limits = { operationCost: 100, requestsPerMinute: 6 };
    await using opened = await openSubgraph({ blue: { ...keyOf('blue').written, limits } });
    const aliases = `{ ${Array.from({ length: 101 }, (_, index) => `a${index}: __typename`).join(' ')} }`;
    const deep = `{ notices { nodes ${'{ current { notice '.repeat(13)} { id } ${'} }'.repeat(13)} } }`;
    const entities = 'query ($them: [_Any!]!) { _entities(representations: $them) { __typename } }';
    const them = Array.from({ length: 6 }, () => ({ __typename: 'Notice', id: 'notice-1' }));
    const refused: [string, object?][] = [[aliases], [deep], [entities, { them }], [`{ callers ${'#'.repeat(100_000)}\n }`]];
    for (const [query, variables] of refused) {
      expect(codesOf(await opened.query(keyOf('blue').sent, query, variables))).toEqual([200, 'OPERATION_TOO_LARGE']);
      expect((await opened.querySigned(query, { variables: variables ?? {} })).body.errors).toBeUndefined();
    }
    expect((await opened.query(keyOf('blue').sent, entities, { them: them.slice(0, 5) })).body.errors).toBeUndefined();
    expect((await opened.query(keyOf('blue').sent, '{ callers }')).status).toBe(200);
    expect(codesOf(await opened.query(keyOf('blue').sent, '{ callers }'))).toEqual([429, 'RATE_LIMITED']);
    expect((await opened.querySigned('{ callers }')).status).toBe(200);
  });

  it('writes audit lines for callers, even for one that requests counts as gateways do, but none for gateways', async () => {
    await using opened = await openSubgraph();
    await opened.querySigned('mutation { remember(text: "x") }');
    expect(opened.lines()).toEqual([]);
    const { body } = await opened.query({ ...keyOf('blue').sent, 'x-landfall-count-rows': 'true' }, 'mutation { remember(text: "x") }');
    expect(body).toEqual({ data: { remember: 'x' } });
    expect(opened.lines()).toMatchObject([{ msg: 'a mutation was executed', tenant: 'blue', transport: 'http' }]);
    await using client = await openWith(opened.url, keyOf('red').sent);
    client.subscribe('a', received, { after: '0' });
    opened.subgraph.announce({ reference: 'TD1' });
    await until(client, 'a', 'next');
    expect(opened.lines().at(-1)).toMatchObject({
      msg: 'a subscription to confidential rows began',
      tenant: 'red',
      transport: 'websocket',
    });
  });

  it('shows its SDL to no caller if introspection is off', async () => {
    await using opened = await openSubgraph(undefined, { introspection: false });
    const refused = [200, 'GRAPHQL_VALIDATION_FAILED'];
    expect(codesOf(await opened.query(keyOf('blue').sent, '{ _service { sdl } }'))).toEqual(refused);
    expect(codesOf(await opened.query(keyOf('blue').sent, '{ __schema { types { name } } }'))).toEqual(refused);
    expect((await opened.querySigned('{ _service { sdl } }')).body.errors).toBeUndefined();
  });

  it('answers a GET of a caller, but no page of any origin', async () => {
    await using opened = await openSubgraph();
    const search = `?query=${encodeURIComponent('{ callers }')}`;
    const get = await opened.send({ headers: { ...keyOf('blue').sent, origin: 'https://app.example' }, search });
    expect([get.body, get.headers.get('access-control-allow-origin')]).toEqual([{ data: { callers: [rights.key] } }, null]);
    expect((await opened.send({ headers: {}, search })).status).toBe(401);
    const mutation = await opened.send({
      headers: { ...keyOf('blue').sent },
      search: `?query=${encodeURIComponent('mutation { remember(text: "x") }')}`,
    });
    expect(codesOf(mutation)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const preflight = { method: 'OPTIONS', headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' } };
    expect((await opened.send(preflight)).status).toBe(405);
    const socket = new WebSocket(`${opened.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin: 'https://app.example' });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
  });
});

describe('a subgraph with open access', () => {
  it('streams to every router on loopback names, and answers more than callers of the access file may ask', async () => {
    const bus = createTestBus();
    const { schema, contextFor, append } = createSampleSubgraph(bus);
    const logger = pino({ level: 'silent' });
    await using access = await openAccessRegistry({ file: 'no-access.yaml', logger, env: {}, openLimits: unlimitedCaller });
    const app = createHttpServer({ logger });
    const executable = { schema, contextFor: (caller: { readonly key: string }) => contextFor(caller) as object };
    const policy: RequestPolicy = { ...openPolicy(), openHosts: 'loopback' };
    await using endpoint = await serveGraphql(executable, {
      http: app,
      verify: undefined,
      bus,
      logger,
      registry: new Registry(),
      access,
      policy,
    });
    handleUpgrades(app.server, endpoint.handleUpgrade);
    const port = await listen(app, '127.0.0.1', 0);
    append({ reference: 'A' });
    await using stream = await openEventStream(`http://127.0.0.1:${port}`, received, { after: '0' });
    expect(await stream.next()).toEqual({ data: { arrivalNoticeVersionReceived: { cursor: 'c1' } } });
    await using client = await openWith(`http://127.0.0.1:${port}`, {});
    client.subscribe('a', received, { after: '0' });
    await until(client, 'a', 'next');
    const body = JSON.stringify({ query: `{ ${Array.from({ length: 101 }, (_, index) => `a${index}: __typename`).join(' ')} }` });
    const post = (host: string) =>
      app.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': 'application/json', host }, body });
    expect(JSON.parse((await post('localhost')).body).errors).toBeUndefined();
    expect((await post('rebound.example')).statusCode).toBe(403);
    await endpoint.drain();
    await app.close();
  });
});

describe('a websocket of a router', () => {
  it('signs in by its handshake or its first message, which takes precedence', async () => {
    await using opened = await openSubgraph();
    for (const [headers, payload] of [
      [keyOf('blue').sent, undefined],
      [await opened.tokenOf('blue'), {}],
      [{}, keyOf('blue').sent],
      [keyOf('red').sent, keyOf('blue').sent],
    ] as const) {
      await using client = await openWith(opened.url, headers, payload);
      client.subscribe('q', 'mutation { remember(text: "x") }');
      await until(client, 'q', 'complete');
      expect(opened.lines().at(-1)).toMatchObject({ tenant: 'blue', transport: 'websocket' });
    }
  });

  it('resumes after a cursor, ends its operations with its token, and continues with another token of the same tenant', async () => {
    await using opened = await openSubgraph();
    opened.subgraph.append({ reference: 'A' }, { reference: 'B' });
    await using client = await openWith(opened.url, await opened.tokenOf('blue', { exp: Math.floor(opened.clock.now() / 1_000) + 60 }));
    client.subscribe('a', received, { after: 'c1' });
    await until(client, 'a', 'next');
    expect(client.payloadsOf('a')).toEqual([{ data: { arrivalNoticeVersionReceived: { cursor: 'c2' } } }]);
    opened.clock.advance(95_000);
    opened.subgraph.announce({ reference: 'C' });
    await until(client, 'a', 'error');
    expect(client.payloadsOf('a').length).toBe(1);
    await refresh(client, await opened.tokenOf('blue'));
    client.subscribe('b', received, { after: 'c2' });
    await until(client, 'b', 'next');
    client.send({ type: 'ping', payload: keyOf('red').sent });
    expect((await client.closed)[0]).toBe(4403);
  });

  it('counts once per hundred operations, so that the limit of sockets also limits the operations of a tenant', async () => {
    await using opened = await openSubgraph({ blue: { ...keyOf('blue').written, limits: { sockets: 2 } } });
    await using client = await openWith(opened.url, keyOf('blue').sent);
    for (let number = 1; number <= 200; number += 1) client.subscribe(`${number}`, received, { after: '0' });
    opened.subgraph.announce({ reference: 'A' });
    await until(client, '200', 'next');
    client.subscribe('201', received);
    await until(client, '201', 'error');
    expect(errorsOf(client, '201')).toMatchObject([{ extensions: { code: 'TOO_MANY_OPERATIONS' } }]);
    opened.subgraph.announce({ reference: 'B' });
    await client.until(() => client.payloadsOf('200').length === 2);
  });
});

/** Opens a socket and waits until its credential is accepted. */
async function openWith(url: string, headers: object, payload?: object): Promise<SocketClient> {
  const client = await openSocket(url, { init: false, headers: { ...headers } as Record<string, string> });
  client.send({ type: 'connection_init', ...(payload === undefined ? {} : { payload }) });
  await client.until(([first]) => first?.type === 'connection_ack');
  return client;
}
