import { timingSafeEqual, webcrypto } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import { createFairQueue } from '../fair-queue.ts';
import type { CallingRequest } from './callers.ts';
import type { Partner } from './partner.ts';

/** Tells with whose secrets a request is signed. Reads the body only if the request says that it is signed, and lately. */
export type SignatureIndex = (request: Pick<CallingRequest, 'headers' | 'readRawBody'>) => Promise<readonly Partner[]>;

/** How far the sender's clock may be off, and how long a request can be sent again; repeated pushes change nothing. */
const toleranceMs = 300_000;
const minKeyBytes = 24;
/** Bytes of a body from which bodies are verified one after the other: each is copied for it, twice. */
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
  const secrets = partners.flatMap((partner) => (partner.inbound?.hmac?.secrets ?? []).map((secret) => ({ partner, secret })));
  let importing: Promise<{ partner: Partner; key: webcrypto.CryptoKey }[]> | undefined;
  return async ({ headers, readRawBody }) => {
    const signed = secrets.length === 0 ? undefined : signedPartsOf(headers, clock.now());
    if (signed === undefined) return [];
    const body = await readRawBody();
    importing ??= Promise.all(secrets.map(async ({ partner, secret }) => ({ partner, key: await importKey(secret) })));
    const keys = await importing;
    const verify = async (): Promise<Partner[]> => {
      const message = Buffer.concat([signed.head, body]);
      const found: Partner[] = [];
      for (const { partner, key } of keys) {
        // Outside of the main thread: a stranger's large body costs one pass over it for each secret.
        const expected = Buffer.from(await webcrypto.subtle.sign('HMAC', key, message));
        if (signed.signatures.filter((signature) => timingSafeEqual(signature, expected)).length > 0) found.push(partner);
      }
      return found;
    };
    return body.length <= smallBytes ? verify() : largeBodies.run('', verify);
  };
}

/** Whether a text is Base64 of enough bytes, with or without `whsec_` before it. */
export function isSigningSecret(secret: string): boolean {
  return /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(secret) && signingKeyOf(secret).length >= minKeyBytes;
}

/** The bytes that a secret stands for; one key can be written in more than one way. */
export function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function importKey(secret: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('raw', signingKeyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** What is signed before the body, and the signatures of the known version; undefined if the request is not signed now. */
function signedPartsOf(headers: IncomingHttpHeaders, now: number): { head: Buffer; signatures: Buffer[] } | undefined {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return undefined;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return undefined;
  const signatures = signature
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [Buffer.from(part.slice('v1,'.length), 'base64')] : []))
    .filter(({ length }) => length === 32);
  return signatures.length === 0 ? undefined : { head: Buffer.from(`${id}.${timestamp}.`, 'latin1'), signatures };
}
