// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '#platform/http/outbound.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { createSendRequest } from '#platform/upstream/send.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { parsedPartner } from '../../support/parsed-partner.ts';
import { type Authority, openAuthority, readCertificate } from './certificates.ts';
import { openMemoryLog, secretsIn, wholeTextOf } from './memory-log.ts';
import { openStrictServer, openTlsPartner, type TlsPartner } from './tls-partner.ts';

const clientSecret = 'client:secret/ä';

describe('a partner gets', () => {
  it.each([
    [{ apiKey: { header: 'X-Key', value: 'hunter2' } }, { 'x-key': 'hunter2' }],
    [
      { basic: { username: 'jörg', password: 'pass:word' } },
      { authorization: `Basic ${Buffer.from('jörg:pass:word').toString('base64')}` },
    ],
    [{ bearer: { token: 'hunter2' } }, { authorization: 'Bearer hunter2' }],
    [{ headers: { 'X-Key': 'hunter2', Authorization: 'Token hunter3' } }, { 'x-key': 'hunter2', authorization: 'Token hunter3' }],
    [
      { apiKey: { header: 'X-Key', value: 'hunter2' }, bearer: { token: 'hunter3' } },
      { 'x-key': 'hunter2', authorization: 'Bearer hunter3' },
    ],
    [undefined, {}],
  ])('%j as headers, in addition to those of the request', async (way, headers) => {
    await using setting = await openSetting();
    setting.partner.answer({ body: [] });
    expect((await setting.query(partnerOf(way))).status).toBe(200);
    const { 'x-key': key, authorization, 'api-version': version } = setting.partner.requests[0]?.headers ?? {};
    expect(JSON.parse(JSON.stringify({ 'x-key': key, authorization }))).toEqual(headers);
    expect(version).toBe('1.0.1');
  });
});

it('a partner gets the parameters of its file with each request, once, and not encoded in another way than its own', async () => {
  await using setting = await openSetting({ otherwise: { body: [] } });
  const acme = partnerOf({ parameters: { 'subscription-key': 'hunter 2', code: 'a' } });
  const url = `${setting.partner.url}/events?portCallID=1,2&code=b&subscription-key=hunter%202&x=?`;
  await setting.send(acme, { url, headers: {}, timeoutMs: 30_000 });
  await setting.send(acme, { url: `${setting.partner.url}/events`, headers: {}, timeoutMs: 30_000 });
  expect(setting.partner.requests.map((request) => request.url)).toEqual([
    '/events?portCallID=1,2&x=?&subscription-key=hunter%202&code=a',
    '/events?subscription-key=hunter%202&code=a',
  ]);
});

it('no credential is sent to another host when a partner redirects', async () => {
  await using setting = await openSetting();
  await using elsewhere = await openFakePartner({ otherwise: { body: [] } });
  const acme = partnerOf({ headers: { 'X-Key': 'hunter2' }, parameters: { code: 'hunter3' }, bearer: { token: 'hunter4' } });
  for (const status of [301, 302, 303, 307, 308]) {
    setting.partner.answer({ status, headers: { location: `${elsewhere.url}/events` } });
    expect((await setting.query(acme)).status).toBe(status);
  }
  expect(elsewhere.requests).toHaveLength(0);
});

describe('a token that a partner no longer accepts is replaced once when it answers', () => {
  const tokenError = (code: string) => ({ error: { message: 'The provided authentication is not valid', innererror: { code } } });
  it.each<[string, ScriptedAnswer, boolean]>([
    ['401', { status: 401 }, true],
    ['403', { status: 403, body: tokenError('InvalidTokenError') }, true],
    ['400 with the error of the standard', { status: 400, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }, true],
    ['500 with the error in the body', { status: 500, body: { fault: { faultstring: 'Access Token expired' } } }, true],
    ['200 with the error in the body', { body: { code: 'token_expired' } }, true],
    ['a redirect to a login page', { status: 302, headers: { location: 'https://sso.example/login?to=events' } }, true],
    ['403 about its quota', { status: 403, headers: { 'retry-after': '1' } }, false],
    ['400 about something else', { status: 400, body: { message: 'Invalid date' } }, false],
    ['a redirect to another address', { status: 301, headers: { location: 'https://other.example/events' } }, false],
    ['rows that speak of tokens', { body: [{ remark: 'invalid token' }] }, false],
  ])('%s', async (_what, answer, isReplaced) => {
    await using setting = await openSetting();
    const acme = setting.signingIn();
    await setting.query(acme);
    setting.partner.answer(answer);
    expect((await setting.query(acme)).status).toBe(isReplaced ? 200 : (answer.status ?? 200));
    expect([setting.issuer.requests.length, setting.partner.requests.length]).toEqual(isReplaced ? [2, 3] : [1, 2]);
  });
});

