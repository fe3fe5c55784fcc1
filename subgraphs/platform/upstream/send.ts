import { LandfallError } from '../errors.ts';
import type { ResponseAccount } from '../http/answer-budget.ts';
import type { Outbound, OutboundResponse } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import { createSignIn } from '../partners/outbound-auth/sign-in.ts';
import type { Partner } from '../partners/partner.ts';
import { excerptOf, redactSecrets, secretsOf } from '../partners/redaction.ts';
import { type Clock, systemClock } from '../time/clock.ts';

/** One GET to a partner, or one POST. */
export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With a body it is a POST. */
  readonly body?: Buffer | undefined;
  /** Time for everything, signing in included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Where the bytes of a large answer are counted. Default: nowhere. */
  readonly account?: ResponseAccount | undefined;
  /** Default: nobody counts requests. */
  readonly turn?: RequestSlot | undefined;
}

/** The leave to send one request. */
export interface RequestSlot {
  /** Told when the request is handed to the network. */
  went(): void;
  /** Waits for the leave to send a second one. @throws {LandfallError} there is none in time */
  renew(): Promise<void>;
}

/** What a partner answered. */
export interface SendResponse extends OutboundResponse {
  /** `API-Version`, without blanks around it. */
  readonly apiVersion: string | undefined;
  /** Gives the beginning of the body as it may be logged: a partner may repeat our credential there. */
  readonly excerpt: () => string;
  /** Takes our credential out of a text of the answer that is to be shown. */
  readonly redact: (text: string) => string;
}

/** The request had begun to go when it failed: the partner may have got it, and may have done what it says. */
export class RequestLostError extends LandfallError {
  constructor({ code, message, cause }: LandfallError) {
    super(code, message, { cause });
    this.name = 'RequestLostError';
  }
}

/**
 * Sends one request to a partner, signed in and within the limits of its file, and gives the answer whatever its status.
 * A token that the partner answers 401 to is replaced and the request sent again, once.
 *
 * @throws {LandfallError} as `Outbound.request` does, also where signing in failed, which the message then says; a
 *   {@link RequestLostError} unless the partner cannot have got it
 */
export type SendRequest = (partner: Partner, asked: Asked) => Promise<SendResponse>;

export interface SendRequestParts {
  readonly outbound: Outbound;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Makes the exchange with all partners. */
export function createSendRequest({ outbound, logger, clock = systemClock }: SendRequestParts): SendRequest {
  const signIn = createSignIn({ outbound, logger, clock });
  return async (partner, { url, headers, body: sent, timeoutMs, signal, account, turn }) => {
    const started = performance.now();
    const leftMs = () => Math.max(1, timeoutMs - Math.floor(performance.now() - started));
    const send = async () => {
      const credential = await signIn.credentialFor(partner, { timeoutMs: leftMs(), signal });
      let hasBegun = false;
      const answering = outbound.request({
        url,
        method: sent === undefined ? 'GET' : 'POST',
        ...(sent === undefined ? {} : { body: sent }),
        headers: { accept: 'application/json', ...headers, ...credential.headers },
        timeoutMs: leftMs(),
        maxBodyBytes: partner.limits.maxBodyBytes,
        signal,
        account,
        allowPrivate: partner.allowPrivate,
        clientCertificate: credential.clientCertificate,
        onStart: () => {
          hasBegun = true;
          turn?.went();
        },
      });
      const answer = await answering.catch((error: unknown) => {
        throw hasBegun && error instanceof LandfallError ? new RequestLostError(error) : error;
      });
      return { answer, credential };
    };
    const first = await send();
    const isToBeSentAgain = first.answer.status === 401 && signIn.replace(partner, first.credential);
    if (isToBeSentAgain) await turn?.renew();
    const { answer, credential } = isToBeSentAgain ? await send() : first;
    const secrets = () => [...secretsOf(partner), ...Object.values(credential.headers)];
    const redact = (text: string) => redactSecrets(text, secrets());
    const { status, headers: answered, body, heldBytes } = answer;
    return {
      status,
      headers: answered,
      body,
      heldBytes,
      apiVersion: apiVersionOf(answer, redact),
      excerpt: () => excerptOf(body, secrets()),
      redact,
    };
  };
}

/** What is written there is shown, so it must not be a credential either. */
function apiVersionOf({ headers }: OutboundResponse, redact: (text: string) => string): string | undefined {
  const header = headers['api-version'];
  if (header === undefined) return undefined;
  const version = String(header).trim();
  return /^\d+(\.\d+){0,2}$/.test(version) ? version : redact(version);
}
