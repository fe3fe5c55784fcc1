import type { Partner } from '../partners/partner.ts';
import type { Clock } from '../time/clock.ts';
import type { Endpoints } from './endpoints.ts';
import type { SendRequest, SendResponse } from './send.ts';
import type { Signer } from './signer.ts';

/** A POST to a partner. */
export interface PushCall {
  readonly partner: Partner;
  /** Identity of the message, by which a receiver drops repeats. */
  readonly id: string;
  /** Returns what to send once there is a slot; undefined: nothing. Its errors are thrown. */
  readonly content: () => Promise<PushContent | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** What to send, by the partner's current file. */
export interface PushContent {
  readonly partner: Partner;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends one POST once, signed, within the limits of the partner. The caller decides about retries; neither the breaker nor
 * the stats of requests take part.
 *
 * @returns the response, whatever its status; undefined where nothing was sent
 * @throws {LandfallError} as {@link SendRequest} does; UPSTREAM_TIMEOUT or UPSTREAM_BUSY without a slot within `deadlineMs`
 *   of the partner's limits
 * @throws the reason of the signal once that is aborted
 */
export type UpstreamPush = (call: PushCall) => Promise<SendResponse | undefined>;

/** Creates the function that pushes to all partners. */
export function createUpstreamPush(parts: {
  readonly send: SendRequest;
  readonly endpoints: Pick<Endpoints, 'limiterOf'>;
  readonly signer: Pick<Signer, 'sign'>;
  readonly clock: Clock;
}): UpstreamPush {
  const { send, endpoints, signer, clock } = parts;
  return async ({ partner: called, id, content, signal }) => {
    const limiter = endpoints.limiterOf(called);
    await limiter.acquire({ deadline: clock.now() + called.limits.deadlineMs, notBefore: 0, signal });
    try {
      const push = await content();
      if (push === undefined) return undefined;
      const { partner, url, headers, body } = push;
      // The signature holds the time, so it is made only now.
      const signature = await signer.sign({ id, now: clock.now(), body }, partner.publish?.push?.secrets ?? []);
      return await send(partner, { url, headers: { ...headers, ...signature }, body, timeoutMs: partner.limits.timeoutMs, signal });
    } finally {
      limiter.release();
    }
  };
}
