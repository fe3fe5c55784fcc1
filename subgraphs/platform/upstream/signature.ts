import { createHmac } from 'node:crypto';
import { signingKeyOf } from '../partners/inbound-auth/signing-secret.ts';

/** Content and keys of a signature. */
export interface SignatureTask {
  /** The part that is signed before the body. */
  readonly head: string;
  /** The body as it is sent. */
  readonly body: Uint8Array;
  /** Base64, with or without the prefix `whsec_`. */
  readonly secrets: readonly string[];
}

/** Returns one HMAC-SHA256 for each secret, in the form of `webhook-signature`. @see Standard Webhooks 1.0.0, "Signature scheme" */
export function signaturesOf({ head, body, secrets }: SignatureTask): string {
  const signatureBy = (secret: string) => createHmac('sha256', signingKeyOf(secret)).update(head).update(body).digest('base64');
  return secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' ');
}
