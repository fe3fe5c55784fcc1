import type { JWTPayload, JWTVerifyOptions, LocalJWKSet } from 'jose';
import { heapBytesOf } from '../../cache/bounded-cache.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import type { Outbound } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';
import { createRenewedValues } from '../renewed-values.ts';

/** Claims that a token must have. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
}

/** The claims of a valid token, or an error code of jose, with the name of the claim if it concerns one. */
export type TokenVerdict<Keys> = { readonly claims: JWTPayload; readonly keys: Keys } | { readonly errorCode: string };

/** Asymmetric signatures only: a shared secret, or no signature, does not prove who issued a token. */
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Tolerated difference of clocks, in seconds. */
export const clockToleranceSeconds = 30;
/** A later time cannot be written in RFC 3339. */
const latestEnd = Date.UTC(9999, 11, 31) / 1_000;
/** Errors that newer keys of the issuer may resolve. */
const keyErrors = new Set(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);

/** Returns the token in `Authorization: Bearer`, if it looks like a JSON Web Token. */
export function bearerTokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
}

/** Returns the claims of a token without verifying it. */
export async function readClaims(token: string): Promise<JWTPayload | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/**
 * Verifies a token with the keys that its issuer publishes. A token without expiry is rejected.
 *
 * @throws {LandfallError} UPSTREAM_* if the keys are not available now
 * @see RFC 7519, RFC 8725
 */
export async function verifyByJwks(
  token: string,
  rules: TokenRules & KeySource,
  { jwks, clock }: { readonly jwks: JwksCache; readonly clock: Clock },
): Promise<TokenVerdict<LocalJWKSet>> {
  const options = optionsOf(rules, { algorithms: asymmetric, clock });
  const keys = await jwks.current(rules);
  const verdict = await verify(token, keys, options);
  if (!('errorCode' in verdict) || !keyErrors.has(verdict.errorCode)) return verdict;
  const newer = await jwks.newerThan(keys, rules);
  return newer === undefined ? verdict : verify(token, newer, options);
}

/** Verifies a token with a secret shared with its issuer, HS256 only. A token without expiry is rejected. */
export async function verifyBySecret(
  token: string,
  rules: TokenRules & { readonly secret: string },
  clock: Clock,
): Promise<TokenVerdict<Buffer>> {
  return verify(token, Buffer.from(rules.secret), optionsOf(rules, { algorithms: ['HS256'], clock }));
}

function optionsOf({ issuer, audience }: TokenRules, { algorithms, clock }: { algorithms: string[]; clock: Clock }): JWTVerifyOptions {
  const currentDate = new Date(clock.now());
  return { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds, currentDate, requiredClaims: ['exp'] };
}

async function verify<Keys extends LocalJWKSet | Buffer>(
  token: string,
  keys: Keys,
  options: JWTVerifyOptions,
): Promise<TokenVerdict<Keys>> {
  const { errors, jwtVerify } = await import('jose');
  try {
    return verdictOf((await jwtVerify(token, keys, options)).payload, keys);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return { errorCode: codeOf(error) };
    // A token need not name its key, and during a rotation there are two keys.
    let errorCode = error.code;
    for await (const key of error) {
      try {
        return verdictOf((await jwtVerify(token, key, options)).payload, keys);
      } catch (next) {
        errorCode = codeOf(next);
      }
    }
    return { errorCode };
  }
}

function verdictOf<Keys>(claims: JWTPayload, keys: Keys): TokenVerdict<Keys> {
  return (claims.exp ?? 0) <= latestEnd ? { claims, keys } : { errorCode: 'ERR_JWT_CLAIM_VALIDATION_FAILED exp' };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return 'ERR_JOSE_GENERIC';
  return error.code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && 'claim' in error ? `${error.code} ${error.claim}` : String(error.code);
}

/** The location of the keys that verify an issuer's tokens. */
export interface KeySource {
  readonly jwksUri: string;
  readonly allowPrivate: boolean;
}

/** The keys of issuers. */
export type JwksCache = Pick<ReturnType<typeof createJwksCache>, 'current' | 'newerThan'>;

/** Age at which keys are fetched again in the background, and age until which they are used. */
const [freshMs, usableMs] = [600_000, 3_600_000];
/** Unknown clients can send any number of tokens with unknown keys, so an issuer gets at most one request in this time. */
const cooldownMs = 30_000;
const pauseAfterFailureMs = 5_000;
const timeoutMs = 4_000;
const maxBodyBytes = 262_144;

/**
 * Creates the cache of JSON Web Key Sets, fetched on demand and shared by all requests. The remote key set of jose uses no
 * keys beyond their age while the issuer is unavailable, and would send it a request for each token then.
 */
export function createJwksCache({ outbound, logger, clock }: { outbound: Outbound; logger: Logger; clock: Clock }) {
  const jwks = createRenewedValues({
    clock,
    keyOf: ({ jwksUri, allowPrivate }: KeySource) => `${allowPrivate} ${jwksUri}`,
    fetch: async (source) => {
      try {
        const value = await fetchKeys(source, outbound);
        return { value, bytes: heapBytesOf(value.jwks()), renewAfterMs: freshMs, usableMs };
      } catch (cause) {
        const { code, message } = asLandfallError(cause);
        logger.warn({ jwksUri: source.jwksUri, code }, message);
        // The caller is not authenticated, so the message does not contain the location of the keys.
        throw new LandfallError(code, 'The keys that verify this token are not available now. Try again later.', { cause });
      }
    },
    pauseMsAfter: () => pauseAfterFailureMs,
  });
  return {
    /** Returns the keys of an issuer. @throws {LandfallError} UPSTREAM_* if there are none and they are not available now */
    current: jwks.get,
    /**
     * Returns newer keys of an issuer, for a token that the given keys do not verify; undefined if there are none.
     *
     * @throws {LandfallError} UPSTREAM_* if they are not available now
     */
    newerThan: (keys: LocalJWKSet, source: KeySource) => jwks.newerThan(keys, source, cooldownMs),
  };
}

async function fetchKeys({ jwksUri, allowPrivate }: KeySource, outbound: Outbound): Promise<LocalJWKSet> {
  const { createLocalJWKSet } = await import('jose');
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const { status, body } = await outbound.request({ url: jwksUri, method: 'GET', headers, timeoutMs, maxBodyBytes, allowPrivate });
  const { host } = new URL(jwksUri);
  if (status !== 200) throw new LandfallError('UPSTREAM_UNREACHABLE', `${host} returned no key set (${status}).`);
  try {
    return createLocalJWKSet(JSON.parse(body.toString()));
  } catch (cause) {
    throw new LandfallError('UPSTREAM_SHAPE', `${host} returned a document that is not a key set.`, { cause });
  }
}
