import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { LandfallError, RateLimitedError } from '../errors.ts';
import { type ClientAddressOf, networkOf, type Peer } from '../http/addresses.ts';
import type { Logger } from '../logger.ts';
import { metricsIn } from '../metrics.ts';
import type { IdentifyCaller } from '../partners/inbound-auth/identify-caller.ts';
import { type RefusedSignIn, SignInError, type SignInFailure } from '../partners/inbound-auth/sign-in-error.ts';
import type { Partner } from '../partners/partner.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { AccessRegistry } from './access-registry.ts';
import { credentialInHeaders, type Session } from './sessions.ts';
import { createSharedRate, createTenantRate, type SharedRate, type Spender } from './shared-rate.ts';

/** The transport of a sign-in. */
export type Entrance = 'http' | 'sse' | 'websocket' | 'dcsa';

/** An attempt to sign in. */
export interface SignInAttempt {
  readonly peer: Peer;
  readonly entrance: Entrance;
  readonly requestId?: string | undefined;
}

/**
 * Logs and counts rejected sign-ins and origins, and limits them by address. The metrics are of this process, the
 * limits of all processes that share counts.
 */
export interface SignInWatch {
  /** Records a rejected credential. @throws {RateLimitedError} after too many from the address */
  failed(attempt: SignInAttempt, refused: RefusedSignIn): Promise<void>;
  /**
   * Records a valid credential of a kind that can be guessed. From an address over the limit only callers that have
   * signed in before are admitted, otherwise the limit would not prevent guessing.
   *
   * @param who the credential or its owner, in a form for the log
   * @throws {RateLimitedError} for an address over the limit, unless the credential was valid from there before, at any
   *   process that shares the counts
   */
  succeeded(attempt: SignInAttempt, who: string): Promise<void>;
  /** Records a rejected origin or host. @throws {RateLimitedError} */
  originRejected(attempt: SignInAttempt): Promise<void>;
}

/** Records nothing. */
export const unwatched: SignInWatch = { failed: async () => {}, succeeded: async () => {}, originRejected: async () => {} };

/** Maximum number of failures per minute and address, and of failures in a burst. */
export const maxFailuresPerMinute = 60;

/** How long callers that have signed in are known to all processes, and how often that is renewed. */
const [knownMs, renewMs] = [7 * 86_400_000, 86_400_000];

/** Maximum length of a client's string in the log. */
const maxShownLength = 200;

export interface SignInWatchOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly registry: Registry;
  readonly clientAddressOf: ClientAddressOf;
  readonly clock?: Clock;
  /** Counts shared by all processes of this kind. Default: this process counts by itself. */
  readonly counts?: SharedCounts | undefined;
}