describe('a partner that requires OAuth 2', () => {
  it('gets 100 concurrent requests with one token, fetched by Basic with encoded names', async () => {
    await using setting = await openSetting();
    const acme = setting.signingIn();
    const answers = await Promise.all(Array.from({ length: 100 }, () => setting.query(acme)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(setting.partner.requests).toHaveLength(100);
    expect(setting.issuer.requests).toHaveLength(1);
    const [{ headers, body, method, url } = fail()] = setting.issuer.requests;
    expect([method, url, body.toString()]).toEqual(['POST', '/token', 'scope=read+write&audience=acme&grant_type=client_credentials']);
    expect(Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()).toBe('our+name:client%3Asecret%2F%C3%A4');
  });

  it('and revokes the token gets another one, and each of 100 concurrent requests is sent once more', async () => {
    await using setting = await openSetting();
    const acme = setting.signingIn();
    await setting.query(acme);
    setting.revoke();
    const answers = await Promise.all(Array.from({ length: 100 }, () => setting.query(acme)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(setting.issuer.requests).toHaveLength(2);
    expect(setting.partner.requests.length).toBeLessThanOrEqual(201);
  });

  it('and accepts no token gets two attempts of the first request, and no new token for each later one', async () => {
    await using setting = await openSetting({ otherwise: { status: 401 } });
    const acme = setting.signingIn();
    expect((await setting.query(acme)).status).toBe(401);
    expect([setting.partner.requests.length, setting.issuer.requests.length]).toEqual([2, 2]);
    for (let count = 0; count < 5; count += 1) expect((await setting.query(acme)).status).toBe(401);
    expect([setting.partner.requests.length, setting.issuer.requests.length]).toEqual([7, 2]);
  });

  it.each([
    [
      'refuses us',
      { status: 401, body: { error: 'invalid_client' } },
      'UPSTREAM_REJECTED',
      /^Signing in failed: .* refused it \(401, invalid_client\)/,
    ],
    ['is down', { status: 503 }, 'UPSTREAM_UNREACHABLE', /^Signing in failed: .* failed \(503\)/],
    ['breaks off', { fault: 'drop' }, 'UPSTREAM_UNREACHABLE', /^Signing in failed: .* could not be reached/],
    ['answers a page', { body: '<html>' }, 'UPSTREAM_SHAPE', /^Signing in failed: .* without a bearer token/],
    ['never ends its answer', { fault: 'flood' }, 'UPSTREAM_SHAPE', /^Signing in failed: .* more than 65536 bytes/],
    ['never answers', { fault: 'hang' }, 'UPSTREAM_TIMEOUT', /^Signing in failed: .* did not answer within \d+ ms/],
  ] as const)(
    'and whose server %s gets no request, and its server is not requested again each time',
    async (_what, answer, code, message) => {
      await using setting = await openSetting();
      const acme = setting.signingIn({ limits: { timeoutMs: 1_000 } });
      setting.issuer.answer(answer);
      const queried = Array.from({ length: 20 }, () => setting.query(acme));
      const errors = [...(await Promise.allSettled(queried)), ...(await Promise.allSettled([setting.query(acme)]))];
      for (const error of errors)
        expect(error).toMatchObject({ status: 'rejected', reason: { code, message: expect.stringMatching(message) } });
      expect([setting.partner.requests.length, setting.issuer.requests.length]).toEqual([0, 1]);
    },
  );

  it('and whose server hangs delays a request by no more than the request’s own timeout', async () => {
    await using setting = await openSetting();
    setting.issuer.answer({ fault: 'hang' });
    const queried = setting.query(setting.signingIn(), 100);
    await expect(queried).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      message: expect.stringMatching(/^Signing in took longer than \d+ ms/),
    });
  });

  it('is requested only if its token server has a public address', async () => {
    await using setting = await openSetting();
    const tokenUrl = setting.issuer.url.replace('http://127.0.0.1', 'https://localhost');
    const acme = setting.signingIn({ allowPrivate: false, tokenUrl });
    await expect(setting.query(acme)).rejects.toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      message: expect.stringMatching(/^Signing in failed: localhost:\d+ is not an allowed address/),
      cause: { name: 'ForbiddenAddressError' },
    });
    expect(setting.issuer.requests).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])('is not requested if its token server redirects with %i', async (status) => {
    await using setting = await openSetting();
    await using elsewhere = await openFakePartner({ otherwise: { body: { access_token: 'bait' } } });
    setting.issuer.answer({ status, headers: { location: elsewhere.url } });
    await expect(setting.query(setting.signingIn())).rejects.toMatchObject({
      code: 'UPSTREAM_REJECTED',
      message: expect.stringMatching(/redirects/),
    });
    expect([elsewhere.requests.length, setting.partner.requests.length]).toEqual([0, 0]);
  });
});

