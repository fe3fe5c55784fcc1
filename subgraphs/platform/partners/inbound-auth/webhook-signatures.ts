import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createFairQueue, finish, finishInSlices, type Steps } from '../../json/steps.ts';
import type { Clock } from '../../time/clock.ts';
import type { Partner } from '../partner.ts';
import type { CallingRequest } from './calling-request.ts';
import { signingKeyOf } from './signing-secret.ts';

/**
 * Returns the partners whose secrets have signed a request. Reads the body only if the request has a recent signature.
 */
export type SignatureIndex = (request: Pick<CallingRequest, 'headers' | 'readRawPieces'>) => Promise<readonly Partner[]>;

/** Tolerated difference of clocks, and the time in which a request can be replayed. Repeated pushes change nothing. */
const toleranceMs = 300_000;
/** Maximum size of a body that is verified at once. Larger ones are verified one after the other, in slices. */
const smallBytes = 64 * 1024;
const largeBodies = createFairQueue();

/**
 * Creates the lookup of partners by Standard Webhooks: HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the body
 * as received, before decompression. It tries every secret and compares in constant time.
 *
 * @param partners no two of them have the same secret
 * @see Standard Webhooks 1.0.0, "Signature scheme"
 */
export function createSignatureIndex(partners: readonly Partner[], clock: Clock): SignatureIndex {
  const keys = partners.flatMap((partner) =>
    (partner.inbound?.hmac?.secrets ?? []).map((secret) => ({ partner, key: signingKeyOf(secret) })),
  );
  return async ({ headers, readRawPieces }) => {
    const signed = keys.length === 0 ? undefined : signedPartsOf(headers, clock.now());
    if (signed === undefined) return [];
    const pieces = await readRawPieces();
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const verify = () => signersOf(keys, signed, pieces);
    return bytes * keys.length <= smallBytes ? finish(verify()) : largeBodies.run('', () => finishInSlices(verify()));
  };
}

interface SignedParts {
  /** The part that is signed before the body. */
  readonly head: Buffer;
  /** The signatures of the known version. */
  readonly signatures: readonly Buffer[];
}

/** Finds the partners whose keys have signed a body, in steps and without copying the body. */
function* signersOf(
  keys: readonly { readonly partner: Partner; readonly key: Buffer }[],
  { head, signatures }: SignedParts,
  pieces: readonly Buffer[],
): Steps<Partner[]> {
  const found: Partner[] = [];
  for (const { partner, key } of keys) {
    const hmac = createHmac('sha256', key).update(head);
    for (const piece of pieces) {
      // A piece is at most one read of a socket, which is hashed in a fraction of a millisecond.
      hmac.update(piece);
      yield;
    }
    const expected = hmac.digest();
    if (signatures.filter((signature) => timingSafeEqual(signature, expected)).length > 0) found.push(partner);
  }
  return found;
}

/** Returns the signed parts of the headers; undefined without a recent signature. */
function signedPartsOf(headers: IncomingHttpHeaders, now: number): SignedParts | undefined {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return undefined;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return undefined;
  const signatures = signature
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [Buffer.from(part.slice('v1,'.length), 'base64')] : []))
    .filter(({ length }) => length === 32);
  return signatures.length === 0 ? undefined : { head: Buffer.from(`${id}.${timestamp}.`, 'latin1'), signatures };
}
