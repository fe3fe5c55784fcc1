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
import { startWakeUpLoop, type WakeUpLoop } from '../../time/wake-up-loop.ts';
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
/** Number of messages of one version that are created and marked in one write, so that most of them follow without a write. */
const messagesAhead = 50;
/** The offset over versions that are not for the subscriber is written after this many of them, or after this time. */
const [writeOffsetEvery, writeOffsetEveryMs] = [1_000, 3_600_000];
/** How long new versions wait after the last message was created, so that they become one message; also how long outcomes wait to be written with it. */
export const gatherMs = 50;
/** How long requests in flight may continue when the queue stops. */
const graceMs = 2_000;

/**
 * Delivers one log to one subscriber, in rounds. A round applies the outcomes of finished attempts, takes more versions
 * from the log, writes the new state in one write, and only then sends messages. So a message is durable before it is
 * sent and until it is answered, whenever the process ends, and it is sent again with the same identity.
 */
export class DeliveryQueue {
  readonly subscriber: string;
  readonly #key: DeliveryQueueKey;
  readonly #options: DeliveryQueueOptions;
  readonly #loop: WakeUpLoop;
  readonly #aborting = new AbortController();
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Order keys of the versions of messages, by the message's id. */
  readonly #orderKeys = new Map<string, ReadonlySet<string>>();
  readonly #attempts = new Map<DeliveryOutcome['kind'], number>();
  #delivered = 0;
  #deadLetters = 0;
  #stored: StoredDeliveryQueue;
  /** Versions that were read from the log and are not in messages yet. */
  #entries: QueueEntry[] = [];
  #readThrough: number;
  #backoff = noBackoff;
  /** Attempts whose outcome has not been written yet. */
  #ended: EndedAttempt[] = [];
  #isStale = false;
  #isStopped = false;
  #isSuperseded = false;
  #writtenAt: number;
  /** When versions were last taken from the log. */
  #takenAt = Number.NEGATIVE_INFINITY;

  /** Starts the delivery. @param stored the queue as it was read */
  constructor(stored: StoredDeliveryQueue, options: DeliveryQueueOptions) {
    const { subscriber, log, state } = stored;
    const { clock, logger } = options;
    this.subscriber = subscriber;
    this.#key = { subscriber, log };
    this.#options = options;
    this.#stored = stored;
    this.#readThrough = state.offset;
    this.#writtenAt = clock.now();
    this.#loop = startWakeUpLoop({
      round: () => this.#round(),
      onError: (error) => {
        // Nothing is lost: the queue is read again, and the finished attempts are applied to it.
        if (!isStoreError(error)) logger.warn({ err: error, ...this.#key }, 'a delivery queue failed; retrying');
        this.#isStale = true;
      },
      clock,
    });
  }

  /** Version of the stored queue that the current state is based on. */
  get version(): number {
    return this.#stored.version;
  }

