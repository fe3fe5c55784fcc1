import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { maxEntitlementBytes } from '#platform/access/access-file.ts';
import { type Caller, callerOf, entitlementString, openCaller } from '#platform/access/entitlement.ts';
import { createRequestSigner, createRequestVerifier, type SignRequest } from '#platform/access/request-signatures.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPrefixProxy } from '../../support/prefix-proxy.ts';
import { validatedOperation } from '../../support/validated-operation.ts';
import { openDeployment } from '../apart/deployment.ts';
import { refusalOf } from '../apart/refusal.ts';
import { createTestBus } from '../gateway/open-gateway.ts';
import { createSampleSubgraph, supergraph } from '../gateway/sample-subgraph.ts';
import { createHandClock } from './hand-clock.ts';
import { keyOf } from './open-access.ts';
import { serveSigned } from './signed-engine.ts';

const secrets = ['the-newer-secret', 'the-former-secret'];
const clock = createHandClock();
const logger = createLogger('silent');
const tenant = callerOf({
  ...openCaller.entitlement,
  partners: ['acme-line'],
  parties: [{ codeListProvider: 'ZZZ', partyCode: 'Größe' }],
});

/** A subgraph that accepts signed requests only, as served in distributed mode. */
interface SignedSubgraph extends AsyncDisposable {
  readonly url: string;
  /** The callers of accepted requests. */
  readonly callers: Caller[];
}

let subgraph: SignedSubgraph;
beforeAll(async () => {
  subgraph = await openSignedSubgraph();
});
afterAll(async () => {
  await subgraph?.[Symbol.asyncDispose]();
});

describe('a subgraph in distributed mode', () => {
  it('answers its gateway, on behalf of the gateway’s caller', async () => {
    await using engine = openEngine(createRequestSigner(secrets, clock));
    expect(await sendQuery(engine, '{ callers }', tenant)).toEqual({ data: { callers: [tenant.key] } });
    expect(subgraph.callers.at(-1)).toEqual(tenant);
    const former = createRequestSigner(secrets.slice(1), clock);
    await using lagging = openEngine(former);
    expect(await sendQuery(lagging, '{ callers }', tenant)).toEqual({ data: { callers: [tenant.key] } });
  });

  it.each(['/graphql', '/graphql/'])('answers its gateway behind a proxy that serves it under a path, at a URL with %s', async (path) => {
    await using proxy = await openPrefixProxy(() => subgraph.url);
    await using engine = openEngine(createRequestSigner(secrets, clock), proxy.url + path);
    expect(await sendQuery(engine, '{ callers }', tenant)).toEqual({ data: { callers: [tenant.key] } });
    await engine.checkReadiness().catch(() => undefined);
    expect(proxy.outsidePaths).toEqual([]);
  });

  it('accepts callers with as many parties as the access file may name', async () => {
    const parties = Array.from({ length: 515 }, (_, index) => ({ codeListProvider: 'A'.repeat(15), partyCode: `PARTY-${index}` }));
    const caller = callerOf({ ...openCaller.entitlement, parties });
    expect(entitlementString(caller.entitlement).length).toBeGreaterThan(0.95 * maxEntitlementBytes);
    expect(entitlementString(caller.entitlement).length).toBeLessThanOrEqual(maxEntitlementBytes);
    await using engine = openEngine(createRequestSigner(secrets, clock));
    expect(await sendQuery(engine, '{ callers }', caller)).toEqual({ data: { callers: [caller.key] } });
  });

  it.each([
    ['a query', { query: '{ callers }' }],
    ['what it is made of', { query: '{ _service { sdl } }' }],
    ['entities', { query: '{ _entities(representations: [{ __typename: "Notice", id: "notice-1" }]) { __typename } }' }],
    ['its schema', { query: '{ __schema { types { name } } }' }],
    ['a mutation', { query: 'mutation { remember(text: "x") }' }],
    ['what is no GraphQL', { query: '{' }],
    ['what is no JSON', undefined],
  ])('rejects %s that is not signed, before it is parsed', async (_what, request) => {
    const body = request === undefined ? '{' : JSON.stringify(request);
    const requested = subgraph.callers.length;
    for (const headers of unsigned(body)) {
      const answer = await post(headers, body);
      const message = Object.keys(headers).some((name) => name.startsWith('x-landfall-'))
        ? 'The signature is invalid, was used before, or is not the only credential.'
        : 'Subgraphs answer only signed requests of their gateways.';
      expect([answer.status, await answer.json()]).toEqual([401, { errors: [{ message, extensions: { code: 'UNAUTHENTICATED' } }] }]);
    }
    expect(subgraph.callers.length).toBe(requested);
  });

  it('rejects a repeated request, and one that was modified in transit', async () => {
    const body = JSON.stringify({ query: '{ callers }' });
    const headers = createRequestSigner(secrets, clock)({ method: 'POST', path: '/graphql', body, caller: tenant });
    const more = JSON.stringify({ ...tenant.entitlement, operator: false });
    expect((await post({ ...headers, 'x-landfall-caller': more }, body)).status).toBe(401);
    expect((await post(headers, body.replace('callers', 'refused'))).status).toBe(401);
    expect((await post(headers, body, '?x')).status).toBe(401);
    expect((await post(headers, body)).status).toBe(200);
    expect((await post(headers, body)).status).toBe(401);
    clock.advance(60_000);
    expect((await post(headers, body)).status).toBe(401);
  });

  it('rejects a request that was signed more than a minute ago', async () => {
    const body = JSON.stringify({ query: '{ callers }' });
    const headers = createRequestSigner(secrets, clock)({ method: 'POST', path: '/graphql', body, caller: tenant });
    clock.advance(60_001);
    expect((await post(headers, body)).status).toBe(401);
  });

  it('rejects a gateway with another secret, whose clients get SUBGRAPH_UNAVAILABLE and not UNAUTHENTICATED', async () => {
    await using engine = openEngine(createRequestSigner(['a-foreign-secret'], clock));
    expect(await sendQuery(engine, '{ callers }', tenant)).toMatchObject({
      data: null,
      errors: [{ message: 'The subgraph arrival-notices did not answer.', extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }],
    });
  });
});

