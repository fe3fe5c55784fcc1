import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { LandfallError } from '../../errors.ts';
import type { Outbound } from '../../http/outbound.ts';
import type { Partner } from '../partner.ts';
import { createBearerTokenIndex } from './identify-caller.ts';
import { createJwksCache } from './signed-tokens.ts';

const issuer = 'https://id.example/';
const start = Date.UTC(2026, 2, 2, 13, 5);
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let [first, second]: Pair[] = [];
beforeAll(async () => {
  first = await generateKeyPair('RS256', { extractable: true });
  second = await generateKeyPair('ES256', { extractable: true });
});

it('identifies a partner by a token of its issuer for its audience, and distinguishes partners of one issuer', async () => {
  const setting = await openSetting();
  expect(await setting.idsBy(await token({}))).toEqual(['acme']);
  expect(await setting.idsBy(await token({ aud: 'landfall-blue' }))).toEqual(['blue']);
  expect(await setting.idsBy(await token({ aud: ['other', 'landfall-acme'] }))).toEqual(['acme']);
  expect(await setting.idsBy(await token({ aud: ['landfall-blue', 'landfall-acme'] }))).toEqual(['acme', 'blue']);
  expect(setting.fetches()).toBe(1);
});

it.each([
  ['of another audience', { aud: 'landfall' }],
  ['without audience', { aud: undefined }],
  ['of another issuer', { iss: 'https://id.example' }],
  ['that is over', { exp: start / 1_000 - 31 }],
  ['without an end', { exp: undefined }],
  ['that is not good yet', { nbf: start / 1_000 + 31 }],
])('identifies no partner by a token %s', async (_which, claims) => {
  const setting = await openSetting();
  expect(await setting.idsBy(await token(claims as JWTPayload))).toEqual([]);
});

it('tolerates clocks that differ by half a minute', async () => {
  const setting = await openSetting();
  expect(await setting.idsBy(await token({ exp: start / 1_000 - 29 }))).toEqual(['acme']);
  expect(await setting.idsBy(await token({ nbf: start / 1_000 + 29 }))).toEqual(['acme']);
});

