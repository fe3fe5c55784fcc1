import type { IncomingHttpHeaders } from 'node:http';
import type { JWTVerifyOptions, LocalJWKSet } from 'jose';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { KeySets } from './key-sets.ts';
import type { InboundWays, Partner } from './partner.ts';

/**
 * Tells whose JSON Web Token a request carries.
 *
 * @throws {LandfallError} UPSTREAM_* if a token seems to be a partner's and the keys to verify it cannot be had now
 */
export type BearerTokenIndex = (headers: IncomingHttpHeaders) => Promise<readonly Partner[]>;

export interface BearerTokenParts {
  readonly keySets: KeySets;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Signatures only a key's owner can make; a shared secret or none at all proves nothing about who issued a token. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** How far clocks may be off, in seconds. */
const clockTolerance = 30;
/** What newer keys of the issuer may mend. */
const keyFaults = new Set(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);

/**
 * Prepares the look-up of partners by a token in `Authorization: Bearer`. Issuer and audience together tell partners
 * apart; a token without an end is nobody's.
 *
 * @param partners no two of them with the same issuer and audience
 * @see RFC 7519, RFC 8725
 */
export function createBearerTokenIndex(partners: readonly Partner[], parts: BearerTokenParts): BearerTokenIndex {
  const entries = partners.flatMap((partner): Entry[] =>
    partner.inbound?.jwt === undefined ? [] : [{ partner, jwt: partner.inbound.jwt }],
  );
  return async ({ authorization = '' }) => {
    const token = entries.length === 0 ? undefined : /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    const claims = token === undefined ? undefined : await claimsOf(token);
    if (token === undefined || claims === undefined) return [];
    const found: Partner[] = [];
    for (const entry of entries) {
      const { partner, jwt } = entry;
      // Keys are fetched for nothing else than a token that says it is a partner's.
      if (claims.iss !== jwt.issuer || ![claims.aud].flat().includes(jwt.audience)) continue;
      const fault = await findFault(token, entry, parts);
      if (fault === undefined) found.push(partner);
      else parts.logger.debug({ partner: partner.id, fault }, 'a token is not taken');
    }
    return found;
  };
}

interface Entry {
  readonly partner: Partner;
  readonly jwt: NonNullable<InboundWays['jwt']>;
}

/** What a token says of itself, nothing of it verified. */
async function claimsOf(token: string): Promise<{ iss?: string; aud?: string | string[] } | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/** @returns a code of jose's errors */
async function findFault(token: string, { partner, jwt }: Entry, { keySets, clock }: BearerTokenParts): Promise<string | undefined> {
  const { issuer, audience, jwksUri } = jwt;
  const currentDate = new Date(clock.now());
  const options = { issuer, audience, algorithms, clockTolerance, currentDate, requiredClaims: ['exp'] };
  const source = { jwksUri, allowPrivate: partner.allowPrivate };
  const keys = await keySets.current(source);
  const fault = await verify(token, keys, options);
  if (fault === undefined || !keyFaults.has(fault)) return fault;
  const newer = await keySets.newerThan(keys, source);
  return newer === undefined ? fault : verify(token, newer, options);
}

async function verify(token: string, keys: LocalJWKSet, options: JWTVerifyOptions): Promise<string | undefined> {
  const { errors, jwtVerify } = await import('jose');
  try {
    await jwtVerify(token, keys, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return codeOf(error);
    // A token need not name its key; while keys are being changed, there are two.
    let fault = error.code;
    for await (const key of error) {
      try {
        await jwtVerify(token, key, options);
        return undefined;
      } catch (next) {
        fault = codeOf(next);
      }
    }
    return fault;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'ERR_JOSE_GENERIC';
}