describe('a partner that requires a client certificate', () => {
  let authority: Authority;
  let stranger: Authority;
  let server: TlsPartner;
  beforeAll(async () => {
    [authority, stranger] = await Promise.all([openAuthority(), openAuthority()]);
    server = await openTlsPartner(authority);
  });
  afterAll(async () => {
    for (const opened of [server, authority, stranger]) await opened[Symbol.asyncDispose]();
  });
  const sendQuery = (setting: Setting, mtls: object, url = server.url) =>
    setting.send(partnerOf({ mtls }), { url, headers: {}, timeoutMs: 30_000 });

  it('gets the certificate of its file, on connections that no other partner’s requests use', async () => {
    await using setting = await openSetting();
    const [acme, blue] = await Promise.all([authority.issue('acme'), authority.issue('blue')]);
    const names: string[] = [];
    for (const files of [acme, blue, acme, blue])
      names.push((await sendQuery(setting, { ...files, caFile: authority.caFile })).body.toString());
    expect(names).toEqual(['acme', 'blue', 'acme', 'blue']);
    expect(server.connections()).toBe(2);
  });

  it('gets a key and a token together with the certificate, which its token server gets too', async () => {
    await using setting = await openSetting();
    const acme = await authority.issue('acme');
    const bodies: string[] = [];
    const issuer = createServer(
      { ...readCertificate(await authority.issue('server')), ca: readFileSync(authority.caFile, 'utf8'), requestCert: true },
      (request, response) => {
        bodies.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
        response.end(JSON.stringify({ access_token: 'granted' }));
      },
    ).listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    const tokenUrl = `https://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`;
    const outbound = {
      headers: { 'X-Key': 'hunter2' },
      mtls: { ...acme, caFile: authority.caFile },
      oauth2: { tokenUrl, clientId: 'us', clientSecret },
    };
    const answer = await setting.send(partnerOf(outbound), { url: server.url, headers: {}, timeoutMs: 30_000 });
    issuer.close();
    issuer.closeAllConnections();
    expect([answer.body.toString(), ...bodies]).toEqual(['acme', 'acme']);
  });

  it('gets an assertion of the certificate’s key instead of a secret, which names the certificate', async () => {
    await using setting = await openSetting();
    const { certFile, keyFile } = await authority.issue('acme');
    const [certificate, privateKey] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')];
    const way = { clientId: 'us', clientAuthentication: 'private_key_jwt', privateKey, certificate, assertionAudience: 'urn:issuer' };
    await setting.query(partnerOf({ oauth2: { tokenUrl: `${setting.issuer.url}/token`, ...way } }));
    const assertion = new URLSearchParams(setting.issuer.requests[0]?.body.toString()).get('client_assertion') ?? '';
    const { fingerprint, fingerprint256, publicKey } = new X509Certificate(certificate);
    const { protectedHeader } = await jwtVerify(assertion, publicKey, { issuer: 'us', subject: 'us', audience: 'urn:issuer' });
    const base64url = (hex: string) => Buffer.from(hex.replaceAll(':', ''), 'hex').toString('base64url');
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      x5t: base64url(fingerprint),
      'x5t#S256': base64url(fingerprint256),
    });
  });

  it('gets new certificate files when they are complete', async () => {
    await using setting = await openSetting();
    const [old, next] = await Promise.all([authority.issue('old'), authority.issue('next')]);
    const mtls = { ...old, caFile: authority.caFile };
    expect((await sendQuery(setting, mtls)).body.toString()).toBe('old');
    await copyFile(next.certFile, old.certFile);
    expect((await sendQuery(setting, mtls)).body.toString()).toBe('old');
    await copyFile(next.keyFile, old.keyFile);
    expect((await sendQuery(setting, mtls)).body.toString()).toBe('next');
    await writeFile(old.keyFile, 'half a k');
    expect((await sendQuery(setting, mtls)).body.toString()).toBe('next');
    expect(setting.log.text()).toContain('cannot be used; the previous one, if any, stays in use');
  });

  it('and rejects ours is distinguished from an unavailable one, if it reports the reason', async () => {
    await using setting = await openSetting();
    await using strict = await openStrictServer(authority);
    const mtls = { ...(await stranger.issue('foreign')), caFile: authority.caFile };
    await expect(sendQuery(setting, mtls, strict.url)).rejects.toMatchObject({
      code: 'UPSTREAM_REJECTED',
      message: expect.stringMatching(/rejected the client certificate \(ERR_SSL_TLSV1_ALERT_UNKNOWN_CA\)/),
    });
    await expect(sendQuery(setting, mtls)).rejects.toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      message: expect.stringMatching(/closed the connection. It may have rejected the client certificate/),
    });
  });

  it('and has a certificate that we do not trust gets no request', async () => {
    await using setting = await openSetting();
    const before = server.requests();
    const acme = await authority.issue('acme');
    for (const caFile of [undefined, stranger.caFile]) {
      await expect(sendQuery(setting, { ...acme, ...(caFile === undefined ? {} : { caFile }) })).rejects.toMatchObject({
        code: 'UPSTREAM_TLS',
        message: expect.stringMatching(/certificate that is not trusted/),
      });
    }
    expect(server.requests()).toBe(before);
  });

  it('cannot be requested without the files, whose paths are not revealed', async () => {
    await using setting = await openSetting();
    const { certFile } = await authority.issue('acme');
    const keyFile = `${authority.folder}/missing.key`;
    const error = await sendQuery(setting, { certFile, keyFile }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      message: 'Signing in failed: the client certificate for acme cannot be used (ENOENT).',
    });
  });

  it('is connected to at public addresses only', async () => {
    await using setting = await openSetting();
    const acme = partnerOf({ mtls: await authority.issue('acme') }, { allowPrivate: false });
    const url = server.url.replace('127.0.0.1', 'localhost');
    await expect(setting.send(acme, { url, headers: {}, timeoutMs: 30_000 })).rejects.toMatchObject({
      cause: { name: 'ForbiddenAddressError' },
    });
  });
});