it('identifies no partner by a token that the key did not sign', async () => {
  const setting = await openSetting();
  const good = await token({});
  const [head = '', body = '', signature = ''] = good.split('.');
  const forged = Buffer.from(JSON.stringify({ ...claimsOf({}), sub: 'admin' })).toString('base64url');
  const none = new UnsecuredJWT(claimsOf({})).encode();
  const hs256Head = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'first' })).toString('base64url');
  const publicKey = await exportSPKI(pairOf(first).publicKey);
  const hs256 = `${hs256Head}.${body}.${createHmac('sha256', publicKey).update(`${hs256Head}.${body}`).digest('base64url')}`;
  const foreign = await generateKeyPair('RS256');
  const tokens = [
    none,
    `${none}x`,
    hs256,
    `${head}.${forged}.${signature}`,
    `${head}.${body}.${signature.slice(0, -4)}AAAA`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}.!.${signature}`,
    await token({}, { pair: foreign }),
    'x',
    '',
  ];
  for (const forgedToken of tokens) expect([forgedToken, await setting.idsBy(forgedToken)]).toEqual([forgedToken, []]);
  expect(await setting.find({ authorization: `Basic ${good}` })).toEqual([]);
  expect(await setting.find({ authorization: good })).toEqual([]);
  expect(await setting.find({})).toEqual([]);
  expect(await setting.idsBy(good)).toEqual(['acme']);
});

it('fetches no keys for a token of an unknown issuer', async () => {
  const setting = await openSetting();
  expect(await setting.idsBy(await token({ iss: 'https://attacker.example' }))).toEqual([]);
  expect(setting.fetches()).toBe(0);
});

it('accepts a key that the issuer added, and fetches keys at most every half minute', async () => {
  const setting = await openSetting();
  await setting.idsBy(await token({}));
  const next = await token({}, { pair: second, alg: 'ES256', kid: 'second' });
  setting.publish(await jwk(first, 'first'), await jwk(second, 'second'));
  setting.advance(29_999);
  expect([await setting.idsBy(next), setting.fetches()]).toEqual([[], 1]);
  setting.advance(1);
  expect([await setting.idsBy(next), setting.fetches()]).toEqual([['acme'], 2]);
  for (const kid of ['guessed', 'guessed again']) expect(await setting.idsBy(await token({}, { kid }))).toEqual([]);
  expect(setting.fetches()).toBe(2);
});

it('drops a key that the issuer has revoked, within an hour', async () => {
  const setting = await openSetting();
  const old = await token({ exp: start / 1_000 + 36_000 });
  await setting.idsBy(old);
  setting.publish(await jwk(second, 'second'));
  setting.advance(600_000);
  expect([await setting.idsBy(old), setting.fetches()]).toEqual([['acme'], 2]);
  expect(await setting.idsBy(old)).toEqual([]);
});

it('tries every key when neither the token nor the keys have an id', async () => {
  const setting = await openSetting();
  const third = await generateKeyPair('RS256', { extractable: true });
  setting.publish(await jwk(third), await jwk(first));
  expect(await setting.idsBy(await token({}, { kid: null }))).toEqual(['acme']);
  setting.publish(await jwk(third));
  setting.advance(3_600_000);
  expect(await setting.idsBy(await token({ exp: start / 1_000 + 7_200 }, { kid: null }))).toEqual([]);
});

it('uses the cached keys for an hour while the issuer is unavailable', async () => {
  const setting = await openSetting();
  const long = await token({ exp: start / 1_000 + 36_000 });
  await setting.idsBy(long);
  setting.breakDown();
  setting.advance(3_599_999);
  expect(await setting.idsBy(long)).toEqual(['acme']);
  expect(setting.fetches()).toBe(2);
  setting.advance(1);
  await expect(setting.idsBy(long)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
});

it('without keys reports that it cannot verify tokens, and retries every few seconds', async () => {
  const setting = await openSetting();
  setting.breakDown();
  const requested = () => token({}).then(setting.idsBy);
  for (let count = 0; count < 3; count += 1) {
    await expect(requested()).rejects.toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      message: 'The keys that verify this token are not available now. Try again later.',
    });
  }
  expect(setting.fetches()).toBe(1);
  setting.publish(await jwk(first, 'first'));
  setting.advance(5_000);
  expect(await Promise.all([requested(), requested(), requested()])).toEqual([['acme'], ['acme'], ['acme']]);
  expect(setting.fetches()).toBe(2);
});

it.each(['<html>', '[]', '{"keys":1}', 'null'])('rejects %s as a key set', async (body) => {
  const setting = await openSetting();
  setting.answer(body);
  await expect(setting.idsBy(await token({}))).rejects.toMatchObject({ code: 'UPSTREAM_SHAPE' });
});

/** Opens an issuer of two partners, whose key set is set by the test. */
async function openSetting() {
  let now = start;
  let count = 0;
  let body: string | undefined = JSON.stringify({ keys: [await jwk(first, 'first')] });
  const outbound: Outbound = {
    request: async () => {
      count += 1;
      if (body === undefined) throw new LandfallError('UPSTREAM_UNREACHABLE', 'id.example could not be reached, or closed the connection.');
      return { status: 200, headers: {}, body: Buffer.from(body) };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const clock = { now: () => now, wait: async () => undefined };
  const logger = pino({ level: 'silent' });
  const jwks = createJwksCache({ outbound, logger, clock });
  const find = createBearerTokenIndex([partner('acme'), partner('blue'), partner('silent')], { jwks, clock, logger });
  return {
    find,
    idsBy: async (presented: string) => {
      const ids = (await find({ authorization: `Bearer ${presented}` })).map(({ id }) => id);
      // Waits for the renewal in the background.
      await new Promise((resolve) => setImmediate(resolve));
      return ids;
    },
    fetches: () => count,
    publish: (...keys: readonly JWK[]) => {
      body = JSON.stringify({ keys });
    },
    answer: (text: string) => {
      body = text;
    },
    breakDown: () => {
      body = undefined;
    },
    advance: (ms: number) => {
      now += ms;
    },
  };
}

function claimsOf(claims: JWTPayload): JWTPayload {
  return { iss: issuer, aud: 'landfall-acme', exp: start / 1_000 + 600, ...claims };
}

async function token(claims: JWTPayload, { pair = first, alg = 'RS256', kid = 'first' as string | null } = {}): Promise<string> {
  return new SignJWT(claimsOf(claims)).setProtectedHeader({ alg, ...(kid === null ? {} : { kid }) }).sign(pairOf(pair).privateKey);
}

async function jwk(pair: Pair | undefined, kid?: string): Promise<JWK> {
  return { ...(await exportJWK(pairOf(pair).publicKey)), ...(kid === undefined ? {} : { kid }) };
}

function pairOf(pair: Pair | undefined): Pair {
  if (pair === undefined) throw new Error('no key was made');
  return pair;
}

function partner(id: string): Partner {
  const jwt = { issuer, audience: `landfall-${id}`, jwksUri: 'https://id.example/jwks' };
  const text = JSON.stringify({ id, name: id, ...(id === 'silent' ? {} : { inbound: { jwt } }) });
  return parsedPartner(text);
}
