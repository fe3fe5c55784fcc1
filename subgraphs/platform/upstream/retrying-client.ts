import { LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Clock } from '../time/clock.ts';
import { retryPauseMs } from '../time/retry-pause.ts';
import type { Attempt, Attempted, UpstreamCall } from './attempt.ts';
import type { CallQuota } from './call-quota.ts';
import { createCallSlot } from './call-turn.ts';
import type { Endpoint, Endpoints } from './endpoints.ts';
import type { SendResponse } from './send.ts';

export interface RetryingClientParts {
  readonly attempt: Attempt;
  readonly endpoints: Endpoints;
  readonly allowance: CallQuota;
  readonly logger: Logger;
  readonly clock: Clock;
}

const maxAttempts = 4;
const retries = { firstRetryMs: 250, maxRetryMs: Number.POSITIVE_INFINITY };

/**
 * Asks a partner, signed in as its file says, as soon as its limits allow. Tries again after lost connections and
 * passing statuses, at most {@link maxAttempts} times, only as long as the deadline allows and the partner is not
 * failing altogether; `Retry-After` is obeyed.
 *
 * @returns an answer with status 200, or one that the call takes for "nothing found"
 * @throws {LandfallError} UPSTREAM_TIMEOUT (own timer, 408, 504, no turn before the deadline), UPSTREAM_BUSY (429, 503 with
 *   `Retry-After`, not asked because it fails or too many calls wait), UPSTREAM_UNREACHABLE and the codes of connections that
 *   did not come about (no connection, other 5xx), UPSTREAM_REJECTED (other 4xx, redirects), UPSTREAM_SHAPE (too large, not HTTP, any other status), RATE_LIMITED (the tenant has used up its calls)
 */
export type RetryingClient = (call: UpstreamCall) => Promise<SendResponse>;

/** Makes the caller of all partners. */
export function createRetryingClient({ attempt, endpoints, allowance, logger, clock }: RetryingClientParts): RetryingClient {
  /** One attempt, when it is its turn. */
  const attemptInTurn = async (call: UpstreamCall, { gate, breaker, tally }: Endpoint, notBefore: number): Promise<Attempted> => {
    const { standard, deadline, signal, payer, onBusy } = call;
    const turn = createCallSlot(gate, { entrant: { standard, deadline, notBefore, signal, onBusy }, tally });
    let isMade = false;
    // Before the breaker, for which a call that is not made would be a trial that failed.
    await allowance.begin(payer);
    try {
      return await breaker.run(async () => {
        await turn.take();
        if (clock.now() >= deadline) throw deadlinePassed(call);
        const started = performance.now();
        isMade = true;
        const outcome = await attempt(call, turn);
        if (!('error' in outcome)) tally.answered(performance.now() - started, outcome);
        else {
          tally.failed(outcome.error);
          // Who asks for a pause has not only this one question in mind.
          if (outcome.retryAfterMs !== undefined) gate.hold(clock.now() + outcome.retryAfterMs);
        }
        return outcome;
      });
    } catch (error) {
      tally.givenUp();
      throw error;
    } finally {
      if (!isMade) allowance.takeBack(payer);
      // Not before the breaker has judged: nobody who waits is to slip through just while it opens.
      turn.giveBack();
    }
  };

  return async (call) => {
    const endpoint = endpoints.of(call.partner, call.standard);
    const { breaker, book } = endpoint;
    let notBefore = 0;
    for (let number = 1; ; number += 1) {
      if (clock.now() >= call.deadline) throw deadlinePassed(call);
      const outcome = await attemptInTurn(call, endpoint, notBefore);
      if (!('error' in outcome)) return outcome;
      const { error, mayPass, retryAfterMs, refusedQuestion } = outcome;
      if (refusedQuestion !== undefined && !call.isTrial) book.add({ refusedQuestion });
      const pauseMs = retryAfterMs ?? retryPauseMs(number, retries);
      notBefore = clock.now() + pauseMs;
      if (!mayPass || number === maxAttempts || notBefore >= call.deadline || breaker.state !== 'CLOSED') throw error;
      if (error.code === 'UPSTREAM_BUSY') call.onBusy?.({ until: notBefore, isOwnLimit: false });
      logger.info({ partner: call.partner.id, code: error.code, pauseMs }, 'retrying a request after a pause');
    }
  };
}

function deadlinePassed({ url, partner }: UpstreamCall): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `${new URL(url).host} did not answer completely within ${partner.limits.deadlineMs} ms.`);
}
