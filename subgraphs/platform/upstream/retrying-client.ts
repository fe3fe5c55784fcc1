import type { Caller } from '../access/entitlement.ts';
import { createSharedRate } from '../access/shared-rate.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { type ErrorCode, LandfallError, UpstreamBusyError, unreachableCodes } from '../errors.ts';
import { ForbiddenAddressError } from '../http/outbound.ts';
import type { ResponseAccount } from '../http/response-budget.ts';
import { pauseMsOf, speaksOfQuota } from '../http/retry-after.ts';
import type { Logger } from '../logger.ts';
import type { Partner, Standard } from '../partners/partner.ts';
import type { Clock } from '../time/clock.ts';
import { backoffMs } from '../time/wake-up-loop.ts';
import { inSpan } from '../tracing.ts';
import type { Endpoint } from './endpoints.ts';
import { reasonOf } from './error-body.ts';
import type { OnBusy, Slot } from './limiter.ts';
import { refusedPartnerRequestOf } from './observed-capabilities.ts';
import type { SendRequest, SendResponse } from './send.ts';

/** The tenant to whose quota a request counts. */
export type CallPayer = Pick<Caller, 'tenant' | 'partnerCallsPerMinute'>;

/** A GET to a partner. */
export interface UpstreamCall {
  readonly partner: Partner;
  readonly standard: Standard;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** End of the whole request, see {@link Clock.now}. No attempt and no pause exceeds it. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Tenant whose quota the request counts towards; absent when it does not count. */
  readonly payer?: CallPayer | undefined;
  /** Called when the request has to wait before it can be sent, or sent again. */
  readonly onBusy?: OnBusy | undefined;
  /** Whether a refusal (400) leads to another request, so that it does not prove yet what the partner refuses. */
  readonly isTrial?: boolean | undefined;
  /** Counts the bytes of a large response. Default: they are not counted. */
  readonly account?: ResponseAccount | undefined;
  /** Returns whether a response with a status other than 200 is an answer: a part of the rows, or that nothing was found. */
  readonly isAnswer?: ((response: Pick<SendResponse, 'status' | 'body'>) => boolean) | undefined;
}

/** A finished attempt. */
export interface UpstreamAttempt {
  readonly partner: string;
  readonly standard: Standard;
  readonly outcome: 'OK' | ErrorCode;
  /** Time from sending to the last byte, or to the failure. */
  readonly durationMs: number;
}

/** Result of one attempt: a usable response (status 200, or another answer), or the failure. */
type AttemptOutcome = SendResponse | FailedAttempt;

interface FailedAttempt {
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
  /** A response that refuses the request. */
  readonly refusal?: SendResponse | undefined;
}

const maxAttempts = 4;
const retries = { firstRetryMs: 250, maxRetryMs: Number.POSITIVE_INFINITY };
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Longer pauses are cut to this, because some partners send milliseconds in `Retry-After`. */
const maxRetryAfterMs = 60 * 60 * 1_000;

/**
 * Sends a request to a partner when its limits allow. Retries after lost connections and temporary statuses while the
 * breaker is closed, with at most {@link maxAttempts} attempts within the deadline, and obeys `Retry-After`.
 *
 * @returns a response with status 200, or another answer of the call
 * @throws {LandfallError} UPSTREAM_TIMEOUT (own timer, 408, 504, no slot before the deadline), UPSTREAM_BUSY (429, 403 that speaks of a quota, 503
 *   with `Retry-After`, open breaker, too many waiting requests), UPSTREAM_UNREACHABLE and the codes of failed
 *   connections (no connection, other 5xx), UPSTREAM_REJECTED (other 4xx, redirects), UPSTREAM_SHAPE (too large, not
 *   HTTP, any other status), RATE_LIMITED (quota of the tenant)
 */
export type RetryingClient = (call: UpstreamCall) => Promise<SendResponse>;

/**
 * Creates the client for all partners.
 *
 * @param parts.counts quotas of tenants that all processes share. Default: this process counts by itself
 */
