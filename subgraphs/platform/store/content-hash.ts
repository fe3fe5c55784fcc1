import { hash } from 'node:crypto';

/** Returns the hash of a document or a part of it. */
export function hashOf(document: Buffer | string): string {
  return hash('sha256', document, 'base64url');
}
