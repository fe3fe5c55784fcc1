import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../../errors.ts';
import { retryAfterMsOf } from '../../http/retry-after.ts';
import { parseJsonBody, withoutByteOrderMark } from '../../json/json-body.ts';
import type { DeliveryFault, DeliveryOutcome } from './delivery.ts';

/** What a subscriber answered. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Pick<IncomingHttpHeaders, 'retry-after'>;
  readonly body: Buffer;
}

/** What an answer is read with. */
export interface AnswerContext {
  /** Of the subscriber's URL, as faults name it. */
  readonly host: string;
  /** Name of the list that was sent. */
  readonly listName: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Takes our credential out of a text. */
  readonly redact: (text: string) => string;
}

/** Longest text of a subscriber that is kept, in code points. */
const maxMessageLength = 500;
/** Places that complaints are kept of; no message has as many objects. */
const maxPlaces = 1_000;
/** A subscriber that asks for more than this is sent to all the same: it may have written milliseconds. */
const maxRetryAfterMs = 24 * 60 * 60 * 1_000;

/** Statuses that say: not to this address, or not with this credential, whatever is sent. */
const pausing: ReadonlySet<number> = new Set([401, 403, 404, 405, 410]);
/** Statuses of one that takes nothing at present. Other failures may be about the message. */
const outages: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
/** Statuses that come with `Retry-After`. */
const withRetryAfter: ReadonlySet<number> = new Set([429, 503]);

/**
 * Says what an answer means. The status speaks for the message, the feedback for single objects: a 200 may refuse some
 * of them, and one that cannot be read refuses none. A status that is no success says that nothing was processed.
 *
 * @see DCSA Arrival Notice 1.0.1, POST; Port Call 2.0.0, POST
 */
export function outcomeOfAnswer(answer: DeliveryAnswer, context: AnswerContext): DeliveryOutcome {
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return { kind: 'DELIVERED', refused: refusedIn(body, context) };
  const fault = faultOfStatus(status, context.host);
  if (status < 400 || pausing.has(status)) return { kind: 'PAUSE', fault };
  const isOutage = outages.has(status);
  if (status < 500 && !isOutage) return { kind: 'REFUSED', fault };
  const wishedMs = withRetryAfter.has(status) ? retryAfterMsOf(headers['retry-after'], context.now) : undefined;
  const retryAfterMs = wishedMs === undefined ? undefined : Math.min(maxRetryAfterMs, wishedMs);
  return { kind: 'RETRY', fault, isOutage, maybeDelivered: false, retryAfterMs };
}

type Refused = Extract<DeliveryOutcome, { kind: 'DELIVERED' }>['refused'];

/** What the feedback says is an ERROR: the first one of each place. An unknown severity counts as WARN. */
function refusedIn(body: Buffer, { listName, redact }: AnswerContext): Refused {
  const answer = parseJsonBody(withoutByteOrderMark(body));
  const elements: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'feedbackElements') : undefined;
  const found = new Map<number | undefined, unknown>();
  for (const element of Array.isArray(elements) ? elements : []) {
    const { severity, message, propertyPath } = Object(element) as Readonly<Record<string, unknown>>;
    const index = indexIn(propertyPath, listName);
    if (severity === 'ERROR' && !found.has(index) && found.size < maxPlaces) found.set(index, message);
  }
  return [...found].map(([index, message]) => ({ index, message: shown(message, redact) }));
}

/** Which object a JSONPath of the body leads to or into, such as `$.events[3].vessel`; a leading `$` may be missing. */
function indexIn(propertyPath: unknown, listName: string): number | undefined {
  if (typeof propertyPath !== 'string') return undefined;
  const [, name, bracketed, index] = /^(?:\$?\.?([A-Za-z]+)|\$?\[["']([A-Za-z]+)["']\])\[(\d{1,9})\]/.exec(propertyPath) ?? [];
  return index !== undefined && (name ?? bracketed) === listName ? Number(index) : undefined;
}

function shown(message: unknown, redact: (text: string) => string): string {
  if (typeof message !== 'string' || message.trim() === '') return 'The partner rejected the content without a message.';
  // Redacted before it is cut: half a credential would not be known as one.
  const text = redact(message).slice(0, 2 * maxMessageLength);
  return [...text].slice(0, maxMessageLength).join('').toWellFormed();
}

function faultOfStatus(status: number, host: string): DeliveryFault {
  const fault = (code: ErrorCode, what: string) => ({ code, message: `${host} ${what} (${status}).` });
  if (status < 400) return fault('UPSTREAM_REJECTED', 'redirects, which is not followed');
  switch (status) {
    case 401:
    case 403:
      return fault('UPSTREAM_REJECTED', 'rejected the credential');
    case 404:
      return fault('UPSTREAM_REJECTED', 'has no resource at this address');
    case 405:
      return fault('UPSTREAM_REJECTED', 'does not accept POST at this address');
    case 410:
      return fault('UPSTREAM_REJECTED', 'no longer accepts messages at this address');
    case 408:
    case 504:
      return fault('UPSTREAM_TIMEOUT', 'timed out');
    case 413:
      return fault('UPSTREAM_REJECTED', 'finds the message too large');
    case 425:
    case 429:
      return fault('UPSTREAM_UNREACHABLE', 'asks for fewer requests');
    default:
      return status >= 500 ? fault('UPSTREAM_UNREACHABLE', 'failed') : fault('UPSTREAM_REJECTED', 'rejected the message');
  }
}
