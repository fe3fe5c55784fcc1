import { StoreUnavailableError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type {
  DeliveryMessage,
  DeliveryQueueKey,
  DeliveryQueueState,
  DeliveryStore,
  StoredDeliveryQueue,
} from '../../store/delivery-store.ts';
import { isStoreError } from '../../store/store-failure.ts';
import type { VersionStore } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import { startWakeUpLoop } from '../../time/wake-up-loop.ts';
import type { Recipient } from '../recipient.ts';
import type { LogWindow } from './log-window.ts';
import { type DeliveryContent, type DeliveryKind, type DeliveryRoute, filterDeliverable, mayBeSent, messageOf } from './message.ts';
import {
  afterAttempt,
  type EndedAttempt,
  entryOf,
  type MessageLimits,
  messagesOf,
  noBackoff,
  orderKeyOf,
  type QueueEntry,
  type QueueStep,
} from './queue-state.ts';
import type { DeliveryOutcome, SendDelivery } from './send-delivery.ts';

/** What all delivery queues of a log share. */
export interface DeliveryQueueOptions {
  readonly kind: DeliveryKind;
  readonly deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'>;
  readonly versions: Pick<VersionStore, 'findCurrent'>;
  readonly window: LogWindow;
  /** Finds a recipient by the current files. */
  readonly findRecipient: (id: string) => Recipient | undefined;
  /** Identifies the deliverer that owns the queues. Every deliverer has another holder, even within one process. */
  readonly holder: string;
  /** Called once when another deliverer has taken over the queue. From then on the queue neither sends nor writes. */
  readonly onSuperseded: () => void;
  readonly limits: MessageLimits;
  readonly send: SendDelivery;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after each attempt that sent versions. */
  readonly onAttempt?: ((attempt: MadeAttempt) => void) | undefined;
}

/** An attempt that sent versions to a recipient. */
export interface MadeAttempt extends DeliveryQueueKey {
  /** Id of the message, the same in all its attempts. */
  readonly message: string;
  readonly outcome: DeliveryOutcome['kind'];
  readonly versions: number;
  /** Sorted ids of the partners that sent the versions. */
  readonly partners: readonly string[];
}

/** The address and the form of messages. */
interface Target {
  readonly recipient: Recipient;
  readonly route: DeliveryRoute;
}

/** Maximum number of unanswered messages; with more, nothing is taken from the log. */
const maxMessages = 200;
/** The offset over versions that are not for the subscriber is written after this many of them, or after this time. */
const [writeOffsetEvery, writeOffsetEveryMs] = [1_000, 3_600_000];
/** How long new versions wait after the last message was created, so that they become one message. */
export const gatherMs = 50;
/** How long requests in flight may continue when the queue stops. */
const graceMs = 2_000;

/** The delivery of one log to one subscriber. */
export type DeliveryQueue = ReturnType<typeof startDeliveryQueue>;

/**
 * Starts the delivery of one log to one subscriber, in rounds. A round applies the outcomes of finished attempts, takes more versions
 * from the log, writes the new state in one write, and only then sends messages. So a message is durable before it is
 * sent and until it is answered, whenever the process ends, and it is sent again with the same identity.
 *
 * @param read the queue as it was read
 */
export function startDeliveryQueue(read: StoredDeliveryQueue, options: DeliveryQueueOptions) {
  const { kind, deliveries, versions, window, findRecipient, holder, onSuperseded, limits, send, clock, logger, onAttempt } = options;
  const { subscriber, log } = read;
  const key: DeliveryQueueKey = { subscriber, log };
  const aborting = new AbortController();
  const inFlight = new Map<string, Promise<void>>();
  /** Order keys of the versions of messages, by the message's id. */
  const orderKeys = new Map<string, ReadonlySet<string>>();
  const attemptsOf = new Map<DeliveryOutcome['kind'], number>();
  let [delivered, deadLettered] = [0, 0];
  let stored = read;
  /** Versions that were read from the log and are not in messages yet. */
  let entries: QueueEntry[] = [];
  let readThrough = read.state.offset;
  let backoff = noBackoff;
  /** Attempts whose outcome has not been written yet. */
  const ended: EndedAttempt[] = [];
  let [isStale, isStopped, isSuperseded] = [false, false, false];
  let writtenAt = clock.now();
  /** When versions were last taken from the log. */
  let takenAt = Number.NEGATIVE_INFINITY;
  const recipientNow = () => findRecipient(subscriber);

  /** @returns milliseconds until the next round is needed; undefined when it waits for a wake-up */
  const round = async (): Promise<number | undefined> => {
    if (isStale && !isSuperseded) await reloadStored();
    if (isSuperseded) return undefined;
    const now = clock.now();
    const finished = [...ended];
    const context = { key, retry: recipientNow()?.retry ?? deliveryLimits, now };
    const unchanged: QueueStep = { state: stored.state, backoff, deadLetters: [] };
    const applied = finished.reduce((before, each) => afterAttempt(before, each, context), unchanged);
    await findOrderKeys(applied.state.messages);
    let step = isStopped ? applied : await readLog(applied, now);

    const target = step.state.paused === undefined && !isStopped ? findTarget() : undefined;
    const slots = target === undefined || step.backoff.pausedUntil > now ? 0 : slotsFor(target, step);
    let ready = readyMessages(step, { slots, now });
    // While the subscriber fails, a message that has failed before does not use a slot: a new message shows whether only
    // the failed one is the problem.
    const usesSlot = ({ attempts }: DeliveryMessage) => step.backoff.failures === 0 || attempts === 0;
    const freeSlots = step.state.messages.length < maxMessages ? slots - inFlight.size - ready.filter(usesSlot).length : 0;
    const gatheringMs = entries.length >= limits.maxObjects ? 0 : Math.max(0, takenAt + gatherMs - now);
    if (freeSlots > 0 && entries.length > 0 && gatheringMs === 0) {
      step = takeEntries(step, { now, count: freeSlots * limits.maxObjects });
      ready = readyMessages(step, { slots, now });
    }
    if (!(await write({ ...step, state: markedAsSent(step.state, ready) }, { isSending: ready.length > 0 }))) return 0;
    ended.splice(0, finished.length);
    backoff = step.backoff;
    if (target !== undefined) for (const message of ready) sendMessage(message, target);
    if (ended.length > 0) return 0;
    const hasFreeSlots = slots > inFlight.size && step.state.messages.length < maxMessages;
    if (hasFreeSlots && entries.length > 0) return gatheringMs;
    if (hasFreeSlots && readThrough < window.bounds.head) return 0;
    const nextMs = target === undefined ? undefined : nextAttemptInMs(now);
    return offsetNow() > stored.state.offset ? Math.min(nextMs ?? writeOffsetEveryMs, writeOffsetEveryMs) : nextMs;
  };

  const reloadStored = async (): Promise<void> => {
    isStale = false;
    const found = await deliveries.findQueue(key);
    if (found === undefined) return;
    // Commands of operators keep the holder, so another holder is a deliverer that does not know what is in flight
    // here.
    if (found.state.holder !== stored.state.holder && found.state.holder !== holder) {
      [isSuperseded, isStopped] = [true, true];
      aborting.abort(new Error('another process has taken over the delivery queue'));
      void loop.stop();
      onSuperseded();
      return;
    }
    // Only a command of an operator changes `startedAt`.
    if (found.state.startedAt !== stored.state.startedAt) backoff = noBackoff;
    stored = found;
    [entries, readThrough] = [[], found.state.offset];
  };

  /** Finds the order keys of messages that were not created here as they are, and forgets those of answered messages. */
  const findOrderKeys = async (messages: readonly DeliveryMessage[]): Promise<void> => {
    const present = new Set(messages.map(({ id }) => id));
    for (const id of orderKeys.keys()) if (!present.has(id)) orderKeys.delete(id);
    // One by one, so that the documents of many messages are not in memory together.
    for (const { id, sequences } of messages) {
      if (orderKeys.has(id)) continue;
      const versions = await window.find(sequences);
      orderKeys.set(id, new Set(versions.map(({ entityId }) => orderKeyOf(log, entityId))));
    }
  };

  /** Reads the log until all slots can be filled or nothing is left, or until the offset has to be written. */
  const readLog = async (step: QueueStep, now: number): Promise<QueueStep> => {
    const recipient = recipientNow();
    // Without the recipient's file its rights are unknown. The log is read when the file is back.
    if (recipient === undefined) return step;
    const { trimmedThrough, head } = window.bounds;
    const trimmed = Math.max(0, trimmedThrough - readThrough);
    readThrough += trimmed;
    const isDeliverable = mayBeSent(log, recipient);
    const through = Math.min(head, readThrough + writeOffsetEvery);
    const wanted = recipient.limits.concurrency * limits.maxObjects;
    while (entries.length < wanted && readThrough < through) {
      const found = await window.read(readThrough);
      entries.push(...found.entries.filter(isDeliverable).map((version) => entryOf(log, version)));
      readThrough = found.scannedThrough;
    }
    if (trimmed === 0) return step;
    const missed = { count: (step.state.missed?.count ?? 0) + trimmed, at: new Date(now).toISOString() };
    return { ...step, state: { ...step.state, missed } };
  };

  /** Puts what can be sent now into messages. */
  const takeEntries = (step: QueueStep, { now, count }: { readonly now: number; readonly count: number }): QueueStep => {
    const { state } = step;
    const at = new Date(now).toISOString();
    const isPending = (orderKey: string) => state.messages.some(({ id }) => orderKeys.get(id)?.has(orderKey));
    const created = messagesOf(entries.splice(0, count), { isPending, limits, at });
    const messages = [...state.messages, ...created.map(({ message }) => message)];
    for (const { message, orderKeys: keys } of created) orderKeys.set(message.id, keys);
    takenAt = now;
    return { ...step, state: { ...state, messages } };
  };

  /**
   * Writes the changes. Before this deliverer sends its first message, it also writes itself as the holder of the
   * queue.
   *
   * @returns false if the stored queue has changed since it was read
   */
  const write = async (step: QueueStep, { isSending }: { readonly isSending: boolean }): Promise<boolean> => {
    const { version, state: before } = stored;
    const offset = offsetNow();
    const isOnlyOffset = step.state === before && step.deadLetters.length === 0;
    // Versions that are trimmed from the log after the stored offset count as missed.
    const isLate = isStopped || clock.now() - writtenAt >= writeOffsetEveryMs;
    const isOffsetDue = offset - before.offset >= writeOffsetEvery || (offset > before.offset && isLate);
    if (isOnlyOffset && !isOffsetDue && (before.holder === holder || !isSending)) return true;
    const state: DeliveryQueueState = { ...step.state, offset, holder };
    writtenAt = clock.now();
    const isWritten = await deliveries.writeQueue({ ...key, version, state, deadLetters: step.deadLetters });
    if (isWritten) {
      if (state.paused !== undefined && before.paused === undefined) {
        logger.warn({ ...key, reason: state.paused.reason }, 'a receiver has disabled its delivery; an operator can resume it');
      }
      stored = { ...stored, version: version + 1, state };
      deadLettered += step.deadLetters.length;
    } else isStale = true;
    return isWritten;
  };

  const sendMessage = (message: DeliveryMessage, { recipient }: Target): void => {
    const sending = makeAttempt(message, recipient).then((made) => {
      inFlight.delete(message.id);
      ended.push({ message, endedAt: clock.now(), ...made });
      loop.wake();
    });
    inFlight.set(message.id, sending);
  };

  /** Sends the versions of a message that the recipient may see at that moment. Never rejects. @param recipient the recipient whose limits apply */
  const makeAttempt = async (
    { id, sequences }: DeliveryMessage,
    recipient: Recipient,
  ): Promise<Omit<EndedAttempt, 'message' | 'endedAt'>> => {
    const begun = { startedAt: clock.now(), sent: sequences };
    let hasTarget = true;
    let written = undefined as DeliveryContent | undefined;
    const content = async () => {
      const target = findTarget();
      hasTarget = target !== undefined;
      if (target === undefined) return undefined;
      const found = await window.find(sequences);
      written = await messageOf(await filterDeliverable(found, { log: log, recipient: target.recipient, versions }), target);
      return written;
    };
    try {
      const outcome = await send({ recipient, id, content, signal: aborting.signal });
      if (outcome === undefined) return { ...begun, outcome: { kind: hasTarget ? 'NOTHING_TO_SEND' : 'NOT_ATTEMPTED' } };
      attemptsOf.set(outcome.kind, (attemptsOf.get(outcome.kind) ?? 0) + 1);
      // The request failed before its content was created.
      if (written === undefined) return { ...begun, outcome };
      const { sent } = written;
      if (outcome.kind === 'DELIVERED') delivered += sent.length;
      const partners = [...new Set(sent.map(({ partner }) => partner))].sort();
      onAttempt?.({ ...key, message: id, outcome: outcome.kind, versions: sent.length, partners });
      return { ...begun, sent: sent.map(({ sequence }) => sequence), outcome };
    } catch (exception) {
      if (exception instanceof StoreUnavailableError || aborting.signal.aborted) return { ...begun, outcome: { kind: 'NOT_ATTEMPTED' } };
      logger.error({ err: exception, ...key, message: id }, 'a message could not be created');
      const error = { code: 'INTERNAL', message: 'An internal error occurred.' };
      return { ...begun, outcome: { kind: 'RETRY', error, isOutage: false, maybeDelivered: false } };
    }
  };

  /** Returns the messages that may be sent now: none before an earlier one for the same order key is answered. */
  const readyMessages = (step: QueueStep, { slots, now }: { readonly slots: number; readonly now: number }): readonly DeliveryMessage[] => {
    const isFailing = step.backoff.failures > 0;
    const ready: DeliveryMessage[] = [];
    /** Order keys of the unanswered messages before. */
    const earlier = new Set<string>();
    for (const message of step.state.messages) {
      // While the subscriber fails, all are compared.
      if (!isFailing && inFlight.size + ready.length >= slots) break;
      const { id, nextAttemptAt } = message;
      const keys = [...(orderKeys.get(id) ?? [])];
      const isFirst = !keys.some((each) => earlier.has(each));
      for (const each of keys) earlier.add(each);
      if (isFirst && !isUnderWay(message) && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= now)) ready.push(message);
    }
    if (isFailing) ready.sort((one, other) => one.attempts - other.attempts);
    return ready.slice(0, Math.max(0, slots - inFlight.size));
  };

  const isUnderWay = ({ id }: DeliveryMessage): boolean => inFlight.has(id) || ended.some(({ message }) => message.id === id);

  /** Versions up to this number are in messages, or not for this subscriber. */
  const offsetNow = (): number => {
    const [next] = entries;
    return next === undefined ? readThrough : next.sequence - 1;
  };

  const nextAttemptInMs = (now: number): number | undefined => {
    if (backoff.pausedUntil > now) return backoff.pausedUntil - now;
    const later = stored.state.messages.map(({ nextAttemptAt = '' }) => Date.parse(nextAttemptAt)).filter((at) => at > now);
    return later.length === 0 ? undefined : Math.min(...later) - now;
  };

  const findTarget = (): Target | undefined => {
    const recipient = recipientNow();
    const route = recipient === undefined || recipient.isPaused ? undefined : kind.routeFor(recipient);
    return recipient && route && { recipient, route };
  };

  const loop = startWakeUpLoop({
    round,
    onError: (error) => {
      // Nothing is lost: the queue is read again, and the finished attempts are applied to it.
      if (!isStoreError(error)) logger.warn({ err: error, ...key }, 'a delivery queue failed; retrying');
      isStale = true;
    },
    clock,
  });
  return {
    subscriber,
    /** Version of the stored queue that the current state is based on. */
    get version(): number {
      return stored.version;
    },
    /** What the queue has done since this process took it over, and its state. */
    get stats() {
      const { paused, failingSince, messages } = stored.state;
      const [oldest] = messages;
      return {
        subscriber,
        /** Number of finished attempts by outcome. */
        attempts: attemptsOf as ReadonlyMap<DeliveryOutcome['kind'], number>,
        /** Number of versions in accepted messages. */
        delivered,
        /** Number of unanswered messages. */
        messages: messages.length,
        /** Age of the oldest unanswered message; 0 when there is none. */
        oldestMessageMs: oldest === undefined ? 0 : Math.max(0, clock.now() - Date.parse(oldest.createdAt)),
        /** Number of versions that became dead letters. */
        deadLetters: deadLettered,
        isPaused: paused !== undefined,
        isFailing: failingSince !== undefined,
      };
    },
    /** Checks the log and the subscriber's file again, because they may have changed. */
    wake: loop.wake,
    /** Reads the stored queue again, because an operator has changed it. */
    reload: (): void => {
      isStale = true;
      loop.wake();
    },
    /**
     * Stops the delivery. Requests in flight get some time; unanswered messages are sent again later, with the same
     * identity.
     */
    stop: async (): Promise<void> => {
      isStopped = true;
      await loop.stop();
      const timeout = setTimeout(() => aborting.abort(new Error('this process is shutting down')), graceMs);
      await Promise.all(inFlight.values());
      clearTimeout(timeout);
      // If the last outcomes cannot be written, their messages are sent again with the same identity.
      await round().catch(() => undefined);
    },
  };
}

/** Returns how many messages may be in flight. */
function slotsFor({ recipient }: Target, { backoff }: QueueStep): number {
  return backoff.failures > 0 ? 1 : recipient.limits.concurrency;
}

/**
 * Marks messages as possibly delivered before they are sent, because the process may end before the response arrives.
 * The mark prevents a split.
 */
function markedAsSent(state: DeliveryQueueState, sending: readonly DeliveryMessage[]): DeliveryQueueState {
  if (sending.length === 0) return state;
  const ids = new Set(sending.map(({ id }) => id));
  return { ...state, messages: state.messages.map((message) => (ids.has(message.id) ? { ...message, maybeDelivered: true } : message)) };
}
