import { LandfallError, StoreUnavailableError } from '../../errors.ts';
import { ForbiddenAddressError, UnreadableResponseError } from '../../http/outbound.ts';
import { pauseMsOf, speaksOfQuota } from '../../http/retry-after.ts';
import { parseJsonBody, withoutByteOrderMark } from '../../json/json-slices.ts';
import type { Logger } from '../../logger.ts';
import { errorOfStatus } from '../../upstream/retrying-client.ts';
import { RequestLostError, type SendResponse } from '../../upstream/send.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { Recipient } from '../recipient.ts';
import type { DeliveryContent } from './message.ts';

/** A failure, described for operators. Never contains text of the subscriber. */
export interface DeliveryError {
  readonly code: string;
  readonly message: string;
}

/** The outcome of one attempt. */
export type DeliveryOutcome =
  /**
   * The response was a 2xx. `refused` has the objects with an ERROR in the feedback, by index in the list; an error
   * without an index concerns all objects.
   */
  | { readonly kind: 'DELIVERED'; readonly refused: readonly { readonly index?: number | undefined; readonly message: string }[] }
  /**
   * The message must be sent again: there was no response (the subscriber may have processed it), or a 408, 429 or 5xx.
   * `isOutage`: the subscriber accepts nothing; otherwise the message may be the cause.
   */
  | {
      readonly kind: 'RETRY';
      readonly error: DeliveryError;
      readonly isOutage: boolean;
      readonly maybeDelivered: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  /** A 4xx because of the content: never sent again unchanged. */
  | { readonly kind: 'REFUSED'; readonly error: DeliveryError }
  /**
   * The URL or our credential was rejected: 410, 401, 403, 404, 405 or a redirect. Nothing is sent until an operator
   * resumes the queue.
   */
  | { readonly kind: 'PAUSE'; readonly error: DeliveryError };

/**
 * Sends one message once, signed, within the limits of the recipient.
 *
 * @param request.content creates the content when the request is about to be sent, with the rights of that moment;
 *   undefined when nothing is sent
 * @returns undefined if there was nothing to send
 * @throws the reason of the request's signal, and the errors of `content`
 */
export type SendDelivery = (request: {
  readonly recipient: Recipient;
  /** Identity of the message. */
  readonly id: string;
  readonly content: () => Promise<DeliveryContent | undefined>;
  readonly signal?: AbortSignal | undefined;
}) => Promise<DeliveryOutcome | undefined>;

/** Creates the function that makes one attempt and returns its outcome. */
export function createSender({ upstream, logger }: { readonly upstream: Pick<Upstream, 'push'>; readonly logger: Logger }): SendDelivery {
  // Keyed by the recipient object: a changed file is a new object, for which the status is logged again.
  const loggedStatusOf = new WeakSet<Recipient>();

  const outcomeOf = (
    { target, url, listName }: DeliveryContent,
    answer: DeliveryAnswer & Partial<Pick<SendResponse, 'redact' | 'excerpt'>>,
  ) => {
    const { status, redact = (text) => text, excerpt } = answer;
    const outcome = outcomeOfAnswer(answer, { url, listName, now: Date.now(), redact });
    const named = target.partner === undefined ? { recipient: target.id } : { partner: target.id };
    if (outcome.kind !== 'DELIVERED') logger.warn({ ...named, status, body: excerpt?.() }, outcome.error.message);
    else if (status !== 200 && target.partner !== undefined && !loggedStatusOf.has(target)) {
      loggedStatusOf.add(target);
      logger.info({ ...named, status }, 'a subscriber answered with a 2xx status other than 200; the message counts as delivered');
    }
    return outcome;
  };

  return async ({ recipient, id, content, signal }) => {
    let sent: DeliveryContent | undefined;
    const contentOnce = async () => {
      sent = await content();
      return sent;
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
      const failure = { code: error.code, message: error.message };
      // Neither a forbidden address nor a rejected credential recovers by itself.
      if (error.code === 'UPSTREAM_REJECTED' || error.cause instanceof ForbiddenAddressError) return { kind: 'PAUSE', error: failure };
      return { kind: 'RETRY', error: failure, isOutage: true, maybeDelivered };
    }
  };
}

/** The response of a subscriber. */
export type DeliveryAnswer = Pick<SendResponse, 'status' | 'headers' | 'body'>;

/** The request that a response belongs to. */
export interface AnswerContext {
  /** The subscriber's URL. Error messages contain its host. */
  readonly url: string;
  /** Name of the list that was sent; undefined when there was none. */
  readonly listName: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Removes our credential from a string. */
  readonly redact: (text: string) => string;
}

/** Maximum length of a subscriber's message that is stored, in code points. */
const maxMessageLength = 500;
/** Maximum number of objects with errors that are read from one response. No message has as many. */
const maxRefused = 1_000;
/** Maximum `Retry-After` that is obeyed. A longer one may be in milliseconds by mistake. */
export const maxRetryAfterMs = 24 * 60 * 60 * 1_000;

/** Statuses that reject the URL or the credential, independent of the content. */
const pausing: ReadonlySet<number> = new Set([401, 403, 404, 405, 410]);
/** Statuses of a subscriber that accepts nothing at present. Other failures may be caused by the message. */
const outages: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
/** Statuses whose `Retry-After` is obeyed. */
const withRetryAfter: ReadonlySet<number> = new Set([429, 503]);

/**
 * Returns the outcome of a response. The status decides about the message, the feedback about single objects: a 200 may
 * refuse some of them, and feedback that cannot be read refuses none. With any other status nothing was processed.
 *
 * @see DCSA Arrival Notice 1.0.1, POST; Port Call 2.0.0, POST
 */
export function outcomeOfAnswer(answer: DeliveryAnswer, context: AnswerContext): DeliveryOutcome {
  const { headers, body } = answer;
  // Some gateways answer 403 when a quota is used up.
  const isQuota = answer.status === 403 && speaksOfQuota(answer, context.now);
  const status = isQuota ? 429 : answer.status;
  // Only the standards' responses have feedback.
  if (status >= 200 && status < 300) return { kind: 'DELIVERED', refused: context.listName === undefined ? [] : refusedIn(body, context) };
  const { code, message } = errorOfStatus(answer.status, { host: new URL(context.url).host, isQuota });
  const error = { code, message };
  if (status < 400 || pausing.has(status)) return { kind: 'PAUSE', error };
  const isOutage = outages.has(status);
  if (status < 500 && !isOutage) return { kind: 'REFUSED', error };
  const requestedMs = withRetryAfter.has(status) ? pauseMsOf(headers, context.now) : undefined;
  const retryAfterMs = requestedMs === undefined ? undefined : Math.min(maxRetryAfterMs, requestedMs);
  return { kind: 'RETRY', error, isOutage, maybeDelivered: false, retryAfterMs };
}

type Refused = Extract<DeliveryOutcome, { kind: 'DELIVERED' }>['refused'];

/** Returns the errors in the feedback, the first one for each object. An unknown severity counts as WARN. */
function refusedIn(body: Buffer, { listName, redact }: AnswerContext): Refused {
  const answer = parseJsonBody(withoutByteOrderMark(body));
  const elements: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'feedbackElements') : undefined;
  const found = new Map<number | undefined, unknown>();
  for (const element of Array.isArray(elements) ? elements : []) {
    const { severity, message, propertyPath } = Object(element) as Readonly<Record<string, unknown>>;
    const index = indexIn(propertyPath, listName);
    if (severity === 'ERROR' && !found.has(index) && found.size < maxRefused) found.set(index, message);
  }
  return [...found].map(([index, message]) => ({ index, message: cleaned(message, redact) }));
}

/** Returns the index of the object in a JSONPath such as `$.events[3].vessel`; a leading `$` may be missing. */
function indexIn(propertyPath: unknown, listName: string | undefined): number | undefined {
  if (typeof propertyPath !== 'string') return undefined;
  const [, name, bracketed, index] = /^(?:\$?\.?([A-Za-z]+)|\$?\[["']([A-Za-z]+)["']\])\[(\d{1,9})\]/.exec(propertyPath) ?? [];
  return index !== undefined && (name ?? bracketed) === listName ? Number(index) : undefined;
}

function cleaned(message: unknown, redact: (text: string) => string): string {
  if (typeof message !== 'string' || message.trim() === '') return 'The partner rejected the content without a message.';
  // Redacted before it is shortened, because half a credential would not be recognized.
  const text = redact(message).slice(0, 2 * maxMessageLength);
  return [...text].slice(0, maxMessageLength).join('').toWellFormed();
}