it('no secret is in a log line or an error, even if partner and token server repeat what they receive', async () => {
  const log = openMemoryLog();
  const echo = (status: number) => (request: RecordedRequest) => ({
    status,
    body: { ...request.headers, url: request.url, sent: request.body.toString(), basic: decoded(request) },
  });
  await using partner = await openFakePartner({ otherwise: echo(403) });
  await using issuer = await openFakePartner({ otherwise: echo(400) });
  await using upstream = openUpstream({ logger: log.logger });
  const oauth2 = (more: object) => ({ oauth2: { tokenUrl: `${issuer.url}/token`, clientId: 'us', clientSecret, ...more } });
  const secrets = ['key-of-acme', 'pass/word"of&acme', 'token-of-acme', clientSecret, encodeURIComponent(clientSecret)];
  secrets.push('key/of+the header', 'authorization-of-acme', 'parameter of acme', 'fetched-token');
  const privateKey = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const ways = [
    { apiKey: { header: 'x-key', value: `ApiKey ${secrets[0]}` } },
    { basic: { username: 'acme', password: secrets[1] } },
    { bearer: { token: secrets[2] } },
    oauth2({ scope: 'refused' }),
    oauth2({ scope: 'granted' }),
    oauth2({ clientSecret: undefined, clientAuthentication: 'private_key_jwt', privateKey }),
    { headers: { 'x-key': secrets[5], authorization: `Token ${secrets[6]}` }, parameters: { code: secrets[7] } },
  ];
  const errors: unknown[] = [];
  for (const [index, way] of ways.entries()) {
    if (index === 4) issuer.answer({ body: { access_token: 'fetched-token' } });
    const request = {
      standard: 'ARRIVAL_NOTICE',
      url: `${partner.url}/arrival-notices`,
      headers: {},
      deadline: Date.now() + 60_000,
    } as const;
    errors.push(await upstream.call({ ...request, partner: partnerOf(way) }).catch((error: unknown) => error));
  }
  expect(partner.requests).toHaveLength(5);
  // The token that was granted is replaced once.
  expect(issuer.requests).toHaveLength(4);
  expect(errors.map((error) => (error as { code: string }).code)).toEqual(Array(7).fill('UPSTREAM_REJECTED'));
  secrets.push(new URLSearchParams(issuer.requests[3]?.body.toString()).get('client_assertion') ?? '', privateKey.split('\n')[1] ?? '');
  expect(log.text()).toContain('[redacted]');
  expect(secretsIn(`${log.text()}${errors.map(wholeTextOf).join('')}`, secrets)).toEqual([]);
});

