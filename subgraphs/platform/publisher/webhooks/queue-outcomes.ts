import type {
  DeliveryDeadLetter,
  DeliveryDeadLetterReason,
  DeliveryMessage,
  DeliveryQueueKey,
  DeliveryQueueState,
} from '../../store/delivery-store.ts';
import { backoffMs, type RetryLimits } from '../../time/wake-up-loop.ts';
import type { DeliveryError, DeliveryOutcome } from './delivery.ts';
import { deadLettersOf, split, withFailure, withoutMessage, withSuccess } from './queue-state.ts';

/** The failures of a subscriber as observed by this process. Reset when the process restarts. */
export interface BackoffState {
  /** Number of consecutive outages. During an outage one message at a time is sent. */
  readonly outages: number;
  /** Number of consecutive failures that may be caused by single messages. */
  readonly failures: number;
  /** Time before which nothing is sent, see {@link Clock.now}. */
  readonly pausedUntil: number;
  /** Time at which the pause began, see {@link Clock.now}. Attempts that began earlier belong to the same outage. */
  readonly pausedSince: number;
}

export const noBackoff: BackoffState = { outages: 0, failures: 0, pausedUntil: 0, pausedSince: 0 };

export interface EndedAttempt {
  /** The message as it was before the attempt. */
  readonly message: DeliveryMessage;
  /** See {@link Clock.now}; `endedAt` too. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Sequence numbers of the versions in the body, in its order. */
  readonly sent: readonly number[];
  /** When the newest of the versions was received, RFC 3339. */
  readonly newestReceivedAt: string;
  /**
   * `NOTHING_TO_SEND`: the subscriber may no longer see any of the versions. `NOT_ATTEMPTED`: the store failed, or the
   * delivery stopped.
   */
  readonly outcome: DeliveryOutcome | { readonly kind: 'NOTHING_TO_SEND' } | { readonly kind: 'NOT_ATTEMPTED' };
}

/** Changes of a delivery queue that are written together. */
export interface QueueStep {
  readonly state: DeliveryQueueState;
  readonly backoff: BackoffState;
  readonly deadLetters: readonly DeliveryDeadLetter[];
}

/** Number of consecutive failures that count as an outage of the subscriber, not as faults of single messages. */
const maxFailures = 5;
/** Number of attempts before a message is split, because only some of its versions may be rejected. */
const attemptsBeforeSplit = 3;
const notAttemptedPauseMs = 1_000;

/** Applies the outcome of an attempt. The outcome of a message that is no longer queued changes nothing. */
export function afterAttempt(
  step: QueueStep,
  ended: EndedAttempt,
  { key, limits, now }: { readonly key: DeliveryQueueKey; readonly limits: RetryLimits; readonly now: number },
): QueueStep {
  const { outcome, sent, newestReceivedAt } = ended;
  const message = step.state.messages.find(({ id }) => id === ended.message.id);
  if (message === undefined) return step;
  const { id: messageID } = message;
  const attempts = message.attempts + 1;
  const at = new Date(now).toISOString();
  const maybeDeliveredBefore = ended.message.maybeDelivered ?? false;
  const deadLettered = (state: DeliveryQueueState, reason: DeliveryDeadLetterReason, errors: ReadonlyMap<number, string>): QueueStep => ({
    ...step,
    state: withoutMessage(state, messageID),
    deadLetters: [
      ...step.deadLetters,
      ...[...errors].flatMap(([sequence, text]) =>
        deadLettersOf(key, { messageID, attempts, sequences: [sequence], at, reason, message: text }),
      ),
    ],
  });
  const forAll = (text: string) => new Map(sent.map((sequence) => [sequence, text]));

  switch (outcome.kind) {
    case 'NOTHING_TO_SEND':
      return { ...step, state: withoutMessage(step.state, messageID) };
    case 'NOT_ATTEMPTED': {
      const pausedUntil = Math.max(step.backoff.pausedUntil, now + notAttemptedPauseMs);
      return { ...step, backoff: { ...step.backoff, pausedUntil } };
    }
    case 'DELIVERED': {
      const refused = refusedVersions(outcome.refused, sent);
      const delivered = withSuccess(step.state, at);
      const state = refused.size === 0 ? delivered : { ...delivered, lastError: { at, ...feedbackError(refused.size, sent.length) } };
      return { ...deadLettered(state, 'FEEDBACK', refused), backoff: noBackoff };
    }
    case 'PAUSE': {
      const state = withFailure(step.state, messageID, { at, error: outcome.error, maybeDelivered: maybeDeliveredBefore });
      return { ...step, state: { ...state, paused: { at, reason: outcome.error.message } }, backoff: noBackoff };
    }
    case 'REFUSED': {
      // A rejected message was not processed, so its versions may be sent in other messages. The response also shows
      // that the subscriber works.
      const { failingSince } = step.state;
      const state = { ...withFailure(step.state, messageID, { at, error: outcome.error, maybeDelivered: false }), failingSince };
      if (message.sequences.length > 1) return { ...step, state: split(state, message), backoff: noBackoff };
      return { ...deadLettered(state, 'REFUSED', forAll(outcome.error.message)), backoff: noBackoff };
    }
    case 'RETRY': {
      const backoff = backoffAfter(outcome, { ended, backoff: step.backoff, limits, now });
      // The pause of the message itself grows even when the subscriber accepts everything else.
      const next = Math.max(backoff.pausedUntil, now + pauseMs(outcome, attempts, limits));
      const { error } = outcome;
      const maybeDelivered = maybeDeliveredBefore || outcome.maybeDelivered;
      const state = withFailure(step.state, messageID, { at, error, nextAttemptAt: new Date(next).toISOString(), maybeDelivered });
      if (isExpired(state, { message, newestReceivedAt, limits, now })) {
        return { ...deadLettered(state, 'EXPIRED', forAll(error.message)), backoff };
      }
      const mustSplit = !outcome.isOutage && attempts >= attemptsBeforeSplit && message.sequences.length > 1 && !maybeDelivered;
      return { ...step, state: mustSplit ? split(state, message) : state, backoff };
    }
  }
}

