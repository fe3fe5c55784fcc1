import { createHash, createPrivateKey, hash, X509Certificate } from 'node:crypto';
import type { ClientAuth } from 'oauth4webapi';
import { LandfallError, UpstreamBusyError } from '../../errors.ts';
import type { ClientCertificate, Outbound, OutboundResponse } from '../../http/outbound.ts';
import { pauseMsOf, speaksOfQuota } from '../../http/retry-after.ts';
import { withoutByteOrderMark } from '../../json/json-slices.ts';
import type { Logger } from '../../logger.ts';
import { type Clock, listenForAbort, within } from '../../time/clock.ts';
import type { OutboundWays, RequestTarget } from '../partner.ts';
import { createRenewedValues } from '../renewed-values.ts';
import { excerptOf, secretsOf, signingAlgorithmOf } from '../secrets.ts';

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
  /** Presented to the authorization server too, which may bind the token to it. */
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** A fetched token. Each object is one token. */
export interface AccessToken {
  readonly token: string;
  /** Addresses that have accepted it, without queries. */
  readonly acceptedBy: Set<string>;
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
/** Longest pause that a server can demand. */
const longestWishMs = 3_600_000;
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
export function createAccessTokens({ outbound, logger, clock }: { outbound: Outbound; logger: Logger; clock: Clock }) {
  const tokens = createRenewedValues({
    clock,
    // A changed secret or address is another source, even while requests under the previous file are in flight.
    keyOf: ({ partner, oauth2 }: OAuth2Client) => hash('sha256', JSON.stringify([partner.id, oauth2, partner.allowPrivate])),
    fetch: async (client) => {
      const { token, lifetimeMs } = await fetchAccessToken(client, { outbound, logger, clock });
      const usableMs = lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
      const value: AccessToken = { token, acceptedBy: new Set() };
      return { value, bytes: token.length, renewAfterMs: renewAfter * lifetimeMs, usableMs };
    },
    pauseMsAfter: (error, previousMs = firstPauseMs / 2) => {
      if (error instanceof UpstreamBusyError && error.retryAt !== undefined) return Math.min(error.retryAt - clock.now(), longestWishMs);
      // A wrong secret that is sent repeatedly locks accounts.
      return error.code === 'UPSTREAM_REJECTED' ? longestPauseMs : Math.min(2 * previousMs, longestPauseMs);
    },
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
     * Drops a token that an address rejected. One that it accepted before has ended. Any other may lack a right, and an
     * address that rejects every token must not cause a fetch for each request.
     *
     * @returns false if it was already a replacement, so that another one would not help
     */
    invalidate: (client: OAuth2Client, token: AccessToken, address: string) =>
      tokens.drop(token, client, token.acceptedBy.has(address) ? 0 : longestPauseMs),
  };
}

/** Waits for shared work, but no longer than the request can. The work continues for the others. */
async function waitFor<T>(work: Promise<T>, { timeoutMs, signal }: TokenWait): Promise<T> {
  signal?.throwIfAborted();
  let ignoreAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    ignoreAbort = listenForAbort(signal, () => reject(signal?.reason));
  });
  try {
    return await within(timeoutMs, Promise.race([work, aborted]), () => {
      throw new LandfallError('UPSTREAM_TIMEOUT', `Signing in took longer than ${Math.round(timeoutMs)} ms.`);
    });
  } finally {
    ignoreAbort();
  }
}

/**
 * Fetches an access token with client credentials. Redirects are not followed.
 *
 * @returns the token and its lifetime, counted from the request
 * @throws {LandfallError} UPSTREAM_TIMEOUT, UPSTREAM_UNREACHABLE (no connection, address not allowed, 5xx), UPSTREAM_BUSY (429),
 *   UPSTREAM_REJECTED (redirect, other 4xx), UPSTREAM_SHAPE (no usable token)
 * @see RFC 6749, sections 4.4 and 5; RFC 7523, section 2.2; RFC 8707
 */
