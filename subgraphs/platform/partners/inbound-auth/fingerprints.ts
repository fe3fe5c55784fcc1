import type { AddressRanges } from '../../http/addresses.ts';
import type { Partner } from '../partner.ts';
import type { CallingRequest } from './calling-request.ts';

/** Returns the partners whose client certificate a TLS proxy has verified. */
export type FingerprintIndex = (request: Pick<CallingRequest, 'headers' | 'peerAddress'>) => readonly Partner[];

/**
 * Creates the lookup of partners by the SHA-256 fingerprint of their certificate, hexadecimal with or without colons,
 * in the header that a TLS proxy sets. Any client can send such a header, so it is trusted only if the other end of the
 * connection is one of the proxies.
 *
 * @param partners no two of them have the same fingerprint
 */
export function createFingerprintIndex(partners: readonly Partner[], trustedProxies: AddressRanges): FingerprintIndex {
  const entries = partners.flatMap((partner) => (partner.inbound?.mtls === undefined ? [] : [{ partner, mtls: partner.inbound.mtls }]));
  return ({ headers, peerAddress }) => {
    if (entries.length === 0 || peerAddress === undefined || !trustedProxies.includes(peerAddress)) return [];
    return entries.flatMap(({ partner, mtls }) => {
      const presented = headers[mtls.header];
      // Fingerprints are not secret, so the comparison need not take constant time.
      const isOwn = typeof presented === 'string' && mtls.fingerprints.includes(presented.replaceAll(':', '').toLowerCase());
      return isOwn ? [partner] : [];
    });
  };
}