export function createRetryingClient(parts: {
  readonly send: SendRequest;
  readonly endpointOf: (partner: Partner, standard: Standard) => Endpoint;
  readonly counts: SharedCounts | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly onAttempt: ((attempt: UpstreamAttempt) => void) | undefined;
}): RetryingClient {
  const { send, endpointOf, counts, logger, clock, onAttempt } = parts;
  const quota = createCallQuota(clock, counts);

  const attempt = async (call: UpstreamCall, slot: Slot): Promise<AttemptOutcome> => {
    const { partner, url, headers, signal, deadline, account, isAnswer } = call;
    const { limits } = partner;
    const timeoutMs = Math.min(limits.timeoutMs, deadline - clock.now());
    try {
      const response = await send(partner, { url, headers, timeoutMs, signal, account, slot });
      if (response.status === 200 || isAnswer?.(response)) return response;
      const failure = failureOfResponse(response, { url, now: clock.now() });
      logger.warn({ partner: partner.id, status: response.status, body: response.excerpt() }, failure.error.message);
      return failure;
    } catch (error) {
      if (!(error instanceof LandfallError)) throw error;
      // A timeout after less than most of the usual time is no evidence against the partner.
      const hadTime = 2 * timeoutMs >= Math.min(limits.timeoutMs, limits.deadlineMs);
      const isRetryable = error.code !== 'UPSTREAM_TLS' && isUnreachable(error);
      return { error, isRetryable, isOutage: isOutage(error) && (hadTime || error.code !== 'UPSTREAM_TIMEOUT') };
    }
  };

  /** Makes one attempt within quota, breaker and limiter. */
  const attemptWithinLimits = async (call: UpstreamCall, endpoint: Endpoint, notBefore: number): Promise<AttemptOutcome> => {
    const { partner, standard, deadline, signal, payer, onBusy } = call;
    const { limiter, breaker, stats } = endpoint;
    const isFailure = (outcome: AttemptOutcome) => 'error' in outcome && outcome.isOutage;
    let slot: Slot | undefined;
    let isSent = false;
    // Must precede the breaker, which would count a request over its quota as a failed trial.
    await quota.begin(payer);
    try {
      return await breaker.run(async () => {
        const taken = await limiter.acquire({ standard, deadline, notBefore, signal, onBusy, stats });
        slot = taken;
        if (clock.now() >= deadline) throw deadlineError(call);
        const started = performance.now();
        isSent = true;
        const outcome = await attempt(call, taken);
        const durationMs = performance.now() - started;
        onAttempt?.({ partner: partner.id, standard, outcome: 'error' in outcome ? outcome.error.code : 'OK', durationMs });
        if ('error' in outcome) stats.recordFailure(outcome.error);
        else stats.recordResponse(durationMs, outcome);
        const pauseMs = 'error' in outcome ? outcome.retryAfterMs : requestedPauseMs(outcome, clock.now());
        // The pause applies to all requests to the partner.
        if (pauseMs !== undefined) limiter.pauseUntil(clock.now() + pauseMs);
        return outcome;
      }, isFailure);
    } catch (error) {
      stats.count('GIVEN_UP');
      throw error;
    } finally {
      if (!isSent) quota.refund(payer);
      // Must follow the breaker, so that no waiting request begins just before the breaker opens.
      slot?.release();
    }
  };

  const attemptUntilAnswered = async (call: UpstreamCall): Promise<SendResponse> => {
    const endpoint = endpointOf(call.partner, call.standard);
    let notBefore = 0;
    for (let number = 1; ; number += 1) {
      if (clock.now() >= call.deadline) throw deadlineError(call);
      const outcome = await attemptWithinLimits(call, endpoint, notBefore);
      if (!('error' in outcome)) return outcome;
      const { error, isRetryable, retryAfterMs, refusal } = outcome;
      const refusedRequest = refusal && !call.isTrial ? refusedPartnerRequestOf(call.url, refusal.body) : undefined;
      if (refusedRequest !== undefined) endpoint.capabilities.record({ refusedRequests: [refusedRequest] });
      const pauseMs = retryAfterMs ?? backoffMs(number, retries);
      notBefore = clock.now() + pauseMs;
      if (!isRetryable || number === maxAttempts || notBefore >= call.deadline || endpoint.breaker.state !== 'CLOSED') throw error;
      if (error.code === 'UPSTREAM_BUSY') call.onBusy?.({ until: notBefore, isOwnLimit: false });
      logger.info({ partner: call.partner.id, code: error.code, pauseMs }, 'retrying a request after a pause');
    }
  };
  // Makes attempts, with the pauses between them.
  return (call) => {
    const attributes = { 'landfall.partner.id': call.partner.id, 'landfall.standard': call.standard };
    return inSpan({ name: `request ${call.partner.id}`, attributes }, () => attemptUntilAnswered(call));
  };
}

