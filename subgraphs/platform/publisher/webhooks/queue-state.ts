import type {
  DeliveryDeadLetter,
  DeliveryDeadLetterReason,
  DeliveryMessage,
  DeliveryQueueKey,
  DeliveryQueueState,
} from '../../store/delivery-store.ts';
import type { DeliveryFault, NumberedVersion } from './delivery.ts';
import { newMessageID } from './message-id.ts';

/** A version that a lane is to send. */
export interface QueueEntry {
  readonly sequence: number;
  readonly entityId: string;
  readonly byteLength: number;
  readonly receivedAt: string;
}

/** What a lane keeps of a version until it is taken. */
export function entryOf({ sequence, entityId, document, receivedAt }: NumberedVersion): QueueEntry {
  return { sequence, entityId, byteLength: document.length, receivedAt };
}

/** Bounds of one message. One version alone may be larger. */
export interface MessageLimits {
  readonly maxObjects: number;
  readonly maxBodyBytes: number;
}

/** A message with the things that its versions are of. */
export interface OpenedMessage {
  readonly message: DeliveryMessage;
  readonly entityIds: readonly string[];
}

/**
 * Puts versions into messages, in the order of the log. Those of things that an earlier message is about have to wait for
 * that one, so they get messages of their own and keep nobody else waiting.
 *
 * @param isOpen whether a message that is not answered is about the thing
 */
export function messagesOf(
  entries: readonly QueueEntry[],
  { isOpen, limits, at }: { readonly isOpen: (entityId: string) => boolean; readonly limits: MessageLimits; readonly at: string },
): OpenedMessage[] {
  const groups = new Map<string | undefined, QueueEntry[]>();
  for (const entry of entries) {
    const group = isOpen(entry.entityId) ? entry.entityId : undefined;
    const held = groups.get(group);
    if (held === undefined) groups.set(group, [entry]);
    else held.push(entry);
  }
  return [...groups.values()]
    .flatMap((group) => stretchesOf(group, limits))
    .map((stretch) => ({
      message: { id: newMessageID(), sequences: stretch.map(({ sequence }) => sequence), createdAt: at, attempts: 0 },
      entityIds: [...new Set(stretch.map(({ entityId }) => entityId))],
    }));
}

/** What stands around the objects of a message, and between two of them. */
const [envelopeBytes, commaBytes] = [64, 1];

function stretchesOf(entries: readonly QueueEntry[], { maxObjects, maxBodyBytes }: MessageLimits): QueueEntry[][] {
  const stretches: QueueEntry[][] = [];
  let bytes = envelopeBytes;
  for (const entry of entries) {
    const last = stretches.at(-1);
    bytes += entry.byteLength + commaBytes;
    if (last !== undefined && last.length < maxObjects && bytes <= maxBodyBytes) last.push(entry);
    else {
      stretches.push([entry]);
      bytes = envelopeBytes + entry.byteLength;
    }
  }
  return stretches;
}

/** Takes a message off that needs no more attempts. */
export function without(state: DeliveryQueueState, id: string): DeliveryQueueState {
  return { ...state, messages: state.messages.filter((message) => message.id !== id) };
}

/** Notes of messages that go now that they may be taken in: nobody may live to hear the answer. */
export function leaving(state: DeliveryQueueState, going: readonly DeliveryMessage[]): DeliveryQueueState {
  const ids = new Set(going.flatMap(({ id, maybeDelivered }) => (maybeDelivered ? [] : [id])));
  if (ids.size === 0) return state;
  return { ...state, messages: state.messages.map((message) => (ids.has(message.id) ? { ...message, maybeDelivered: true } : message)) };
}

/** Notes that something got through. */
export function succeeded(state: DeliveryQueueState, at: string): DeliveryQueueState {
  const { failingSince: _, ...rest } = state;
  return { ...rest, lastDeliveredAt: at };
}

/** Notes that an attempt failed, and of its message when the next one is due. */
export function failed(
  state: DeliveryQueueState,
  id: string,
  failure: {
    readonly at: string;
    readonly fault: DeliveryFault;
    readonly nextAttemptAt?: string | undefined;
    readonly maybeDelivered: boolean;
  },
): DeliveryQueueState {
  const { at, fault, nextAttemptAt, maybeDelivered } = failure;
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
  return { ...state, messages, failingSince: state.failingSince ?? at, lastError: { at, ...fault } };
}

/** Puts two halves in the place of a message, to find out which of its versions it is that is not taken. */
export function split(state: DeliveryQueueState, { id, sequences, createdAt }: DeliveryMessage): DeliveryQueueState {
  const middle = Math.ceil(sequences.length / 2);
  const halves = [sequences.slice(0, middle), sequences.slice(middle)].map(
    (half): DeliveryMessage => ({ id: newMessageID(), sequences: half, createdAt, attempts: 0 }),
  );
  return { ...state, messages: state.messages.flatMap((message) => (message.id === id ? halves : [message])) };
}

/** Letters are in the order of their ids, so numbers in them are of one length. */
const sequenceLength = 12;

/** Writes the dead letters of versions of one message. */
export function lettersOf(
  { subscriber, log }: DeliveryQueueKey,
  given: {
    readonly messageID: string;
    /** Those that were made. */
    readonly attempts: number;
    readonly sequences: readonly number[];
    readonly at: string;
    readonly reason: DeliveryDeadLetterReason;
    readonly text: string;
  },
): DeliveryDeadLetter[] {
  const { messageID, attempts, sequences, at, reason, text } = given;
  return sequences.map((sequence) => ({
    id: `${at}_${messageID}_${String(sequence).padStart(sequenceLength, '0')}`,
    subscriber,
    log,
    messageID,
    sequence,
    at,
    attempts,
    reason,
    message: text,
  }));
}
