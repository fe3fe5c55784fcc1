import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { LandfallError } from '../../errors.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../http/outbound.ts';
import { createAccessTokens, type OAuth2Client } from './access-tokens.ts';

const soon = { timeoutMs: 10_000 };

it('a token is fetched once for any number of requests, with form-encoded name and secret in the Basic header', async () => {
  const setting = openSetting();
  const requested = Array.from({ length: 100 }, () => setting.tokenFor(acme(), soon));
  setting.answer({ access_token: 't-1', token_type: 'bearer', expires_in: 3_600 });
  expect(new Set(await Promise.all(requested))).toEqual(new Set(['t-1']));
  expect(await setting.tokenFor(acme(), soon)).toBe('t-1');
  expect(setting.requests).toMatchObject([
    {
      url: 'https://id.example/token',
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        authorization: `Basic ${Buffer.from('the+client:s%3A1').toString('base64')}`,
      },
      body: 'scope=read+write&audience=api&grant_type=client_credentials',
    },
  ]);
});

it('is renewed early, while requests continue to use the old one', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1', expires_in: 1_000 });
  setting.advance(749_000);
  expect(await setting.tokenFor(acme(), soon)).toBe('t-1');
  expect(setting.requests).toHaveLength(1);
  setting.advance(1_000);
  expect(await Promise.all([setting.tokenFor(acme(), soon), setting.tokenFor(acme(), soon)])).toEqual(['t-1', 't-1']);
  await setting.answer({ access_token: 't-2', expires_in: 1_000 });
  expect(setting.requests).toHaveLength(2);
  expect(await setting.tokenFor(acme(), soon)).toBe('t-2');
});

it('that cannot be renewed is used until shortly before its expiry', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1', expires_in: 1_000 });
  setting.advance(800_000);
  expect(await setting.tokenFor(acme(), soon)).toBe('t-1');
  await setting.answer(new LandfallError('UPSTREAM_TIMEOUT', 'id.example did not answer within 10 ms.'));
  setting.advance(169_000);
  expect(await setting.tokenFor(acme(), soon)).toBe('t-1');
  await setting.answer({ access_token: 't-2' });
  expect(await setting.tokenFor(acme(), soon)).toBe('t-2');
  expect(setting.requests).toHaveLength(3);
});

it('without a stated lifetime is assumed to live some minutes, and one with no lifetime serves the waiting requests', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1' });
  setting.advance(200_000);
  expect(await setting.tokenFor(acme(), soon)).toBe('t-1');
  setting.advance(100_000);
  const waiting = setting.tokenFor(acme(), soon);
  await setting.answer({ access_token: 't-2', expires_in: '0' });
  expect(await waiting).toBe('t-2');
  expect(await setting.fetchNow({ access_token: 't-3' })).toBe('t-3');
});

it('whose fetch failed makes all requests fail with the same error during a pause that grows to half a minute', async () => {
  const setting = openSetting();
  const failed = new LandfallError('UPSTREAM_UNREACHABLE', 'id.example could not be reached, or closed the connection.');
  const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
  for (const [index, pauseMs] of pausesMs.entries()) {
    await expect(setting.fetchNow(failed)).rejects.toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      message: expect.stringMatching(/^Signing in failed: /),
    });
    setting.advance(pauseMs - 1);
    await expect(setting.tokenFor(acme(), soon)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect(setting.requests).toHaveLength(index + 1);
    setting.advance(1);
  }
  expect(await setting.fetchNow({ access_token: 't-1' })).toBe('t-1');
});

const keyHint = 'It gives no reason of OAuth. If it wants a key too, write it as `oauth2: { ..., headers: { <name>: <key> } }`.';

it.each([
  [
    401,
    '{"error":"invalid_client","error_description":"s:1 is wrong"}',
    'UPSTREAM_REJECTED',
    'id.example refused it (401, invalid_client). If it expects the secret in the body, add `clientAuthentication: post`.',
  ],
  [400, '{"error":"s:1"}', 'UPSTREAM_REJECTED', `id.example refused it (400). ${keyHint}`],
  [403, 's:1', 'UPSTREAM_REJECTED', `id.example refused it (403). ${keyHint}`],
  [307, '', 'UPSTREAM_REJECTED', 'id.example redirects, which is not followed (307).'],
  [503, 's:1', 'UPSTREAM_UNREACHABLE', 'id.example failed (503).'],
  [429, '', 'UPSTREAM_BUSY', 'id.example limits the request rate (429).'],
  [403, 'Over Quota', 'UPSTREAM_BUSY', 'id.example limits the request rate (403).'],
  [204, '', 'UPSTREAM_SHAPE', 'id.example answered 204, expected 200.'],
  [200, '<html>', 'UPSTREAM_SHAPE', 'id.example answered without a bearer token.'],
  [200, '{"access_token":"t","token_type":"mac"}', 'UPSTREAM_SHAPE', 'id.example answered without a bearer token.'],
  [200, '{"access_token":"t\\r\\nx: y","token_type":"bearer"}', 'UPSTREAM_SHAPE', 'id.example answered without a bearer token.'],
])('an answer of %i %s is %s and shows no secret', async (status, body, code, message) => {
  const setting = openSetting();
  await expect(setting.fetchNow({ status, body })).rejects.toMatchObject({ code, message: `Signing in failed: ${message}` });
  expect(setting.log()).not.toContain('s:1');
});

