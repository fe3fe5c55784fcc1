import { LandfallError } from '../errors.ts';
import type { Outbound, OutboundResponse } from '../http/outbound.ts';
import type { ResponseAccount } from '../http/response-budget.ts';
import type { Logger } from '../logger.ts';
import { createSignIn } from '../partners/outbound-auth/sign-in.ts';
import type { RequestTarget } from '../partners/partner.ts';
import { excerptOf, redactSecrets, secretsOf } from '../partners/secrets.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { Slot } from './limiter.ts';
import { queryParameter, withParameters } from './request-plan.ts';

/** A GET to a partner, or a POST. */
export interface SendOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** If set, the request is a POST with this body. */
  readonly body?: Buffer | undefined;
  /** Time limit for everything, including signing in. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Counts the bytes of a large response. Default: they are not counted. */
  readonly account?: ResponseAccount | undefined;
  /** The slot that the request uses. Default: requests are not limited. */
  readonly slot?: Pick<Slot, 'onSent' | 'renew'> | undefined;
}

/** Response of a partner. */
export interface SendResponse extends OutboundResponse {
  /** `API-Version`, trimmed. */
  readonly apiVersion: string | undefined;
  /** Returns the beginning of the body for the log, without our credential, which a partner may repeat. */
  readonly excerpt: () => string;
  /** Removes our credential from a string of the response before it is shown. */
  readonly redact: (text: string) => string;
}

/** Thrown when a request failed after sending had begun: the partner may have received and processed it. */
export class RequestLostError extends LandfallError {
  constructor({ code, message, cause }: LandfallError) {
    super(code, message, { cause });
    this.name = 'RequestLostError';
  }
}

/**
 * Signs in, sends one request to a partner and returns the response, whatever its status. If the partner no longer
 * accepts the token, it replaces it and sends the request once more.
 *
 * @throws {LandfallError} as `Outbound.request` does, also for a failed sign-in, which the message names; a
 *   {@link RequestLostError} once sending had begun
 */
export type SendRequest = (partner: RequestTarget, options: SendOptions) => Promise<SendResponse>;

/** Creates the function that sends to all partners. */
export function createSendRequest(parts: { outbound: Outbound; logger: Logger; clock?: Clock }): SendRequest {
  const { outbound, logger, clock = systemClock } = parts;
  const signIn = createSignIn({ outbound, logger, clock });
  return async (partner, { url, headers, body, timeoutMs, signal, account, slot }) => {
    const started = performance.now();
    const remainingMs = () => Math.max(1, timeoutMs - Math.floor(performance.now() - started));
    const sendOnce = async () => {
      const credential = await signIn.credentialFor(partner, { timeoutMs: remainingMs(), signal });
      let hasBegun = false;
      const sending = outbound.request({
        url: signedUrl(url, credential.parameters),
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined ? {} : { body }),
        headers: { accept: 'application/json', ...headers, ...credential.headers },
        timeoutMs: remainingMs(),
        maxBodyBytes: partner.limits.maxBodyBytes,
        signal,
        account,
        allowPrivate: partner.allowPrivate,
        sendTraceContext: partner.sendTraceContext,
        spanAttributes: { 'landfall.partner.id': partner.id },
        clientCertificate: credential.clientCertificate,
        onStart: () => {
          hasBegun = true;
          slot?.onSent();
        },
      });
      const response = await sending.catch((error: unknown) => {
        throw hasBegun && error instanceof LandfallError ? new RequestLostError(error) : error;
      });
      return { response, credential, isReplaced: signIn.replaceRejected(partner, credential, { url, response }) };
    };
    const first = await sendOnce();
    if (first.isReplaced) await slot?.renew();
    const { response, credential } = first.isReplaced ? await sendOnce() : first;
    const secrets = () => [...secretsOf(partner), ...credential.secrets];
    const redact = (text: string) => redactSecrets(text, secrets());
    return {
      status: response.status,
      headers: response.headers,
      body: response.body,
      reservedBytes: response.reservedBytes,
      apiVersion: apiVersionOf(response, redact),
      excerpt: () => excerptOf(response.body, secrets()),
      redact,
    };
  };
}

/** Appends the parameters of a credential. A partner's link to its next page may repeat them already. */
function signedUrl(url: string, parameters: Readonly<Record<string, string>>): string {
  const names = Object.keys(parameters);
  if (names.length === 0) return url;
  const [address = url, ...queries] = url.split('?');
  const others = queries.join('?').split('&');
  const kept = others.filter((part) => part !== '' && !names.includes(part.split('=', 1)[0] ?? part));
  return withParameters(address, [...kept, ...names.map((name) => queryParameter(name, [parameters[name] ?? '']))]);
}

/** The header is shown, so it must not hold a credential. */
function apiVersionOf({ headers }: OutboundResponse, redact: (text: string) => string): string | undefined {
  const header = headers['api-version'];
  if (header === undefined) return undefined;
  const version = String(header).trim();
  return /^\d+(\.\d+){0,2}$/.test(version) ? version : redact(version);
}
