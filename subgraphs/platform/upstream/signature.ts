import { createHmac } from 'node:crypto';
import { signingKeyOf } from '../partners/inbound-auth/signing-secret.ts';

/** What is signed, and with what. */
export interface SignatureTask {
  /** What stands before the body in what is signed. */
  readonly head: string;
  /** As it goes over the wire. */
  readonly body: Uint8Array;
  /** Base64, with or without `whsec_` before it. */
  readonly secrets: readonly string[];
}

/** Gives one HMAC-SHA256 for each secret, as `webhook-signature` has them. @see Standard Webhooks 1.0.0, "Signature scheme" */
export function signaturesOf({ head, body, secrets }: SignatureTask): string {
  const signatureBy = (secret: string) => createHmac('sha256', signingKeyOf(secret)).update(head).update(body).digest('base64');
  return secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' ');
}
