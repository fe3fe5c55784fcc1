import { hash } from 'node:crypto';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Logger } from '../logger.ts';
import type { JwksCache } from '../partners/inbound-auth/jwks.ts';
import { failureOfToken, type RefusedSignIn } from '../partners/inbound-auth/sign-in-error.ts';
import { clockToleranceSeconds, readClaims, verifyByJwks, verifyBySecret } from '../partners/inbound-auth/signed-tokens.ts';
import type { Clock } from '../time/clock.ts';
import type { Tenants } from './tenants.ts';

/** The claims of a valid token. */
export interface ValidToken {
  /** Name of a tenant, which may not exist. */
  readonly tenant: string | undefined;
  /** SHA-256 of issuer and subject: identifies the subject without naming it. */
  readonly subjectHash: Buffer;
  /** Name of the subject at the issuer, at most 255 characters. */
  readonly subject: string | undefined;
  /** Milliseconds since 1970, including the tolerance for clock differences. */
  readonly expiresAt: number;
}

export interface TokenParts {
  readonly jwks: JwksCache;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Verifies a token by the rules of the access file.
 *
 * @returns the reason if it is rejected
 * @throws {LandfallError} UPSTREAM_* if its claims are acceptable but the keys for verifying it are currently
 *   unavailable
 */
export type ReadToken = (token: string, rules: NonNullable<Tenants['jwt']>) => Promise<ValidToken | RefusedSignIn>;

interface Verified extends ValidToken {
  readonly rules: object;
  /** The set of keys that verified the token; an issuer that revokes a key publishes another set. */
  readonly keys: object | undefined;
}

/** Memory of a token in bytes, without its keys and rules, which many tokens share. */
const verifiedBytes = 800;
/** OpenID Connect Core 1.0, section 2, on `sub`. */
const maxSubjectLength = 255;

/**
 * Creates the function that verifies tokens. A token is verified only once as long as the rules and the issuer's keys
 * are unchanged.
 */
export function createReadToken({ jwks, clock, logger }: TokenParts): ReadToken {
  const verified = createBoundedCache<string, Verified>(memoryBounds.verifiedTokens.bytes);
  return async (token, rules) => {
    const { jwksUri, secret, issuer, audience, allowPrivate, tenantClaim } = rules;
    const key = hash('sha256', token, 'base64url');
    const known = verified.get(key);
    if (known?.rules === rules && clock.now() < known.expiresAt) {
      if (jwksUri === undefined || known.keys === (await jwks.current({ jwksUri, allowPrivate }))) return known;
    }
    const claims = await readClaims(token);
    // Keys are fetched only for tokens with our issuer and audience.
    if (claims === undefined) return { reason: 'TOKEN_MALFORMED' };
    if (claims.iss !== issuer) return { reason: 'TOKEN_ISSUER' };
    if (![claims.aud].flat().includes(audience)) return { reason: 'TOKEN_AUDIENCE' };
    const verdict =
      jwksUri === undefined
        ? await verifyBySecret(token, { issuer, audience, secret: secret ?? '' }, clock)
        : await verifyByJwks(token, { issuer, audience, jwksUri, allowPrivate }, { jwks, clock });
    if ('errorCode' in verdict) {
      logger.debug({ errorCode: verdict.errorCode }, 'a token was rejected');
      return { reason: failureOfToken(verdict.errorCode) };
    }
    const { [tenantClaim]: tenant, sub, exp = 0 } = verdict.claims;
    const valid: Verified = {
      tenant: typeof tenant === 'string' ? tenant : undefined,
      subjectHash: hash('sha256', `${issuer}\n${sub ?? ''}`, 'buffer'),
      subject: sub?.slice(0, maxSubjectLength),
      expiresAt: (exp + clockToleranceSeconds) * 1_000,
      rules,
      keys: verdict.keys,
    };
    verified.set(key, valid, verifiedBytes);
    return valid;
  };
}