/**
 * Returns whether a version has waited so long for a failing subscriber that it becomes a dead letter. A time without
 * attempts, in which no process ran or the subscriber's file had no delivery, does not count, because the subscriber
 * may work again.
 */
export function hasWaitedTooLong(
  { failingSince, lastError, startedAt }: DeliveryQueueState,
  { receivedAt, limits, now }: { readonly receivedAt: string; readonly limits: RetryLimits; readonly now: number },
): boolean {
  const { giveUpMs, maxRetryMs } = limits;
  if (failingSince === undefined || lastError === undefined) return false;
  const isAttempted = now - Date.parse(lastError.at) <= 2 * maxRetryMs;
  const waitingSince = Math.max(Date.parse(receivedAt), Date.parse(startedAt));
  return isAttempted && now - Date.parse(failingSince) >= giveUpMs && now - waitingSince >= giveUpMs;
}

/** Returns the pause after a failure. It is at least the shortest pause, whatever the value of `Retry-After`. */
function pauseMs({ retryAfterMs }: { readonly retryAfterMs?: number | undefined }, failures: number, limits: RetryLimits): number {
  return retryAfterMs === undefined ? backoffMs(failures, limits) : Math.max(limits.firstRetryMs, retryAfterMs);
}

function isExpired(
  state: DeliveryQueueState,
  ended: { readonly message: DeliveryMessage; readonly newestReceivedAt: string; readonly limits: RetryLimits; readonly now: number },
): boolean {
  const { message, newestReceivedAt: receivedAt, limits, now } = ended;
  const firstTried = message.firstTriedAt === undefined ? now : Math.max(Date.parse(message.firstTriedAt), Date.parse(state.startedAt));
  return now - firstTried >= limits.giveUpMs || hasWaitedTooLong(state, { receivedAt, limits, now });
}

function backoffAfter(
  outcome: DeliveryOutcome & { readonly kind: 'RETRY' },
  context: {
    readonly ended: EndedAttempt;
    readonly backoff: BackoffState;
    readonly limits: RetryLimits;
    readonly now: number;
  },
): BackoffState {
  const { isOutage, retryAfterMs } = outcome;
  const { ended, backoff, limits, now } = context;
  const failures = backoff.failures + 1;
  if (!isOutage && failures < maxFailures) return { ...backoff, failures };
  // Attempts that were in flight at the same time have seen the same outage.
  if (backoff.outages > 0 && ended.startedAt < backoff.pausedSince && retryAfterMs === undefined) return { ...backoff, failures };
  const outages = backoff.outages + 1;
  const pausedUntil = Math.max(backoff.pausedUntil, now + pauseMs(outcome, outages, limits));
  return { outages, failures, pausedUntil, pausedSince: now };
}

/** Returns the errors by version; an error without an index concerns all versions. */
function refusedVersions(
  refused: (DeliveryOutcome & { readonly kind: 'DELIVERED' })['refused'],
  sent: readonly number[],
): ReadonlyMap<number, string> {
  const errors = new Map<number, string>();
  for (const { index, message } of refused) {
    const concerned = index === undefined ? sent : sent.slice(index, index + 1);
    for (const sequence of concerned) {
      errors.set(sequence, [errors.get(sequence), message].filter((text) => text !== undefined).join('; '));
    }
  }
  return errors;
}

function feedbackError(refused: number, sent: number): DeliveryError {
  return { code: 'FEEDBACK', message: `The feedback has an ERROR about ${refused} of ${sent}; see the dead letters.` };
}
