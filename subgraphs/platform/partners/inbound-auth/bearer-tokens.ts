import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';
import type { InboundWays, Partner } from '../partner.ts';
import type { JwksCache } from './jwks.ts';
import { failureOfToken, type SignInFailure } from './sign-in-error.ts';
import { bearerTokenIn, readClaims, verifyByJwks } from './signed-tokens.ts';

/**
 * Tells whose JSON Web Token a request carries.
 *
 * @param onFault told why a token is nobody's
 * @throws {LandfallError} UPSTREAM_* if a token seems to be a partner's and the keys to verify it cannot be had now
 */
export type BearerTokenIndex = (headers: IncomingHttpHeaders, onFault?: (fault: SignInFailure) => void) => Promise<readonly Partner[]>;

export interface BearerTokenParts {
  readonly keySets: JwksCache;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Prepares the look-up of partners by a token in `Authorization: Bearer`. Issuer and audience together tell partners
 * apart; a token without an end is nobody's.
 *
 * @param partners no two of them with the same issuer and audience
 */
export function createBearerTokenIndex(partners: readonly Partner[], parts: BearerTokenParts): BearerTokenIndex {
  const entries = partners.flatMap((partner): Entry[] =>
    partner.inbound?.jwt === undefined ? [] : [{ partner, jwt: partner.inbound.jwt }],
  );
  return async ({ authorization }, onFault) => {
    const token = entries.length === 0 ? undefined : bearerTokenIn(authorization);
    const claims = token === undefined ? undefined : await readClaims(token);
    if (token === undefined || claims === undefined) return [];
    const found: Partner[] = [];
    const isKnownIssuer = entries.some(({ jwt }) => jwt.issuer === claims.iss);
    let fault: SignInFailure = isKnownIssuer ? 'TOKEN_AUDIENCE' : 'TOKEN_ISSUER';
    for (const { partner, jwt } of entries) {
      // Keys are fetched for nothing else than a token that says it is a partner's.
      if (claims.iss !== jwt.issuer || ![claims.aud].flat().includes(jwt.audience)) continue;
      const verdict = await verifyByJwks(token, { ...jwt, allowPrivate: partner.allowPrivate }, parts);
      if ('fault' in verdict) {
        parts.logger.debug({ partner: partner.id, fault: verdict.fault }, 'a token was rejected');
        fault = failureOfToken(verdict.fault);
      } else found.push(partner);
    }
    if (found.length === 0) onFault?.(fault);
    return found;
  };
}

interface Entry {
  readonly partner: Partner;
  readonly jwt: NonNullable<InboundWays['jwt']>;
}
