import { LandfallError, StoreUnavailableError } from '../../errors.ts';
import { ForbiddenAddressError, UnreadableResponseError } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import type { Partner } from '../../partners/partner.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { RequestLostError, type SendResponse } from '../../upstream/send.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { DeliveryContent, DeliveryOutcome, SendDelivery } from './delivery.ts';
import { type DeliveryAnswer, outcomeOfAnswer } from './delivery-outcome.ts';

export interface SenderParts {
  readonly upstream: Pick<Upstream, 'push'>;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
}

/** Makes what sends a delivery, once, and says what came of it. */
export function createSender({ upstream, logger, clock = systemClock }: SenderParts): SendDelivery {
  // Partners never change: after a change of its file it is said again.
  const toldOfStatus = new WeakSet<Partner>();

  const judge = (
    { partner, url, listName }: DeliveryContent,
    answer: DeliveryAnswer & Partial<Pick<SendResponse, 'redact' | 'excerpt'>>,
  ) => {
    const { status, redact = (text) => text, excerpt } = answer;
    const outcome = outcomeOfAnswer(answer, { host: new URL(url).host, listName, now: clock.now(), redact });
    if (outcome.kind !== 'DELIVERED') {
      logger.warn({ partner: partner.id, status, body: excerpt?.() }, outcome.fault.message);
    } else if (status !== 200 && !toldOfStatus.has(partner)) {
      toldOfStatus.add(partner);
      logger.info(
        { partner: partner.id, status },
        'a subscriber answered with a 2xx status other than 200; the message counts as delivered',
      );
    }
    return outcome;
  };

  return async ({ partner, id, content, signal }) => {
    let sent: DeliveryContent | undefined;
    const prepare = async () => {
      sent = await content();
      return sent;
    };
    try {
      const answer = await upstream.push({ partner, id, content: prepare, signal });
      return answer && sent && judge(sent, answer);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof LandfallError) || error instanceof StoreUnavailableError) throw error;
      const maybeDelivered = error instanceof RequestLostError;
      // The status has come, and it says enough.
      if (sent !== undefined && maybeDelivered && error.cause instanceof UnreadableResponseError) {
        return judge(sent, { status: error.cause.status, headers: {}, body: Buffer.alloc(0) });
      }
      return outcomeOfFailure(error, maybeDelivered);
    }
  };
}

/** Says what it means that no answer came. */
function outcomeOfFailure({ code, message, cause }: LandfallError, maybeDelivered: boolean): DeliveryOutcome {
  const fault = { code, message };
  // Neither an address that we do not connect to nor a credential that is not taken passes by itself.
  if (code === 'UPSTREAM_REJECTED' || cause instanceof ForbiddenAddressError) return { kind: 'PAUSE', fault };
  return { kind: 'RETRY', fault, isOutage: true, maybeDelivered };
}
