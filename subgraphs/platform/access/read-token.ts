import { hash } from 'node:crypto';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Logger } from '../logger.ts';
import type { JwksCache } from '../partners/inbound-auth/jwks.ts';
import { failureOfToken, type RefusedSignIn } from '../partners/inbound-auth/sign-in-error.ts';
import { clockToleranceSeconds, readClaims, verifyByJwks, verifyBySecret } from '../partners/inbound-auth/signed-tokens.ts';
import type { Clock } from '../time/clock.ts';
import type { Tenants } from './tenants.ts';

/** What a token that is good says. */
export interface GoodToken {
  /** Name of a tenant, which may be unknown. */
  readonly tenant: string | undefined;
  /** SHA-256 of issuer and subject: who it is, without saying so. */
  readonly subjectHash: Buffer;
  /** Milliseconds since 1970; the tolerance for clocks is in it. */
  readonly expiresAt: number;
}

export interface TokenParts {
  readonly keySets: JwksCache;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Reads a token by the rules of the access file.
 *
 * @returns why not, when it is not good
 * @throws {LandfallError} UPSTREAM_* if it seems to be good and the keys to verify it cannot be had now
 */
export type ReadToken = (token: string, rules: NonNullable<Tenants['jwt']>) => Promise<GoodToken | RefusedSignIn>;

interface Verified extends GoodToken {
  readonly rules: object;
  /** By which it was verified; an issuer that takes a key back publishes others. */
  readonly keys: object | undefined;
}

/** What one takes, its keys and rules apart, which many share. */
const verifiedBytes = 500;

/** Makes the reader. A token that was verified is not verified again while the rules and the issuer's keys are the same. */
export function createReadToken({ keySets, clock, logger }: TokenParts): ReadToken {
  const verified = createBoundedCache<string, Verified>(memoryBounds.verifiedTokens.bytes);
  return async (token, rules) => {
    const { jwksUri, secret, issuer, audience, allowPrivate, tenantClaim } = rules;
    const key = hash('sha256', token, 'base64url');
    const held = verified.get(key);
    if (held?.rules === rules && clock.now() < held.expiresAt) {
      if (jwksUri === undefined || held.keys === (await keySets.current({ jwksUri, allowPrivate }))) return held;
    }
    const said = await readClaims(token);
    // Keys are fetched for nothing else than a token that says it is for us.
    if (said === undefined) return { fault: 'TOKEN_MALFORMED' };
    if (said.iss !== issuer) return { fault: 'TOKEN_ISSUER' };
    if (![said.aud].flat().includes(audience)) return { fault: 'TOKEN_AUDIENCE' };
    const verdict =
      jwksUri === undefined
        ? await verifyBySecret(token, { issuer, audience, secret: secret ?? '' }, clock)
        : await verifyByJwks(token, { issuer, audience, jwksUri, allowPrivate }, { keySets, clock });
    if ('fault' in verdict) {
      logger.debug({ fault: verdict.fault }, 'a token was rejected');
      return { fault: failureOfToken(verdict.fault) };
    }
    const { [tenantClaim]: tenant, sub = '', exp = 0 } = verdict.claims;
    const good: Verified = {
      tenant: typeof tenant === 'string' ? tenant : undefined,
      subjectHash: hash('sha256', `${issuer}\n${sub}`, 'buffer'),
      expiresAt: (exp + clockToleranceSeconds) * 1_000,
      rules,
      keys: verdict.keys,
    };
    verified.set(key, good, verifiedBytes);
    return good;
  };
}
