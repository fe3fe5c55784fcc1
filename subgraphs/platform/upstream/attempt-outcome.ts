import { LandfallError, UpstreamBusyError, unreachableCodes } from '../errors.ts';
import { ForbiddenAddressError } from '../http/outbound.ts';
import { retryAfterMsOf } from '../http/retry-after.ts';
import type { RefusedPartnerRequest } from './observed-capabilities.ts';
import { refusedPartnerRequestOf } from './refused-request.ts';
import type { SendResponse } from './send.ts';

/** Result of one attempt: a usable response (status 200, or "nothing found"), or the failure. */
export type AttemptOutcome = SendResponse | FailedAttempt;

export interface FailedAttempt {
  readonly error: LandfallError;
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;
  /**
   * Whether the failure counts for the breaker: it shows that the partner has a problem, not that it rejects this
   * request.
   */
  readonly isOutage: boolean;
  /** The pause that the partner requests, in milliseconds, at most {@link maxRetryAfterMs}. */
  readonly retryAfterMs?: number | undefined;
  readonly refusedRequest?: RefusedPartnerRequest | undefined;
}

/** The cause of an error that a status other than 200 led to. */
export class UpstreamStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.name = 'UpstreamStatusError';
    this.status = status;
  }
}

const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Longer pauses are cut to this, because some partners send milliseconds in `Retry-After`. */
const maxRetryAfterMs = 60 * 60 * 1_000;

/** Classifies a response with a status other than 200. */
export function failureOfResponse({ status, headers, body }: SendResponse, { url, now }: { url: string; now: number }): FailedAttempt {
  const isRetryable = retryableStatuses.has(status);
  const wishedMs = isRetryable ? retryAfterMsOf(headers['retry-after'], now) : undefined;
  const retryAfterMs = wishedMs === undefined ? undefined : Math.min(maxRetryAfterMs, wishedMs);
  const retryAt = retryAfterMs === undefined ? undefined : now + retryAfterMs;
  const error = errorOfStatus(status, { host: new URL(url).host, retryAt });
  const refusedRequest = status === 400 ? refusedPartnerRequestOf(url, body) : undefined;
  return { error, isRetryable, isOutage: isOutage(error), retryAfterMs, refusedRequest };
}

/**
 * Classifies an error of sending. @param hadTime whether the attempt had most of its usual time: a timeout after less
 * time is no evidence against the partner
 */
export function failureOfError(error: LandfallError, { hadTime }: { readonly hadTime: boolean }): FailedAttempt {
  const isRetryable = error.code !== 'UPSTREAM_TLS' && isUnreachable(error);
  return { error, isRetryable, isOutage: isOutage(error) && (hadTime || error.code !== 'UPSTREAM_TIMEOUT') };
}

function isOutage(error: LandfallError): boolean {
  return error.code === 'UPSTREAM_TIMEOUT' || error.code === 'UPSTREAM_BUSY' || isUnreachable(error);
}

function isUnreachable({ code, cause }: LandfallError): boolean {
  // A forbidden address is not a temporary failure.
  return unreachableCodes.has(code) && !(cause instanceof ForbiddenAddressError);
}

function errorOfStatus(status: number, { host, retryAt }: { host: string; retryAt: number | undefined }): LandfallError {
  const cause = new UpstreamStatusError(status);
  if (status === 408 || status === 504) return new LandfallError('UPSTREAM_TIMEOUT', `${host} timed out (${status}).`, { cause });
  if (status === 429) return new UpstreamBusyError(`${host} limits the request rate (429).`, { retryAt, cause });
  if (status === 503 && retryAt !== undefined) return new UpstreamBusyError(`${host} requested a pause (503).`, { retryAt, cause });
  if (status >= 500) return new LandfallError('UPSTREAM_UNREACHABLE', `${host} failed (${status}).`, { cause });
  if (status === 401 || status === 403) {
    return new LandfallError('UPSTREAM_REJECTED', `${host} rejected the credential (${status}).`, { cause });
  }
  if (status === 404) return new LandfallError('UPSTREAM_REJECTED', `${host} has no resource at this address (404).`, { cause });
  if (status >= 400) return new LandfallError('UPSTREAM_REJECTED', `${host} rejected the request (${status}).`, { cause });
  if (status >= 300) return new LandfallError('UPSTREAM_REJECTED', `${host} redirects, which is not followed (${status}).`, { cause });
  return new LandfallError('UPSTREAM_SHAPE', `${host} answered ${status}, expected 200.`, { cause });
}
