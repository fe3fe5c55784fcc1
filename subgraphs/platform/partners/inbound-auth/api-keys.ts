import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Partner } from '../partner.ts';

/** Returns the partners whose API keys a request carries. */
export interface ApiKeyIndex {
  (headers: IncomingHttpHeaders): readonly Partner[];
  /** Returns whether a request has a header for API keys, with a known key or not. */
  hasKey(headers: IncomingHttpHeaders): boolean;
}

/** The SHA-256 of a key, in hexadecimal digits, and its owner. */
export interface HashedKey<Owner> {
  readonly sha256: string;
  readonly owner: Owner;
}

/**
 * Creates the lookup of partners by the SHA-256 of the presented key, which is the header's whole value. A presented
 * key is hashed once for each header name in use.
 *
 * @param partners no two of them have the same hash
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
 * Creates the lookup of owners by the hash of a presented key. It compares every hash in constant time, so the duration
 * reveals nothing about similar keys.
 */
export function createKeyIndex<Owner>(keys: readonly HashedKey<Owner>[]): (presentedHash: Buffer) => readonly Owner[] {
  const entries = keys.map(({ sha256, owner }) => ({ keyHash: Buffer.from(sha256, 'hex'), owner }));
  return (presentedHash) => {
    const found: Owner[] = [];
    for (const { keyHash, owner } of entries) if (timingSafeEqual(keyHash, presentedHash)) found.push(owner);
    return found;
  };
}
