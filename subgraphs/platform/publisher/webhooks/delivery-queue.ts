import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { Partner } from '../../partners/partner.ts';
import type { DeliveryMessage, DeliveryQueueState, DeliveryStore, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import { isStoreError } from '../../store/store-failure.ts';
import type { VersionStore } from '../../store/version-store.ts';
import type { RetryLimits } from '../../time/backoff.ts';
import type { DeliveryKind, DeliveryOutcome, DeliveryRoute } from './delivery.ts';
import { type AttemptParts, createDeliveryAttempts, type DeliveryTarget } from './delivery-attempt.ts';
import type { LogStretches } from './log-ranges.ts';
import { newMessageID } from './message-id.ts';
import { type LogGrowth, openQueueBacklog, type QueueBacklog } from './queue-backlog.ts';
import { createQueueOrder } from './queue-order.ts';
import { afterAttempt, type BackoffState, type EndedAttempt, isGivenUp, noBackoff, type QueueStep } from './queue-outcomes.ts';
import { leaving, lettersOf, type MessageLimits, messagesOf } from './queue-state.ts';
import { createWakeSignal } from './wake-signal.ts';

/** What all lanes of a log are run with. */
export interface DeliveryQueueParts extends Omit<AttemptParts, 'findWay'> {
  readonly kind: DeliveryKind;
  readonly deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'>;
  readonly versions: Pick<VersionStore, 'bounds' | 'findCurrent'>;
  readonly stretches: LogStretches;
  /** As their files say now. */
  readonly findPartner: (id: string) => Partner | undefined;
  /** Identifies the deliverer that runs the lanes; another one, also of this process, has another holder. */
  readonly holder: string;
  /** Called once when another deliverer has taken a lane over. The lane sends and writes nothing from then on. */
  readonly onSuperseded: () => void;
  readonly limits: MessageLimits;
}

/** What a lane has done since this process took it over, and how it stands. */
export interface DeliveryQueueStats {
  readonly subscriber: string;
  /** Attempts that ended, by what they came to. */
  readonly attempts: ReadonlyMap<DeliveryOutcome['kind'], number>;
  /** Versions in messages that were taken in. */
  readonly delivered: number;
  /** Messages that are not answered. */
  readonly messages: number;
  readonly isPaused: boolean;
  readonly isFailing: boolean;
}

/** The sending of one log to one subscriber. */
export interface DeliveryQueue {
  readonly subscriber: string;
  /** The version of the lane that it goes by. */
  readonly version: number;
  readonly figures: DeliveryQueueStats;
  /** Tells what the log has grown by. */
  offer(growth: LogGrowth): void;
  /** Says that something may have changed: the subscriber's file, the log. */
  wake(): void;
  /** Says that somebody else has written the lane. */
  reload(): void;
  /** Ends it. What is under way gets some time; what gets no answer by then goes again later, under its identity. */
  stop(): Promise<void>;
}

/** Messages that are not answered at a time; nothing more is taken from the log then. */
const maxMessages = 200;
/** Versions that are given up in one write. */
const givenUpAtOnce = 100;
/** Numbers that were not for the subscriber, or time, before how far it has come is written down. */
const [writtenEvery, writtenEveryMs] = [1_000, 3_600_000];
/** How long it may take until it is written down that a message was taken in, so that the next one goes into the same write. */
const settleMs = 50;
const storePauseMs = 1_000;
const graceMs = 2_000;

/**
 * Runs a lane. One round after the other: what attempts came to is drawn together with what is taken from the log next,
 * written in one write, and only then the next messages go. So a message is durable before it is sent and until it is
 * answered, whenever the process ends, and it goes again under its identity.
 *
 * @param opened as it was read
 */
export function startDeliveryQueue(opened: StoredDeliveryQueue, parts: DeliveryQueueParts): DeliveryQueue {
  const { kind, deliveries, versions, stretches, holder, clock, limits, logger } = parts;
  const key = { subscriber: opened.subscriber, log: opened.log };
  const findSubscriber = () => parts.findPartner(key.subscriber);
  const openBacklog = (taken: number): QueueBacklog => openQueueBacklog(taken, { log: key.log, versions, stretches, findSubscriber });
  const bell = createWakeSignal(clock);
  const off = new AbortController();
  let way: { readonly partner: Partner; readonly route: DeliveryRoute | undefined } | undefined;
  /** Looked up once for each version of the subscriber's file. */
  const findWay = (): DeliveryTarget | undefined => {
    const partner = findSubscriber();
    if (partner === undefined) return undefined;
    if (way?.partner !== partner) way = { partner, route: kind.routeFor(partner) };
    const { route } = way;
    return route === undefined ? undefined : { partner, route };
  };
  const attempts = createDeliveryAttempts(key, { ...parts, findWay }, off.signal);
  /** As the subscriber's file says now. */
  const retries = (): RetryLimits => findSubscriber()?.publish?.push?.retry ?? deliveryLimits;
  const inFlight = new Map<string, Promise<void>>();
  const order = createQueueOrder(parts.shelf);
  let lane = opened;
  let backlog = openBacklog(lane.state.offset);
  let trouble: BackoffState = noBackoff;
  let ended: EndedAttempt[] = [];
  let wantsMore = false;
  let isStale = false;
  let isStopped = false;
  let isSuperseded = false;
  let writtenAt = clock.now();

  const reload = async () => {
    isStale = false;
    const found = await deliveries.findQueue(key);
    if (found === undefined) return;
    // Operators keep the holder, so a new one is another deliverer, which knows nothing of what is in flight here.
    if (found.state.holder !== lane.state.holder && found.state.holder !== holder) return supersede();
    // Only an operator makes it begin anew.
    if (found.state.startedAt !== lane.state.startedAt) trouble = noBackoff;
    lane = found;
    backlog = openBacklog(found.state.offset);
  };

  const supersede = () => {
    [isSuperseded, isStopped] = [true, true];
    off.abort(new Error('another process has taken over the delivery queue'));
    parts.onSuperseded();
  };

  /** Whether it is time to write down how far it has come: what is cut off from the log behind that counts as missed. */
  const isFarAhead = (): boolean => {
    const numbers = backlog.taken - lane.state.offset;
    return numbers >= writtenEvery || (numbers > 0 && (isStopped || clock.now() - writtenAt >= writtenEveryMs));
  };

  /**
   * Writes what has changed, and before the first message that this deliverer sends, also that the lane is its own.
   *
   * @returns whether the lane is as it was read
   */
  const write = async (step: QueueStep, { isSending }: { readonly isSending: boolean }): Promise<boolean> => {
    const { taken: offset } = backlog;
    const state: DeliveryQueueState = { ...step.state, offset, holder };
    const isOnlyFurther = step.state === lane.state && step.letters.length === 0;
    const isOwn = lane.state.holder === holder;
    if (isOnlyFurther && !isFarAhead() && (isOwn || !isSending)) return true;
    const { letters: deadLetters } = step;
    writtenAt = clock.now();
    const isWritten = await deliveries.writeQueue({ ...key, version: lane.version, state, deadLetters });
    if (isWritten) lane = { ...lane, version: lane.version + 1, state };
    else isStale = true;
    return isWritten;
  };

  const judged = (now: number): QueueStep =>
    ended.reduce<QueueStep>((step, each) => afterAttempt(step, each, { key, limits: retries(), now }), {
      state: lane.state,
      trouble,
      letters: [],
    });

  /** Takes from the log what there are hands for. */
  const withMore = async (step: QueueStep, now: number): Promise<QueueStep> => {
    const { state } = step;
    if (backlog.isBehind && backlog.entries.length === 0) {
      const cutOff = await backlog.read();
      if (cutOff > 0) return withMore({ ...step, state: { ...state, missed: missedMore(state, cutOff, now) } }, now);
    }
    const at = new Date(now).toISOString();
    const bounds = retries();
    const old = backlog.entries.findIndex(({ receivedAt }) => !isGivenUp(state, { receivedAt, limits: bounds, now }));
    const givenUp = backlog.shift(Math.min(givenUpAtOnce, old === -1 ? backlog.entries.length : old));
    if (givenUp.length > 0) {
      const sequences = givenUp.map(({ sequence }) => sequence);
      const text = state.lastError?.message ?? '';
      const letters = lettersOf(key, { messageID: newMessageID(), attempts: 0, sequences, at, reason: 'EXPIRED', text });
      return { ...step, letters: [...step.letters, ...letters] };
    }
    if (step.trouble.heldUntil > now) return step;
    const isOpen = (entityId: string) => order.isOpen(state.messages, entityId);
    const made = messagesOf(backlog.shift(limits.maxObjects), { isOpen, limits, at });
    order.add(made);
    return made.length === 0
      ? step
      : { ...step, state: { ...state, messages: [...state.messages, ...made.map(({ message }) => message)] } };
  };

  const hasMore = () => backlog.entries.length > 0 || backlog.isBehind;

  /** What has ended is under way until that is written. */
  const isUnderWay = (id: string): boolean => inFlight.has(id) || ended.some(({ message }) => message.id === id);

  /** Messages that may go now: none before an earlier one about the same thing is answered. */
  const ready = (messages: readonly DeliveryMessage[], now: number): DeliveryMessage[] => {
    const free = order
      .firstOf(messages)
      .filter(({ id, nextAttemptAt }) => !isUnderWay(id) && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= now));
    return trouble.outages === 0 ? free : free.toSorted((one, other) => one.attempts - other.attempts);
  };

  const start = (message: DeliveryMessage, { partner }: DeliveryTarget) => {
    const going = attempts.make(message, partner).then((each) => {
      inFlight.delete(message.id);
      ended.push(each);
      wantsMore = true;
      const othersWait = lane.state.messages.length > inFlight.size + ended.length;
      if (isTaken(each) && !othersWait && !hasMore()) bell.ringIn(settleMs);
      else bell.ring();
    });
    inFlight.set(message.id, going);
  };

  /** One round. @returns how long there is nothing to do, at most; undefined: until something happens */
  const round = async (): Promise<number | undefined> => {
    if (isStale && !isSuperseded) await reload();
    if (isSuperseded) return undefined;
    const now = clock.now();
    const settled = [...ended];
    let step = judged(now);
    await order.learn(step.state.messages);
    const to = step.state.paused === undefined && !isStopped ? findWay() : undefined;
    const slots = to === undefined ? 0 : step.trouble.outages > 0 ? 1 : to.partner.limits.concurrency;
    const freeOf = ({ messages }: DeliveryQueueState) => ready(messages, now).slice(0, Math.max(0, slots - inFlight.size));
    let free = freeOf(step.state);
    /** Where all that could go has failed before, something new tells whether that is about it or about the subscriber. */
    const isTelling = ({ attempts: failed }: DeliveryMessage) => step.trouble.outages === 0 || failed === 0;
    const hasRoom = () => step.state.messages.length < maxMessages && inFlight.size + free.filter(isTelling).length < slots;
    const settledState = step.state;
    if (hasRoom() && hasMore()) {
      step = await withMore(step, now);
      free = freeOf(step.state);
    }
    const isHeld = step.trouble.heldUntil > now;
    wantsMore = hasRoom() && !isHeld;
    const waitedMs = now - Math.min(...settled.map(({ endedAt }) => endedAt));
    if (
      step.state === settledState &&
      settled.length > 0 &&
      settled.every(isTaken) &&
      waitedMs < settleMs &&
      free.length === 0 &&
      !isStopped
    ) {
      return settleMs - waitedMs;
    }
    const going = to === undefined || isHeld ? [] : free;
    if (!(await write({ ...step, state: leaving(step.state, going) }, { isSending: going.length > 0 }))) return 0;
    ended = ended.filter((each) => !settled.includes(each));
    trouble = step.trouble;
    if (to !== undefined) for (const message of going) start(message, to);
    if (ended.length > 0 || step.letters.length > 0 || (wantsMore && hasMore())) return 0;
    return to === undefined ? undefined : nextIn(now);
  };

  const nextIn = (now: number): number | undefined => {
    if (trouble.heldUntil > now) return trouble.heldUntil - now;
    const due = lane.state.messages.flatMap(({ nextAttemptAt }) => (nextAttemptAt === undefined ? [] : [Date.parse(nextAttemptAt)]));
    const later = due.filter((at) => at > now);
    return later.length === 0 ? undefined : Math.min(...later) - now;
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      try {
        const idleMs = await round();
        // A turn between two rounds, in which others get theirs.
        if (idleMs === 0) await new Promise((resolve) => setImmediate(resolve));
        else {
          if (idleMs !== undefined) bell.ringIn(idleMs);
          await bell.wait();
        }
      } catch (error) {
        // Nothing is lost: the lane is read again, and what ended is drawn together with it.
        if (!isStoreError(error)) logger.warn({ err: error, ...key }, 'a delivery queue failed; retrying');
        isStale = true;
        await clock.wait(storePauseMs, off.signal).catch(() => undefined);
      }
    }
  };
  const running = run();

  return {
    subscriber: key.subscriber,
    get version() {
      return lane.version;
    },
    get figures() {
      const { paused, failingSince, messages } = lane.state;
      const [isPaused, isFailing] = [paused !== undefined, failingSince !== undefined];
      const { counts, delivered } = attempts;
      return { subscriber: key.subscriber, attempts: counts, delivered, messages: messages.length, isPaused, isFailing };
    },
    offer: (growth) => {
      // Whoever has its hands full looks when something is answered.
      if ((backlog.offer(growth) && wantsMore) || isFarAhead()) bell.ring();
      else bell.ringIn(writtenEveryMs);
    },
    wake: bell.ring,
    reload: () => {
      isStale = true;
      bell.ring();
    },
    stop: async () => {
      isStopped = true;
      bell.ring();
      await running;
      bell[Symbol.dispose]();
      const late = setTimeout(() => off.abort(new Error('this process is shutting down')), graceMs);
      await Promise.all(inFlight.values());
      clearTimeout(late);
      // What was answered meanwhile is not to be sent again; should this fail, it goes again under its identity.
      if (ended.length > 0 || isFarAhead()) await round().catch(() => undefined);
    },
  };
}

/** Whether a message was taken in, and all of it. */
function isTaken({ outcome }: EndedAttempt): boolean {
  return outcome.kind === 'DELIVERED' && outcome.refused.length === 0;
}

function missedMore({ missed }: DeliveryQueueState, count: number, now: number): NonNullable<DeliveryQueueState['missed']> {
  return { count: (missed?.count ?? 0) + count, at: new Date(now).toISOString() };
}
