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
import { type RetryLimits, startWakeUpLoop, type WakeUpLoop } from '../../time/wake-up-loop.ts';
import type { Recipient } from '../recipient.ts';
import type { DeliveryKind, DeliveryQueueStats, DeliveryRoute } from './delivery.ts';
import { type AttemptParts, createDeliveryAttempts, type DeliveryAttempts, type DeliveryTarget } from './delivery-attempt.ts';
import type { LogRanges } from './log-ranges.ts';
import { newMessageID } from './message-id.ts';
import { type AppendedRange, openQueueBacklog, type QueueBacklog } from './queue-backlog.ts';
import { createQueueOrder, type QueueOrder } from './queue-order.ts';
import { afterAttempt, type BackoffState, type EndedAttempt, hasWaitedTooLong, noBackoff, type QueueStep } from './queue-outcomes.ts';
import { deadLettersOf, type MessageLimits, markedAsSent, messagesOf, withMissed } from './queue-state.ts';

/** The parts that all delivery queues of a log share. */
export interface DeliveryQueueParts extends Omit<AttemptParts, 'findTarget'> {
  readonly kind: DeliveryKind;
  readonly deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'>;
  readonly versions: Pick<VersionStore, 'bounds' | 'findCurrent'>;
  readonly logRanges: LogRanges;
  /** Finds a recipient by the current files. */
  readonly findRecipient: (id: string) => Recipient | undefined;
  /** Identifies the deliverer that owns the queues. Every deliverer has another holder, even within one process. */
  readonly holder: string;
  /** Called once when another deliverer has taken over the queue. From then on the queue neither sends nor writes. */
  readonly onSuperseded: () => void;
  readonly limits: MessageLimits;
  /** Maximum number of versions taken from the log in one round. @default a full message for each free slot */
  readonly maxTaken?: number | undefined;
}

/** Maximum number of unanswered messages; with more, nothing is taken from the log. */
const maxMessages = 200;
/** Maximum number of versions that become dead letters in one write. */
const maxExpiredPerWrite = 100;
/** The offset over versions that are not for the subscriber is written after this many of them, or after this time. */
const [writeOffsetEvery, writeOffsetEveryMs] = [1_000, 3_600_000];
/** How long new versions wait after the last message was created, so that they become one message. */
const gatherMs = 50;
/** How long requests in flight may continue when the queue stops. */
const graceMs = 2_000;

/**
 * Delivers one log to one subscriber, in rounds. A round applies the outcomes of finished attempts, takes more versions
 * from the log, writes the new state in one write, and only then sends messages. So a message is durable before it is
 * sent and until it is answered, whenever the process ends, and it is sent again with the same identity.
 *
 * Messages of one version are marked as sent together. Between two rounds, an accepted message is followed by the next
 * marked one, and one write records all that were accepted meanwhile.
 */
export class DeliveryQueue {
  readonly subscriber: string;
  readonly #key: DeliveryQueueKey;
  readonly #parts: DeliveryQueueParts;
  readonly #attempts: DeliveryAttempts;
  readonly #order: QueueOrder;
  readonly #loop: WakeUpLoop;
  readonly #aborting = new AbortController();
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Ids of messages with an attempt that is in flight or whose outcome has not been written yet. */
  readonly #underWay = new Set<string>();
  #stored: StoredDeliveryQueue;
  #backlog: QueueBacklog;
  #backoff: BackoffState = noBackoff;
  /** Attempts whose outcome has not been written yet. */
  #ended: EndedAttempt[] = [];
  /** Computed once for each version of the recipient's file. */
  #target: { readonly recipient: Recipient; readonly route: DeliveryRoute | undefined } | undefined;
  #wantsMore = false;
  /** Whether marked messages may be sent without a round: the state is current, and the last attempts succeeded. */
  #maySendMarked = false;
  #deadLetters = 0;
  #isStale = false;
  #isStopped = false;
  #isSuperseded = false;
  #writtenAt: number;
  /** When versions were last taken from the log. */
  #takenAt = Number.NEGATIVE_INFINITY;

