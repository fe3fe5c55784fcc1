import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createFairQueue } from '../../json/fair-queue.ts';
import { finish, finishInSlices, type Steps } from '../../json/steps.ts';
import type { Clock } from '../../time/clock.ts';
import type { Partner } from '../partner.ts';
import type { CallingRequest } from './calling-request.ts';
import { signingKeyOf } from './signing-secret.ts';

/** Tells with whose secrets a request is signed. Reads the body only if the request says that it is signed, and lately. */
export type SignatureIndex = (request: Pick<CallingRequest, 'headers' | 'readRawPieces'>) => Promise<readonly Partner[]>;

/** How far the sender's clock may be off, and how long a request can be sent again; repeated pushes change nothing. */
const toleranceMs = 300_000;
/** Bytes of a body that is verified at once; larger ones are one after the other, in slices. */
const smallBytes = 64 * 1024;
const largeBodies = createFairQueue();

/**
 * Prepares the look-up of partners by Standard Webhooks: HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the body,
 * byte for byte as it came, which is before it is unpacked. Every secret is tried and compared in constant time.
 *
 * @param partners no two of them with the same secret
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
  /** What is signed before the body. */
  readonly head: Buffer;
  /** Those of the known version. */
  readonly signatures: readonly Buffer[];
}

/** Finds whose keys a body is signed with, in steps and without a copy of it. */
function* signersOf(
  keys: readonly { readonly partner: Partner; readonly key: Buffer }[],
  { head, signatures }: SignedParts,
  pieces: readonly Buffer[],
): Steps<Partner[]> {
  const found: Partner[] = [];
  for (const { partner, key } of keys) {
    const hmac = createHmac('sha256', key).update(head);
    for (const piece of pieces) {
      // No piece is larger than what a socket gives at once, which takes a fraction of a millisecond.
      hmac.update(piece);
      yield;
    }
    const expected = hmac.digest();
    if (signatures.filter((signature) => timingSafeEqual(signature, expected)).length > 0) found.push(partner);
  }
  return found;
}

/** Gives the signed parts of the headers; undefined if the request is not signed now. */
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
