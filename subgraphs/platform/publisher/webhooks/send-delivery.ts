import { LandfallError, StoreUnavailableError } from '../../errors.ts';
import { ForbiddenAddressError, UnreadableResponseError } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { RequestLostError, type SendResponse } from '../../upstream/send.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { Recipient } from '../recipient.ts';
import type { DeliveryContent, DeliveryOutcome, SendDelivery } from './delivery.ts';
import { type DeliveryAnswer, outcomeOfAnswer } from './delivery-outcome.ts';

export interface SenderParts {
  readonly upstream: Pick<Upstream, 'push'>;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
}

/** Creates the function that makes one attempt and returns its outcome. */
export function createSender({ upstream, logger, clock = systemClock }: SenderParts): SendDelivery {
  // Keyed by the recipient object: a changed file is a new object, for which the status is logged again.
  const loggedStatusOf = new WeakSet<Recipient>();

  const outcomeOf = (
    { recipient, url, listName }: DeliveryContent,
    answer: DeliveryAnswer & Partial<Pick<SendResponse, 'redact' | 'excerpt'>>,
  ) => {
    const { status, redact = (text) => text, excerpt } = answer;
    const outcome = outcomeOfAnswer(answer, { url, listName, now: clock.now(), redact });
    if (outcome.kind !== 'DELIVERED') {
      logger.warn({ ...named(recipient), status, body: excerpt?.() }, outcome.error.message);
    } else if (status !== 200 && recipient.partner !== undefined && !loggedStatusOf.has(recipient)) {
      loggedStatusOf.add(recipient);
      logger.info(
        { ...named(recipient), status },
        'a subscriber answered with a 2xx status other than 200; the message counts as delivered',
      );
    }
    return outcome;
  };

  return async ({ recipient, id, content, signal }) => {
    let sent: DeliveryContent | undefined;
    const contentOnce = async () => {
      sent = await content();
      return sent && { ...sent, target: sent.recipient };
    };
    try {
      const response = await upstream.push({ target: recipient, id, content: contentOnce, signal });
      return response && sent && outcomeOf(sent, response);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof LandfallError) || error instanceof StoreUnavailableError) throw error;
      const maybeDelivered = error instanceof RequestLostError;
      // The body is unreadable, but the status alone decides.
      if (sent !== undefined && maybeDelivered && error.cause instanceof UnreadableResponseError) {
        return outcomeOf(sent, { status: error.cause.status, headers: {}, body: Buffer.alloc(0) });
      }
      return outcomeOfFailure(error, maybeDelivered);
    }
  };
}

function named({ id, partner }: Recipient): object {
  return partner === undefined ? { recipient: id } : { partner: id };
}

/** Returns the outcome of a request without a response. */
function outcomeOfFailure({ code, message, cause }: LandfallError, maybeDelivered: boolean): DeliveryOutcome {
  const error = { code, message };
  // Neither a forbidden address nor a rejected credential recovers by itself.
  if (code === 'UPSTREAM_REJECTED' || cause instanceof ForbiddenAddressError) return { kind: 'PAUSE', error };
  return { kind: 'RETRY', error, isOutage: true, maybeDelivered };
}
