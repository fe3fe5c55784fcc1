import { randomUUID } from 'node:crypto';
import { arrivalIdOfAlert } from '../../store/arrival-store.ts';
import type {
  DeliveryAttempt,
  DeliveryDeadLetter,
  DeliveryDeadLetterReason,
  DeliveryMessage,
  DeliveryQueueKey,
  DeliveryQueueState,
} from '../../store/delivery-store.ts';
import type { LogName } from '../../store/version-store.ts';
import { backoffMs, type RetryLimits } from '../../time/wake-up-loop.ts';
import type { NumberedVersion } from './message.ts';
import type { DeliveryOutcome } from './send-delivery.ts';

/** The part of a version that a queue keeps until it is put into a message. */
export interface QueueEntry {
  readonly sequence: number;
  /** See {@link orderKeyOf}. */
  readonly orderKey: string;
  readonly byteLength: number;
}

export function entryOf(log: LogName, { sequence, entityId, document }: NumberedVersion): QueueEntry {
  return { sequence, orderKey: orderKeyOf(log, entityId), byteLength: document.length };
}

/** Returns the key whose versions are delivered one after the other: the arrival of an alert, otherwise the entity. */
export function orderKeyOf(log: LogName, entityId: string): string {
  return log === 'arrival-alerts' ? arrivalIdOfAlert(entityId) : entityId;
}

/** Limits of one message. A single version may be larger. */
export interface MessageLimits {
  readonly maxObjects: number;
  readonly maxBodyBytes: number;
}

/** Number of bytes around the objects of a message, and between two of them. */
const [envelopeBytes, commaBytes] = [64, 1];

/** Creates the identity of a message, sent as `webhook-id` in all attempts. It contains no dot. */
export function newMessageID(): string {
  return `msg_${randomUUID()}`;
}

/**
 * Groups versions into messages, in log order. Versions whose order key has a pending message must wait for it, so they
 * get separate messages and do not delay other versions.
 *
 * @param isPending returns whether an unanswered message has a version with the order key
 */
export function messagesOf(
  entries: readonly QueueEntry[],
  { isPending, limits, at }: { readonly isPending: (orderKey: string) => boolean; readonly limits: MessageLimits; readonly at: string },
) {
  /** The new messages with the order keys of their versions. */
  const created: { readonly message: DeliveryMessage & { readonly sequences: number[] }; readonly orderKeys: Set<string> }[] = [];
  /** The last message for each order key that is waited for, and for all others. */
  const open = new Map<string | undefined, { readonly last: (typeof created)[number]; bytes: number }>();
  for (const { sequence, orderKey, byteLength } of entries) {
    const group = isPending(orderKey) ? orderKey : undefined;
    let current = open.get(group);
    const bytes = (current?.bytes ?? 0) + commaBytes + byteLength;
    if (current === undefined || current.last.message.sequences.length === limits.maxObjects || bytes > limits.maxBodyBytes) {
      const last = { message: { id: newMessageID(), sequences: [], createdAt: at, attempts: 0 }, orderKeys: new Set<string>() };
      created.push(last);
      current = { last, bytes: envelopeBytes + byteLength };
      open.set(group, current);
    } else current.bytes = bytes;
    current.last.message.sequences.push(sequence);
    current.last.orderKeys.add(orderKey);
  }
  return created;
}

/** The failures of a subscriber as observed by this process. Reset when the process restarts. */
export interface Backoff {
  /** Number of consecutive failures; while there are any, one message at a time is sent. Failures that messages may have caused count once. */
  readonly failures: number;
  /** Time before which nothing is sent, see {@link Clock.now}. */
  readonly pausedUntil: number;
  /** Time at which the pause began, see {@link Clock.now}. Attempts that began earlier belong to the same outage. */
  readonly pausedSince: number;
}

export const noBackoff: Backoff = { failures: 0, pausedUntil: 0, pausedSince: 0 };

export interface EndedAttempt {
  /** The message as it was before the attempt. */
  readonly message: DeliveryMessage;
  /** See {@link Clock.now}; `endedAt` too. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Sequence numbers of the versions in the body, in its order. */
  readonly sent: readonly number[];
  /**
   * `NOTHING_TO_SEND`: the subscriber may no longer see any of the versions. `NOT_ATTEMPTED`: the store failed, or the
   * delivery stopped.
   */
  readonly outcome: DeliveryOutcome | { readonly kind: 'NOTHING_TO_SEND' } | { readonly kind: 'NOT_ATTEMPTED' };
}

