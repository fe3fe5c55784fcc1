import type { AddressRanges } from '../../http/addresses.ts';
import type { Partner } from '../partner.ts';
import { createApiKeyIndex } from './api-keys.ts';
import { type BearerTokenParts, createBearerTokenIndex } from './bearer-tokens.ts';
import type { CallingRequest } from './calling-request.ts';
import { createFingerprintIndex } from './fingerprints.ts';
import { createSignatureIndex } from './webhook-signatures.ts';

/**
 * Identifies the calling partner. One credential is enough. Credentials of two partners identify none, nor does a
 * signature beside an unknown API key.
 *
 * @throws {LandfallError} PUSH_* if the body is needed and cannot be read, UPSTREAM_* if the keys of a token are needed
 *   and not available
 */
export type IdentifyCaller = (request: CallingRequest) => Promise<Partner | undefined>;

export interface IdentifyCallerParts extends BearerTokenParts {
  readonly trustedProxies: AddressRanges;
}

/** Creates the lookup of callers by all kinds of credentials in the partners' files. */
export function createIdentifyCaller(partners: readonly Partner[], parts: IdentifyCallerParts): IdentifyCaller {
  const byApiKey = createApiKeyIndex(partners);
  const byFingerprint = createFingerprintIndex(partners, parts.trustedProxies);
  const bySignature = createSignatureIndex(partners, parts.clock);
  const byBearerToken = createBearerTokenIndex(partners, parts);
  return async (request) => {
    const found = new Set([...byApiKey(request.headers), ...byFingerprint(request)]);
    // With an unknown key the body is not read, because an attacker could send any signature at no cost.
    if (found.size > 0 || !byApiKey.hasKey(request.headers)) for (const partner of await bySignature(request)) found.add(partner);
    const byToken = await byBearerToken(request.headers, request.onRefusal).catch((error: unknown) => {
      // A token that cannot be verified now is ignored if another credential identifies the caller.
      if (found.size === 0) throw error;
      return [];
    });
    for (const partner of byToken) found.add(partner);
    const [partner] = found;
    if (found.size === 1) return partner;
    if (found.size > 1) {
      parts.logger.warn({ partners: [...found].map(({ id }) => id) }, 'a request has credentials of several partners');
      request.onRefusal?.('SEVERAL_PARTNERS');
    }
    return undefined;
  };
}