  /** Starts the delivery. @param stored the queue as it was read */
  constructor(stored: StoredDeliveryQueue, parts: DeliveryQueueParts) {
    const { subscriber, log } = stored;
    this.subscriber = subscriber;
    this.#key = { subscriber, log };
    this.#parts = parts;
    this.#stored = stored;
    this.#backlog = this.#openBacklog(stored.state.offset);
    this.#attempts = createDeliveryAttempts(this.#key, { ...parts, findTarget: () => this.#findTarget() }, this.#aborting.signal);
    this.#order = createQueueOrder(log, parts.versionCache);
    this.#writtenAt = parts.clock.now();
    this.#loop = startWakeUpLoop({
      round: () => this.#round(),
      onError: (error) => {
        // Nothing is lost: the queue is read again, and the finished attempts are applied to it.
        if (!isStoreError(error)) parts.logger.warn({ err: error, ...this.#key }, 'a delivery queue failed; retrying');
        this.#markStale();
      },
      clock: parts.clock,
    });
  }

  /** Version of the stored queue that the current state is based on. */
  get version(): number {
    return this.#stored.version;
  }

  get stats(): DeliveryQueueStats {
    const { paused, failingSince, messages } = this.#stored.state;
    const [oldest] = messages;
    return {
      subscriber: this.subscriber,
      attempts: this.#attempts.counts,
      delivered: this.#attempts.delivered,
      messages: messages.length,
      oldestMessageMs: oldest === undefined ? 0 : Math.max(0, this.#parts.clock.now() - Date.parse(oldest.createdAt)),
      deadLetters: this.#deadLetters,
      isPaused: paused !== undefined,
      isFailing: failingSince !== undefined,
    };
  }

  /** Adds versions that were appended to the log. */
  onAppended(range: AppendedRange): void {
    // A busy queue continues to read when a message is answered.
    const isWanted = this.#backlog.onAppended(range) && this.#wantsMore;
    if (isWanted) this.#loop.wakeIn(this.#gatheringMs(this.#parts.clock.now()));
    else this.#loop.wakeIn(this.#isOffsetDue() ? 0 : writeOffsetEveryMs);
  }

  /** Checks the log and the subscriber's file again, because they may have changed. */
  wake(): void {
    this.#loop.wake();
  }

  /** Reads the stored queue again, because an operator has changed it. */
  reload(): void {
    this.#markStale();
    this.#loop.wake();
  }

  /**
   * Stops the delivery. Requests in flight get some time; unanswered messages are sent again later, with the same
   * identity.
   */
  async stop(): Promise<void> {
    [this.#isStopped, this.#maySendMarked] = [true, false];
    await this.#loop.stop();
    const timeout = setTimeout(() => this.#aborting.abort(new Error('this process is shutting down')), graceMs);
    await Promise.all(this.#inFlight.values());
    clearTimeout(timeout);
    // If the last outcomes cannot be written, their messages are sent again with the same identity.
    if (this.#ended.length > 0 || this.#isOffsetDue()) await this.#round().catch(() => undefined);
  }

  /** @returns milliseconds until the next round is needed; undefined when it waits for a wake-up */
  async #round(): Promise<number | undefined> {
    if (this.#isStale && !this.#isSuperseded) await this.#reloadStored();
    if (this.#isSuperseded) return undefined;
    const now = this.#parts.clock.now();
    const ended = [...this.#ended];
    const applied = this.#applyOutcomes(ended, now);
    await this.#order.update(applied.state.messages);

    const target = applied.state.paused === undefined && !this.#isStopped ? this.#findTarget() : undefined;
    const slots = slotsFor(target, applied.backoff);
    let step = applied;
    let ready = this.#readyMessages(step.state, { slots, now });
    const freeSlots = () => this.#freeSlots(step, { ready, slots });
    const gatheringMs = this.#gatheringMs(now);
    if (freeSlots() > 0 && this.#hasMore() && gatheringMs === 0) {
      step = await this.#takeFromLog(step, { now, freeSlots: freeSlots() });
      ready = this.#readyMessages(step.state, { slots, now });
    }
    const isPaused = step.backoff.pausedUntil > now;
    this.#wantsMore = freeSlots() > 0 && !isPaused;
    if (step.state === applied.state && ready.length === 0 && !this.#isStopped) {
      const settlingMs = settlingMsOf(ended, now);
      if (settlingMs > 0) return gatheringMs > 0 ? Math.min(settlingMs, gatheringMs) : settlingMs;
    }

    const sending = target === undefined || isPaused ? [] : ready;
    const isWritten = await this.#write({ ...step, state: markedAsSent(step.state, sending) }, { isSending: sending.length > 0 });
    if (!isWritten) return 0;
    this.#ended = this.#ended.slice(ended.length);
    for (const { message } of ended) this.#underWay.delete(message.id);
    this.#backoff = step.backoff;
    if (target !== undefined && !isPaused) this.#sendReady(target, sending);
    const isWorking = target !== undefined && !isPaused && step.backoff.outages === 0 && this.#ended.every(isSettled);
    this.#maySendMarked = isWorking && !this.#isStale && !this.#isStopped;
    if (step.deadLetters.length > 0) return 0;
    if (this.#ended.length > 0) return this.#sendNext();
    if (this.#wantsMore && this.#hasMore()) return this.#gatheringMs(now);
    return target === undefined ? undefined : this.#nextAttemptInMs(now);
  }

  async #reloadStored(): Promise<void> {
    const { deliveries, holder, onSuperseded } = this.#parts;
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
    this.#backlog = this.#openBacklog(found.state.offset);
  }

  #applyOutcomes(ended: readonly EndedAttempt[], now: number): QueueStep {
    const context = { key: this.#key, limits: this.#retryLimits(), now };
    const unchanged: QueueStep = { state: this.#stored.state, backoff: this.#backoff, deadLetters: [] };
    return ended.reduce<QueueStep>((step, each) => afterAttempt(step, each, context), unchanged);
  }

  /** Takes from the log what can be sent now, or turns versions that have waited too long into dead letters. */
  async #takeFromLog(step: QueueStep, given: { readonly now: number; readonly freeSlots: number }): Promise<QueueStep> {
    const { state } = step;
    const { now, freeSlots } = given;
    if (this.#backlog.hasMore && this.#backlog.entries.length === 0) {
      const trimmed = await this.#backlog.read();
      if (trimmed > 0) return this.#takeFromLog({ ...step, state: withMissed(state, trimmed, now) }, given);
    }
    const at = new Date(now).toISOString();
    const expired = this.#takeExpired(state, now);
    if (expired.length > 0) {
      const sequences = expired.map(({ sequence }) => sequence);
      const message = state.lastError?.message ?? '';
      const deadLetters = deadLettersOf(this.#key, { messageID: newMessageID(), attempts: 0, sequences, at, reason: 'EXPIRED', message });
      return { ...step, deadLetters: [...step.deadLetters, ...deadLetters] };
    }
    if (step.backoff.pausedUntil > now) return step;
    const { limits, maxTaken = freeSlots * limits.maxObjects } = this.#parts;
    const isPending = (orderKey: string) => this.#order.hasKey(state.messages, orderKey);
    const created = messagesOf(this.#backlog.shift(maxTaken), { isPending, limits, at });
    if (created.length === 0) return step;
    this.#takenAt = now;
    this.#order.add(created);
    return { ...step, state: { ...state, messages: [...state.messages, ...created.map(({ message }) => message)] } };
  }

  #takeExpired(state: DeliveryQueueState, now: number) {
    const { entries } = this.#backlog;
    const limits = this.#retryLimits();
    const first = entries.findIndex(({ receivedAt }) => !hasWaitedTooLong(state, { receivedAt, limits, now }));
    return this.#backlog.shift(Math.min(maxExpiredPerWrite, first === -1 ? entries.length : first));
  }

  /**
   * Writes the changes. Before this deliverer sends its first message, it also writes itself as the holder of the
   * queue.
   *
   * @returns false if the stored queue has changed since it was read
   */
  async #write(step: QueueStep, { isSending }: { readonly isSending: boolean }): Promise<boolean> {
    const { deliveries, holder, clock } = this.#parts;
    const isHolder = this.#stored.state.holder === holder;
    const isOnlyOffset = step.state === this.#stored.state && step.deadLetters.length === 0;
    if (isOnlyOffset && !this.#isOffsetDue() && (isHolder || !isSending)) return true;
    const { version } = this.#stored;
    const state: DeliveryQueueState = { ...step.state, offset: this.#backlog.offset, holder };
    this.#writtenAt = clock.now();
    const isWritten = await deliveries.writeQueue({ ...this.#key, version, state, deadLetters: step.deadLetters });
    if (isWritten) {
      this.#stored = { ...this.#stored, version: version + 1, state };
      this.#deadLetters += step.deadLetters.length;
    } else this.#markStale();
    return isWritten;
  }

  /** Makes the next round read the stored queue. */
  #markStale(): void {
    [this.#isStale, this.#maySendMarked] = [true, false];
  }

  #send(message: DeliveryMessage, { recipient }: DeliveryTarget): void {
    const attempt = this.#attempts.make(message, recipient).then((ended) => {
      this.#inFlight.delete(message.id);
      this.#ended.push(ended);
      if (!isSettled(ended)) this.#maySendMarked = false;
      this.#loop.wakeIn(this.#sendNext());
    });
    this.#inFlight.set(message.id, attempt);
    this.#underWay.add(message.id);
  }

  /**
   * Sends marked messages in place of ended ones.
   *
   * @returns milliseconds until the round that writes what has ended; 0 if more can be sent only after that round
   */
  #sendNext(): number {
    const target = this.#maySendMarked ? this.#findTarget() : undefined;
    if (target !== undefined) this.#sendReady(target);
    this.#wantsMore = target === undefined || this.#inFlight.size < slotsFor(target, this.#backoff);
    const isAnyWaiting = this.#stored.state.messages.length > this.#inFlight.size + this.#ended.length;
    const isRoundNeeded = this.#wantsMore && (isAnyWaiting || this.#hasMore());
    return this.#ended.every(isSettled) && !isRoundNeeded ? settleMs : 0;
  }

  /** Sends what is ready and marked in the written state. @param unmarked messages as they were before that write */
  #sendReady(target: DeliveryTarget, unmarked: readonly DeliveryMessage[] = []): void {
    const slots = slotsFor(target, this.#backoff);
    for (const message of this.#readyMessages(this.#stored.state, { slots, now: this.#parts.clock.now() })) {
      if (message.maybeDelivered) this.#send(unmarked.find(({ id }) => id === message.id) ?? message, target);
    }
  }

  /** Returns the messages that may be sent now: none before an earlier one for the same order key is answered. */
  #readyMessages({ messages }: DeliveryQueueState, { slots, now }: { readonly slots: number; readonly now: number }): DeliveryMessage[] {
    const isOutage = this.#backoff.outages > 0;
    const ready: DeliveryMessage[] = [];
    for (const message of this.#order.firstOf(messages)) {
      const { id, nextAttemptAt } = message;
      // During an outage all are compared.
      if (!isOutage && this.#inFlight.size + ready.length >= slots) break;
      if (!this.#underWay.has(id) && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= now)) ready.push(message);
    }
    if (isOutage) ready.sort((one, other) => one.attempts - other.attempts);
    return ready.slice(0, Math.max(0, slots - this.#inFlight.size));
  }

  /** Returns how many new messages could be sent now. */
  #freeSlots({ state, backoff }: QueueStep, { ready, slots }: { readonly ready: readonly DeliveryMessage[]; readonly slots: number }) {
    // During an outage a message that has failed before does not use a slot: a new message shows whether only the
    // failed one is the problem.
    const usesSlot = ({ attempts }: DeliveryMessage) => backoff.outages === 0 || attempts === 0;
    return state.messages.length < maxMessages ? slots - this.#inFlight.size - ready.filter(usesSlot).length : 0;
  }

  /** Returns how long new versions wait for more; 0 to take them now, as when there are enough for a whole message. */
  #gatheringMs(now: number): number {
    const { limits, maxTaken = limits.maxObjects } = this.#parts;
    if (this.#backlog.hasMore || this.#backlog.entries.length >= maxTaken) return 0;
    return Math.max(0, this.#takenAt + gatherMs - now);
  }

  #hasMore(): boolean {
    return this.#backlog.entries.length > 0 || this.#backlog.hasMore;
  }

  /**
   * Returns whether the offset must be written, because versions that are trimmed from the log after the stored offset
   * count as missed.
   */
  #isOffsetDue(): boolean {
    const unwritten = this.#backlog.offset - this.#stored.state.offset;
    const isLate = this.#isStopped || this.#parts.clock.now() - this.#writtenAt >= writeOffsetEveryMs;
    return unwritten >= writeOffsetEvery || (unwritten > 0 && isLate);
  }

  #nextAttemptInMs(now: number): number | undefined {
    if (this.#backoff.pausedUntil > now) return this.#backoff.pausedUntil - now;
    const later = this.#stored.state.messages.map(({ nextAttemptAt = '' }) => Date.parse(nextAttemptAt)).filter((at) => at > now);
    return later.length === 0 ? undefined : Math.min(...later) - now;
  }

  #openBacklog(offset: number): QueueBacklog {
    const { versions, logRanges } = this.#parts;
    return openQueueBacklog(offset, { log: this.#key.log, versions, logRanges, findRecipient: () => this.#findRecipient() });
  }

  #findRecipient(): Recipient | undefined {
    return this.#parts.findRecipient(this.subscriber);
  }

  #findTarget(): DeliveryTarget | undefined {
    const recipient = this.#findRecipient();
    if (recipient === undefined || recipient.isPaused) return undefined;
    if (this.#target?.recipient !== recipient) this.#target = { recipient, route: this.#parts.kind.routeFor(recipient) };
    const { route } = this.#target;
    return route === undefined ? undefined : { recipient, route };
  }

  #retryLimits(): RetryLimits {
    return this.#findRecipient()?.retry ?? deliveryLimits;
  }
}

/** Returns how many messages may be in flight. */
function slotsFor(target: DeliveryTarget | undefined, { outages }: BackoffState): number {
  if (target === undefined) return 0;
  return outages > 0 ? 1 : target.recipient.limits.concurrency;
}

/** Returns whether a message needs no further attempt and leaves no dead letters. */
function isSettled({ outcome }: Pick<EndedAttempt, 'outcome'>): boolean {
  return outcome.kind === 'NOTHING_TO_SEND' || (outcome.kind === 'DELIVERED' && outcome.refused.length === 0);
}

/** Settled messages are written after this time, so that the next ones become part of the same write. */
const settleMs = 50;

/** Returns how long to wait for further outcomes before these are written; 0 to write them immediately. */
function settlingMsOf(ended: readonly EndedAttempt[], now: number): number {
  if (ended.length === 0 || !ended.every(isSettled)) return 0;
  return settleMs - (now - Math.min(...ended.map(({ endedAt }) => endedAt)));
}
