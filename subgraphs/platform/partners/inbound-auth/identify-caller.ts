import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressRanges } from '../../http/addresses.ts';
import { createFairQueue, finish, finishInSlices, type Steps } from '../../json/steps.ts';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';
import type { Partner } from '../partner.ts';
import { signingKeyOf } from '../secrets.ts';
import { type FileIssue, type ParsedYaml, pathText } from '../yaml-file.ts';
import { failureOfToken, type SignInFailure } from './sign-in-error.ts';
import { bearerTokenIn, type JwksCache, readClaims, verifyByJwks } from './signed-tokens.ts';

/**
 * Identifies the calling partner. One credential is enough. Credentials of two partners identify none, nor does a
 * signature beside an unknown API key.
 *
 * @throws {LandfallError} PUSH_* if the body is needed and cannot be read, UPSTREAM_* if the keys of a token are needed
 *   and not available
 */
export type IdentifyCaller = (request: CallingRequest) => Promise<Partner | undefined>;

export interface IdentifyCallerParts {
  readonly jwks: JwksCache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly trustedProxies: AddressRanges;
}

/** Creates the lookup of callers by all kinds of credentials in the partners' files. */
export function createIdentifyCaller(partners: readonly Partner[], parts: IdentifyCallerParts): IdentifyCaller {
  const byApiKey = createApiKeyIndex(partners);
  const byFingerprint = createFingerprintIndex(partners, parts.trustedProxies);
  const bySignature = createSignatureIndex(partners, parts.clock);
  const byBearerToken = createBearerTokenIndex(partners, parts);
  return async (request) => {
    const found = new Set([...byApiKey(request.headers), ...byFingerprint(request)]);
    // With an unknown key the body is not read, because an attacker could send any signature at no cost.
    if (found.size > 0 || !byApiKey.hasKey(request.headers)) for (const partner of await bySignature(request)) found.add(partner);
    const byToken = await byBearerToken(request.headers, request.onRefusal).catch((error: unknown) => {
      // A token that cannot be verified now is ignored if another credential identifies the caller.
      if (found.size === 0) throw error;
      return [];
    });
    for (const partner of byToken) found.add(partner);
    const [partner] = found;
    if (found.size === 1) return partner;
    if (found.size > 1) {
      parts.logger.warn({ partners: [...found].map(({ id }) => id) }, 'a request has credentials of several partners');
      request.onRefusal?.('SEVERAL_PARTNERS');
    }
    return undefined;
  };
}

/** The parts of a request that identify its sender. */
export interface CallingRequest {
  readonly headers: IncomingHttpHeaders;
  /** IP address of the other end of the connection, which may be a proxy. */
  readonly peerAddress?: string | undefined;
  /** Reads the body as received, still compressed, within the limits of a push. @throws {LandfallError} PUSH_* */
  readonly readRawPieces: () => Promise<readonly Buffer[]>;
  /** Called with the reason why a credential is rejected, if more than its kind is known. */
  readonly onRefusal?: (reason: SignInFailure) => void;
}

/**
 * Creates the lookup of partners by the SHA-256 fingerprint of their certificate, hexadecimal with or without colons,
 * in the header that a TLS proxy sets. Any client can send such a header, so it is trusted only if the other end of the
 * connection is one of the proxies.
 *
 * @param partners no two of them have the same fingerprint
 */
function createFingerprintIndex(partners: readonly Partner[], trustedProxies: AddressRanges) {
  const identified = partners.filter(({ inbound }) => inbound?.mtls !== undefined);
  return ({ headers, peerAddress }: CallingRequest): readonly Partner[] => {
    if (identified.length === 0 || peerAddress === undefined || !trustedProxies.includes(peerAddress)) return [];
    // Fingerprints are not secret, so the comparison need not take constant time.
    return identified.filter(({ inbound }) => {
      const { header = '', fingerprints = [] } = inbound?.mtls ?? {};
      const presented = headers[header];
      return typeof presented === 'string' && fingerprints.includes(presented.replaceAll(':', '').toLowerCase());
    });
  };
}

/**
 * Creates the lookup of partners by a token in `Authorization: Bearer`. Issuer and audience together identify a
 * partner. A token without expiry is rejected.
 *
 * The returned function calls `onRefusal` with the reason when the token is rejected, and throws a {@link LandfallError},
 * UPSTREAM_*, if the token names a partner and the keys to verify it are not available now.
 *
 * @param partners no two of them have the same issuer and audience
 */
export function createBearerTokenIndex(partners: readonly Partner[], parts: Omit<IdentifyCallerParts, 'trustedProxies'>) {
  const entries = partners.flatMap((partner) => (partner.inbound?.jwt === undefined ? [] : [{ partner, jwt: partner.inbound.jwt }]));
  return async ({ authorization }: IncomingHttpHeaders, onRefusal?: (reason: SignInFailure) => void): Promise<readonly Partner[]> => {
    const token = entries.length === 0 ? undefined : bearerTokenIn(authorization);
    const claims = token === undefined ? undefined : await readClaims(token);
    if (token === undefined || claims === undefined) return [];
    const found: Partner[] = [];
    const isKnownIssuer = entries.some(({ jwt }) => jwt.issuer === claims.iss);
    let reason: SignInFailure = isKnownIssuer ? 'TOKEN_AUDIENCE' : 'TOKEN_ISSUER';
    for (const { partner, jwt } of entries) {
      // Keys are fetched only for a token that names a partner.
      if (claims.iss !== jwt.issuer || ![claims.aud].flat().includes(jwt.audience)) continue;
      const verdict = await verifyByJwks(token, { ...jwt, allowPrivate: partner.allowPrivate }, parts);
      if ('errorCode' in verdict) {
        parts.logger.debug({ partner: partner.id, errorCode: verdict.errorCode }, 'a token was rejected');
        reason = failureOfToken(verdict.errorCode);
      } else found.push(partner);
    }
    if (found.length === 0) onRefusal?.(reason);
    return found;
  };
}