/** Creates the quota of requests to partners for each tenant. A request without a payer does not count. */
export function createCallQuota(clock: Pick<Clock, 'now'>, counts?: SharedCounts) {
  const rate = createSharedRate({ name: 'partner-calls', clock, counts });
  const spenderOf = ({ tenant, partnerCallsPerMinute: perMinute }: CallPayer) => ({ tenant, perMinute });
  return {
    /** Counts a request. @throws {LandfallError} RATE_LIMITED */
    begin: async (payer: CallPayer | undefined): Promise<void> => {
      const seconds = payer && (await rate.begin(spenderOf(payer)));
      if (payer === undefined || seconds === undefined) return;
      const message = `At most ${payer.partnerCallsPerMinute} calls to partners a minute are allowed. Try again in ${seconds} s.`;
      throw new LandfallError('RATE_LIMITED', message);
    },
    /** Refunds a request that was not sent. */
    refund: (payer: CallPayer | undefined): void => {
      if (payer !== undefined) rate.refund(spenderOf(payer));
    },
  };
}

function deadlineError({ url, partner }: UpstreamCall): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `${new URL(url).host} did not answer completely within ${partner.limits.deadlineMs} ms.`);
}

/** The cause of an error that a status other than 200 led to. */
export class UpstreamStatusError extends Error {
  readonly status: number;
  /** The partner's reason for a refusal, to be shown. */
  readonly reason: string | undefined;

  constructor(status: number, reason?: string) {
    super(`status ${status}`);
    this.name = 'UpstreamStatusError';
    this.status = status;
    this.reason = reason;
  }
}

/** Classifies a response with a status other than 200. */
function failureOfResponse(response: SendResponse, { url, now }: { url: string; now: number }): FailedAttempt {
  const { status } = response;
  const retryAfterMs = requestedPauseMs(response, now);
  const isQuota = status === 403 && speaksOfQuota(response, now);
  const isRetryable = isQuota || retryableStatuses.has(status);
  const retryAt = retryAfterMs === undefined ? undefined : now + retryAfterMs;
  const error = errorOfStatus(status, {
    host: new URL(url).host,
    retryAt,
    isQuota,
    reason: status === 400 ? reasonOf(response) : undefined,
  });
  return { error, isRetryable, isOutage: isOutage(error), retryAfterMs, refusal: status === 400 ? response : undefined };
}

function requestedPauseMs({ headers }: SendResponse, now: number): number | undefined {
  const pauseMs = pauseMsOf(headers, now);
  return pauseMs === undefined ? undefined : Math.min(maxRetryAfterMs, pauseMs);
}

function isOutage(error: LandfallError): boolean {
  return error.code === 'UPSTREAM_TIMEOUT' || error.code === 'UPSTREAM_BUSY' || isUnreachable(error);
}

function isUnreachable({ code, cause }: LandfallError): boolean {
  // A forbidden address is not a temporary failure.
  return unreachableCodes.has(code) && !(cause instanceof ForbiddenAddressError);
}

/** Translates a status other than 2xx. @param isQuota whether a 403 says that a quota is used up */
export function errorOfStatus(
  status: number,
  { host, retryAt, isQuota, reason }: { host: string; retryAt?: number | undefined; isQuota: boolean; reason?: string | undefined },
): LandfallError {
  const cause = new UpstreamStatusError(status, reason);
  const error = (code: ErrorCode, what: string) => new LandfallError(code, `${host} ${what}.`, { cause });
  if (status === 408 || status === 504) return error('UPSTREAM_TIMEOUT', `timed out (${status})`);
  if (status === 425 || status === 429 || isQuota)
    return new UpstreamBusyError(`${host} limits the request rate (${status}).`, { retryAt, cause });
  if (status === 503 && retryAt !== undefined) return new UpstreamBusyError(`${host} requested a pause (503).`, { retryAt, cause });
  if (status >= 500) return error('UPSTREAM_UNREACHABLE', `failed (${status})`);
  if (status === 401 || status === 403) return error('UPSTREAM_REJECTED', `rejected the credential (${status})`);
  if (status === 404) return error('UPSTREAM_REJECTED', 'has no resource at this address (404)');
  if (status === 405) return error('UPSTREAM_REJECTED', 'does not accept the method at this address (405)');
  if (status === 410) return error('UPSTREAM_REJECTED', 'no longer accepts requests at this address (410)');
  if (status === 413) return error('UPSTREAM_REJECTED', 'rejected the request as too large (413)');
  if (status >= 400) return error('UPSTREAM_REJECTED', `rejected the request (${status})`);
  if (status >= 300) return error('UPSTREAM_REJECTED', `redirects, which is not followed (${status})`);
  return error('UPSTREAM_SHAPE', `answered ${status}, expected 200`);
}
