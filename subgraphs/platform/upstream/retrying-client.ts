import { type ErrorCode, LandfallError } from '../errors.ts';
import type { ResponseAccount } from '../http/response-budget.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import { backoffMs } from '../time/wake-up-loop.ts';
import { inSpan } from '../tracing.ts';
import { type AttemptOutcome, failureOfError, failureOfResponse } from './attempt-outcome.ts';
import type { CallPayer, CallQuota } from './call-quota.ts';
import { arrivalMs } from './call-rate.ts';
import type { CallStats } from './endpoint-health.ts';
import type { Endpoint, Endpoints } from './endpoints.ts';
import type { Limiter, OnBusy, SlotRequest } from './limiter.ts';
import type { RequestSlot, SendRequest, SendResponse } from './send.ts';

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
  /**
   * Returns whether a response with a status other than 200 means that nothing was found. It then counts as a response.
   */
  readonly isNothingFound?: ((response: Pick<SendResponse, 'status' | 'body'>) => boolean) | undefined;
}

/** A finished attempt. */
export interface UpstreamAttempt {
  readonly partner: string;
  readonly standard: Standard;
  readonly outcome: 'OK' | ErrorCode;
  /** Time from sending to the last byte, or to the failure. */
  readonly durationMs: number;
}

export interface RetryingClientParts {
  readonly send: SendRequest;
  readonly endpoints: Endpoints;
  readonly quota: CallQuota;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly onAttempt?: ((attempt: UpstreamAttempt) => void) | undefined;
}

const maxAttempts = 4;
const retries = { firstRetryMs: 250, maxRetryMs: Number.POSITIVE_INFINITY };

/**
 * Sends a request to a partner when its limits allow. Retries after lost connections and temporary statuses while the
 * breaker is closed, with at most {@link maxAttempts} attempts within the deadline, and obeys `Retry-After`.
 *
 * @returns a response with status 200, or one that means "nothing found" for the call
 * @throws {LandfallError} UPSTREAM_TIMEOUT (own timer, 408, 504, no slot before the deadline), UPSTREAM_BUSY (429, 503
 *   with `Retry-After`, open breaker, too many waiting requests), UPSTREAM_UNREACHABLE and the codes of failed
 *   connections (no connection, other 5xx), UPSTREAM_REJECTED (other 4xx, redirects), UPSTREAM_SHAPE (too large, not
 *   HTTP, any other status), RATE_LIMITED (quota of the tenant)
 */
export type RetryingClient = (call: UpstreamCall) => Promise<SendResponse>;

/** Creates the client for all partners. */
export function createRetryingClient({ send, endpoints, quota, logger, clock, onAttempt }: RetryingClientParts): RetryingClient {
  const attempt = async (call: UpstreamCall, slot: RequestSlot): Promise<AttemptOutcome> => {
    const { partner, url, headers, signal, deadline, account, isNothingFound } = call;
    const { limits } = partner;
    const timeoutMs = Math.min(limits.timeoutMs, deadline - clock.now());
    try {
      const response = await send(partner, { url, headers, timeoutMs, signal, account, slot });
      if (response.status === 200 || isNothingFound?.(response)) return response;
      const failure = failureOfResponse(response, { url, now: clock.now() });
      logger.warn({ partner: partner.id, status: response.status, body: response.excerpt() }, failure.error.message);
      return failure;
    } catch (error) {
      if (!(error instanceof LandfallError)) throw error;
      return failureOfError(error, { hadTime: 2 * timeoutMs >= Math.min(limits.timeoutMs, limits.deadlineMs) });
    }
  };

  /** Makes one attempt within quota, breaker and limiter. */
  const attemptWithinLimits = async (call: UpstreamCall, endpoint: Endpoint, notBefore: number): Promise<AttemptOutcome> => {
    const { partner, standard, deadline, signal, payer, onBusy } = call;
    const { limiter, breaker, stats } = endpoint;
    const slot = createCallSlot(limiter, { request: { standard, deadline, notBefore, signal, onBusy }, stats });
    let isSent = false;
    // Must precede the breaker, which would count a request over its quota as a failed trial.
    await quota.begin(payer);
    try {
      return await breaker.run(async () => {
        await slot.acquire();
        if (clock.now() >= deadline) throw deadlineError(call);
        const started = performance.now();
        isSent = true;
        const outcome = await attempt(call, slot);
        const durationMs = performance.now() - started;
        onAttempt?.({ partner: partner.id, standard, outcome: 'error' in outcome ? outcome.error.code : 'OK', durationMs });
        if (!('error' in outcome)) stats.recordResponse(durationMs, outcome);
        else {
          stats.recordFailure(outcome.error);
          // The pause applies to all requests to the partner.
          if (outcome.retryAfterMs !== undefined) limiter.pauseUntil(clock.now() + outcome.retryAfterMs);
        }
        return outcome;
      });
    } catch (error) {
      stats.recordGivenUp();
      throw error;
    } finally {
      if (!isSent) quota.refund(payer);
      // Must follow the breaker, so that no waiting request begins just before the breaker opens.
      slot.release();
    }
  };

  const attemptUntilAnswered = async (call: UpstreamCall): Promise<SendResponse> => {
    const endpoint = endpoints.of(call.partner, call.standard);
    const { breaker, capabilities } = endpoint;
    let notBefore = 0;
    for (let number = 1; ; number += 1) {
      if (clock.now() >= call.deadline) throw deadlineError(call);
      const outcome = await attemptWithinLimits(call, endpoint, notBefore);
      if (!('error' in outcome)) return outcome;
      const { error, isRetryable, retryAfterMs, refusedRequest } = outcome;
      if (refusedRequest !== undefined && !call.isTrial) capabilities.record({ refusedRequest });
      const pauseMs = retryAfterMs ?? backoffMs(number, retries);
      notBefore = clock.now() + pauseMs;
      if (!isRetryable || number === maxAttempts || notBefore >= call.deadline || breaker.state !== 'CLOSED') throw error;
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

function deadlineError({ url, partner }: UpstreamCall): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `${new URL(url).host} did not answer completely within ${partner.limits.deadlineMs} ms.`);
}

interface CallSlot extends RequestSlot {
  acquire(): Promise<void>;
  /** Releases the slot if it was acquired. */
  release(): void;
}

/**
 * Creates the slot of one request, not yet acquired. The limiter counts the request until its arrival is certain: until
 * the response, or until {@link arrivalMs} after it was handed to the network.
 */
function createCallSlot(limiter: Limiter, { request, stats }: { readonly request: SlotRequest; readonly stats: CallStats }): CallSlot {
  let [isAcquired, hasArrived] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let arrival: NodeJS.Immediate | undefined;

  const acquire = async (): Promise<void> => {
    const waiting = limiter.acquire(request);
    if (waiting !== undefined) {
      stats.waiting += 1;
      await waiting.finally(() => {
        stats.waiting -= 1;
      });
    }
    [isAcquired, hasArrived] = [true, false];
    stats.inFlight += 1;
  };
  const release = (): void => {
    clearTimeout(timer);
    clearImmediate(arrival);
    if (!isAcquired) return;
    isAcquired = false;
    stats.inFlight -= 1;
    limiter.release(hasArrived);
  };
  const markArrived = (): void => {
    hasArrived = true;
    limiter.markArrived();
  };
  return {
    acquire,
    release,
    onSent: () => {
      limiter.markSent();
      // After a stall of the process a response may already have arrived, so it is read first.
      timer = setTimeout(() => {
        arrival = setImmediate(markArrived);
      }, arrivalMs);
    },
    renew: () => {
      release();
      return acquire();
    },
  };
}