/**
 * Finds values that a partner's file shares with others and must not share: its id, and the credentials that identify a
 * caller.
 */
export function duplicateCredentialsOf(
  file: string,
  parsed: ParsedYaml<Partner>,
  others: ReadonlyMap<string, ParsedYaml<Partner>>,
): FileIssue[] {
  const identifiers = identifiersOf(parsed.value);
  return [...others].flatMap(([otherFile, other]) => {
    const taken = new Set(identifiersOf(other.value).map(({ value }) => value));
    return identifiers
      .filter(({ value }) => taken.has(value))
      .map(({ path, what }) => ({ file, ...parsed.locate(path), path: pathText(path), message: `${otherFile} has the same ${what}` }));
  });
}

/** Returns the values with their paths. `what` names the value in an issue, which never shows it. */
function identifiersOf({ id, inbound }: Partner) {
  const { apiKey, jwt, hmac, mtls } = inbound ?? {};
  const identifier = (what: string, path: readonly PropertyKey[], ...value: readonly string[]) => ({
    what,
    path,
    value: JSON.stringify([what, ...value]),
  });
  return [
    identifier('id', ['id'], id),
    ...(apiKey?.sha256 ?? []).map((hash, index) => identifier('key', ['inbound', 'apiKey', 'sha256', index], hash)),
    ...(jwt === undefined ? [] : [identifier('issuer and audience', ['inbound', 'jwt'], jwt.issuer, jwt.audience)]),
    ...(hmac?.secrets ?? []).map((secret, index) =>
      identifier('secret', ['inbound', 'hmac', 'secrets', index], signingKeyOf(secret).toString('hex')),
    ),
    ...(mtls?.fingerprints ?? []).map((hex, index) => identifier('fingerprint', ['inbound', 'mtls', 'fingerprints', index], hex)),
  ];
}

/** The SHA-256 of a key, in hexadecimal digits, and its owner. */
interface HashedKey<Owner> {
  readonly sha256: string;
  readonly owner: Owner;
}

/**
 * Creates the lookup of partners by the SHA-256 of the presented key, which is the header's whole value. A presented
 * key is hashed once for each header name in use.
 *
 * @param partners no two of them have the same hash
 */
export function createApiKeyIndex(partners: readonly Partner[]) {
  const keys = partners.flatMap((owner) => {
    const { header = '', sha256: hashes = [] } = owner.inbound?.apiKey ?? {};
    return hashes.map((sha256) => ({ header, sha256, owner }));
  });
  const headerNames = [...new Set(keys.map(({ header }) => header))];
  const byHeader = headerNames.map((name) => [name, createKeyIndex(keys.filter(({ header }) => header === name))] as const);
  const find = (headers: IncomingHttpHeaders): readonly Partner[] =>
    byHeader.flatMap(([header, ownersOf]) => {
      const presented = headers[header];
      return typeof presented === 'string' ? ownersOf(hash('sha256', Buffer.from(presented, 'latin1'), 'buffer')) : [];
    });
  /** Returns whether a request has a header for API keys, with a known key or not. */
  return Object.assign(find, { hasKey: (headers: IncomingHttpHeaders) => byHeader.some(([header]) => headers[header] !== undefined) });
}

/**
 * Creates the lookup of owners by the hash of a presented key. It compares every hash in constant time, so the duration
 * reveals nothing about similar keys.
 */
export function createKeyIndex<Owner>(keys: readonly HashedKey<Owner>[]): (presentedHash: Buffer) => readonly Owner[] {
  const entries = keys.map(({ sha256, owner }) => ({ keyHash: Buffer.from(sha256, 'hex'), owner }));
  return (presentedHash) => {
    const found: Owner[] = [];
    for (const { keyHash, owner } of entries) if (timingSafeEqual(keyHash, presentedHash)) found.push(owner);
    return found;
  };
}

/** Tolerated difference of clocks, and the time in which a request can be replayed. Repeated pushes change nothing. */
export const toleranceMs = 300_000;
/** Maximum size of a body that is verified at once. Larger ones are verified one after the other, in slices. */
const smallBytes = 64 * 1024;
const largeBodies = createFairQueue();

/**
 * Creates the lookup of partners by Standard Webhooks: HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the body
 * as received, before decompression. It tries every secret and compares in constant time. It reads the body only if the
 * request has a recent signature.
 *
 * @param partners no two of them have the same secret
 * @see Standard Webhooks 1.0.0, "Signature scheme"
 */
export function createSignatureIndex(partners: readonly Partner[], clock: Clock) {
  const keys = partners.flatMap((partner) =>
    (partner.inbound?.hmac?.secrets ?? []).map((secret) => ({ partner, key: signingKeyOf(secret) })),
  );
  return async ({ headers, readRawPieces }: Pick<CallingRequest, 'headers' | 'readRawPieces'>): Promise<readonly Partner[]> => {
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
