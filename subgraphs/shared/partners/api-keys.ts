import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Partner } from './partner.ts';

/** Tells whose API keys a request carries. */
export type ApiKeyIndex = (headers: IncomingHttpHeaders) => readonly Partner[];

/**
 * Prepares the look-up of partners by the SHA-256 of the key they present, the header's whole value. A presented key is
 * hashed once for each header name in use and compared with every hash in constant time and to the end, so the time
 * tells nothing about which one came close.
 *
 * @param partners no two of them with the same hash
 */
export function createApiKeyIndex(partners: readonly Partner[]): ApiKeyIndex {
  const byHeader = new Map<string, { keyHash: Buffer; partner: Partner }[]>();
  for (const partner of partners) {
    const apiKey = partner.inbound?.apiKey;
    if (apiKey === undefined) continue;
    const entries = byHeader.get(apiKey.header) ?? [];
    entries.push(...apiKey.sha256.map((hex) => ({ keyHash: Buffer.from(hex, 'hex'), partner })));
    byHeader.set(apiKey.header, entries);
  }
  return (headers) => {
    const found: Partner[] = [];
    for (const [header, entries] of byHeader) {
      const presented = headers[header];
      if (typeof presented !== 'string') continue;
      const presentedHash = hash('sha256', Buffer.from(presented, 'latin1'), 'buffer');
      for (const { keyHash, partner } of entries) if (timingSafeEqual(keyHash, presentedHash)) found.push(partner);
    }
    return found;
  };
}
