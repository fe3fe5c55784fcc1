import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { rawExchange } from '../../support/raw-exchange.ts';
import { openIssuer } from '../credentials/issuer.ts';
import { type OpenGateway, openGateway } from '../gateway/open-gateway.ts';
import { keyOf, type OpenAccess, openAccess } from './open-access.ts';

const everything = { ...openCaller.entitlement, operator: false };
const callers = { blue: callerOf(everything).key, red: callerOf({ ...everything, charges: false }).key };
const query = '{ callers }';
const nowSeconds = () => Math.floor(Date.now() / 1_000);

let opened: OpenAccess;
let landfall: OpenGateway;
beforeAll(async () => {
  opened = await openAccess({ blue: keyOf('blue').written, red: { ...keyOf('red').written, charges: false } });
  landfall = await openGateway({ access: opened.access });
});
afterAll(async () => {
  for (const each of [landfall, opened]) await each?.[Symbol.asyncDispose]();
});

describe('a request', () => {
  it('is answered for the tenant whose key or token it carries', async () => {
    expect(await callersSeenWith(keyOf('blue').sent)).toEqual([callers.blue]);
    expect(await callersSeenWith(keyOf('red').sent)).toEqual([callers.red]);
    expect(await callersSeenWith(await opened.tokenOf('blue'))).toEqual([callers.blue]);
    expect(await callersSeenWith(await opened.tokenOf('red', { aud: ['landfall', 'elsewhere'] }))).toEqual([callers.red]);
  });

  it('without a credential is a 401 that names what is expected, before its body is read', async () => {
    for (const body of [{ query }, 'no JSON', '[]']) {
      const answer = await landfall.post(body);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="landfall"']);
      expect(await answer.json()).toEqual({
        errors: [
          {
            message: 'Expected Authorization: Bearer <token> or x-api-key: <key>, got neither.',
            extensions: { code: 'UNAUTHENTICATED' },
          },
        ],
      });
    }
    expect((await fetch(`${landfall.url}/graphql?query=${encodeURIComponent(query)}`)).status).toBe(401);
    const raw =
      'POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n';
    expect(await rawExchange(Number(new URL(landfall.url).port), raw)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('for a stream, or for a file, is a 401 too', async () => {
    const stream = await landfall.post(
      { query: 'subscription { arrivalNoticeVersionReceived { cursor } }' },
      { accept: 'text/event-stream' },
    );
    expect([stream.status, stream.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8']);
    await stream.body?.cancel();
    landfall.subgraph.append({ reference: 'MB1', visualization: { contentType: 'application/pdf', content: 'JVBERg==' } });
    const file = (headers: Record<string, string>) => fetch(`${landfall.url}/visualizations/version-1`, { headers });
    const refused = await file({});
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="landfall"']);
    expect(await refused.text()).not.toContain('PDF');
    expect((await file(keyOf('blue').sent)).status).toBe(200);
  });

  it('with two credentials, another key, or a key in another header identifies no caller', async () => {
    const { authorization } = await opened.tokenOf('blue');
    const { 'x-api-key': key } = keyOf('blue').sent;
    const wrong: Record<string, string>[] = [
      { authorization, 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      { 'x-api-key': `${key} x` },
      { 'x-api-key': '' },
      { 'x-landfall-caller': JSON.stringify(openCaller.entitlement) },
      { cookie: `x-api-key=${key}` },
    ];
    for (const headers of wrong) expect([headers, await statusWith(headers)]).toEqual([headers, 401]);
  });
});

describe('a token', () => {
  it.each([
    ['that is over', { exp: nowSeconds() - 60 }],
    ['that is not good yet', { nbf: nowSeconds() + 120 }],
    ['without an end', { exp: undefined }],
    ['for another audience', { aud: 'elsewhere' }],
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['of a tenant that does not exist', { tenant: 'green' }],
    ['of a tenant by a name that every object has', { tenant: 'constructor' }],
    ['without a tenant', { tenant: undefined }],
    ['with two tenants', { tenant: ['blue', 'red'] }],
  ])('%s identifies no caller', async (_which, claims) => {
    expect(await statusWith(await opened.tokenOf('blue', claims as never))).toBe(401);
  });

  it('that is forged identifies no caller: unsigned, signed with the public key as a secret, altered, signed by another issuer', async () => {
    await using foreign = await openIssuer();
    const claims = { aud: 'landfall', tenant: 'blue' };
    const { none, hs256 } = await opened.issuer.forge(claims);
    const good = (await opened.tokenOf('blue')).authorization.slice('Bearer '.length);
    const [head, body = '', signature] = good.split('.');
    const altered = `${head}.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('blue', 'red')).toString('base64url')}.${signature}`;
    const theirs = await foreign.issue({ ...claims, iss: opened.issuer.name });
    for (const forged of [none, `${none}x`, hs256, altered, theirs, good.slice(0, -3)]) {
      expect([forged, await statusWith({ authorization: `Bearer ${forged}` })]).toEqual([forged, 401]);
    }
  });

  it('with a key that the issuer does not publish causes one request to it, however many such tokens are sent', async () => {
    await using fresh = await openAccess({ blue: {} });
    await using landfall = await openGateway({ access: fresh.access });
    await using foreign = await openIssuer();
    for (let turn = 0; turn < 6; turn += 1) await foreign.rotate();
    const claims = { iss: fresh.issuer.name, aud: 'landfall', tenant: 'blue' };
    const flood = await Promise.all(Array.from({ length: 100 }, () => foreign.issue(claims)));
    const statuses = await Promise.all(
      flood.map(async (token) => (await landfall.post({ query }, { authorization: `Bearer ${token}` })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(fresh.issuer.server.requests.length).toBe(1);
    fresh.clock.advance(30_000);
    for (const token of flood) await landfall.post({ query }, { authorization: `Bearer ${token}` });
    expect(fresh.issuer.server.requests.length).toBe(2);
    expect((await landfall.post({ query }, await fresh.tokenOf('blue'))).status).toBe(200);
  });

  it('is accepted repeatedly until it expires, and rejected after the issuer revoked its key', async () => {
    await using fresh = await openAccess({ blue: {} });
    await using landfall = await openGateway({ access: fresh.access });
    const former = await fresh.tokenOf('blue', { exp: Math.floor(fresh.clock.now() / 1_000) + 7_200 });
    const short = await fresh.tokenOf('blue', { exp: Math.floor(fresh.clock.now() / 1_000) + 60 });
    const status = async (headers: Record<string, string>) => (await landfall.post({ query }, headers)).status;
    expect([await status(former), await status(former), await status(short)]).toEqual([200, 200, 200]);
    fresh.clock.advance(95_000);
    expect([await status(former), await status(short)]).toEqual([200, 401]);
    await fresh.issuer.rotate();
    fresh.clock.advance(3_600_000);
    expect([await status(former), await status(await fresh.tokenOf('blue'))]).toEqual([401, 200]);
  });

  it('that cannot be verified now is rejected as temporary, without revealing the issuer’s address', async () => {
    await using fresh = await openAccess({ blue: keyOf('blue').written });
    await using landfall = await openGateway({ access: fresh.access });
    fresh.issuer.server.answer({ status: 500, body: 'secret of the issuer' });
    const answer = await landfall.post({ query }, await fresh.tokenOf('blue'));
    const text = await answer.text();
    expect([answer.status, text]).toEqual([502, expect.stringContaining('The keys that verify this token are not available now.')]);
    expect(text).not.toMatch(/127\.0\.0\.1|secret/);
    expect((await landfall.post({ query }, keyOf('blue').sent)).status).toBe(200);
  });

  it('may be signed with a shared secret, and then with nothing else', async () => {
    await using fresh = await openAccess({ blue: {} });
    await using landfall = await openGateway({ access: fresh.access });
    const secret = 'a secret that two parties have in common';
    await fresh.write({ blue: {} }, { jwt: { secret, issuer: fresh.issuer.name, audience: 'landfall' } });
    await fresh.access.reload();
    const { SignJWT } = await import('jose');
    const issued = (alg: string) =>
      new SignJWT({ iss: fresh.issuer.name, aud: 'landfall', tenant: 'blue', exp: nowSeconds() + 600 })
        .setProtectedHeader({ alg })
        .sign(Buffer.from(secret.repeat(2)).subarray(0, alg === 'HS256' ? secret.length : 64));
    const status = async (authorization: string) => (await landfall.post({ query }, { authorization })).status;
    expect(await status(`Bearer ${await issued('HS256')}`)).toBe(200);
    expect(await status(`Bearer ${await issued('HS512')}`)).toBe(401);
    expect(await status((await fresh.tokenOf('blue')).authorization)).toBe(401);
    expect(fresh.issuer.server.requests).toEqual([]);
  });
});

describe('a stream of events', () => {
  it('ends with an error when its token expires, and sends nothing after that', async () => {
    await using fresh = await openAccess({ blue: {} });
    await using landfall = await openGateway({ access: fresh.access });
    const exp = Math.floor(fresh.clock.now() / 1_000) + 60;
    const subscription = 'subscription { arrivalNoticeVersionReceived(after: "0") { cursor } }';
    const stream = await landfall.post({ query: subscription }, { accept: 'text/event-stream', ...(await fresh.tokenOf('blue', { exp })) });
    const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (part: string) => {
      for (;;) {
        if (text.includes(part)) return;
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended without ${part}: ${text}`);
        text += value;
      }
    };
    landfall.subgraph.announce({ reference: 'BEFORE' });
    await readUntil('"cursor":"c1"');
    fresh.clock.advance(95_000);
    landfall.subgraph.announce({ reference: 'AFTER' });
    await readUntil('event: complete');
    expect(text).toContain('"errors":[{"message":"The token has expired. Send a new one.","extensions":{"code":"UNAUTHENTICATED"}}]');
    expect(text).not.toContain('c2');
  });
});

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await landfall.post({ query }, headers)).status;
}

async function callersSeenWith(headers: Record<string, string>): Promise<string[]> {
  const answer = (await (await landfall.post({ query }, headers)).json()) as { data: { callers: string[] } };
  return answer.data.callers;
}
