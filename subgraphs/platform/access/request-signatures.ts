import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Clock } from '../time/clock.ts';
import { type Caller, callerOfString, entitlementString } from './entitlement.ts';

/** A request that a gateway sends to a subgraph. */
export interface SubgraphRequest {
  readonly method: string;
  /** Path with the query string. */
  readonly path: string;
  readonly body: string | Buffer;
}

/** Signs one attempt of a request. @returns headers */
export type SignRequest = (request: SubgraphRequest & { readonly caller: Caller }) => Readonly<Record<string, string>>;

/**
 * Returns the caller on whose behalf a gateway sends a request; undefined without a valid, recent and new signature.
 */
export type VerifyRequest = (request: SubgraphRequest & { readonly headers: IncomingHttpHeaders }) => Promise<Caller | undefined>;

const callerHeader = 'x-landfall-caller';
const tenantHeader = 'x-landfall-tenant';
const callsHeader = 'x-landfall-partner-calls-per-minute';
const subjectHeader = 'x-landfall-subject';
const signatureHeader = 'x-landfall-signature';
const version = 'v1';
const signingHeaders = [callerHeader, tenantHeader, callsHeader, subjectHeader, signatureHeader];

/** Tolerated difference between the clocks, including network latency. */
const toleranceMs = 60_000;
/** Memory of a nonce in a set, in bytes. */
const nonceBytes = 56;
/** Maximum number of nonces in each of two windows; about 2,000 requests per second. */
const maxNonces = memoryBounds.signatureNonces.bytes / 2 / nonceBytes;

/**
 * Creates the signer for a gateway. Headers contain the caller's entitlement as JSON, the name of its tenant, the
 * percent-encoded name of the person, if any, and the tenant's quota of requests to partners. Another header contains
 * the version, milliseconds since 1970, a nonce, and the HMAC-SHA-256 over all of these and the request.
 *
 * @param secrets the first one is used for signing
 */
export function createRequestSigner(secrets: readonly string[], clock: Pick<Clock, 'now'>): SignRequest {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('there is no secret to sign with');
  return ({ caller, ...request }) => {
    const stamp = `${version} ${clock.now()} ${randomBytes(12).toString('base64url')}`;
    const entitlement = entitlementString(caller.entitlement);
    const { tenant } = caller;
    const calls = String(caller.partnerCallsPerMinute);
    const subject = encodeURIComponent((caller.subject ?? '').toWellFormed());
    const mac = macOf(secret, signedText(request, { stamp, entitlement, tenant, calls, subject })).toString('base64url');
    return {
      [callerHeader]: entitlement,
      [callsHeader]: calls,
      ...(tenant === '' ? {} : { [tenantHeader]: tenant }),
      ...(subject === '' ? {} : { [subjectHeader]: subject }),
      [signatureHeader]: `${stamp} ${mac}`,
    };
  };
}

/**
 * Creates the verifier for a subgraph. A request is accepted once by all replicas together, within a minute of its
 * sending. While Redis is unavailable each replica knows only its own requests, and would accept a request once more.
 *
 * @param secrets any of them verifies, so that they can be rotated one process after the other
 * @param counts shared by all replicas of all subgraphs. Default: this process counts by itself
 */
export function createRequestVerifier(
  secrets: readonly string[],
  clock: Pick<Clock, 'now'>,
  counts?: Pick<SharedCounts, 'isFirst'>,
): VerifyRequest {
  const nonces = createReplayCache(2 * toleranceMs, maxNonces, clock.now);
  return async ({ headers, ...request }) => {
    const { [callerHeader]: entitlement, [tenantHeader]: tenant = '', [callsHeader]: calls, [signatureHeader]: signature } = headers;
    const { [subjectHeader]: subject = '' } = headers;
    if (typeof subject !== 'string') return undefined;
    if (typeof entitlement !== 'string' || typeof tenant !== 'string' || typeof signature !== 'string') return undefined;
    if (typeof calls !== 'string' || !/^\d{1,15}$/.test(calls)) return undefined;
    const [, stamp = '', sentAt = '', nonce = '', mac = ''] = /^(v1 (\d{1,15}) ([\w-]{16})) ([\w-]{43})$/.exec(signature) ?? [];
    if (stamp === '' || Math.abs(clock.now() - Number(sentAt)) > toleranceMs) return undefined;
    const text = signedText(request, { stamp, entitlement, tenant, calls, subject });
    const given = Buffer.from(mac, 'base64url');
    const isSigned = secrets.some((secret) => timingSafeEqual(macOf(secret, text), given));
    if (!isSigned || !nonces.isFirst(copyOf(nonce), Number(sentAt))) return undefined;
    if ((await counts?.isFirst(`signature:${nonce}`, 2 * toleranceMs)) === false) return undefined;
    const caller = callerOfString(entitlement);
    const person = subject === '' ? {} : { subject: decodeURIComponent(subject) };
    return caller && { ...caller, tenant, partnerCallsPerMinute: Number(calls), ...person };
  };
}

/** Returns whether a request claims to come from a gateway: whether it has any header that only gateways send. */
export function isSigned(headers: IncomingHttpHeaders): boolean {
  return signingHeaders.some((name) => headers[name] !== undefined);
}

/** Copies a string, because a substring keeps the whole string in memory. */
function copyOf(ascii: string): string {
  return Buffer.from(ascii, 'latin1').toString('latin1');
}

/** Fields that a signature covers in addition to the request. */
interface SignedFields {
  readonly stamp: string;
  readonly entitlement: string;
  readonly tenant: string;
  readonly calls: string;
  /** Empty if there is no person. */
  readonly subject: string;
}

/** Joins the signed fields by line feeds, which none of them can contain. */
function signedText({ method, path, body }: SubgraphRequest, { stamp, entitlement, tenant, calls, subject }: SignedFields): string {
  const person = subject === '' ? [] : [subject];
  return [stamp, method, path, hash('sha256', body, 'hex'), entitlement, tenant, calls, ...person].join('\n');
}

function macOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

interface Generation {
  readonly begunAt: number;
  readonly nonces: Set<string>;
  /** Sending time of its newest request. */
  newest: number;
}

/**
 * Remembers requests for as long as they could be replayed. There are two generations, and the older one is dropped as a
 * whole, so that a nonce costs only lookups.
 *
 * @param windowMs time for which a nonce has to be remembered
 * @param maxNonces maximum number per window: if there are more, the oldest are dropped and requests of that age rejected
 */
export function createReplayCache(windowMs: number, maxNonces: number, now: () => number) {
  const begin = (): Generation => ({ begunAt: now(), nonces: new Set(), newest: 0 });
  let [former, current] = [begin(), begin()];
  let forgottenUntil = 0;
  return {
    /** Returns whether the nonce is new; also false if this can no longer be determined. */
    isFirst: (nonce: string, sentAt: number): boolean => {
      const isOver = now() - current.begunAt >= windowMs;
      if (isOver || current.nonces.size >= maxNonces) {
        if (!isOver) forgottenUntil = Math.max(forgottenUntil, former.newest);
        [former, current] = [current, begin()];
      }
      if (sentAt <= forgottenUntil || current.nonces.has(nonce) || former.nonces.has(nonce)) return false;
      current.nonces.add(nonce);
      current.newest = Math.max(current.newest, sentAt);
      return true;
    },
  };
}
