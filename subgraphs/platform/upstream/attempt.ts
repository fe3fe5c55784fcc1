import { LandfallError, UpstreamBusyError, unreachableCodes } from '../errors.ts';
import type { ResponseAccount } from '../http/answer-budget.ts';
import { ForbiddenAddressError } from '../http/outbound.ts';
import { retryAfterMsOf } from '../http/retry-after.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import type { CallPayer } from './call-quota.ts';
import type { RefusedPartnerRequest } from './observed-capabilities.ts';
import { refusedPartnerRequestOf } from './refused-request.ts';
import type { RequestSlot, SendRequest, SendResponse } from './send.ts';

/** A GET to a partner. */
export interface UpstreamCall {
  readonly partner: Partner;
  readonly standard: Standard;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** When the whole question has to be done, {@link Clock.now}; no attempt and no pause goes beyond. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** To whose calls it counts; absent: nobody's, for what Landfall asks of its own accord. */
  readonly payer?: CallPayer | undefined;
  /** Called when it has to wait before the partner may be asked, or asked again. */
  readonly onBusy?: OnBusy | undefined;
  /** Whether it is asked otherwise once more where it is refused (400), so that it does not show yet what is refused. */
  readonly isTrial?: boolean | undefined;
  /** Where the bytes of a large answer are counted. Default: nowhere. */
  readonly account?: ResponseAccount | undefined;
  /** Whether an answer with another status than 200 says that there is nothing to be found; then it counts as an answer. */
  readonly saysNothingFound?: ((answer: Pick<SendResponse, 'status' | 'body'>) => boolean) | undefined;
}

/** A partner that has to be left alone for a while. */
export interface BusyPartner {
  /** {@link Clock.now}; when it may be asked. */
  readonly until: number;
  /** Whether other calls of ours come first; else the partner wants a pause. */
  readonly isOwnLimit: boolean;
}

export type OnBusy = (busy: BusyPartner) => void;

/** Cause of an error that stands for a status other than 200. */
export class UpstreamStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.name = 'UpstreamStatusError';
    this.status = status;
  }
}

/** What one attempt came to: an answer with status 200 or one that says that nothing was found, or why there is none. */
export type Attempted = SendResponse | FailedAttempt;

export interface FailedAttempt {
  readonly error: LandfallError;
  /** Whether the same request may do later. */
  readonly mayPass: boolean;
  /** Whether it shows a partner that is in trouble, and not one that does not like the question. */
  readonly isOutage: boolean;
  /** Milliseconds for which the partner does not want to be asked at all, at most {@link maxRetryAfterMs}. */
  readonly retryAfterMs?: number | undefined;
  readonly refusedQuestion?: RefusedPartnerRequest | undefined;
}

/** Sends one request, once. @throws the reason of the call's signal */
export type Attempt = (call: UpstreamCall, turn: RequestSlot) => Promise<Attempted>;

/** Statuses that say: the same request may do later. */
const passing = new Set([429, 502, 503, 504]);
/** A partner that asks for more than this is asked again all the same: it may have written milliseconds. */
const maxRetryAfterMs = 60 * 60 * 1_000;

/** Makes what sends requests and judges what comes. */
export function createAttempt(parts: { exchange: SendRequest; logger: Logger; clock: Clock }): Attempt {
  const { exchange, logger, clock } = parts;

  const failed = (call: UpstreamCall, answer: SendResponse): FailedAttempt => {
    const { partner, url } = call;
    const { status, headers, body } = answer;
    const wishedMs = passing.has(status) ? retryAfterMsOf(headers['retry-after'], clock.now()) : undefined;
    const retryAfterMs = wishedMs === undefined ? undefined : Math.min(maxRetryAfterMs, wishedMs);
    const retryAt = retryAfterMs === undefined ? undefined : clock.now() + retryAfterMs;
    const error = errorOfStatus(status, { host: new URL(url).host, retryAt });
    logger.warn({ partner: partner.id, status, body: answer.excerpt() }, error.message);
    return {
      error,
      mayPass: passing.has(status),
      isOutage: isOutage(error),
      retryAfterMs,
      refusedQuestion: status === 400 ? refusedPartnerRequestOf(url, body) : undefined,
    };
  };

  return async (call, turn) => {
    const { partner, url, headers, signal, deadline, account, saysNothingFound } = call;
    const { limits } = partner;
    const timeoutMs = Math.min(limits.timeoutMs, deadline - clock.now());
    try {
      const answer = await exchange(partner, { url, headers, timeoutMs, signal, account, turn });
      return answer.status === 200 || saysNothingFound?.(answer) ? answer : failed(call, answer);
    } catch (error) {
      if (!(error instanceof LandfallError)) throw error;
      const mayPass = error.code !== 'UPSTREAM_TLS' && isUnreachable(error);
      // An attempt that got the rest of a deadline, after waiting for its turn, says little about the partner.
      const hadTime = 2 * timeoutMs >= Math.min(limits.timeoutMs, limits.deadlineMs);
      return { error, mayPass, isOutage: isOutage(error) && (hadTime || error.code !== 'UPSTREAM_TIMEOUT') };
    }
  };
}

function isOutage(error: LandfallError): boolean {
  return error.code === 'UPSTREAM_TIMEOUT' || error.code === 'UPSTREAM_BUSY' || isUnreachable(error);
}

function isUnreachable({ code, cause }: LandfallError): boolean {
  // An address that we do not connect to is no fault that passes.
  return unreachableCodes.has(code) && !(cause instanceof ForbiddenAddressError);
}

function errorOfStatus(status: number, { host, retryAt }: { host: string; retryAt: number | undefined }): LandfallError {
  const cause = new UpstreamStatusError(status);
  if (status === 408 || status === 504) return new LandfallError('UPSTREAM_TIMEOUT', `${host} timed out (${status}).`, { cause });
  if (status === 429) return new UpstreamBusyError(`${host} asks for fewer requests (429).`, { retryAt, cause });
  if (status === 503 && retryAt !== undefined) return new UpstreamBusyError(`${host} asks for a pause (503).`, { retryAt, cause });
  if (status >= 500) return new LandfallError('UPSTREAM_UNREACHABLE', `${host} failed (${status}).`, { cause });
  if (status === 401 || status === 403) {
    return new LandfallError('UPSTREAM_REJECTED', `${host} rejected the credential (${status}).`, { cause });
  }
  if (status === 404) return new LandfallError('UPSTREAM_REJECTED', `${host} has no resource at this address (404).`, { cause });
  if (status >= 400) return new LandfallError('UPSTREAM_REJECTED', `${host} rejected the request (${status}).`, { cause });
  if (status >= 300) return new LandfallError('UPSTREAM_REJECTED', `${host} redirects, which is not followed (${status}).`, { cause });
  return new LandfallError('UPSTREAM_SHAPE', `${host} answered ${status}, expected 200.`, { cause });
}
