import { arrivalIdOfAlert } from '../../store/arrival-store.ts';
import type {
  DeliveryDeadLetter,
  DeliveryDeadLetterReason,
  DeliveryMessage,
  DeliveryQueueKey,
  DeliveryQueueState,
} from '../../store/delivery-store.ts';
import type { LogName } from '../../store/version-store.ts';
import type { DeliveryError, NumberedVersion } from './delivery.ts';
import { newMessageID } from './message-id.ts';

/** The part of a version that a queue keeps until it is put into a message. */
export interface QueueEntry {
  readonly sequence: number;
  /** See {@link orderKeyOf}. */
  readonly orderKey: string;
  readonly byteLength: number;
  readonly receivedAt: string;
}

export function entryOf(log: LogName, { sequence, entityId, document, receivedAt }: NumberedVersion): QueueEntry {
  return { sequence, orderKey: orderKeyOf(log, entityId), byteLength: document.length, receivedAt };
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

/** A new message with the order keys of its versions. */
export interface CreatedMessage {
  readonly message: DeliveryMessage;
  readonly orderKeys: ReadonlySet<string>;
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
): CreatedMessage[] {
  return groupsOf(entries, isPending)
    .flatMap((group) => splitBySize(group, limits))
    .map((part) => ({
      message: { id: newMessageID(), sequences: part.map(({ sequence }) => sequence), createdAt: at, attempts: 0 },
      orderKeys: new Set(part.map(({ orderKey }) => orderKey)),
    }));
}

/** Groups entries by the order key that they wait for; the entries that wait for none are one group. */
function groupsOf(entries: readonly QueueEntry[], isPending: (orderKey: string) => boolean): QueueEntry[][] {
  const groups = new Map<string | undefined, QueueEntry[]>();
  for (const entry of entries) {
    const waitsFor = isPending(entry.orderKey) ? entry.orderKey : undefined;
    const group = groups.get(waitsFor);
    if (group === undefined) groups.set(waitsFor, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** Number of bytes around the objects of a message, and between two of them. */
const [envelopeBytes, commaBytes] = [64, 1];

function splitBySize(entries: readonly QueueEntry[], { maxObjects, maxBodyBytes }: MessageLimits): QueueEntry[][] {
  const parts: QueueEntry[][] = [];
  let bytes = envelopeBytes;
  for (const entry of entries) {
    const last = parts.at(-1);
    bytes += entry.byteLength + commaBytes;
    if (last !== undefined && last.length < maxObjects && bytes <= maxBodyBytes) last.push(entry);
    else {
      parts.push([entry]);
      bytes = envelopeBytes + entry.byteLength;
    }
  }
  return parts;
}

/** Removes a message that needs no further attempts. */
export function withoutMessage(state: DeliveryQueueState, id: string): DeliveryQueueState {
  return { ...state, messages: state.messages.filter((message) => message.id !== id) };
}

/**
 * Marks messages as possibly delivered before they are sent, because the process may end before the response arrives.
 * The mark prevents a split. So messages of one version, which are never split, are marked together with the first of
 * them.
 */
export function markedAsSent(state: DeliveryQueueState, sending: readonly DeliveryMessage[]): DeliveryQueueState {
  const ids = new Set(sending.map(({ id }) => id));
  const isMarked = ({ id, sequences, maybeDelivered }: DeliveryMessage) => !maybeDelivered && (ids.has(id) || sequences.length === 1);
  if (ids.size === 0 || !state.messages.some(isMarked)) return state;
  return { ...state, messages: state.messages.map((message) => (isMarked(message) ? { ...message, maybeDelivered: true } : message)) };
}

/** Records that versions were trimmed from the log before they were read. */
export function withMissed(state: DeliveryQueueState, count: number, now: number): DeliveryQueueState {
  return { ...state, missed: { count: (state.missed?.count ?? 0) + count, at: new Date(now).toISOString() } };
}

/** Records a successful delivery. */
export function withSuccess(state: DeliveryQueueState, at: string): DeliveryQueueState {
  const { failingSince: _, ...rest } = state;
  return { ...rest, lastDeliveredAt: at };
}

/** Records a failed attempt, and when its message is sent again. */
export function withFailure(
  state: DeliveryQueueState,
  id: string,
  failure: {
    readonly at: string;
    readonly error: DeliveryError;
    readonly nextAttemptAt?: string | undefined;
    readonly maybeDelivered: boolean;
  },
): DeliveryQueueState {
  const { at, error, nextAttemptAt, maybeDelivered } = failure;
  const messages = state.messages.map((message) =>
    message.id !== id
      ? message
      : {
          ...message,
          attempts: message.attempts + 1,
          firstTriedAt: message.firstTriedAt ?? at,
          nextAttemptAt,
          maybeDelivered,
        },
  );
  return { ...state, messages, failingSince: state.failingSince ?? at, lastError: { at, ...error } };
}

/** Replaces a message by two halves, to find out which of its versions the subscriber rejects. */
export function split(state: DeliveryQueueState, { id, sequences, createdAt }: DeliveryMessage): DeliveryQueueState {
  const middle = Math.ceil(sequences.length / 2);
  const halves = [sequences.slice(0, middle), sequences.slice(middle)].map(
    (half): DeliveryMessage => ({ id: newMessageID(), sequences: half, createdAt, attempts: 0 }),
  );
  return { ...state, messages: state.messages.flatMap((message) => (message.id === id ? halves : [message])) };
}

/** Fixed length of numbers in ids, because dead letters are ordered by their ids. */
const sequenceLength = 12;

/** Creates the dead letters for versions of one message. */
export function deadLettersOf(
  { subscriber, log }: DeliveryQueueKey,
  given: {
    readonly messageID: string;
    readonly attempts: number;
    readonly sequences: readonly number[];
    readonly at: string;
    readonly reason: DeliveryDeadLetterReason;
    readonly message: string;
  },
): DeliveryDeadLetter[] {
  const { messageID, attempts, sequences, at, reason, message } = given;
  return sequences.map((sequence) => ({
    id: `${at}_${messageID}_${String(sequence).padStart(sequenceLength, '0')}`,
    subscriber,
    log,
    messageID,
    sequence,
    at,
    attempts,
    reason,
    message,
  }));
}
