import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import { verifyByJwks, verifyBySecret } from './signed-tokens.ts';

const rules = { issuer: 'issuer', audience: 'landfall' };
const claims = { iss: 'issuer', aud: 'landfall', exp: Math.floor(Date.now() / 1_000) + 600 };
const secret = 'a secret that two parties have in common';

async function bySecret(more: JWTPayload) {
  const token = await new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
  return verifyBySecret(token, { ...rules, secret }, systemClock);
}

async function byKeySet(more: JWTPayload) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
  const token = await new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  const jwks = { current: async () => keys, newerThan: async () => undefined };
  const source = { jwksUri: 'https://id.example/jwks', allowPrivate: false };
  return verifyByJwks(token, { ...rules, ...source }, { jwks, clock: systemClock });
}

describe.each([
  ['a secret', bySecret],
  ['the keys of its issuer', byKeySet],
])('a token that is verified by %s', (_by, verify) => {
  it('is accepted with its issuer and audience, and rejected with any other, so that callers need not check them', async () => {
    expect(await verify({})).toMatchObject({ claims });
    expect(await verify({ aud: 'elsewhere' })).toEqual({ errorCode: 'ERR_JWT_CLAIM_VALIDATION_FAILED aud' });
    expect(await verify({ iss: 'elsewhere' })).toEqual({ errorCode: 'ERR_JWT_CLAIM_VALIDATION_FAILED iss' });
  });

  it('is rejected without an expiry, and with one that is not a date', async () => {
    for (const exp of [undefined, 1e308, 1e13]) {
      expect(await verify({ exp } as JWTPayload)).toEqual({ errorCode: 'ERR_JWT_CLAIM_VALIDATION_FAILED exp' });
    }
  });
});
