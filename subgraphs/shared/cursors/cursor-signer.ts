import { createHmac, timingSafeEqual } from 'node:crypto';
import { LandfallError } from '../errors.ts';

const macBytes = 12;

/** Makes opaque cursors that cannot be forged, altered or used where they do not belong. */
export interface CursorSigner {
  /** @param scope what the cursor belongs to, for instance a field with its filter and order, or a log */
  sign(scope: string, position: string): string;
  /** @returns the position. @throws {LandfallError} CURSOR_INVALID when it was not signed for this scope */
  open(scope: string, cursor: string): string;
}

/** Signs with HMAC-SHA-256 under the deployment's secret, so every process reads the cursors of every other. */
export function createCursorSigner(secret: Buffer): CursorSigner {
  const macOf = (scope: string, position: string): Buffer =>
    createHmac('sha256', secret).update(scope).update('\n').update(position).digest().subarray(0, macBytes);
  return {
    sign: (scope, position) => Buffer.concat([macOf(scope, position), Buffer.from(position)]).toString('base64url'),
    open: (scope, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(macBytes).toString();
      // Base64 has several spellings of one value; only the one that was given is taken back.
      const genuine =
        bytes.length > macBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(bytes.subarray(0, macBytes), macOf(scope, position));
      if (!genuine) throw new LandfallError('CURSOR_INVALID', 'The cursor was not given for this question.');
      return position;
    },
  };
}