it('a gateway signs each request separately, so that equal ones are all accepted', async () => {
  await using engine = openEngine(createRequestSigner(secrets, clock));
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendQuery(engine, '{ callers }', tenant)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify({ data: { callers: [tenant.key] } })]));
});

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

describe('a deployment in distributed mode', () => {
  it.runIf(mongodbUrl && redisUrl)('answers tenants through its gateway and at its subgraphs, and no other client', async () => {
    await using folder = await temporaryFolder();
    const settings = { ACCESS_FILE: join(folder.path, 'rights.yaml'), SUBGRAPH_SECRETS: secrets.join(',') };
    await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants: { blue: keyOf('blue').written } }));
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', settings });
    const subgraphs = [
      ['arrival-notices', (await deployment.startSubgraph('arrival-notices')).url],
      ['commercial-schedules', (await deployment.serveSubgraph('commercial-schedules')).url],
      ['port-calls', (await deployment.serveSubgraph('port-calls')).url],
    ] as const;
    const gateway = await deployment.startGateway(Object.fromEntries(subgraphs));
    const query = '{ arrivalNotices { nodes { id } } portCallEvents { nodes { id } } partners { id } }';
    const requested = async (url: string, headers: object, text = query) => {
      const body = JSON.stringify({ query: text });
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const forbidden = { path: ['partners'], extensions: { code: 'FORBIDDEN' } };
    const data = { arrivalNotices: { nodes: [] }, portCallEvents: { nodes: [] }, partners: null };
    expect(await requested(gateway.url, keyOf('blue').sent)).toEqual({ status: 200, data, errors: [expect.objectContaining(forbidden)] });
    expect(await requested(gateway.url, {})).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    for (const [name, url] of subgraphs) {
      for (const headers of [{}, keyOf('red').sent, { ...keyOf('blue').sent, 'x-landfall-signature': 'v1' }]) {
        const unauthenticated = [{ extensions: { code: 'UNAUTHENTICATED' } }];
        expect([name, await requested(url, headers)]).toEqual([name, expect.objectContaining({ status: 401 })]);
        expect(await requested(url, headers)).toMatchObject({ errors: unauthenticated });
      }
    }
    const notices = new Map<string, string>(subgraphs).get('arrival-notices') ?? '';
    const own = await requested(notices, keyOf('blue').sent, '{ arrivalNotices { nodes { id } } partners { id } }');
    expect(own).toEqual({
      status: 200,
      data: { arrivalNotices: { nodes: [] }, partners: null },
      errors: [expect.objectContaining(forbidden)],
    });
  });

  it.each(['gateway', 'arrival-notices', 'commercial-schedules', 'port-calls', 'arrivals'] as const)(
    'started as %s without secrets, with an access file, refuses to start and reports why',
    async (part) => {
      await using folder = await temporaryFolder();
      const settings = { ACCESS_FILE: join(folder.path, 'rights.yaml') };
      await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants: { blue: keyOf('blue').written } }));
      const { code, message } = await refusalOf(part, settings);
      expect([code, message]).toEqual([
        'CONFIG_INVALID',
        expect.stringContaining('SUBGRAPH_SECRETS: not set. Gateways and subgraphs share it'),
      ]);
    },
  );
});

async function openSignedSubgraph(): Promise<SignedSubgraph> {
  const bus = createTestBus();
  const { schema, contextFor } = createSampleSubgraph(bus);
  const callers: Caller[] = [];
  const app = createHttpServer({
    logger,
    requestTimeoutMs: 5_000,
    maxBodyBytes: 1024 * 1024,
    maxHeaderBytes: maxEntitlementBytes + 16_384,
  });
  const noted = (caller: Caller) => {
    callers.push(caller);
    return contextFor(caller) as object;
  };
  const endpoint = await serveSigned(app, { schema, contextFor: noted }, createRequestVerifier(secrets, clock));
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`;
  return {
    url,
    callers,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

function openEngine(headersFor: SignRequest, url = `${subgraph.url}/graphql`) {
  return openFederatedEngine({ supergraph, subgraphs: { 'arrival-notices': url }, logger, headersFor });
}

async function sendQuery(engine: Engine, query: string, caller: Caller): Promise<unknown> {
  const operation = validatedOperation(engine.schema, query);
  return engine.execute({ operation, variables: {}, caller, requestId: 'r' });
}

function post(headers: Readonly<Record<string, string>>, body: string, search = ''): Promise<Response> {
  return fetch(`${subgraph.url}/graphql${search}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

/** The headers of requests without a valid signature. */
function unsigned(body: string): Record<string, string>[] {
  const foreign = createRequestSigner(['a-foreign-secret'], clock)({ method: 'POST', path: '/graphql', body, caller: openCaller });
  const entitlement = entitlementString(openCaller.entitlement);
  return [{}, { 'x-landfall-caller': entitlement }, { authorization: 'Bearer x' }, { 'content-type': 'text/plain' }, foreign];
}
