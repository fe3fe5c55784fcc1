import { pino } from 'pino';
import { expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { LandfallError } from '../../errors.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../http/outbound.ts';
import { createAccessTokens, type OAuth2Client } from './access-tokens.ts';

const soon = { timeoutMs: 10_000 };

it('a token is fetched once for any number of requests, with form-encoded name and secret in the Basic header', async () => {
  const setting = openSetting();
  const requested = Array.from({ length: 100 }, () => setting.tokens.tokenFor(acme(), soon));
  setting.answer({ access_token: 't-1', token_type: 'bearer', expires_in: 3_600 });
  expect(new Set(await Promise.all(requested))).toEqual(new Set(['t-1']));
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-1');
  expect(setting.requests).toMatchObject([
    {
      url: 'https://id.example/token',
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from('the+client:s%3A1').toString('base64')}`,
      },
      body: 'grant_type=client_credentials&scope=read+write&audience=api',
    },
  ]);
});

it('is renewed early, while requests continue to use the old one', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1', expires_in: 1_000 });
  setting.advance(749_000);
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-1');
  expect(setting.requests).toHaveLength(1);
  setting.advance(1_000);
  expect(await Promise.all([setting.tokens.tokenFor(acme(), soon), setting.tokens.tokenFor(acme(), soon)])).toEqual(['t-1', 't-1']);
  expect(setting.requests).toHaveLength(2);
  await setting.answer({ access_token: 't-2', expires_in: 1_000 });
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-2');
});

it('that cannot be renewed is used until shortly before its expiry', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1', expires_in: 1_000 });
  setting.advance(800_000);
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-1');
  await setting.answer(new LandfallError('UPSTREAM_TIMEOUT', 'id.example did not answer within 10 ms.'));
  setting.advance(169_000);
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-1');
  await setting.answer({ access_token: 't-2' });
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-2');
  expect(setting.requests).toHaveLength(3);
});

it('without a stated lifetime is assumed to live some minutes, and one with no lifetime serves the waiting requests', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1' });
  setting.advance(200_000);
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-1');
  setting.advance(100_000);
  const waiting = setting.tokens.tokenFor(acme(), soon);
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
    await expect(setting.tokens.tokenFor(acme(), soon)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect(setting.requests).toHaveLength(index + 1);
    setting.advance(1);
  }
  expect(await setting.fetchNow({ access_token: 't-1' })).toBe('t-1');
});

it.each([
  [
    401,
    '{"error":"invalid_client","error_description":"s:1 is wrong"}',
    'UPSTREAM_REJECTED',
    'id.example refused it (401, invalid_client).',
  ],
  [400, '{"error":"s:1"}', 'UPSTREAM_REJECTED', 'id.example refused it (400).'],
  [403, 's:1', 'UPSTREAM_REJECTED', 'id.example refused it (403).'],
  [307, '', 'UPSTREAM_REJECTED', 'id.example redirects, which is not followed (307).'],
  [503, 's:1', 'UPSTREAM_UNREACHABLE', 'id.example failed (503).'],
  [429, '', 'UPSTREAM_UNREACHABLE', 'id.example failed (429).'],
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
  await setting.fetchNow({ access_token: 't-1' });
  expect([setting.tokens.invalidate(acme(), 't-1'), setting.tokens.invalidate(acme(), 't-1')]).toEqual([true, true]);
  expect(await setting.fetchNow({ access_token: 't-2' })).toBe('t-2');
  expect(setting.tokens.invalidate(acme(), 't-1')).toBe(true);
  expect(setting.tokens.invalidate(acme(), 't-2')).toBe(false);
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-2');
  setting.advance(30_000);
  expect(setting.tokens.invalidate(acme(), 't-2')).toBe(true);
  expect(await setting.fetchNow({ access_token: 't-3' })).toBe('t-3');
  expect(setting.requests).toHaveLength(3);
});

it('depends on the secret in the file: a changed secret means another token, a changed name does not', async () => {
  const setting = openSetting();
  await setting.fetchNow({ access_token: 't-1' });
  expect(await setting.tokens.tokenFor(acme({ name: 'ACME Line' }), soon)).toBe('t-1');
  const renewed = setting.tokens.tokenFor(acme({ clientSecret: 's:2' }), soon);
  await setting.answer({ access_token: 't-2' });
  expect(await renewed).toBe('t-2');
  expect(await setting.tokens.tokenFor(acme(), soon)).toBe('t-1');
});

it('is still fetched for other requests when one request times out', async () => {
  const setting = openSetting();
  const abort = new AbortController();
  const patient = setting.tokens.tokenFor(acme(), soon);
  const hasty = setting.tokens.tokenFor(acme(), { timeoutMs: 1 });
  const leaving = setting.tokens.tokenFor(acme(), { ...soon, signal: abort.signal });
  abort.abort(new Error('the client left'));
  await expect(leaving).rejects.toThrow('the client left');
  await expect(hasty).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', message: 'Signing in took longer than 1 ms.' });
  await setting.answer({ access_token: 't-1' });
  expect(await patient).toBe('t-1');
  expect(setting.requests).toHaveLength(1);
});

type Answer =
  | LandfallError
  | { status: number; body: string }
  | { access_token: string; token_type?: string; expires_in?: number | string };

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
    await settled();
    const next = waiting.shift();
    if (given instanceof LandfallError) next?.reject(given);
    else if ('body' in given) next?.resolve({ status: given.status, headers: {}, body: Buffer.from(given.body) });
    else next?.resolve({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(given)) });
    await settled();
  };
  return {
    tokens,
    requests,
    answer,
    advance: (ms: number) => {
      now += ms;
    },
    /** Requests a token, and lets the server answer the resulting fetch. */
    fetchNow: async (given: Answer): Promise<string> => {
      const token = tokens.tokenFor(acme(), soon);
      token.catch(() => undefined);
      await answer(given);
      return token;
    },
    log: () => lines.join(''),
  };
}

function acme({ name = 'ACME', clientSecret = 's:1' } = {}): OAuth2Client {
  const oauth2 = {
    tokenUrl: 'https://id.example/token',
    clientId: 'the client',
    clientSecret: `\${env:SECRET}`,
    scope: 'read write',
    audience: 'api',
  };
  const text = JSON.stringify({ id: 'acme', name, outbound: { oauth2 } });
  const partner = parsedPartner(text, { SECRET: clientSecret });
  if (partner.outbound?.oauth2 === undefined) throw new Error('no OAuth 2');
  return { partner, oauth2: partner.outbound.oauth2 };
}
