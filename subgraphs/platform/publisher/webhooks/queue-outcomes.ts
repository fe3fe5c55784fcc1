import type {
  DeliveryDeadLetter,
  DeliveryDeadLetterReason,
  DeliveryMessage,
  DeliveryQueueKey,
  DeliveryQueueState,
} from '../../store/delivery-store.ts';
import { backoffMs, type RetryLimits } from '../../time/backoff.ts';
import type { DeliveryFault, DeliveryOutcome } from './delivery.ts';
import { failed, lettersOf, split, succeeded, without } from './queue-state.ts';

/** How a subscriber fares, as this process has seen it. It begins anew with the process. */
export interface BackoffState {
  /** Outages in a row. While there are any, one message at a time is tried. */
  readonly outages: number;
  /** Failures in a row that may be about single messages. */
  readonly failures: number;
  /** {@link Clock.now}; nothing is sent before. */
  readonly heldUntil: number;
  /** {@link Clock.now}; when the pause was set. What was under way then says nothing new. */
  readonly heldSince: number;
}

export const noBackoff: BackoffState = { outages: 0, failures: 0, heldUntil: 0, heldSince: 0 };

/** An attempt that is over. */
export interface EndedAttempt {
  /** As it was before the attempt. */
  readonly message: DeliveryMessage;
  /** {@link Clock.now}, as the end. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Numbers of the versions that were in it, in the order of the list. */
  readonly sent: readonly number[];
  /** RFC 3339; when the newest of its versions came to us. */
  readonly newestReceivedAt: string;
  /** `NOTHING`: no version of it may be sent any more; `NOT_TRIED`: the store did not answer, it is not wanted now, or all stops. */
  readonly outcome: DeliveryOutcome | { readonly kind: 'NOTHING' } | { readonly kind: 'NOT_TRIED' };
}

/** A lane between two writes. */
export interface QueueStep {
  readonly state: DeliveryQueueState;
  readonly trouble: BackoffState;
  readonly letters: readonly DeliveryDeadLetter[];
}

/** Failures in a row after which it is the subscriber that is in trouble and not a message. */
const maxFailures = 5;
/** Attempts of a message before it is halved: its versions may be of different luck. */
const attemptsWhole = 3;
const notTriedPauseMs = 1_000;

/** Draws the consequences of an attempt. One of a message that is not there any more has none. */
export function afterAttempt(
  step: QueueStep,
  ended: EndedAttempt,
  { key, limits, now }: { readonly key: DeliveryQueueKey; readonly limits: RetryLimits; readonly now: number },
): QueueStep {
  const { outcome, sent, newestReceivedAt } = ended;
  const message = step.state.messages.find(({ id }) => id === ended.message.id);
  if (message === undefined) return step;
  const at = new Date(now).toISOString();
  const before = ended.message.maybeDelivered ?? false;
  const gaveUp = (state: DeliveryQueueState, reason: DeliveryDeadLetterReason, texts: ReadonlyMap<number, string>): QueueStep => ({
    ...step,
    state: without(state, message.id),
    letters: [
      ...step.letters,
      ...[...texts].flatMap(([sequence, text]) =>
        lettersOf(key, { messageID: message.id, attempts: message.attempts + 1, sequences: [sequence], at, reason, text }),
      ),
    ],
  });
  const all = (text: string) => new Map(sent.map((sequence) => [sequence, text]));

  switch (outcome.kind) {
    case 'NOTHING':
      return { ...step, state: without(step.state, message.id) };
    case 'NOT_TRIED':
      return { ...step, trouble: { ...step.trouble, heldUntil: Math.max(step.trouble.heldUntil, now + notTriedPauseMs) } };
    case 'DELIVERED': {
      const refused = refusedOf(outcome.refused, sent);
      const delivered = succeeded(step.state, at);
      const state = refused.size === 0 ? delivered : { ...delivered, lastError: { at, ...feedbackFault(refused.size, sent.length) } };
      return { ...gaveUp(state, 'FEEDBACK', refused), trouble: noBackoff };
    }
    case 'PAUSE': {
      const state = failed(step.state, message.id, { at, fault: outcome.fault, maybeDelivered: before });
      return { ...step, state: { ...state, paused: { at, reason: outcome.fault.message } }, trouble: noBackoff };
    }
    case 'REFUSED': {
      // Nothing of it was taken in, so its versions may go as other messages; and who refuses one thing is there for others.
      const { failingSince } = step.state;
      const state = { ...failed(step.state, message.id, { at, fault: outcome.fault, maybeDelivered: false }), failingSince };
      if (message.sequences.length > 1) return { ...step, state: split(state, message), trouble: noBackoff };
      return { ...gaveUp(state, 'REFUSED', all(outcome.fault.message)), trouble: noBackoff };
    }
    case 'RETRY': {
      const trouble = troubledBy(outcome, { ended, trouble: step.trouble, limits, now });
      // Its own pause grows also where the subscriber takes everything else.
      const next = Math.max(trouble.heldUntil, now + pauseMs(outcome, message.attempts + 1, limits));
      const { fault } = outcome;
      const maybeDelivered = before || outcome.maybeDelivered;
      const state = failed(step.state, message.id, { at, fault, nextAttemptAt: new Date(next).toISOString(), maybeDelivered });
      if (isExpired(state, { message, newestReceivedAt, limits, now })) {
        return { ...gaveUp(state, 'EXPIRED', all(fault.message)), trouble };
      }
      const isToBeHalved = !outcome.isOutage && message.attempts + 1 >= attemptsWhole && message.sequences.length > 1 && !maybeDelivered;
      return { ...step, state: isToBeHalved ? split(state, message) : state, trouble };
    }
  }
}

