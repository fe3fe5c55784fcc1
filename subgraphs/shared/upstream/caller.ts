import { type Clock, systemClock } from '../clock.ts';
import { LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { ForbiddenAddressError, type OutboundResponse } from '../outbound.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../sources.ts';
import type { Exchange } from './exchange.ts';

/** A GET to a partner. */
export interface UpstreamCall {
  readonly partner: Partner;
  readonly standard: Standard;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** When the whole question has to be done, {@link Clock.now}; no attempt and no pause goes beyond. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

/** Cause of an error that stands for a status other than 200. */
export class UpstreamStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.name = 'UpstreamStatusError';
    this.status = status;
  }
}

export interface UpstreamCallerParts {
  readonly exchange: Exchange;
  readonly logger: Logger;
  readonly clock?: Clock;
}

const maxAttempts = 4;
const firstPauseMs = 250;
/** Statuses that say: the same request may do later. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Asks a partner, signed in as its file says. Tries again after lost connections and passing statuses, at most
 * {@link maxAttempts} times and only as long as the deadline allows; `Retry-After` is obeyed.
 *
 * @returns an answer with status 200
 * @throws {LandfallError} UPSTREAM_TIMEOUT (own timer, 408, 504), UPSTREAM_UNREACHABLE (no connection, 429, other 5xx),
 *   UPSTREAM_REJECTED (other 4xx, redirects), UPSTREAM_SHAPE (too large, not HTTP, any other status)
 */
export type UpstreamCaller = (call: UpstreamCall) => Promise<OutboundResponse>;

/** Makes the caller of all partners. */
export function createUpstreamCaller({ exchange, logger, clock = systemClock }: UpstreamCallerParts): UpstreamCaller {
  const attempt = async (call: UpstreamCall): Promise<OutboundResponse | Failure> => {
    const { partner, url, headers, signal } = call;
    const timeoutMs = Math.min(partner.limits.timeoutMs, call.deadline - clock.now());
    try {
      const answer = await exchange(partner, { url, headers, timeoutMs, signal });
      if (answer.status === 200) return answer;
      const error = errorOfStatus(answer.status, new URL(url).host);
      // The body is for the log only: it may hold anything.
      logger.warn({ partner: partner.id, status: answer.status, body: answer.body.toString('utf8', 0, 1_000) }, error.message);
      return { error, mayPass: passing.has(answer.status), retryAfterMs: retryAfterOf(answer.headers['retry-after'], clock.now()) };
    } catch (error) {
      if (!(error instanceof LandfallError)) throw error;
      const mayPass = error.code === 'UPSTREAM_UNREACHABLE' && !(error.cause instanceof ForbiddenAddressError);
      return { error, mayPass, retryAfterMs: undefined };
    }
  };

  return async (call) => {
    for (let number = 1; ; number += 1) {
      if (clock.now() >= call.deadline) throw deadlinePassed(call);
      const outcome = await attempt(call);
      if (!('error' in outcome)) return outcome;
      // Half to whole of the pause, so that many callers do not come back at once.
      const pauseMs = outcome.retryAfterMs ?? firstPauseMs * 2 ** (number - 1) * (0.5 + Math.random() / 2);
      const inTime = clock.now() + pauseMs < call.deadline;
      if (!outcome.mayPass || number === maxAttempts || !inTime) throw outcome.error;
      logger.info({ partner: call.partner.id, code: outcome.error.code, pauseMs }, 'asking again after a pause');
      await clock.wait(pauseMs, call.signal);
    }
  };
}

interface Failure {
  readonly error: LandfallError;
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;
}

function deadlinePassed({ url, partner }: UpstreamCall): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `${new URL(url).host} did not answer everything within ${partner.limits.deadlineMs} ms.`);
}

function errorOfStatus(status: number, host: string): LandfallError {
  const cause = new UpstreamStatusError(status);
  if (status === 408 || status === 504) return new LandfallError('UPSTREAM_TIMEOUT', `${host} gave up waiting (${status}).`, { cause });
  if (status === 429) return new LandfallError('UPSTREAM_UNREACHABLE', `${host} asks for fewer requests (429).`, { cause });
  if (status >= 500) return new LandfallError('UPSTREAM_UNREACHABLE', `${host} failed (${status}).`, { cause });
  if (status === 401 || status === 403) {
    return new LandfallError('UPSTREAM_REJECTED', `${host} does not take our credential (${status}).`, { cause });
  }
  if (status >= 400) return new LandfallError('UPSTREAM_REJECTED', `${host} refused the question (${status}).`, { cause });
  if (status >= 300) return new LandfallError('UPSTREAM_REJECTED', `${host} redirects, which is not followed (${status}).`, { cause });
  return new LandfallError('UPSTREAM_SHAPE', `${host} answered ${status}, expected 200.`, { cause });
}

/** Reads `Retry-After`, seconds or an HTTP date. */
function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