/** Changes of a delivery queue that are written together. */
export interface QueueStep {
  readonly state: DeliveryQueueState;
  readonly backoff: Backoff;
  readonly deadLetters: readonly DeliveryDeadLetter[];
}

/** Number of attempts before a message is split, because only some of its versions may be rejected. */
const attemptsBeforeSplit = 3;
const notAttemptedPauseMs = 1_000;

/** Number of attempts that a queue keeps for operators. They are part of each write. */
const keptAttempts = 20;

/** Applies the outcome of an attempt. The outcome of a message that is no longer queued changes nothing. */
export function afterAttempt(
  before: QueueStep,
  ended: EndedAttempt,
  context: { readonly key: DeliveryQueueKey; readonly retry: RetryLimits; readonly now: number },
): QueueStep {
  const after = withOutcome(before, ended, context);
  const { message, startedAt, endedAt, sent, outcome } = ended;
  if (after === before || outcome.kind === 'NOTHING_TO_SEND' || outcome.kind === 'NOT_ATTEMPTED') return after;
  const attempt: DeliveryAttempt = {
    at: new Date(endedAt).toISOString(),
    messageID: message.id,
    ranges: rangesOf(sent),
    outcome: outcome.kind,
    durationMs: Math.round(endedAt - startedAt),
    ...(outcome.kind === 'DELIVERED' ? {} : { errorCode: outcome.error.code, errorMessage: outcome.error.message }),
  };
  return { ...after, state: { ...after.state, attempts: [attempt, ...(after.state.attempts ?? [])].slice(0, keptAttempts) } };
}

/** Returns the series of consecutive numbers. The attempts are in each write, and a message has a hundred numbers. */
function rangesOf(sequences: readonly number[]): DeliveryAttempt['ranges'] {
  const ranges: [first: number, last: number][] = [];
  for (const sequence of sequences) {
    const last = ranges.at(-1);
    if (last?.[1] === sequence - 1) last[1] = sequence;
    else ranges.push([sequence, sequence]);
  }
  return ranges;
}

