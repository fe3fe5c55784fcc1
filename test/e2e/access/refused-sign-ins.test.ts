import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openAccessRegistry } from '#platform/access/access-registry.ts';
import {
  type CallerAccess,
  createSignInWatch,
  maxFailuresPerMinute,
  unwatched,
  withoutOpenAccess,
} from '#platform/access/caller-sign-in.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createClientAddressOf } from '#platform/http/addresses.ts';
import { createHttpServer } from '#platform/http/http-server.ts';
import { serveMetrics } from '#platform/process/health.ts';
import { type Running, start } from '../../../gateway/main.ts';
import { partnerKeys, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openMemoryLog } from '../credentials/memory-log.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { keyOf, openAccess } from './open-access.ts';

const secret = 'a secret that two parties have in common';
const [blue, operator] = [keyOf('blue'), keyOf('operator')];
const log = openMemoryLog();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let config: Config;
let landfall: Running;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writePartners(folder.path);
  const tenants = { blue: blue.written, red: keyOf('red').written, operator: { ...operator.written, operator: true } };
  const jwt = { secret, issuer: 'issuer', audience: 'landfall' };
  await writeFile(join(folder.path, 'access'), JSON.stringify({ jwt, tenants, allowPrivate: true }));
  config = settings();
  landfall = await start('all', config, log.logger, { env: {} });
});
afterAll(async () => {
  await landfall[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The tests act as the proxy and set the address of the client. */
const settings = (more: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    DATA_DIR: join(folder.path, 'data'),
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: join(folder.path, 'access'),
    TRUSTED_PROXIES: '127.0.0.1',
    ...more,
  });

type Headers = Readonly<Record<string, string>>;

const sendQuery = (address: string, headers: Headers, query = '{ __typename }') =>
  fetch(`${landfall.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify({ query }),
  });
const push = (address: string, headers: Headers) =>
  fetch(`${landfall.url}/dcsa/arrival-notices`, { method: 'POST', headers: { 'x-forwarded-for': address, ...headers } });
const get = (path: string, headers: Headers) => fetch(landfall.url + path, { headers });

async function initAs(address: string, payload: object) {
  const client = await openSocket(landfall.url, { init: false, headers: { 'x-forwarded-for': address } });
  client.send({ type: 'connection_init', payload });
  return client;
}

const tokenOf = async (claims: object) => {
  const standard = { iss: 'issuer', aud: 'landfall', tenant: 'blue', exp: Math.floor(Date.now() / 1_000) + 600 };
  const token = new SignJWT({ ...standard, ...claims }).setProtectedHeader({ alg: 'HS256' });
  return { authorization: `Bearer ${await token.sign(Buffer.from(secret))}` };
};

/** Returns what is logged about an address, reduced to the relevant fields. */
const linesOf = (address: string) =>
  log
    .text()
    .split('\n')
    .flatMap((line) => (line.includes(`"address":"${address}"`) ? [JSON.parse(line)] : []));

describe('a sign-in that fails is logged with its reason and its address', () => {
  it.each([
    ['NO_CREDENTIAL', async () => ({})],
    ['AMBIGUOUS_CREDENTIAL', async () => ({ ...blue.sent, ...(await tokenOf({})) })],
    ['UNKNOWN_KEY', async () => ({ 'x-api-key': 'an-unknown-key' })],
    ['TOKEN_EXPIRED', () => tokenOf({ exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['TOKEN_EXPIRY', () => tokenOf({ exp: undefined })],
    ['TOKEN_EXPIRY', () => tokenOf({ exp: 1e308 })],
    ['TOKEN_NOT_YET_VALID', () => tokenOf({ nbf: Math.floor(Date.now() / 1_000) + 120 })],
    ['TOKEN_AUDIENCE', () => tokenOf({ aud: 'elsewhere' })],
    ['TOKEN_ISSUER', () => tokenOf({ iss: 'elsewhere' })],
    ['UNKNOWN_TENANT', () => tokenOf({ tenant: 'green' })],
    ['TOKEN_SIGNATURE', async () => ({ authorization: (await tokenOf({})).authorization.replace(/.{4}$/, 'AAAA') })],
  ])('%s', async (reason, headersOf) => {
    const headers: Headers = await headersOf();
    const address = '198.51.100.1';
    const before = linesOf(address).length;
    const answer = await sendQuery(address, headers);
    const [line] = linesOf(address).slice(before);
    expect([answer.status, line]).toEqual([401, expect.objectContaining({ reason, entrance: 'http', msg: 'a sign-in failed' })]);
    expect(line.requestId).toBe(answer.headers.get('x-request-id'));
    // The response reveals nothing of that, and the log no credential.
    expect(await answer.text()).not.toMatch(/TOKEN_|UNKNOWN_|green|expired/i);
    for (const credential of Object.values(headers)) expect(log.text()).not.toContain(credential.replace('Bearer ', ''));
  });

  it('over event streams, websockets and their pings, files, metrics and /dcsa', async () => {
    const address = '198.51.100.2';
    const wrong = { 'x-api-key': 'another-unknown-key' };
    await sendQuery(address, { ...wrong, accept: 'text/event-stream' });
    await using refused = await initAs(address, wrong);
    expect((await refused.closed)[0]).toBe(4403);
    await using pinging = await initAs(address, blue.sent);
    await pinging.until(([first]) => first?.type === 'connection_ack');
    pinging.send({ type: 'ping', payload: keyOf('red').sent });
    expect((await pinging.closed)[0]).toBe(4403);
    for (const path of ['/visualizations/1', '/metrics']) await get(path, { ...wrong, 'x-forwarded-for': address });
    expect((await push(address, wrong)).status).toBe(401);
    await get('/dcsa/arrival-notices', { 'x-forwarded-for': address });
    expect(linesOf(address).map(({ entrance, reason }) => [entrance, reason])).toEqual([
      ['sse', 'UNKNOWN_KEY'],
      ['websocket', 'UNKNOWN_KEY'],
      ['websocket', 'OTHER_TENANT'],
      ['http', 'UNKNOWN_KEY'],
      ['http', 'UNKNOWN_KEY'],
      ['dcsa', 'UNKNOWN_KEY'],
      ['dcsa', 'NO_CREDENTIAL'],
    ]);
  });
});

describe('a ping with a token whose expiry is not a date', () => {
  it('closes the socket like any other rejected credential', async () => {
    await using client = await initAs('198.51.100.3', await tokenOf({}));
    await client.until(([first]) => first?.type === 'connection_ack');
    client.send({ type: 'ping', payload: await tokenOf({ exp: 1e308 }) });
    expect((await client.closed)[0]).toBe(4403);
  });
});

describe('an address from which too many sign-ins failed', () => {
  it('gets 429 until it has waited; callers that are already signed in there continue, and other addresses are not affected', async () => {
    const address = '198.51.100.4';
    await using opened = await openAccess({ blue: blue.written, red: keyOf('red').written });
    const registry = new Registry();
    const clientAddressOf = createClientAddressOf(['127.0.0.1']);
    const signIns = createSignInWatch({ logger: log.logger, registry, clock: opened.clock, clientAddressOf });
    await using gateway = await openGateway({ access: opened.access, signIns });
    const sendQuery = (headers: Headers, from = address) => gateway.post({ query: '{ callers }' }, { 'x-forwarded-for': from, ...headers });
    const statusOf = async (headers: Headers, from?: string) => (await sendQuery(headers, from)).status;
    expect(await statusOf(blue.sent)).toBe(200);
    for (let number = 0; number < maxFailuresPerMinute; number += 1) expect(await statusOf({ 'x-api-key': `guess-${number}` })).toBe(401);
    const late = await sendQuery({ 'x-api-key': 'guess' });
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await late.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    // A correct guess cannot be distinguished from a wrong one.
    expect(await statusOf(keyOf('red').sent)).toBe(429);
    await using socket = await openSocket(gateway.url, { init: false, headers: { 'x-forwarded-for': address } });
    socket.send({ type: 'connection_init', payload: keyOf('red').sent });
    expect((await socket.closed)[0]).toBe(1013);
    expect([await statusOf(blue.sent), await statusOf(await opened.tokenOf('red'))]).toEqual([200, 200]);
    expect(await statusOf(keyOf('red').sent, '198.51.100.5')).toBe(200);
    expect(linesOf(address).filter(({ retryAfter }) => retryAfter !== undefined)).toHaveLength(1);
    opened.clock.advance(1_000);
    expect(await statusOf(keyOf('red').sent)).toBe(200);
  });

  it('gets 429 under /dcsa too, and the partner that is signed in there continues', async () => {
    const address = '198.51.100.7';
    expect((await push(address, { 'x-api-key': partnerKeys.acme })).status).toBe(415);
    const guesses = Array.from({ length: 3 * maxFailuresPerMinute }, (_, number) => push(address, { 'x-api-key': `guess-${number}` }));
    const answers = await Promise.all(guesses);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => headers.get('retry-after') === '1' && headers.get('api-version') !== null)).toBe(true);
    expect((await push(address, { 'x-api-key': partnerKeys.acme })).status).toBe(415);
  });

  it('gets 429 for pages of other origins too, which are counted separately', async () => {
    const address = '198.51.100.6';
    const headers = { 'x-forwarded-for': address, origin: 'https://evil.example' };
    const preflight = () =>
      fetch(`${landfall.url}/graphql`, { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'POST' } });
    const handshake = async () => {
      const socket = new WebSocket(landfall.url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws', { headers });
      const [error] = await once(socket, 'error');
      return Number(/\d{3}/.exec(error.message)?.[0]);
    };
    expect([(await preflight()).status, await handshake()]).toEqual([405, 403]);
    expect(linesOf(address).map(({ entrance, origin }) => [entrance, origin])).toEqual([
      ['http', 'https://evil.example'],
      ['websocket', 'https://evil.example'],
    ]);
    const statuses = await Promise.all(Array.from({ length: 3 * maxFailuresPerMinute }, handshake));
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect((await sendQuery(address, blue.sent)).status).toBe(200);
  });
});

describe('metrics', () => {
  it('are for operators if there is an access file', async () => {
    const statusOf = async (headers: Headers) => (await get('/metrics', headers)).status;
    expect([await statusOf({}), await statusOf(blue.sent), await statusOf(operator.sent)]).toEqual([401, 403, 200]);
    const text = await (await get('/metrics', operator.sent)).text();
    expect(text).toMatch(/^landfall_failed_sign_ins_total\{entrance="http",reason="TOKEN_EXPIRED"\} 1$/m);
    expect(text).toMatch(/^landfall_rejected_origins_total\{entrance="websocket"\} \d+$/m);
  });

  it('are on a separate port if the settings name one, and nowhere else then', async () => {
    const [app, logger] = [createHttpServer({ logger: log.logger, requestTimeoutMs: 1_000, maxBodyBytes: 1 }), log.logger];
    const own = readConfig({ METRICS_PORT: '0' });
    expect([own.METRICS_PORT, readConfig({ METRICS_PORT: '0.0.0.0:9464' }).METRICS_PORT]).toEqual([
      { host: '127.0.0.1', port: 0 },
      { host: '0.0.0.0', port: 9464 },
    ]);
    for (const METRICS_PORT of ['x', '70000', ':1']) expect(() => readConfig({ METRICS_PORT })).toThrow(/METRICS_PORT/);
    await using access = await openAccessRegistry({ file: config.ACCESS_FILE, logger, env: {} });
    const registry = new Registry();
    await using metrics = await serveMetrics(app, { registry, config: own, logger, access, signIns: unwatched });
    expect((await fetch(metrics.url ?? '')).status).toBe(200);
    // Uses node:http, because browsers and `fetch` set this header themselves.
    const [strange] = await once(request(metrics.url ?? '', { headers: { host: 'foreign-page.example' } }).end(), 'response');
    expect(strange.resume().statusCode).toBe(403);
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });

  it('of a subgraph in distributed mode without an access file, which knows no operator, identify no caller', async () => {
    const { logger } = log;
    await using access = await openAccessRegistry({ file: join(folder.path, 'none.yaml'), logger, env: {} });
    const statusWith = async (callers: CallerAccess) => {
      const app = createHttpServer({ logger, requestTimeoutMs: 1_000, maxBodyBytes: 1 });
      await serveMetrics(app, { registry: new Registry(), config: readConfig({}), logger, access: callers, signIns: unwatched });
      return (await app.inject('/metrics')).statusCode;
    };
    expect(await statusWith(withoutOpenAccess(access))).toBe(401);
    expect(await statusWith(access)).toBe(200);
  });

  it('with open access are available on this machine only, under its loopback names, unless the settings leave access to the network', async () => {
    const logger = log.logger;
    await using access = await openAccessRegistry({ file: join(folder.path, 'none.yaml'), logger, env: {} });
    const statusOf = async (environment: Record<string, string>, host: string) => {
      const app = createHttpServer({ logger, requestTimeoutMs: 1_000, maxBodyBytes: 1 });
      const parts = { registry: new Registry(), config: readConfig(environment), logger, access, signIns: unwatched };
      await serveMetrics(app, parts);
      return (await app.inject({ url: '/metrics', headers: { host } })).statusCode;
    };
    expect(await statusOf({}, 'localhost:4000')).toBe(200);
    expect(await statusOf({}, 'foreign-page.example:4000')).toBe(403);
    expect(await statusOf({ OPEN_ACCESS: 'true' }, 'landfall.internal:4000')).toBe(200);
  });
});
