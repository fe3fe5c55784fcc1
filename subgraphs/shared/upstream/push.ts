import type { Clock } from '../clock.ts';
import type { Partner } from '../partners/partner.ts';
import type { Endpoints } from './endpoints.ts';
import type { Exchange, ExchangeAnswer } from './exchange.ts';
import type { Signer } from './signer.ts';

/** A POST to a partner. */
export interface PushCall {
  readonly partner: Partner;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Identity of the message, which a receiver drops repeats by. */
  readonly id: string;
  readonly body: Buffer;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one POST once, signed in and signed as the partner's file says, as soon as the partner's limits allow; it counts among all
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
  readonly signer: Pick<Signer, 'sign'>;
  readonly clock: Clock;
}): UpstreamPush {
  const { exchange, endpoints, signer, clock } = parts;
  return async ({ partner, url, headers, id, body, signal }) => {
    const { deadlineMs, timeoutMs } = partner.limits;
    const gate = endpoints.gateOf(partner);
    await gate.enter({ deadline: clock.now() + deadlineMs, notBefore: 0, signal });
    try {
      // A signature says when it was made.
      const signed = await signer.sign({ id, now: clock.now(), body }, partner.publish?.push?.secrets ?? []);
      return await exchange(partner, { url, headers: { ...headers, ...signed }, body, timeoutMs, signal });
    } finally {
      gate.leave();
    }
  };
}
