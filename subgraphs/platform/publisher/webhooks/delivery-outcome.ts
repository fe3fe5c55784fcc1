import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../../errors.ts';
import { retryAfterMsOf } from '../../http/retry-after.ts';
import { parseJsonBody, withoutByteOrderMark } from '../../json/json-slices.ts';
import type { DeliveryError, DeliveryOutcome } from './delivery.ts';

/** The response of a subscriber. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Pick<IncomingHttpHeaders, 'retry-after'>;
  readonly body: Buffer;
}

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
const maxRetryAfterMs = 24 * 60 * 60 * 1_000;

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
  const { status, headers, body } = answer;
  // Only the standards' responses have feedback.
  if (status >= 200 && status < 300) return { kind: 'DELIVERED', refused: context.listName === undefined ? [] : refusedIn(body, context) };
  const error = errorOfStatus(status, new URL(context.url).host);
  if (status < 400 || pausing.has(status)) return { kind: 'PAUSE', error };
  const isOutage = outages.has(status);
  if (status < 500 && !isOutage) return { kind: 'REFUSED', error };
  const requestedMs = withRetryAfter.has(status) ? retryAfterMsOf(headers['retry-after'], context.now) : undefined;
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

function errorOfStatus(status: number, host: string): DeliveryError {
  const error = (code: ErrorCode, what: string) => ({ code, message: `${host} ${what} (${status}).` });
  if (status < 400) return error('UPSTREAM_REJECTED', 'redirects, which is not followed');
  switch (status) {
    case 401:
    case 403:
      return error('UPSTREAM_REJECTED', 'rejected the credential');
    case 404:
      return error('UPSTREAM_REJECTED', 'has no resource at this address');
    case 405:
      return error('UPSTREAM_REJECTED', 'does not accept POST at this address');
    case 410:
      return error('UPSTREAM_REJECTED', 'no longer accepts messages at this address');
    case 408:
    case 504:
      return error('UPSTREAM_TIMEOUT', 'timed out');
    case 413:
      return error('UPSTREAM_REJECTED', 'rejected the message as too large');
    case 425:
    case 429:
      return error('UPSTREAM_UNREACHABLE', 'limits the request rate');
    default:
      return status >= 500 ? error('UPSTREAM_UNREACHABLE', 'failed') : error('UPSTREAM_REJECTED', 'rejected the message');
  }
}