export function createSignInWatch(options: SignInWatchOptions): SignInWatch {
  const { logger, registry, clientAddressOf, clock = systemClock, counts } = options;
  const { counter } = metricsIn(registry);
  const failures = counter('landfall_failed_sign_ins_total', 'Rejected credentials.', 'entrance', 'reason');
  const rejected = 'Requests refused because their origin or host name is not allowed.';
  const origins = counter('landfall_rejected_origins_total', rejected, 'entrance');
  const blocked = 'Requests refused because too many requests from their address had been refused.';
  const limited = counter('landfall_rate_limited_sign_ins_total', blocked, 'entrance');

  // Both tables are bounded: if there are more addresses, the least recently used one starts again.
  const signInRate = createSharedRate({ name: 'sign-ins', clock, counts });
  const originRate = createSharedRate({ name: 'origins', clock, counts });
  const limitLines = createTenantRate(clock);
  /** Owners of credentials, each with the network from which it signed in, and when this is shared again. */
  const known = createBoundedCache<string, { readonly renewAt: number }>(memoryBounds.recentSignIns.bytes);
  /** Shared, because one who guesses at one process is counted, and would lock known callers out, at all of them. */
  const remember = async (owner: string): Promise<void> => {
    known.set(owner, { renewAt: clock.now() + renewMs }, 1);
    await counts?.remember(nameOf(owner), knownMs);
  };

  const refuse = (attempt: SignInAttempt, address: string, retryAfter: number): never => {
    limited.inc({ entrance: attempt.entrance });
    // One line per minute and address, so that strangers cannot fill the log.
    if (limitLines.begin({ tenant: networkOf(address), perMinute: 1 }) === undefined) {
      logger.warn({ address, entrance: attempt.entrance, retryAfter }, 'address blocked temporarily after repeated failed sign-ins');
    }
    throw new RateLimitedError('Too many requests from your address were refused.', retryAfter);
  };
  const count = async (rate: SharedRate, attempt: SignInAttempt, write: (address: string) => void): Promise<void> => {
    const address = clientAddressOf(attempt.peer);
    const retryAfter = await rate.begin(failuresOf(networkOf(address)));
    if (retryAfter !== undefined) refuse(attempt, address, retryAfter);
    write(address);
  };

  return {
    failed: async (attempt, { reason, tenant }) => {
      const { entrance, requestId } = attempt;
      failures.inc({ entrance, reason });
      await count(signInRate, attempt, (address) =>
        logger.warn({ address, entrance, reason, tenant: shown(tenant), requestId }, 'a sign-in failed'),
      );
    },
    succeeded: async (attempt, who) => {
      const address = clientAddressOf(attempt.peer);
      const network = networkOf(address);
      const owner = `${who} ${network}`;
      const own = known.get(owner);
      if (own !== undefined && clock.now() < own.renewAt) return;
      if (own === undefined) {
        const retryAfter = await signInRate.begin(failuresOf(network));
        if (retryAfter === undefined) signInRate.refund(failuresOf(network));
        else if ((await counts?.isRemembered(nameOf(owner))) !== true) refuse(attempt, address, retryAfter);
      }
      await remember(owner);
    },
    originRejected: async (attempt) => {
      const { entrance, requestId, peer } = attempt;
      origins.inc({ entrance });
      const [origin, host] = [shown(peer.headers.origin), shown(peer.headers.host)];
      await count(originRate, attempt, (address) => {
        const remedy = origin !== undefined && isOther(origin, host) ? '; if its pages may use this server, add it to ALLOWED_ORIGINS' : '';
        logger.warn({ address, entrance, origin, host, requestId }, `an origin was rejected${remedy}`);
      });
    },
  };
}

/** Returns whether the setting could list the origin: it is not the one of this server under a name that is not trusted. */
function isOther(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).origin === origin && new URL(origin).host !== host?.toLowerCase();
}

/** Addresses are not stored in the clear. */
function nameOf(owner: string): string {
  return hash('sha256', owner, 'base64url');
}

function failuresOf(network: string): Spender {
  return { tenant: network, perMinute: maxFailuresPerMinute };
}

function shown(text: string | undefined): string | undefined {
  return text?.slice(0, maxShownLength);
}

/**
 * Records the sign-in of a tenant. @throws {LandfallError} the errors of `signIn`, and RATE_LIMITED after too many
 * failures from the address
 */
export async function watchedSignIn(signIns: SignInWatch, attempt: SignInAttempt, signIn: () => Promise<Session>): Promise<Session> {
  try {
    const session = await signIn();
    // Tokens are not recorded, because they cannot be guessed.
    if (session.signedInBy.startsWith('key:')) await signIns.succeeded(attempt, session.signedInBy);
    return session;
  } catch (error) {
    if (error instanceof SignInError) await signIns.failed(attempt, error.refused);
    throw error;
  }
}

/** Describes the origin of a request. */
export function attemptOf({ headers, socket, id }: FastifyRequest): SignInAttempt {
  const entrance = headers.accept?.includes('text/event-stream') ? 'sse' : 'http';
  return { peer: { headers, peerAddress: socket.remoteAddress }, entrance, requestId: id };
}

/** Records the sign-ins of partners: failures are logged, counted and limited by address. */
export function watchCallerSignIns(
  identify: IdentifyCaller,
  { signIns, partners }: { readonly signIns: SignInWatch; readonly partners: () => readonly Partner[] },
): IdentifyCaller {
  return async (request) => {
    const attempt: SignInAttempt = { peer: request, entrance: 'dcsa' };
    let reason: SignInFailure | undefined;
    const partner = await identify({
      ...request,
      onRefusal: (found) => {
        reason = found;
      },
    });
    if (partner === undefined) await signIns.failed(attempt, { reason: reason ?? reasonOf(request.headers, partners()) });
    else await signIns.succeeded(attempt, partner.id);
    return partner;
  };
}