async function fetchAccessToken(
  { partner, oauth2, clientCertificate }: OAuth2Client,
  { outbound, logger, clock }: Parameters<typeof createAccessTokens>[0],
): Promise<{ readonly token: string; readonly lifetimeMs: number }> {
  const oauth = await import('oauth4webapi');
  const { tokenUrl, clientId, scope, audience, resource, requestFormat, headers: extraHeaders = {} } = oauth2;
  const { host } = new URL(tokenUrl);
  const { grant_type: grantType = 'client_credentials', ...parameters } = oauth2.parameters ?? {};
  const form = new URLSearchParams({ ...(scope && { scope }), ...(audience && { audience }), ...parameters });
  for (const each of resource) form.append('resource', each);
  const isJson = requestFormat === 'json';

  const send = async (url: string, { headers, body }: { headers: Record<string, string>; body: URLSearchParams }): Promise<Response> => {
    const sending = outbound.request({
      url,
      method: 'POST',
      headers: isJson ? { ...headers, 'content-type': 'application/json' } : headers,
      body: isJson ? JSON.stringify(Object.fromEntries(body)) : body.toString(),
      timeoutMs: partner.limits.timeoutMs,
      maxBodyBytes,
      allowPrivate: partner.allowPrivate,
      clientCertificate,
    });
    const response = await sending.catch((error: unknown) => {
      if (!(error instanceof LandfallError)) throw error;
      const failed = signInError(error.code, error.message, error.cause);
      logger.warn({ partner: partner.id, code: error.code }, failed.message);
      throw failed;
    });
    const answer = answerOf(response);
    if (answer !== undefined) return Response.json(answer);
    const sent = [headers['authorization'], body.get('client_assertion')].filter((secret) => typeof secret === 'string');
    const error = errorOfResponse(response, { host, oauth2, now: clock.now() });
    logger.warn(
      { partner: partner.id, status: response.status, code: error.code, body: excerptOf(response.body, [...secretsOf(partner), ...sent]) },
      error.message,
    );
    throw error;
  };
  const server = { issuer: oauth2.assertionAudience ?? tokenUrl, token_endpoint: tokenUrl };
  const client = { client_id: clientId };
  const response = await oauth.genericTokenEndpointRequest(server, client, await authenticationOf(oauth2), grantType, form, {
    headers: extraHeaders,
    [oauth.customFetch]: send,
    [oauth.allowInsecureRequests]: partner.allowPrivate,
  });
  try {
    const { access_token: token, expires_in: seconds } = await oauth.processGenericTokenEndpointResponse(server, client, response);
    return { token, lifetimeMs: seconds === undefined ? assumedLifetimeMs : seconds * 1_000 };
  } catch {
    // Without its cause, which contains the response.
    throw signInError('UPSTREAM_SHAPE', `${host} answered without a bearer token.`);
  }
}

