import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { LandfallError } from '../errors.ts';

const macBytes = 12;
const ivBytes = 16;

/** Makes opaque cursors that cannot be forged, altered or used where they do not belong. */
export interface CursorSigner {
  /** @param scope what the cursor belongs to, for instance a field with its filter and order, or a log */
  sign(scope: string, position: string): string;
  /** @returns the position. @throws {LandfallError} CURSOR_INVALID when it was not signed for this scope */
  open(scope: string, cursor: string): string;
}

/**
 * Signs with HMAC-SHA-256 under the deployment's secret, so every process reads the cursors of every other. The position
 * is enciphered, with the signature in place of a random start: row and log numbers would tell how much came from others.
 * Equal positions of one scope have equal cursors. Those given last are remembered: who follows a log brings each back at
 * once.
 */
export function createCursorSigner(secret: Buffer): CursorSigner {
  const cipherKey = createHmac('sha256', secret).update('positions').digest();
  const macOf = (scope: string, position: string): Buffer =>
    createHmac('sha256', secret).update(scope).update('\n').update(position).digest().subarray(0, macBytes);
  /** Enciphers and deciphers. */
  const veil = (mac: Buffer, bytes: Buffer): Buffer =>
    createCipheriv('aes-256-ctr', cipherKey, Buffer.concat([mac, Buffer.alloc(ivBytes - macBytes)])).update(bytes);
  const given = createBoundedCache<string, string>(memoryBounds.givenCursors.bytes);
  return {
    sign: (scope, position) => {
      const mac = macOf(scope, position);
      const cursor = Buffer.concat([mac, veil(mac, Buffer.from(position))]).toString('base64url');
      const key = `${cursor}\n${scope}`;
      given.set(key, position, position.length);
      return cursor;
    },
    open: (scope, cursor) => {
      const remembered = given.get(`${cursor}\n${scope}`);
      if (remembered !== undefined) return remembered;
      const bytes = Buffer.from(cursor, 'base64url');
      const [mac, veiled] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
      // Base64 has several spellings of one value; only the one that was given is taken back.
      const isCursor = veiled.length > 0 && bytes.toString('base64url') === cursor;
      // Earlier programs did not encipher; subscribers resume from what these gave them.
      const positions = isCursor ? [veil(mac, veiled).toString(), veiled.toString()] : [];
      const position = positions.find((candidate) => timingSafeEqual(mac, macOf(scope, candidate)));
      if (position === undefined) throw new LandfallError('CURSOR_INVALID', 'The cursor was not issued for this query.');
      return position;
    },
  };
}

/** Makes the signer of a deployment whose secret cannot be read: no cursor is given, and none is called invalid. */
export function createRefusingSigner(error: LandfallError): CursorSigner {
  const refuse = (): never => {
    throw error;
  };
  return { sign: refuse, open: refuse };
}
