import type { JWTPayload, JWTVerifyOptions, LocalJWKSet } from 'jose';
import type { Clock } from '../../time/clock.ts';
import type { JwksCache, KeySource } from './jwks.ts';

/** What a token must say to be taken. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
}

/** What a token that is taken says, or a code of jose's errors, with the name of the claim where it is about one. */
export type TokenVerdict<Keys> = { readonly claims: JWTPayload; readonly keys: Keys } | { readonly fault: string };

/** Signatures only a key's owner can make; a shared secret or none at all proves nothing about who issued a token. */
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** How far clocks may be off, in seconds. */
export const clockToleranceSeconds = 30;
/** Ends after the year 9999 are no times that can be written. */
const latestEnd = Date.UTC(9999, 11, 31) / 1_000;
/** What newer keys of the issuer may mend. */
const keyFaults = new Set(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);

/** Finds the token in `Authorization: Bearer`, if it looks like a JSON Web Token. */
export function bearerTokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
}

/** What a token says of itself, nothing of it verified. */
export async function readClaims(token: string): Promise<JWTPayload | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/**
 * Verifies a token by the keys that its issuer publishes. One without an end is not taken.
 *
 * @throws {LandfallError} UPSTREAM_* if the keys cannot be had now
 * @see RFC 7519, RFC 8725
 */
export async function verifyByJwks(
  token: string,
  rules: TokenRules & KeySource,
  { keySets, clock }: { readonly keySets: JwksCache; readonly clock: Clock },
): Promise<TokenVerdict<LocalJWKSet>> {
  const options = optionsOf(rules, { algorithms: asymmetric, clock });
  const keys = await keySets.current(rules);
  const verdict = await verify(token, keys, options);
  if (!('fault' in verdict) || !keyFaults.has(verdict.fault)) return verdict;
  const newer = await keySets.newerThan(keys, rules);
  return newer === undefined ? verdict : verify(token, newer, options);
}

/** Verifies a token by a secret shared with its issuer, HS256 and nothing else. One without an end is not taken. */
export async function verifyBySecret(
  token: string,
  rules: TokenRules & { readonly secret: string },
  clock: Clock,
): Promise<TokenVerdict<undefined>> {
  const { jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, Buffer.from(rules.secret), optionsOf(rules, { algorithms: ['HS256'], clock }));
    return verdictOf(payload, undefined);
  } catch (error) {
    return { fault: codeOf(error) };
  }
}

function optionsOf({ issuer, audience }: TokenRules, { algorithms, clock }: { algorithms: string[]; clock: Clock }): JWTVerifyOptions {
  const currentDate = new Date(clock.now());
  return { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds, currentDate, requiredClaims: ['exp'] };
}

async function verify(token: string, keys: LocalJWKSet, options: JWTVerifyOptions): Promise<TokenVerdict<LocalJWKSet>> {
  const { errors, jwtVerify } = await import('jose');
  try {
    return verdictOf((await jwtVerify(token, keys, options)).payload, keys);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return { fault: codeOf(error) };
    // A token need not name its key; while keys are being changed, there are two.
    let fault = error.code;
    for await (const key of error) {
      try {
        return verdictOf((await jwtVerify(token, key, options)).payload, keys);
      } catch (next) {
        fault = codeOf(next);
      }
    }
    return { fault };
  }
}

function verdictOf<Keys>(claims: JWTPayload, keys: Keys): TokenVerdict<Keys> {
  return (claims.exp ?? 0) <= latestEnd ? { claims, keys } : { fault: 'ERR_JWT_CLAIM_VALIDATION_FAILED exp' };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return 'ERR_JOSE_GENERIC';
  return error.code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && 'claim' in error ? `${error.code} ${error.claim}` : String(error.code);
}
