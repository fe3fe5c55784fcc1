import { createHmac } from 'node:crypto';
import { signingKeyOf } from '../partners/webhook-signatures.ts';

/** What is signed. */
export interface SignedMessage {
  /** The same in all attempts: a receiver drops repeats by it. Without a dot, which separates it from the time. */
  readonly id: string;
  /** When this attempt is made; milliseconds since 1970. */
  readonly now: number;
  /** As it goes over the wire. */
  readonly body: Buffer;
}

/**
 * Gives the headers of one attempt: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with one
 * HMAC-SHA256 for each secret, so that a receiver may change from one to the other in its own time; without a secret
 * there is no signature.
 *
 * @param secrets Base64, with or without `whsec_` before it
 * @see Standard Webhooks 1.0.0, "Signature scheme"
 */
export function webhookHeadersOf({ id, now, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', signingKeyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
}