/**
 * Whether what came to us at a time has waited so long for a subscriber that takes nothing that it is given up. Not after a
 * time in which it was not tried, because its file asked for nothing or no process ran: it may be there again.
 */
export function isGivenUp(
  { failingSince, lastError, startedAt }: DeliveryQueueState,
  { receivedAt, limits, now }: { readonly receivedAt: string; readonly limits: RetryLimits; readonly now: number },
): boolean {
  const { giveUpMs, maxRetryMs } = limits;
  if (failingSince === undefined || lastError === undefined) return false;
  const isTried = now - Date.parse(lastError.at) <= 2 * maxRetryMs;
  const waitsSince = Math.max(Date.parse(receivedAt), Date.parse(startedAt));
  return isTried && now - Date.parse(failingSince) >= giveUpMs && now - waitsSince >= giveUpMs;
}

/** How long to leave alone what has failed: at least the shortest pause, whatever the subscriber asks for. */
function pauseMs({ retryAfterMs }: { readonly retryAfterMs?: number | undefined }, failures: number, limits: RetryLimits): number {
  return retryAfterMs === undefined ? backoffMs(failures, limits) : Math.max(limits.firstRetryMs, retryAfterMs);
}

function isExpired(
  state: DeliveryQueueState,
  ended: { readonly message: DeliveryMessage; readonly newestReceivedAt: string; readonly limits: RetryLimits; readonly now: number },
): boolean {
  const { message, newestReceivedAt: receivedAt, limits, now } = ended;
  const firstTried = message.firstTriedAt === undefined ? now : Math.max(Date.parse(message.firstTriedAt), Date.parse(state.startedAt));
  return now - firstTried >= limits.giveUpMs || isGivenUp(state, { receivedAt, limits, now });
}

function troubledBy(
  outcome: DeliveryOutcome & { readonly kind: 'RETRY' },
  given: {
    readonly ended: EndedAttempt;
    readonly trouble: BackoffState;
    readonly limits: RetryLimits;
    readonly now: number;
  },
): BackoffState {
  const { isOutage, retryAfterMs } = outcome;
  const { ended, trouble, limits, now } = given;
  const failures = trouble.failures + 1;
  if (!isOutage && failures < maxFailures) return { ...trouble, failures };
  // Several that were under way together have seen one outage.
  if (trouble.outages > 0 && ended.startedAt < trouble.heldSince && retryAfterMs === undefined) return { ...trouble, failures };
  const outages = trouble.outages + 1;
  const heldUntil = Math.max(trouble.heldUntil, now + pauseMs(outcome, outages, limits));
  return { outages, failures, heldUntil, heldSince: now };
}

/** What is said about each version; without a place it is said about all. */
function refusedOf(
  refused: (DeliveryOutcome & { readonly kind: 'DELIVERED' })['refused'],
  sent: readonly number[],
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const { index, message } of refused) {
    const about = index === undefined ? sent : sent.slice(index, index + 1);
    for (const sequence of about) texts.set(sequence, [texts.get(sequence), message].filter((text) => text !== undefined).join('; '));
  }
  return texts;
}

function feedbackFault(refused: number, sent: number): DeliveryFault {
  return { code: 'FEEDBACK', message: `The feedback has an ERROR about ${refused} of ${sent}; see the dead letters.` };
}
