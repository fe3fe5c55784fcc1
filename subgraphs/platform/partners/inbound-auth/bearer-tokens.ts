import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';
import type { InboundWays, Partner } from '../partner.ts';
import type { JwksCache } from './jwks.ts';
import { failureOfToken, type SignInFailure } from './sign-in-error.ts';
import { bearerTokenIn, readClaims, verifyByJwks } from './signed-tokens.ts';

/**
 * Returns the partners that the JSON Web Token of a request identifies.
 *
 * @param onRefusal called with the reason when the token is rejected
 * @throws {LandfallError} UPSTREAM_* if a token names a partner and the keys to verify it are not available now
 */
export type BearerTokenIndex = (headers: IncomingHttpHeaders, onRefusal?: (reason: SignInFailure) => void) => Promise<readonly Partner[]>;

export interface BearerTokenParts {
  readonly jwks: JwksCache;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates the lookup of partners by a token in `Authorization: Bearer`. Issuer and audience together identify a
 * partner. A token without expiry is rejected.
 *
 * @param partners no two of them have the same issuer and audience
 */
export function createBearerTokenIndex(partners: readonly Partner[], parts: BearerTokenParts): BearerTokenIndex {
  const entries = partners.flatMap((partner): Entry[] =>
    partner.inbound?.jwt === undefined ? [] : [{ partner, jwt: partner.inbound.jwt }],
  );
  return async ({ authorization }, onRefusal) => {
    const token = entries.length === 0 ? undefined : bearerTokenIn(authorization);
    const claims = token === undefined ? undefined : await readClaims(token);
    if (token === undefined || claims === undefined) return [];
    const found: Partner[] = [];
    const isKnownIssuer = entries.some(({ jwt }) => jwt.issuer === claims.iss);
    let reason: SignInFailure = isKnownIssuer ? 'TOKEN_AUDIENCE' : 'TOKEN_ISSUER';
    for (const { partner, jwt } of entries) {
      // Keys are fetched only for a token that names a partner.
      if (claims.iss !== jwt.issuer || ![claims.aud].flat().includes(jwt.audience)) continue;
      const verdict = await verifyByJwks(token, { ...jwt, allowPrivate: partner.allowPrivate }, parts);
      if ('errorCode' in verdict) {
        parts.logger.debug({ partner: partner.id, errorCode: verdict.errorCode }, 'a token was rejected');
        reason = failureOfToken(verdict.errorCode);
      } else found.push(partner);
    }
    if (found.length === 0) onRefusal?.(reason);
    return found;
  };
}

interface Entry {
  readonly partner: Partner;
  readonly jwt: NonNullable<InboundWays['jwt']>;
}
