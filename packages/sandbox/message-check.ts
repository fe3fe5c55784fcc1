import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Tolerated difference of the sender's clock. */
const toleranceMs = 300_000;

/**
 * Returns why a message is not authentic. Every subscriber must make these checks before it reads a body.
 *
 * @param body the bytes as received
 * @param secret `whsec_` and the Base64 of a key
 * @returns undefined if the signature is valid
 * @see Standard Webhooks 1.0.0, "Verifying signatures"
 */
export function signatureIssueOf(
  headers: IncomingHttpHeaders,
  body: Buffer,
  { secret, now }: { readonly secret: string; readonly now: number },
): string | undefined {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return 'It is not signed.';
  if (!(Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs)) return 'It was signed too long ago, or a clock is wrong.';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isOfSender = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  return isOfSender ? undefined : 'The signature is of another secret, or of another body.';
}