function withOutcome(
  step: QueueStep,
  { message: before, startedAt, sent, outcome }: EndedAttempt,
  { key, retry, now }: { readonly key: DeliveryQueueKey; readonly retry: RetryLimits; readonly now: number },
): QueueStep {
  const { state, backoff } = step;
  const message = state.messages.find(({ id }) => id === before.id);
  if (message === undefined) return step;
  const at = new Date(now).toISOString();
  const attempts = message.attempts + 1;
  const maybeDeliveredBefore = before.maybeDelivered ?? false;
  /** Replaces the message by others, or by none. */
  const replaced = (from: DeliveryQueueState, by: readonly DeliveryMessage[] = []): DeliveryQueueState => ({
    ...from,
    messages: from.messages.toSpliced(
      from.messages.findIndex(({ id }) => id === message.id),
      1,
      ...by,
    ),
  });
  const failed = (error: { code: string; message: string }, more: Pick<DeliveryMessage, 'nextAttemptAt' | 'maybeDelivered'>) =>
    replaced({ ...state, failingSince: state.failingSince ?? at, lastError: { at, ...error } }, [
      { ...message, attempts, firstTriedAt: message.firstTriedAt ?? at, nextAttemptAt: undefined, ...more },
    ]);
  const deadLettered = (from: DeliveryQueueState, reason: DeliveryDeadLetterReason, errors: ReadonlyMap<number, string>): QueueStep => {
    const about = { messageID: message.id, attempts, at, reason };
    const added = [...errors].map(([sequence, text]) => deadLetterOf(key, { ...about, sequence, message: text }));
    return { state: replaced(from), backoff, deadLetters: [...step.deadLetters, ...added] };
  };
  const forAll = (text: string) => new Map(sent.map((sequence) => [sequence, text]));

  switch (outcome.kind) {
    case 'NOTHING_TO_SEND':
      return { ...step, state: replaced(state) };
    case 'NOT_ATTEMPTED':
      return { ...step, backoff: { ...backoff, pausedUntil: Math.max(backoff.pausedUntil, now + notAttemptedPauseMs) } };
    case 'DELIVERED': {
      const refused = refusedVersions(outcome.refused, sent);
      const { failingSince: _, ...rest } = state;
      const text = `The feedback has an ERROR about ${refused.size} of ${sent.length}; see the dead letters.`;
      const lastError = refused.size === 0 ? state.lastError : { at, code: 'FEEDBACK', message: text };
      return { ...deadLettered({ ...rest, lastDeliveredAt: at, lastError }, 'FEEDBACK', refused), backoff: noBackoff };
    }
    case 'PAUSE': {
      const paused = { at, reason: outcome.error.message };
      return { ...step, state: { ...failed(outcome.error, { maybeDelivered: maybeDeliveredBefore }), paused }, backoff: noBackoff };
    }
    case 'REFUSED': {
      // A rejected message was not processed, so its versions may be sent in other messages. The response also shows
      // that the subscriber works.
      const refused = { ...state, lastError: { at, ...outcome.error } };
      if (message.sequences.length > 1) return { ...step, state: replaced(refused, halvesOf(message)), backoff: noBackoff };
      return { ...deadLettered(refused, 'REFUSED', forAll(outcome.error.message)), backoff: noBackoff };
    }
    case 'RETRY': {
      const { error, isOutage, retryAfterMs } = outcome;
      // At least the shortest pause, whatever the value of `Retry-After`.
      const pauseMs = (failures: number) =>
        retryAfterMs === undefined ? backoffMs(failures, retry) : Math.max(retry.firstRetryMs, retryAfterMs);
      // Attempts that were in flight at the same time have seen the same outage.
      const isKnown = backoff.failures > 0 && startedAt < backoff.pausedSince && retryAfterMs === undefined;
      const failures = isOutage ? backoff.failures + 1 : 1;
      const pausedUntil = Math.max(backoff.pausedUntil, now + pauseMs(failures));
      const next = isKnown ? backoff : { failures: Math.max(backoff.failures, failures), pausedUntil, pausedSince: now };
      const maybeDelivered = maybeDeliveredBefore || outcome.maybeDelivered;
      // The pause of the message itself grows even when the subscriber accepts everything else.
      const nextAttemptAt = new Date(Math.max(next.pausedUntil, now + pauseMs(attempts))).toISOString();
      const after = failed(error, { nextAttemptAt, maybeDelivered });
      const firstTried = message.firstTriedAt === undefined ? now : Math.max(Date.parse(message.firstTriedAt), Date.parse(state.startedAt));
      if (now - firstTried >= retry.giveUpMs) {
        return { ...deadLettered(after, 'EXPIRED', forAll(error.message)), backoff: next };
      }
      const mustSplit = !isOutage && attempts >= attemptsBeforeSplit && message.sequences.length > 1 && !maybeDelivered;
      return { ...step, state: mustSplit ? replaced(after, halvesOf(message)) : after, backoff: next };
    }
  }
}

/** Returns the two halves of a message, to find out which of its versions the subscriber rejects. */
function halvesOf({ sequences, createdAt }: DeliveryMessage): DeliveryMessage[] {
  const middle = Math.ceil(sequences.length / 2);
  return [sequences.slice(0, middle), sequences.slice(middle)].map((half) => ({
    ...{ id: newMessageID(), sequences: half, createdAt, attempts: 0 },
  }));
}

/** Returns the errors by version; an error without an index concerns all versions. */
function refusedVersions(
  refused: (DeliveryOutcome & { readonly kind: 'DELIVERED' })['refused'],
  sent: readonly number[],
): ReadonlyMap<number, string> {
  const errors = new Map<number, string>();
  for (const { index, message } of refused) {
    for (const sequence of index === undefined ? sent : sent.slice(index, index + 1)) {
      const earlier = errors.get(sequence);
      errors.set(sequence, earlier === undefined ? message : `${earlier}; ${message}`);
    }
  }
  return errors;
}

/** Fixed length of numbers in ids, because dead letters are ordered by their ids. */
const sequenceLength = 12;

/** Creates the dead letter for a version of a message. */
function deadLetterOf(
  { subscriber, log }: DeliveryQueueKey,
  given: Omit<DeliveryDeadLetter, 'id' | keyof DeliveryQueueKey>,
): DeliveryDeadLetter {
  const id = `${given.at}_${given.messageID}_${String(given.sequence).padStart(sequenceLength, '0')}`;
  return { id, subscriber, log, ...given };
}
