import { createHmac } from 'node:crypto';
import type { Partner, RequestTarget } from '../partners/partner.ts';
import { signingKeyOf } from '../partners/secrets.ts';
import type { Clock } from '../time/clock.ts';
import { inSpan } from '../tracing.ts';
import type { Limiter } from './limiter.ts';
import type { SendOptions, SendRequest, SendResponse } from './send.ts';

/** The receiver of a POST. */
export interface PushTarget extends RequestTarget {
  /** The secrets of Standard Webhooks; two during a rotation. */
  readonly secrets: readonly string[];
  /** Set if the receiver is a partner. Pushes then count towards the limits of all requests to it. */
  readonly partner?: Partner | undefined;
}

/** A POST. */
export interface PushCall {
  readonly target: PushTarget;
  /** Identity of the message, by which a receiver detects repeats. */
  readonly id: string;
  /**
   * Returns the content to send once there is a slot; undefined when there is nothing to send. Its errors are thrown.
   */
  readonly content: () => Promise<{ target: PushTarget; url: string; headers: SendOptions['headers']; body: Buffer } | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates the function that sends one signed POST to any target, once, within the limits of the target. The caller decides
 * about retries; the breaker and the stats of requests are not involved.
 *
 * The function returns the response, whatever its status; undefined when nothing was sent. It throws {@link LandfallError}
 * as {@link SendRequest} does; UPSTREAM_TIMEOUT or UPSTREAM_BUSY without a slot within `deadlineMs` of the target's limits;
 * and the reason of the signal when it is aborted.
 */
export function createUpstreamPush(parts: {
  readonly send: SendRequest;
  readonly limiterOf: (target: PushTarget) => Pick<Limiter, 'acquire'>;
  readonly clock: Clock;
}) {
  const { send, limiterOf, clock } = parts;
  const push = async ({ target: called, id, content, signal }: PushCall): Promise<SendResponse | undefined> => {
    const slot = await limiterOf(called).acquire({ deadline: clock.now() + called.limits.deadlineMs, signal });
    try {
      const pushed = await content();
      if (pushed === undefined) return undefined;
      const { target, url, headers, body } = pushed;
      // The signature contains the time, so it is created as late as possible.
      const signature = signatureHeadersOf({ id, now: clock.now(), body }, target.secrets);
      return await send(target, { url, headers: { ...headers, ...signature }, body, timeoutMs: target.limits.timeoutMs, signal });
    } finally {
      slot.release();
    }
  };
  return (call: PushCall) => {
    const { id: recipient } = call.target;
    const attributes = {
      'messaging.system': 'landfall',
      'messaging.operation.type': 'send',
      'messaging.destination.name': recipient,
      'messaging.message.id': call.id,
    };
    return inSpan({ name: `send ${recipient}`, kind: 'PRODUCER', attributes }, () => push(call));
  };
}

/**
 * Returns the headers of one attempt: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with one
 * HMAC-SHA256 for each secret, so that a receiver can rotate its secret. Without a secret there is no signature.
 *
 * @param message.id the same in all attempts, so that a receiver can detect repeats. It contains no dot, which separates it
 *   from the time
 * @param message.now time of this attempt, in milliseconds since 1970
 * @param message.body the body as it is sent
 * @param secrets Base64, with or without the prefix `whsec_`
 * @see Standard Webhooks 1.0.0, "Signature scheme"
 */
export function signatureHeadersOf(message: { id: string; now: number; body: Buffer }, secrets: readonly string[]): Record<string, string> {
  const { id, now, body } = message;
  const timestamp = String(Math.floor(now / 1_000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secrets.length === 0) return headers;
  const signatureBy = (secret: string) =>
    createHmac('sha256', signingKeyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { ...headers, 'webhook-signature': secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' ') };
}
