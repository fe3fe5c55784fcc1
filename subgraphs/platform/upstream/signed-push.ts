import type { Partner } from '../partners/partner.ts';
import type { Clock } from '../time/clock.ts';
import type { Endpoints } from './endpoints.ts';
import type { SendRequest, SendResponse } from './send.ts';
import type { Signer } from './signer.ts';

/** A POST to a partner. */
export interface PushCall {
  readonly partner: Partner;
  /** Identity of the message, which a receiver drops repeats by. */
  readonly id: string;
  /** Says what is sent, when it is its turn; undefined: nothing after all. What it throws is thrown. */
  readonly content: () => Promise<PushContent | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** What is sent, and how, as the partner's file says by now. */
export interface PushContent {
  readonly partner: Partner;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends one POST once, signed in and signed as the partner's file says, as soon as the partner's limits allow; it counts
 * among all calls to the partner. Whether and when it is sent again is the caller's to say: no breaker is asked, and a partner
 * that wants a pause is asked for its answers all the same.
 *
 * @returns the answer, whatever its status; undefined where nothing was sent
 * @throws {LandfallError} as the exchange does; UPSTREAM_TIMEOUT or UPSTREAM_UNREACHABLE where there was no turn for it
 *   within `deadlineMs` of the partner's limits
 * @throws the reason of the signal once that is aborted
 */
export type UpstreamPush = (call: PushCall) => Promise<SendResponse | undefined>;

/** Makes the sender to all partners. */
export function createUpstreamPush(parts: {
  readonly exchange: SendRequest;
  readonly endpoints: Pick<Endpoints, 'gateOf'>;
  readonly signer: Pick<Signer, 'sign'>;
  readonly clock: Clock;
}): UpstreamPush {
  const { exchange, endpoints, signer, clock } = parts;
  return async ({ partner: asked, id, content, signal }) => {
    const gate = endpoints.gateOf(asked);
    await gate.enter({ deadline: clock.now() + asked.limits.deadlineMs, notBefore: 0, signal });
    try {
      const sent = await content();
      if (sent === undefined) return undefined;
      const { partner, url, headers, body } = sent;
      // A signature says when it was made.
      const signed = await signer.sign({ id, now: clock.now(), body }, partner.publish?.push?.secrets ?? []);
      return await exchange(partner, { url, headers: { ...headers, ...signed }, body, timeoutMs: partner.limits.timeoutMs, signal });
    } finally {
      gate.leave();
    }
  };
}