it('that the partner rejects is dropped once for all requests that used it; its replacement not before half a minute has passed', async () => {
  const setting = openSetting();
  const api = 'https://api.example/events';
  const first = await setting.fetchToken({ access_token: 't-1' });
  expect([setting.tokens.invalidate(acme(), first, api), setting.tokens.invalidate(acme(), first, api)]).toEqual([true, true]);
  const second = await setting.fetchToken({ access_token: 't-2' });
  expect(setting.tokens.invalidate(acme(), first, api)).toBe(true);
  expect(setting.tokens.invalidate(acme(), second, api)).toBe(false);
  expect(await setting.tokenFor(acme(), soon)).toBe('t-2');
  setting.advance(30_000);
  expect(setting.tokens.invalidate(acme(), second, api)).toBe(true);
  expect(await setting.fetchNow({ access_token: 't-3' })).toBe('t-3');
  expect(setting.requests).toHaveLength(3);
});

it('that an address has accepted is replaced whenever that address rejects it, because it has ended', async () => {
  const setting = openSetting();
  for (const access_token of ['t-1', 't-2', 't-3']) {
    const token = await setting.fetchToken({ access_token });
    token.acceptedBy.add('https://api.example/events');
    expect(setting.tokens.invalidate(acme(), token, 'https://api.example/events')).toBe(true);
  }
  const other = await setting.fetchToken({ access_token: 't-4' });
  other.acceptedBy.add('https://api.example/events');
  expect(setting.tokens.invalidate(acme(), other, 'https://api.example/other')).toBe(false);
});

it('is not fetched before the time that its server wishes', async () => {
  const setting = openSetting();
  const limited = setting.fetchNow({ status: 429, headers: { 'retry-after': '90' }, body: '' });
  await expect(limited).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', retryAt: 1_090_000 });
  setting.advance(89_999);
  await expect(setting.tokenFor(acme(), soon)).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
  expect(setting.requests).toHaveLength(1);
  setting.advance(1);
  expect(await setting.fetchNow({ access_token: 't-1' })).toBe('t-1');
});

it('depends on the secret in the file: a changed secret means another token, a changed name does not', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1' });
  expect(await setting.tokenFor(acme({ name: 'ACME Line' }), soon)).toBe('t-1');
  const renewed = setting.tokenFor(acme({ clientSecret: 's:2' }), soon);
  await setting.answer({ access_token: 't-2' });
  expect(await renewed).toBe('t-2');
  expect(await setting.tokenFor(acme(), soon)).toBe('t-1');
});

it('is still fetched for other requests when one request times out', async () => {
  const setting = openSetting();
  const abort = new AbortController();
  const patient = setting.tokenFor(acme(), soon);
  const hasty = setting.tokenFor(acme(), { timeoutMs: 1 });
  const leaving = setting.tokenFor(acme(), { ...soon, signal: abort.signal });
  abort.abort(new Error('the client left'));
  await expect(leaving).rejects.toThrow('the client left');
  await expect(hasty).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', message: 'Signing in took longer than 1 ms.' });
  await setting.answer({ access_token: 't-1' });
  expect(await patient).toBe('t-1');
  expect(setting.requests).toHaveLength(1);
});

type Answer =
  | LandfallError
  | { status: number; body: string; headers?: Record<string, string> }
  | { access_token: string; token_type?: string; expires_in?: number | string };