type Setting = Awaited<ReturnType<typeof openSetting>>;

/** Opens a partner, its token server, and the client for both. */
async function openSetting({ otherwise }: { otherwise?: ScriptedAnswer } = {}) {
  let valid = '';
  let count = 0;
  const issuer: FakePartner = await openFakePartner({
    otherwise: () => {
      count += 1;
      valid = `token-${count}`;
      return { body: { access_token: valid, token_type: 'Bearer', expires_in: 3_600 } };
    },
  });
  const partner = await openFakePartner({
    otherwise: ({ headers }) => otherwise ?? (headers.authorization === `Bearer ${valid}` ? { body: [] } : { status: 401 }),
  });
  const log = openMemoryLog();
  const outbound = createOutbound({ logger: log.logger });
  const send = createSendRequest({ outbound, logger: log.logger });
  return {
    partner,
    issuer,
    send,
    log,
    query: (acme: Partner, timeoutMs = 30_000) =>
      send(acme, { url: `${partner.url}/arrival-notices`, headers: { 'API-Version': '1.0.1' }, timeoutMs }),
    signingIn: ({ tokenUrl = `${issuer.url}/token`, ...more }: { tokenUrl?: string; limits?: object; allowPrivate?: boolean } = {}) =>
      partnerOf({ oauth2: { tokenUrl, clientId: 'our name', clientSecret, scope: 'read write', audience: 'acme' } }, more),
    revoke: () => {
      valid = '';
    },
    [Symbol.asyncDispose]: async () => {
      for (const opened of [outbound, partner, issuer]) await opened[Symbol.asyncDispose]();
    },
  };
}

function partnerOf(outbound: object | undefined, more: object = {}): Partner {
  const env = { SECRET: clientSecret };
  const text = JSON.stringify({ id: 'acme', name: 'ACME', allowPrivate: true, outbound, ...more }).replaceAll(
    clientSecret,
    '${env:SECRET}',
  );
  return parsedPartner(text, env);
}

function decoded({ headers: { authorization = '' } }: RecordedRequest): string {
  return Buffer.from(authorization.replace(/^\w+ /, ''), 'base64').toString();
}

function fail(): never {
  throw new Error('nothing was asked');
}