  /** What the queue has done since this process took it over, and its state. */
  get stats() {
    const { paused, failingSince, messages } = this.#stored.state;
    const [oldest] = messages;
    return {
      subscriber: this.subscriber,
      /** Number of finished attempts by outcome. */
      attempts: this.#attempts as ReadonlyMap<DeliveryOutcome['kind'], number>,
      /** Number of versions in accepted messages. */
      delivered: this.#delivered,
      /** Number of unanswered messages. */
      messages: messages.length,
      /** Age of the oldest unanswered message; 0 when there is none. */
      oldestMessageMs: oldest === undefined ? 0 : Math.max(0, this.#options.clock.now() - Date.parse(oldest.createdAt)),
      /** Number of versions that became dead letters. */
      deadLetters: this.#deadLetters,
      isPaused: paused !== undefined,
      isFailing: failingSince !== undefined,
    };
  }

  /** Checks the log and the subscriber's file again, because they may have changed. */
  wake(): void {
    this.#loop.wake();
  }

  /** Reads the stored queue again, because an operator has changed it. */
  reload(): void {
    this.#isStale = true;
    this.#loop.wake();
  }

  /**
   * Stops the delivery. Requests in flight get some time; unanswered messages are sent again later, with the same
   * identity.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#loop.stop();
    const timeout = setTimeout(() => this.#aborting.abort(new Error('this process is shutting down')), graceMs);
    await Promise.all(this.#inFlight.values());
    clearTimeout(timeout);
    // If the last outcomes cannot be written, their messages are sent again with the same identity.
    await this.#round().catch(() => undefined);
  }

  /** @returns milliseconds until the next round is needed; undefined when it waits for a wake-up */
  async #round(): Promise<number | undefined> {
    if (this.#isStale && !this.#isSuperseded) await this.#reloadStored();
    if (this.#isSuperseded) return undefined;
    const { clock, limits } = this.#options;
    const now = clock.now();
    const ended = [...this.#ended];
    const context = { key: this.#key, retry: this.#retry(), now };
    const unchanged: QueueStep = { state: this.#stored.state, backoff: this.#backoff, deadLetters: [] };
    const applied = ended.reduce((before, each) => afterAttempt(before, each, context), unchanged);
    await this.#findOrderKeys(applied.state.messages);
    let step = this.#isStopped ? applied : await this.#readLog(applied, now);

    const target = step.state.paused === undefined && !this.#isStopped ? this.#findTarget() : undefined;
    const slots = target === undefined || step.backoff.pausedUntil > now ? 0 : slotsFor(target, step);
    let ready = this.#readyMessages(step, { slots, now });
    // While the subscriber fails, a message that has failed before does not use a slot: a new message shows whether only
    // the failed one is the problem.
    const usesSlot = ({ attempts }: DeliveryMessage) => step.backoff.failures === 0 || attempts === 0;
    const freeSlots = step.state.messages.length < maxMessages ? slots - this.#inFlight.size - ready.filter(usesSlot).length : 0;
    const gatheringMs = this.#entries.length >= limits.maxObjects ? 0 : Math.max(0, this.#takenAt + gatherMs - now);
    if (freeSlots > 0 && this.#entries.length > 0 && gatheringMs === 0) {
      step = this.#takeEntries(step, { now, count: limits.maxObjects === 1 ? messagesAhead : freeSlots * limits.maxObjects });
      ready = this.#readyMessages(step, { slots, now });
    } else if (step === applied && ready.length === 0 && ended.length > 0 && ended.every(isSettled) && !this.#isStopped) {
      // Written together with the next message, if one follows soon.
      const settlingMs = gatherMs - (now - Math.min(...ended.map(({ endedAt }) => endedAt)));
      if (settlingMs > 0) return this.#entries.length > 0 ? Math.min(settlingMs, gatheringMs) : settlingMs;
    }
    if (!(await this.#write({ ...step, state: markedAsSent(step.state, ready) }, { isSending: ready.length > 0 }))) return 0;
    this.#ended.splice(0, ended.length);
    this.#backoff = step.backoff;
    // Messages that were marked before may have been sent while this was written.
    if (target !== undefined) for (const message of ready) if (!this.#isUnderWay(message)) this.#send(message, target);
    if (this.#ended.length > 0) return 0;
    const hasFreeSlots = slots > this.#inFlight.size && step.state.messages.length < maxMessages;
    if (hasFreeSlots && this.#entries.length > 0) return gatheringMs;
    if (hasFreeSlots && this.#readThrough < this.#options.window.bounds.head) return 0;
    const nextMs = target === undefined ? undefined : this.#nextAttemptInMs(now);
    return this.#offset > this.#stored.state.offset ? Math.min(nextMs ?? writeOffsetEveryMs, writeOffsetEveryMs) : nextMs;
  }

  async #reloadStored(): Promise<void> {
    const { deliveries, holder, onSuperseded } = this.#options;
    this.#isStale = false;
    const found = await deliveries.findQueue(this.#key);
    if (found === undefined) return;
    // Commands of operators keep the holder, so another holder is a deliverer that does not know what is in flight
    // here.
    if (found.state.holder !== this.#stored.state.holder && found.state.holder !== holder) {
      [this.#isSuperseded, this.#isStopped] = [true, true];
      this.#aborting.abort(new Error('another process has taken over the delivery queue'));
      void this.#loop.stop();
      onSuperseded();
      return;
    }
    // Only a command of an operator changes `startedAt`.
    if (found.state.startedAt !== this.#stored.state.startedAt) this.#backoff = noBackoff;
    this.#stored = found;
    [this.#entries, this.#readThrough] = [[], found.state.offset];
  }

  /** Finds the order keys of messages that were not created here as they are, and forgets those of answered messages. */
  async #findOrderKeys(messages: readonly DeliveryMessage[]): Promise<void> {
    const present = new Set(messages.map(({ id }) => id));
    for (const id of this.#orderKeys.keys()) if (!present.has(id)) this.#orderKeys.delete(id);
    // One by one, so that the documents of many messages are not in memory together.
    for (const { id, sequences } of messages) {
      if (this.#orderKeys.has(id)) continue;
      const versions = await this.#options.window.find(sequences);
      this.#orderKeys.set(id, new Set(versions.map(({ entityId }) => orderKeyOf(this.#key.log, entityId))));
    }
  }

  /** Reads the log until all slots can be filled or nothing is left, or until the offset has to be written. */
  async #readLog(step: QueueStep, now: number): Promise<QueueStep> {
    const { window, limits } = this.#options;
    const recipient = this.#findRecipient();
    // Without the recipient's file its rights are unknown. The log is read when the file is back.
    if (recipient === undefined) return step;
    const { trimmedThrough, head } = window.bounds;
    const trimmed = Math.max(0, trimmedThrough - this.#readThrough);
    this.#readThrough += trimmed;
    const isDeliverable = mayBeSent(this.#key.log, recipient);
    const through = Math.min(head, this.#readThrough + writeOffsetEvery);
    const wanted = recipient.limits.concurrency * limits.maxObjects;
    while (this.#entries.length < wanted && this.#readThrough < through) {
      const { entries, scannedThrough } = await window.read(this.#readThrough);
      this.#entries.push(...entries.filter(isDeliverable).map((version) => entryOf(this.#key.log, version)));
      this.#readThrough = scannedThrough;
    }
    if (trimmed === 0) return step;
    const missed = { count: (step.state.missed?.count ?? 0) + trimmed, at: new Date(now).toISOString() };
    return { ...step, state: { ...step.state, missed } };
  }

  /** Puts what can be sent now into messages. */
  #takeEntries(step: QueueStep, { now, count }: { readonly now: number; readonly count: number }): QueueStep {
    const { state } = step;
    const at = new Date(now).toISOString();
    const isPending = (orderKey: string) => state.messages.some(({ id }) => this.#orderKeys.get(id)?.has(orderKey));
    const created = messagesOf(this.#entries.splice(0, count), { isPending, limits: this.#options.limits, at });
    const messages = [...state.messages, ...created.map(({ message }) => message)];
    for (const { message, orderKeys } of created) this.#orderKeys.set(message.id, orderKeys);
    this.#takenAt = now;
    return { ...step, state: { ...state, messages } };
  }

  /**
   * Writes the changes. Before this deliverer sends its first message, it also writes itself as the holder of the
   * queue.
   *
   * @returns false if the stored queue has changed since it was read
   */
  async #write(step: QueueStep, { isSending }: { readonly isSending: boolean }): Promise<boolean> {
    const { deliveries, holder, clock, logger } = this.#options;
    const { version, state: stored } = this.#stored;
    const offset = this.#offset;
    const isOnlyOffset = step.state === stored && step.deadLetters.length === 0;
    // Versions that are trimmed from the log after the stored offset count as missed.
    const isLate = this.#isStopped || clock.now() - this.#writtenAt >= writeOffsetEveryMs;
    const isOffsetDue = offset - stored.offset >= writeOffsetEvery || (offset > stored.offset && isLate);
    if (isOnlyOffset && !isOffsetDue && (stored.holder === holder || !isSending)) return true;
    const state: DeliveryQueueState = { ...step.state, offset, holder };
    this.#writtenAt = clock.now();
    const isWritten = await deliveries.writeQueue({ ...this.#key, version, state, deadLetters: step.deadLetters });
    if (isWritten) {
      if (state.paused !== undefined && stored.paused === undefined) {
        logger.warn({ ...this.#key, reason: state.paused.reason }, 'a receiver has disabled its delivery; an operator can resume it');
      }
      this.#stored = { ...this.#stored, version: version + 1, state };
      this.#deadLetters += step.deadLetters.length;
    } else this.#isStale = true;
    return isWritten;
  }

  #send(message: DeliveryMessage, { recipient }: Target): void {
    const attempt = this.#attempt(message, recipient).then((ended) => {
      this.#inFlight.delete(message.id);
      this.#ended.push({ message, endedAt: this.#options.clock.now(), ...ended });
      if (this.#ended.every(isSettled) && this.#sendMarked()) this.#loop.wakeIn(gatherMs);
      else this.#loop.wake();
    });
    this.#inFlight.set(message.id, attempt);
  }

  /** Sends messages that the stored queue has as marked. @returns whether one was sent */
  #sendMarked(): boolean {
    const step = { state: this.#stored.state, backoff: this.#backoff, deadLetters: [] };
    const isWorking = !this.#isStale && !this.#isStopped && step.state.paused === undefined && step.backoff.failures === 0;
    const target = isWorking ? this.#findTarget() : undefined;
    if (target === undefined) return false;
    const now = this.#options.clock.now();
    const marked = this.#readyMessages(step, { slots: slotsFor(target, step), now }).filter(({ maybeDelivered }) => maybeDelivered);
    for (const message of marked) this.#send(message, target);
    return marked.length > 0;
  }

  /** Sends the versions of a message that the recipient may see at that moment. Never rejects. @param recipient the recipient whose limits apply */
  async #attempt({ id, sequences }: DeliveryMessage, recipient: Recipient): Promise<Omit<EndedAttempt, 'message' | 'endedAt'>> {
    const { send, clock, logger, onAttempt, window, versions } = this.#options;
    const { signal } = this.#aborting;
    const attempt = { startedAt: clock.now(), sent: sequences };
    let hasTarget = true;
    let written = undefined as DeliveryContent | undefined;
    const content = async () => {
      const target = this.#findTarget();
      hasTarget = target !== undefined;
      if (target === undefined) return undefined;
      const found = await window.find(sequences);
      written = await messageOf(await filterDeliverable(found, { log: this.#key.log, recipient: target.recipient, versions }), target);
      return written;
    };
    try {
      const outcome = await send({ recipient, id, content, signal });
      if (outcome === undefined) return { ...attempt, outcome: { kind: hasTarget ? 'NOTHING_TO_SEND' : 'NOT_ATTEMPTED' } };
      this.#attempts.set(outcome.kind, (this.#attempts.get(outcome.kind) ?? 0) + 1);
      // The request failed before its content was created.
      if (written === undefined) return { ...attempt, outcome };
      const { sent } = written;
      if (outcome.kind === 'DELIVERED') this.#delivered += sent.length;
      const partners = [...new Set(sent.map(({ partner }) => partner))].sort();
      onAttempt?.({ ...this.#key, message: id, outcome: outcome.kind, versions: sent.length, partners });
      return { ...attempt, sent: sent.map(({ sequence }) => sequence), outcome };
    } catch (exception) {
      if (exception instanceof StoreUnavailableError || signal.aborted) return { ...attempt, outcome: { kind: 'NOT_ATTEMPTED' } };
      logger.error({ err: exception, ...this.#key, message: id }, 'a message could not be created');
      const error = { code: 'INTERNAL', message: 'An internal error occurred.' };
      return { ...attempt, outcome: { kind: 'RETRY', error, isOutage: false, maybeDelivered: false } };
    }
  }

  /** Returns the messages that may be sent now: none before an earlier one for the same order key is answered. */
  #readyMessages(
    { state, backoff }: QueueStep,
    { slots, now }: { readonly slots: number; readonly now: number },
  ): readonly DeliveryMessage[] {
    const isFailing = backoff.failures > 0;
    const ready: DeliveryMessage[] = [];
    /** Order keys of the unanswered messages before. */
    const earlier = new Set<string>();
    for (const message of state.messages) {
      // While the subscriber fails, all are compared.
      if (!isFailing && this.#inFlight.size + ready.length >= slots) break;
      const { id, nextAttemptAt } = message;
      const orderKeys = [...(this.#orderKeys.get(id) ?? [])];
      const isFirst = !orderKeys.some((key) => earlier.has(key));
      for (const key of orderKeys) earlier.add(key);
      if (isFirst && !this.#isUnderWay(message) && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= now)) ready.push(message);
    }
    if (isFailing) ready.sort((one, other) => one.attempts - other.attempts);
    return ready.slice(0, Math.max(0, slots - this.#inFlight.size));
  }

  #isUnderWay({ id }: DeliveryMessage): boolean {
    return this.#inFlight.has(id) || this.#ended.some((ended) => ended.message.id === id);
  }

  /** Versions up to this number are in messages, or not for this subscriber. */
  get #offset(): number {
    const [next] = this.#entries;
    return next === undefined ? this.#readThrough : next.sequence - 1;
  }

  #nextAttemptInMs(now: number): number | undefined {
    if (this.#backoff.pausedUntil > now) return this.#backoff.pausedUntil - now;
    const later = this.#stored.state.messages.map(({ nextAttemptAt = '' }) => Date.parse(nextAttemptAt)).filter((at) => at > now);
    return later.length === 0 ? undefined : Math.min(...later) - now;
  }

  #findRecipient(): Recipient | undefined {
    return this.#options.findRecipient(this.subscriber);
  }

  #findTarget(): Target | undefined {
    const recipient = this.#findRecipient();
    const route = recipient === undefined || recipient.isPaused ? undefined : this.#options.kind.routeFor(recipient);
    return recipient && route && { recipient, route };
  }

  #retry() {
    return this.#findRecipient()?.retry ?? deliveryLimits;
  }
}

/** Returns how many messages may be in flight. */
function slotsFor({ recipient }: Target, { backoff }: QueueStep): number {
  return backoff.failures > 0 ? 1 : recipient.limits.concurrency;
}

/** Returns whether a message needs no further attempt and leaves no dead letters. */
function isSettled({ outcome }: EndedAttempt): boolean {
  return outcome.kind === 'NOTHING_TO_SEND' || (outcome.kind === 'DELIVERED' && outcome.refused.length === 0);
}

/**
 * Marks messages as possibly delivered before they are sent, because the process may end before the response arrives.
 * The mark prevents a split. So messages of one version, which are never split, are marked together with the first of
 * them.
 */
function markedAsSent(state: DeliveryQueueState, sending: readonly DeliveryMessage[]): DeliveryQueueState {
  if (sending.length === 0) return state;
  const ids = new Set(sending.map(({ id }) => id));
  const isMarked = ({ id, sequences }: DeliveryMessage) => ids.has(id) || sequences.length === 1;
  return { ...state, messages: state.messages.map((message) => (isMarked(message) ? { ...message, maybeDelivered: true } : message)) };
}
