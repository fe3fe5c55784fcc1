import type { AddressRanges } from '../../http/address-ranges.ts';
import type { Partner } from '../partner.ts';
import { createApiKeyIndex } from './api-keys.ts';
import { type BearerTokenParts, createBearerTokenIndex } from './bearer-tokens.ts';
import type { CallingRequest } from './calling-request.ts';
import { createFingerprintIndex } from './fingerprints.ts';
import { createSignatureIndex } from './webhook-signatures.ts';

/**
 * Tells who calls. One credential of a partner is enough; credentials of two partners are nobody's, and so is a signature
 * beside an API key that nobody has.
 *
 * @throws {LandfallError} PUSH_* if the body is needed and cannot be read, UPSTREAM_* if the keys of a token are needed
 *   and cannot be had
 */
export type CallerIndex = (request: CallingRequest) => Promise<Partner | undefined>;

export interface CallerIndexParts extends BearerTokenParts {
  readonly trustedProxies: AddressRanges;
}

/** Prepares the look-up of callers by everything that the partners' files say they are known by. */
export function createCallerIndex(partners: readonly Partner[], parts: CallerIndexParts): CallerIndex {
  const byApiKey = createApiKeyIndex(partners);
  const byFingerprint = createFingerprintIndex(partners, parts.trustedProxies);
  const bySignature = createSignatureIndex(partners, parts.clock);
  const byBearerToken = createBearerTokenIndex(partners, parts);
  return async (request) => {
    const found = new Set([...byApiKey(request.headers), ...byFingerprint(request)]);
    // For a key that is nobody's no body is read: a signature costs its sender nothing before it is verified.
    if (found.size > 0 || !byApiKey.hasKey(request.headers)) for (const partner of await bySignature(request)) found.add(partner);
    const byToken = await byBearerToken(request.headers, request.onFault).catch((error: unknown) => {
      // A token that cannot be verified now is no matter for who is known without it.
      if (found.size === 0) throw error;
      return [];
    });
    for (const partner of byToken) found.add(partner);
    const [partner] = found;
    if (found.size === 1) return partner;
    if (found.size > 1) {
      parts.logger.warn({ partners: [...found].map(({ id }) => id) }, 'a request has credentials of several partners');
      request.onFault?.('SEVERAL_PARTNERS');
    }
    return undefined;
  };
}