describe('an authorization server gets', () => {
  const sent = async (oauth2: object) => {
    const setting = openSetting();
    await setting.fetchNow({ access_token: 't-1' }, acme({ oauth2 }));
    const [{ headers = {}, body = '', url } = fail()] = setting.requests;
    return { url: String(url), headers, form: new URLSearchParams(String(body)), body: String(body) };
  };

  it('the secret in the body, and several resources', async () => {
    const { headers, form } = await sent({ clientAuthentication: 'post', scope: undefined, audience: undefined, resource: ['a', 'b'] });
    expect([...form]).toEqual([
      ['resource', 'a'],
      ['resource', 'b'],
      ['grant_type', 'client_credentials'],
      ['client_id', 'the client'],
      ['client_secret', 's:1'],
    ]);
    expect(headers['authorization']).toBeUndefined();
  });

  it('headers and parameters of its own, another grant, and JSON instead of a form', async () => {
    const own = { headers: { 'Consumer-Key': 'key-1' }, parameters: { grant_type: 'password', username: 'us' } };
    const { headers, body } = await sent({ ...own, clientAuthentication: 'post', requestFormat: 'json' });
    expect(headers).toMatchObject({ 'consumer-key': 'key-1', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toMatchObject({ grant_type: 'password', username: 'us', client_id: 'the client', client_secret: 's:1' });
  });

  it('its URL with the query', async () => {
    const tokenUrl = 'https://id.example/token?grant_type=client_credentials';
    expect((await sent({ tokenUrl })).url).toBe(tokenUrl);
  });

  it('names with dashes as they are, because many servers do not decode them', async () => {
    const { headers } = await sent({ clientId: 'b3-f_1.x' });
    expect(Buffer.from(String(headers['authorization']).slice('Basic '.length), 'base64').toString()).toBe('b3-f_1.x:s%3A1');
  });

  it.each([
    ['rsa', { modulusLength: 2_048 }, 'pkcs1', {}, 'RS256'],
    ['rsa', { modulusLength: 2_048 }, 'pkcs8', { algorithm: 'PS256' }, 'PS256'],
    ['ec', { namedCurve: 'P-256' }, 'sec1', {}, 'ES256'],
    ['ed25519', {}, 'pkcs8', {}, 'Ed25519'],
  ] as const)('an assertion signed with a key of %s %j in %s', async (kind, options, type, more, alg) => {
    const { publicKey, privateKey } = generateKeyPairSync(kind as 'rsa', options as { modulusLength: number });
    const pem = String(privateKey.export({ type: type as 'pkcs8', format: 'pem' })).replaceAll('\n', '\\n');
    const { form } = await sent({ clientAuthentication: 'private_key_jwt', privateKey: pem, keyId: 'k-1', ...more });
    expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    expect(form.get('client_secret')).toBeNull();
    const { protectedHeader, payload } = await jwtVerify(form.get('client_assertion') ?? '', publicKey);
    expect(protectedHeader).toEqual({ alg, kid: 'k-1', typ: 'JWT' });
    expect(payload).toMatchObject({ iss: 'the client', sub: 'the client', aud: 'https://id.example/token' });
  });
});

it.each([
  ['a lifetime as a string', { access_token: 't', token_type: 'Bearer', expires_in: '3599' }],
  ['another name of the type', { access_token: 't', token_type: 'BearerToken', expires_in: 3599 }],
  ['no type', { access_token: 't', expires_in: 3599.5 }],
  ['members in camel case', { accessToken: 't', tokenType: 'bearer', expiresIn: 3599 }],
])('is read with %s, with status 200 or 201', async (_what, answer) => {
  for (const status of [200, 201]) {
    const setting = openSetting();
    expect(await setting.fetchNow({ status, body: `\ufeff${JSON.stringify(answer)}` })).toBe('t');
    setting.advance(2_000_000);
    expect(await setting.tokenFor(acme(), soon)).toBe('t');
    expect(setting.requests).toHaveLength(1);
  }
});

/** Opens the tokens of an authorization server that answers on demand. */
function openSetting() {
  const lines: string[] = [];
  const requests: OutboundRequest[] = [];
  const waiting: { resolve: (response: OutboundResponse) => void; reject: (error: LandfallError) => void }[] = [];
  let now = 1_000_000;
  const outbound: Outbound = {
    request: (request) => {
      requests.push(request);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  const tokens = createAccessTokens({ outbound, logger, clock: { now: () => now, wait: async () => undefined } });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const answer = async (given: Answer) => {
    // Keys are imported outside of this thread.
    while (waiting.length === 0) await settled();
    const next = waiting.shift();
    if (given instanceof LandfallError) next?.reject(given);
    else if ('body' in given) next?.resolve({ headers: {}, ...given, body: Buffer.from(given.body) });
    else next?.resolve({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(given)) });
    await settled();
  };
  const fetchToken = async (given: Answer, client = acme()) => {
    const token = tokens.tokenFor(client, soon);
    token.catch(() => undefined);
    await answer(given);
    return token;
  };
  return {
    tokens,
    requests,
    tokenFor: async (...of: Parameters<typeof tokens.tokenFor>) => (await tokens.tokenFor(...of)).token,
    fetchToken,
    answer,
    advance: (ms: number) => {
      now += ms;
    },
    /** Requests a token, and lets the server answer the resulting fetch. */
    fetchNow: async (given: Answer, client?: OAuth2Client): Promise<string> => (await fetchToken(given, client)).token,
    log: () => lines.join(''),
  };
}

function acme({ name = 'ACME', clientSecret = 's:1', oauth2: more = {} } = {}): OAuth2Client {
  const oauth2 = {
    tokenUrl: 'https://id.example/token',
    clientId: 'the client',
    clientSecret: `\${env:SECRET}`,
    scope: 'read write',
    audience: 'api',
    ...more,
  };
  const text = JSON.stringify({ id: 'acme', name, allowPrivate: true, outbound: { oauth2 } });
  const partner = parsedPartner(text, { SECRET: clientSecret });
  if (partner.outbound?.oauth2 === undefined) throw new Error('no OAuth 2');
  return { partner, oauth2: partner.outbound.oauth2 };
}

function fail(): never {
  throw new Error('nothing was sent');
}
