import { createCipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { LandfallError } from '../errors.ts';

const macBytes = 12;
const ivBytes = 16;

/** Creates opaque cursors that cannot be forged, altered or used in another scope. */
export interface CursorSigner {
  /**
   * Creates a cursor. @param scope what the cursor belongs to, for instance a field with its filter and order, or a log
   */
  sign(scope: string, position: string): string;
  /** Returns the position in a cursor. @throws {LandfallError} CURSOR_INVALID when it was not signed for this scope */
  open(scope: string, cursor: string): string;
}

/**
 * Creates a signer that uses HMAC-SHA-256 with the deployment's secret, so that every process can read the cursors of
 * every other. The position is encrypted, with the signature as initialization vector, because row and log numbers
 * would reveal how much others have sent. Equal positions of one scope have equal cursors.
 */
export function createCursorSigner(secret: Buffer): CursorSigner {
  const macKey = createSecretKey(secret);
  const encryptionKey = createHmac('sha256', secret).update('positions').digest();
  const macOf = (scope: string, position: string): Buffer =>
    createHmac('sha256', macKey).update(`${scope}\n${position}`).digest().subarray(0, macBytes);
  /** Encrypts the bytes or, applied again, decrypts them. */
  const encrypt = (mac: Buffer, bytes: Buffer): Buffer =>
    createCipheriv('aes-256-ctr', encryptionKey, Buffer.concat([mac, Buffer.alloc(ivBytes - macBytes)])).update(bytes);
  return {
    sign: (scope, position) => {
      const mac = macOf(scope, position);
      return Buffer.concat([mac, encrypt(mac, Buffer.from(position))]).toString('base64url');
    },
    open: (scope, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const [mac, encrypted] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
      const position = encrypted.length === 0 ? undefined : encrypt(mac, encrypted).toString();
      // Several Base64 strings can represent one value; only the issued one is accepted.
      const isIssued = position !== undefined && bytes.toString('base64url') === cursor && timingSafeEqual(mac, macOf(scope, position));
      if (!isIssued) throw new LandfallError('CURSOR_INVALID', 'The cursor was not issued for this query.');
      return position;
    },
  };
}

/**
 * Creates the signer of a deployment whose secret cannot be read. It throws the error for every cursor, instead of
 * rejecting valid ones.
 */
export function createRefusingSigner(error: LandfallError): CursorSigner {
  const refuse = (): never => {
    throw error;
  };
  return { sign: refuse, open: refuse };
}
