import type { Clock } from '../clock.ts';
import type { Partner } from '../partners/partner.ts';
import type { Endpoints } from './endpoints.ts';
import type { Exchange, ExchangeAnswer } from './exchange.ts';

/** A POST to a partner. */
export interface PushCall {
  readonly partner: Partner;
  readonly url: string;
  /** Called when it is its turn: a signature says when it was made. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one POST once, signed in as the partner's file says, as soon as the partner's limits allow; it counts among all
 * calls to the partner. Whether and when it is sent again is the caller's to say: no breaker is asked, and a partner
 * that wants a pause is asked for its answers all the same.
 *
 * @returns the answer, whatever its status
 * @throws {LandfallError} as the exchange does; UPSTREAM_TIMEOUT or UPSTREAM_UNREACHABLE where there was no turn for it
 *   within `deadlineMs` of the partner's limits
 * @throws the reason of the signal once that is aborted
 */
export type UpstreamPush = (call: PushCall) => Promise<ExchangeAnswer>;

/** Makes the sender to all partners. */
export function createUpstreamPush(parts: {
  readonly exchange: Exchange;
  readonly endpoints: Pick<Endpoints, 'gateOf'>;
  readonly clock: Clock;
}): UpstreamPush {
  const { exchange, endpoints, clock } = parts;
  return async ({ partner, url, headers, body, signal }) => {
    const { deadlineMs, timeoutMs } = partner.limits;
    const gate = endpoints.gateOf(partner);
    await gate.enter({ deadline: clock.now() + deadlineMs, notBefore: 0, signal });
    try {
      return await exchange(partner, { url, headers: headers(), body, timeoutMs, signal });
    } finally {
      gate.leave();
    }
  };
}
