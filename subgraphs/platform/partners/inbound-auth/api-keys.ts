import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Partner } from '../partner.ts';

/** Tells whose API keys a request carries. */
export interface ApiKeyIndex {
  (headers: IncomingHttpHeaders): readonly Partner[];
  /** Whether a request carries something in a header for API keys, be it known or not. */
  hasKey(headers: IncomingHttpHeaders): boolean;
}

/** A key by its SHA-256 in hexadecimal digits, and whose it is. */
export interface HashedKey<Owner> {
  readonly sha256: string;
  readonly owner: Owner;
}

/**
 * Prepares the look-up of partners by the SHA-256 of the key they present, the header's whole value. A presented key is
 * hashed once for each header name in use.
 *
 * @param partners no two of them with the same hash
 */
export function createApiKeyIndex(partners: readonly Partner[]): ApiKeyIndex {
  const keys = new Map<string, HashedKey<Partner>[]>();
  for (const partner of partners) {
    const apiKey = partner.inbound?.apiKey;
    if (apiKey === undefined) continue;
    const those = keys.get(apiKey.header) ?? [];
    those.push(...apiKey.sha256.map((sha256) => ({ sha256, owner: partner })));
    keys.set(apiKey.header, those);
  }
  const byHeader = [...keys].map(([header, those]) => [header, createKeyIndex(those)] as const);
  const find = (headers: IncomingHttpHeaders) =>
    byHeader.flatMap(([header, ownersOf]) => {
      const presented = headers[header];
      return typeof presented === 'string' ? ownersOf(hash('sha256', Buffer.from(presented, 'latin1'), 'buffer')) : [];
    });
  return Object.assign(find, { hasKey: (headers: IncomingHttpHeaders) => byHeader.some(([header]) => headers[header] !== undefined) });
}

/**
 * Prepares the look-up of keys' owners by the hash of a presented key. It is compared with every hash in constant time
 * and to the end, so the time tells nothing about which one came close.
 */
export function createKeyIndex<Owner>(keys: readonly HashedKey<Owner>[]): (presentedHash: Buffer) => readonly Owner[] {
  const entries = keys.map(({ sha256, owner }) => ({ keyHash: Buffer.from(sha256, 'hex'), owner }));
  return (presentedHash) => {
    const found: Owner[] = [];
    for (const { keyHash, owner } of entries) if (timingSafeEqual(keyHash, presentedHash)) found.push(owner);
    return found;
  };
}
