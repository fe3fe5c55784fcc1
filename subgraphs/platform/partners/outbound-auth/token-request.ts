import { LandfallError } from '../../errors.ts';
import type { Outbound, OutboundResponse } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import type { OutboundWays, RequestTarget } from '../partner.ts';
import { excerptOf, secretsOf } from '../redaction.ts';
import { basicCredential } from './basic-credential.ts';

/** Our registration at a partner's authorization server. */
export interface OAuth2Client {
  readonly partner: RequestTarget;
  /** The configuration in the partner's file. */
  readonly oauth2: NonNullable<OutboundWays['oauth2']>;
}

/** A token of an authorization server. */
export interface FetchedToken {
  readonly token: string;
  /** Lifetime, counted from the request. */
  readonly lifetimeMs: number;
}

/** Lifetime of a token whose server does not state it. */
const assumedLifetimeMs = 300_000;
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
 * Fetches an access token with client credentials, sent by HTTP Basic. Redirects are not followed.
 *
 * @throws {LandfallError} UPSTREAM_TIMEOUT, UPSTREAM_UNREACHABLE (no connection, address not allowed, 429, 5xx),
 *   UPSTREAM_REJECTED (redirect, other 4xx), UPSTREAM_SHAPE (no usable token)
 * @see RFC 6749, sections 2.3.1, 4.4 and 5
 */
export async function fetchAccessToken(
  { partner, oauth2 }: OAuth2Client,
  { outbound, logger }: { readonly outbound: Outbound; readonly logger: Logger },
): Promise<FetchedToken> {
  const { tokenUrl, clientId, clientSecret, scope, audience } = oauth2;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  if (audience !== undefined) form.set('audience', audience);
  // Unlike plain Basic, OAuth 2 requires both to be form-encoded first.
  const authorization = basicCredential(formEncoded(clientId), formEncoded(clientSecret));
  const response = await send(outbound, {
    url: tokenUrl,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', authorization },
    body: form.toString(),
    timeoutMs: partner.limits.timeoutMs,
    maxBodyBytes,
    allowPrivate: partner.allowPrivate,
  });
  const { host } = new URL(tokenUrl);
  if (response.status === 200) return readToken(response, host);
  const body = excerptOf(response.body, [...secretsOf(partner), authorization]);
  logger.warn({ partner: partner.id, status: response.status, body }, 'the authorization server issued no token');
  throw errorOfStatus(response, host);
}

/** Sends the request, and prefixes errors with the sign-in, keeping their causes. */
async function send(outbound: Outbound, request: Parameters<Outbound['request']>[0]): Promise<OutboundResponse> {
  try {
    return await outbound.request(request);
  } catch (error) {
    if (!(error instanceof LandfallError)) throw error;
    throw new LandfallError(error.code, `Signing in failed: ${error.message}`, { cause: error.cause });
  }
}

function readToken({ body }: OutboundResponse, host: string): FetchedToken {
  const { access_token: token, token_type: type = 'Bearer', expires_in: lifetime } = jsonObjectOf(body);
  const isUsable = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && /^bearer$/i.test(String(type));
  if (!isUsable) throw new LandfallError('UPSTREAM_SHAPE', `Signing in failed: ${host} answered without a bearer token.`);
  // Some servers send the number as a string.
  const seconds = lifetime === undefined || lifetime === null ? Number.NaN : Number(lifetime);
  return { token, lifetimeMs: Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : assumedLifetimeMs };
}

function errorOfStatus({ status, body }: OutboundResponse, host: string): LandfallError {
  if (status === 429 || status >= 500) return new LandfallError('UPSTREAM_UNREACHABLE', `Signing in failed: ${host} failed (${status}).`);
  if (status >= 400) {
    const { error } = jsonObjectOf(body);
    const reason = refusals.has(String(error)) ? `${status}, ${error}` : status;
    return new LandfallError('UPSTREAM_REJECTED', `Signing in failed: ${host} refused it (${reason}).`);
  }
  if (status >= 300) {
    return new LandfallError('UPSTREAM_REJECTED', `Signing in failed: ${host} redirects, which is not followed (${status}).`);
  }
  return new LandfallError('UPSTREAM_SHAPE', `Signing in failed: ${host} answered ${status}, expected 200.`);
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
