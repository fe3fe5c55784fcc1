import { LandfallError } from '../../errors.ts';
import type { Outbound, OutboundResponse } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import { type Clock, listenForAbort } from '../../time/clock.ts';
import type { OutboundWays, RequestTarget } from '../partner.ts';
import { createRenewedValues } from '../renewed-values.ts';
import { excerptOf, secretsOf } from '../secrets.ts';

/** How long a request can wait for a token. */
export interface TokenWait {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Our registration at a partner's authorization server. */
export interface OAuth2Client {
  readonly partner: RequestTarget;
  /** The configuration in the partner's file. */
  readonly oauth2: NonNullable<OutboundWays['oauth2']>;
}

/** Part of its lifetime after which a token is renewed. */
const renewAfter = 0.75;
/**
 * A token is not used in this time before its expiry, or the last tenth of its lifetime, because a request takes time
 * and clocks differ.
 */
const marginMs = 30_000;
/** Lifetime of a token whose server does not state it. */
const assumedLifetimeMs = 300_000;
const longestPauseMs = 30_000;
const firstPauseMs = 1_000;
const maxBodyBytes = 65_536;
/** Error codes that may be shown. Any other content of an error response may be confidential. */
const refusals = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

/**
 * Creates the cache of the access tokens of partners with OAuth 2 client credentials, fetched once and shared by all
 * requests.
 */
export function createAccessTokens({
  outbound,
  logger,
  clock,
}: {
  readonly outbound: Outbound;
  readonly logger: Logger;
  readonly clock: Clock;
}) {
  const tokens = createRenewedValues({
    clock,
    // A changed secret or address is another source, even while requests under the previous file are in flight.
    keyOf: ({ partner, oauth2 }: OAuth2Client) => JSON.stringify([partner.id, oauth2, partner.allowPrivate]),
    fetch: async (client) => {
      const { token, lifetimeMs } = await fetchAccessToken(client, { outbound, logger });
      const usableMs = lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
      return { value: token, bytes: token.length, renewAfterMs: renewAfter * lifetimeMs, usableMs };
    },
    // A wrong secret that is sent repeatedly locks accounts.
    pauseMsAfter: ({ code }, previousMs = firstPauseMs / 2) =>
      code === 'UPSTREAM_REJECTED' ? longestPauseMs : Math.min(2 * previousMs, longestPauseMs),
  });
  return {
    /**
     * Returns a valid token. An old one is renewed in the background; requests that have to wait share one fetch.
     *
     * @throws {LandfallError} UPSTREAM_*, naming the sign-in
     * @throws the reason of the signal when it is aborted
     */
    tokenFor: (client: OAuth2Client, wait: TokenWait) => waitFor(tokens.get(client), wait),
    /**
     * Drops a token that the partner rejected. A partner that rejects every token must not cause a fetch for each request.
     *
     * @returns false if it was already a replacement, so that another one would not help
     */
    invalidate: (client: OAuth2Client, token: string) => tokens.drop(token, client, longestPauseMs),
  };
}

/** Waits for shared work, but no longer than the request can. The work continues for the others. */
async function waitFor<T>(work: Promise<T>, { timeoutMs, signal }: TokenWait): Promise<T> {
  signal?.throwIfAborted();
  let cleanUp = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new LandfallError('UPSTREAM_TIMEOUT', `Signing in took longer than ${Math.round(timeoutMs)} ms.`));
    }, timeoutMs);
    const ignoreAbort = listenForAbort(signal, () => reject(signal?.reason));
    cleanUp = () => {
      clearTimeout(timer);
      ignoreAbort();
    };
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    cleanUp();
  }
}

/**
 * Fetches an access token with client credentials, sent by HTTP Basic. Redirects are not followed.
 *
 * @returns the token and its lifetime, counted from the request
 * @throws {LandfallError} UPSTREAM_TIMEOUT, UPSTREAM_UNREACHABLE (no connection, address not allowed, 429, 5xx),
 *   UPSTREAM_REJECTED (redirect, other 4xx), UPSTREAM_SHAPE (no usable token)
 * @see RFC 6749, sections 2.3.1, 4.4 and 5
 */
async function fetchAccessToken(
  { partner, oauth2 }: OAuth2Client,
  { outbound, logger }: { readonly outbound: Outbound; readonly logger: Logger },
): Promise<{ readonly token: string; readonly lifetimeMs: number }> {
  const { tokenUrl, clientId, clientSecret, scope, audience } = oauth2;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope }),
    ...(audience === undefined ? {} : { audience }),
  });
  // Unlike plain Basic, OAuth 2 requires both to be form-encoded first.
  const authorization = basicCredential(formEncoded(clientId), formEncoded(clientSecret));
  const sending = outbound.request({
    url: tokenUrl,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', authorization },
    body: form.toString(),
    timeoutMs: partner.limits.timeoutMs,
    maxBodyBytes,
    allowPrivate: partner.allowPrivate,
  });
  const response = await sending.catch((error: unknown) => {
    if (!(error instanceof LandfallError)) throw error;
    const failed = signInError(error.code, error.message, error.cause);
    logger.warn({ partner: partner.id, code: error.code }, failed.message);
    throw failed;
  });
  const { host } = new URL(tokenUrl);
  if (response.status === 200) return readToken(response, host);
  const body = excerptOf(response.body, [...secretsOf(partner), authorization]);
  const error = errorOfStatus(response, host);
  logger.warn({ partner: partner.id, status: response.status, code: error.code, body }, error.message);
  throw error;
}

/** Returns the value of an `Authorization` header for a name and a password. @see RFC 7617 */
export function basicCredential(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Creates an error that names the sign-in. */
export function signInError(code: LandfallError['code'], what: string, cause?: unknown): LandfallError {
  return new LandfallError(code, `Signing in failed: ${what}`, { cause });
}

function readToken({ body }: OutboundResponse, host: string): { readonly token: string; readonly lifetimeMs: number } {
  const { access_token: token, token_type: type = 'Bearer', expires_in: lifetime } = jsonObjectOf(body);
  const isUsable = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && /^bearer$/i.test(String(type));
  if (!isUsable) throw signInError('UPSTREAM_SHAPE', `${host} answered without a bearer token.`);
  // Some servers send the number as a string.
  const seconds = lifetime === undefined || lifetime === null ? Number.NaN : Number(lifetime);
  return { token, lifetimeMs: Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : assumedLifetimeMs };
}

function errorOfStatus({ status, body }: OutboundResponse, host: string): LandfallError {
  if (status === 429 || status >= 500) return signInError('UPSTREAM_UNREACHABLE', `${host} failed (${status}).`);
  if (status >= 400) {
    const { error } = jsonObjectOf(body);
    return signInError('UPSTREAM_REJECTED', `${host} refused it (${refusals.has(String(error)) ? `${status}, ${error}` : status}).`);
  }
  if (status >= 300) return signInError('UPSTREAM_REJECTED', `${host} redirects, which is not followed (${status}).`);
  return signInError('UPSTREAM_SHAPE', `${host} answered ${status}, expected 200.`);
}

function jsonObjectOf(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
