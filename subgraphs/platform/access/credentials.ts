import type { IncomingHttpHeaders } from 'node:http';
import { bearerTokenIn } from '../partners/inbound-auth/signed-tokens.ts';
import { isSigned } from './request-signatures.ts';

/** The credential of a caller. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'key'; readonly key: Buffer }
  | { readonly kind: 'none' }
  /** Several credentials, a credential beside the signature of a gateway, or one that cannot be read. */
  | { readonly kind: 'ambiguous' };

/** Returns the credential in the headers of a request: `Authorization: Bearer` or `x-api-key`. */
export function credentialInHeaders(headers: IncomingHttpHeaders): Credential {
  // Node decodes headers as latin1.
  const credential = credentialOf(headers.authorization, headers['x-api-key'], 'latin1');
  return isSigned(headers) && credential.kind !== 'none' ? { kind: 'ambiguous' } : credential;
}

/**
 * Returns the credential of a websocket: from its `connection_init`, or from its handshake, in which routers repeat
 * their client's headers.
 */
export function credentialOfSocket(payload: Readonly<Record<string, unknown>> | undefined, handshake: IncomingHttpHeaders): Credential {
  if (isSigned(handshake)) return { kind: 'ambiguous' };
  const credential = credentialInPayload(payload);
  return credential.kind === 'none' ? credentialInHeaders(handshake) : credential;
}

/**
 * Returns the credential in the payload of a websocket's `connection_init` or `ping`, which has the same names in any
 * letter case.
 */
export function credentialInPayload(payload: Readonly<Record<string, unknown>> | undefined): Credential {
  const named = (name: string) => Object.entries(payload ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];
  return credentialOf(named('authorization'), named('x-api-key'), 'utf8');
}

function credentialOf(authorization: unknown, key: unknown, encoding: 'latin1' | 'utf8'): Credential {
  // Other schemes in `Authorization` are for proxies.
  const bearer = typeof authorization === 'string' && /^Bearer\b/i.test(authorization) ? authorization : undefined;
  if (bearer === undefined && key === undefined) return { kind: 'none' };
  const token = bearerTokenIn(bearer);
  if (key === undefined && token !== undefined) return { kind: 'token', token };
  return bearer === undefined && typeof key === 'string' ? { kind: 'key', key: Buffer.from(key, encoding) } : { kind: 'ambiguous' };
}