/** Returns how the client authenticates itself at the token endpoint. */
async function authenticationOf(oauth2: OAuth2Client['oauth2']): Promise<ClientAuth> {
  const { ClientSecretPost, modifyAssertion, PrivateKeyJwt } = await import('oauth4webapi');
  const { clientAuthentication, clientId, clientSecret = '', privateKey = '', keyId, certificate } = oauth2;
  switch (clientAuthentication) {
    case 'basic':
      // The library also encodes `-` and `_`. Many servers do not decode, and nearly every name contains one of them.
      return (_server, _client, _body, headers) => {
        headers.set('authorization', basicCredential(formEncoded(clientId), formEncoded(clientSecret)));
      };
    case 'post':
      return ClientSecretPost(clientSecret);
    case 'private_key_jwt': {
      const { importPKCS8 } = await import('jose');
      const suited = signingAlgorithmOf(privateKey) ?? '';
      const algorithm = suited === 'RS256' ? (oauth2.algorithm ?? suited) : suited;
      const key = await importPKCS8(String(createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' })), algorithm);
      const thumbprints = certificate === undefined ? {} : thumbprintsOf(certificate);
      const modify = (header: object) => void Object.assign(header, { typ: 'JWT' }, thumbprints);
      return PrivateKeyJwt({ key, ...(keyId === undefined ? {} : { kid: keyId }) }, { [modifyAssertion]: modify });
    }
    default:
      throw new Error(`unexpected ${clientAuthentication satisfies never}`);
  }
}

/** Some servers, such as Microsoft's, find the key by the certificate, in the old spelling or in the new one. */
function thumbprintsOf(certificate: string): object {
  const { raw } = new X509Certificate(certificate);
  const digest = (algorithm: string) => createHash(algorithm).update(raw).digest('base64url');
  return { x5t: digest('sha1'), 'x5t#S256': digest('sha256') };
}

/** Returns the value of an `Authorization` header for a name and a password. @see RFC 7617 */
export function basicCredential(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Creates an error that names the sign-in. */
export function signInError(code: LandfallError['code'], what: string, cause?: unknown): LandfallError {
  return new LandfallError(code, `Signing in failed: ${what}`, { cause });
}

/**
 * Returns the answer with a token in the spelling of the standard; undefined if it is an error. Servers differ in case
 * (`accessToken`), type (`"expires_in": "3599"`), type names (`BearerToken`, none), status (201) and content type.
 */
function answerOf({ status, body }: OutboundResponse): object | undefined {
  if (status < 200 || status > 299 || body.length === 0) return undefined;
  const parsed = jsonObjectOf(body);
  if (refusals.has(String(parsed['error']))) return undefined;
  const members = new Map(Object.entries(parsed).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]));
  const [token, type, lifetime] = [members.get('accesstoken'), members.get('tokentype') ?? 'bearer', members.get('expiresin')];
  const seconds = Number.parseFloat(String(lifetime));
  return {
    ...(typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? { access_token: token } : {}),
    token_type: /^bearer/i.test(String(type)) ? 'bearer' : String(type),
    ...(Number.isFinite(seconds) ? { expires_in: Math.max(0, seconds) } : {}),
  };
}

/** An answer that is none of OAuth's comes from what stands before the token server. It is not quoted: it may repeat a secret. */
const gatewayHint = ' It gives no reason of OAuth. If it wants a key too, write it as `oauth2: { ..., headers: { <name>: <key> } }`.';

function errorOfResponse(
  { status, headers, body }: OutboundResponse,
  { host, oauth2, now }: { readonly host: string; readonly oauth2: OAuth2Client['oauth2']; readonly now: number },
): LandfallError {
  if (status === 429 || (status === 403 && speaksOfQuota({ headers, body }, now))) {
    const pauseMs = pauseMsOf(headers, now);
    const retryAt = pauseMs === undefined ? undefined : now + pauseMs;
    return new UpstreamBusyError(`Signing in failed: ${host} limits the request rate (${status}).`, { retryAt });
  }
  if (status >= 500) return signInError('UPSTREAM_UNREACHABLE', `${host} failed (${status}).`);
  if (status >= 300 && status < 400) return signInError('UPSTREAM_REJECTED', `${host} redirects, which is not followed (${status}).`);
  const code = String(jsonObjectOf(body)['error']);
  if (status < 300 && !refusals.has(code)) return signInError('UPSTREAM_SHAPE', `${host} answered ${status}, expected 200.`);
  if (!refusals.has(code)) return signInError('UPSTREAM_REJECTED', `${host} refused it (${status}).${gatewayHint}`);
  const isBasic = code === 'invalid_client' && oauth2.clientAuthentication === 'basic';
  const hint = isBasic ? ' If it expects the secret in the body, add `clientAuthentication: post`.' : '';
  return signInError('UPSTREAM_REJECTED', `${host} refused it (${status}, ${code}).${hint}`);
}

function jsonObjectOf(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(withoutByteOrderMark(body).toString());
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