/** Returns the reason for the kind of credential in the headers. */
function reasonOf(headers: IncomingHttpHeaders, partners: readonly Partner[]): SignInFailure {
  const has = (name: string) => headers[name] !== undefined;
  if (has('webhook-signature')) return 'WEBHOOK_SIGNATURE';
  if (has('authorization') || has('x-api-key')) return 'UNKNOWN_KEY';
  if (partners.some(({ inbound }) => inbound?.apiKey !== undefined && has(inbound.apiKey.header))) return 'UNKNOWN_KEY';
  if (partners.some(({ inbound }) => inbound?.mtls !== undefined && has(inbound.mtls.header))) return 'CERTIFICATE';
  return 'NO_CREDENTIAL';
}

/**
 * Returns whether the host of a request is a loopback name. To a browser, a page under another name that resolves to
 * this machine (DNS rebinding) has the same origin as this server.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

/**
 * Rejects a request with an untrusted host while access is open.
 *
 * @param signIns counts the rejection
 * @throws {LandfallError} FORBIDDEN, RATE_LIMITED
 */
export async function requireLoopbackHost(request: FastifyRequest, signIns: Pick<SignInWatch, 'originRejected'>): Promise<void> {
  if (isLoopbackHost(request.headers.host)) return;
  await signIns.originRejected(attemptOf(request));
  throw new LandfallError('FORBIDDEN', 'Access is open for this machine only: use the host name localhost, or set OPEN_ACCESS=true.');
}

/** The parts of the access registry by which callers sign in. */
export type CallerAccess = Pick<AccessRegistry, 'clock' | 'isOpen' | 'signIn' | 'onChange'>;

/** By which callers sign in, and how. */
export interface SignInParts {
  readonly access: Pick<CallerAccess, 'isOpen' | 'signIn'>;
  readonly signIns: SignInWatch;
  /** Host names under which unauthenticated requests are answered while access is open. */
  readonly policy: { readonly openHosts: 'any' | 'loopback' };
}

/**
 * Requires a valid credential for all routes of `scope`, before a body is read. Otherwise the error handler of `scope`
 * receives UNAUTHENTICATED, or RATE_LIMITED after too many failures from one address. `OPTIONS` is exempt, because
 * browsers send no credentials with it.
 *
 * @param isExempt selects the requests that another hook signs in
 * @returns a function that returns the session of a request
 */
export function requireSignIn(
  scope: FastifyInstance,
  parts: SignInParts,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): (request: FastifyRequest) => Session {
  const { access, signIns } = parts;
  const sessions = new WeakMap<FastifyRequest, Session>();
  scope.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    try {
      if (isForThisMachine(parts)) await requireLoopbackHost(request, signIns);
      const signIn = () => access.signIn(credentialInHeaders(request.headers));
      if (request.method !== 'OPTIONS') sessions.set(request, await watchedSignIn(signIns, attemptOf(request), signIn));
    } catch (error) {
      if (error instanceof RateLimitedError) reply.header('retry-after', error.retryAfter);
      throw error;
    }
  });
  scope.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="landfall"');
  });
  return (request) => sessions.get(request) as Session;
}

/** Returns whether a host name other than loopback was used while access is open only to this machine. */
export function isUntrustedHost(parts: Pick<SignInParts, 'access' | 'policy'>, host: string | undefined): boolean {
  return isForThisMachine(parts) && !isLoopbackHost(host);
}

function isForThisMachine({ access, policy }: Pick<SignInParts, 'access' | 'policy'>): boolean {
  return access.isOpen && policy.openHosts === 'loopback';
}

/** Without an access file, a subgraph with secrets answers only its gateways. */
export function withoutOpenAccess(access: CallerAccess): CallerAccess {
  return {
    clock: access.clock,
    isOpen: false,
    onChange: access.onChange,
    signIn: async (credential) => {
      if (access.isOpen) throw new SignInError('Subgraphs answer only signed requests of their gateways.', { reason: 'NO_CREDENTIAL' });
      return access.signIn(credential);
    },
  };
}
