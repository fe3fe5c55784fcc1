import type { Clock } from '../clock.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { DeliveryMessage, DeliveryStore, Lane, LaneState } from '../store/delivery-store.ts';
import type { VersionStore } from '../store/version-store.ts';
import { createBell } from './bell.ts';
import { whichMayBeSent } from './deliverable.ts';
import type { DeliveryKind, DeliveryOutcome, DeliveryRoute, SendDelivery } from './delivery.ts';
import { type LaneBacklog, type LogGrowth, openLaneBacklog } from './lane-backlog.ts';
import { afterAttempt, type EndedAttempt, isGivenUp, type LaneStep, noTrouble, type Trouble } from './lane-outcomes.ts';
import { lettersOf, type MessageLimits, messagesOf } from './lane-state.ts';
import type { LogStretches } from './log-stretches.ts';
import { type BodyJoiner, messageContentOf } from './message-body.ts';
import { newMessageID } from './message-id.ts';
import type { RetryLimits } from './retry-pause.ts';
import type { VersionShelf } from './version-shelf.ts';

/** What all lanes of a log are run with. */
export interface LaneParts {
  readonly kind: DeliveryKind;
  readonly deliveries: Pick<DeliveryStore, 'findLane' | 'writeLane'>;
  readonly versions: Pick<VersionStore, 'extent' | 'findHeads'>;
  readonly stretches: LogStretches;
  readonly shelf: VersionShelf;
  /** As their files say now. */
  readonly findPartner: (id: string) => Partner | undefined;
  readonly join: BodyJoiner;
  readonly send: SendDelivery;
  readonly limits: MessageLimits & RetryLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a lane has done since this process took it over, and how it stands. */
export interface LaneFigures {
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
export interface RunningLane {
  readonly subscriber: string;
  /** The version of the lane that it goes by. */
  readonly version: number;
  readonly figures: LaneFigures;
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
/** Numbers that were not for the subscriber before how far it has come is written down. */
const writtenEvery = 1_000;
const storePauseMs = 1_000;
const graceMs = 2_000;

/**
 * Runs a lane. One round after the other: what attempts came to is drawn together with what is taken from the log next,
 * written in one write, and only then the next messages go. So a message is durable before it is sent and until it is
 * answered, whenever the process ends, and it goes again under its identity.
 *
 * @param opened as it was read; of its messages any may have been under way when another process ended
 */
export function startLane(opened: Lane, parts: LaneParts): RunningLane {
  const { kind, deliveries, versions, stretches, clock, limits, logger } = parts;
  const key = { subscriber: opened.subscriber, log: opened.log };
  const findSubscriber = () => parts.findPartner(key.subscriber);
  const openBacklog = (taken: number): LaneBacklog => openLaneBacklog(taken, { log: key.log, versions, stretches, findSubscriber });
  const bell = createBell(clock);
  const off = new AbortController();
  const inFlight = new Map<string, Promise<void>>();
  const things = new Map<string, readonly string[]>();
  let lane: Lane = { ...opened, state: { ...opened.state, messages: opened.state.messages.map(asMaybeTaken) } };
  let backlog = openBacklog(lane.state.taken);
  let trouble: Trouble = noTrouble;
  let ended: EndedAttempt[] = [];
  const attempts = new Map<DeliveryOutcome['kind'], number>();
  let delivered = 0;
  let isStale = false;
  let isStopped = false;

  const reload = async () => {
    isStale = false;
    const found = await deliveries.findLane(key);
    if (found === undefined) return;
    lane = found;
    backlog = openBacklog(found.state.taken);
    trouble = noTrouble;
  };

  /** Writes what has changed. @returns whether the lane is as it was read */
  const write = async (step: LaneStep): Promise<boolean> => {
    const { taken } = backlog;
    const state: LaneState = { ...step.state, taken };
    const isOnlyFurther = step.state === lane.state && step.letters.length === 0;
    if (isOnlyFurther && taken - lane.state.taken < writtenEvery) return true;
    const { letters } = step;
    const isWritten = await deliveries.writeLane({ ...key, version: lane.version, state, letters });
    if (isWritten) lane = { ...lane, version: lane.version + 1, state };
    else isStale = true;
    return isWritten;
  };

  const judged = (now: number): LaneStep =>
    ended.reduce<LaneStep>((step, each) => afterAttempt(step, each, { key, limits, now }), { state: lane.state, trouble, letters: [] });

  /** Takes from the log what there are hands for. */
  const taken = async (step: LaneStep, now: number): Promise<LaneStep> => {
    const { state } = step;
    if (backlog.isBehind && backlog.entries.length === 0) {
      const cutOff = await backlog.read();
      if (cutOff > 0) return taken({ ...step, state: { ...state, missed: missedMore(state, cutOff, now) } }, now);
    }
    const at = new Date(now).toISOString();
    const old = backlog.entries.findIndex(({ receivedAt }) => !isGivenUp(state, { receivedAt, limits, now }));
    const givenUp = backlog.shift(Math.min(givenUpAtOnce, old === -1 ? backlog.entries.length : old));
    if (givenUp.length > 0) {
      const sequences = givenUp.map(({ sequence }) => sequence);
      const text = state.lastError?.message ?? '';
      const letters = lettersOf(key, { message: { id: newMessageID(), attempts: -1 }, sequences, at, reason: 'EXPIRED', text });
      return { ...step, letters: [...step.letters, ...letters] };
    }
    if (step.trouble.heldUntil > now) return step;
    const isOpen = (thing: string) => state.messages.some(({ id }) => things.get(id)?.includes(thing));
    const made = messagesOf(backlog.shift(limits.maxObjects), { isOpen, limits, at });
    for (const { message, things: named } of made) things.set(message.id, named);
    return made.length === 0
      ? step
      : { ...step, state: { ...state, messages: [...state.messages, ...made.map(({ message }) => message)] } };
  };

  /** Of messages that others have made it is not known what they are about. */
  const learnThings = async (messages: readonly DeliveryMessage[]) => {
    const ids = new Set(messages.map(({ id }) => id));
    for (const id of things.keys()) if (!ids.has(id)) things.delete(id);
    for (const { id, sequences } of messages) {
      if (things.has(id)) continue;
      const found = await parts.shelf.find(sequences);
      things.set(id, [...new Set(found.flatMap((version) => version?.thing ?? []))]);
    }
  };

  /** What has ended is under way until that is written. */
  const isUnderWay = (id: string): boolean => inFlight.has(id) || ended.some(({ message }) => message.id === id);

  /** Messages that may go now: none before an earlier one about the same thing is answered. */
  const ready = (messages: readonly DeliveryMessage[], now: number): DeliveryMessage[] => {
    const before = new Set<string>();
    const free = messages.filter(({ id, nextAttemptAt }) => {
      const about = things.get(id) ?? [];
      const isFirst = !about.some((thing) => before.has(thing));
      for (const thing of about) before.add(thing);
      return isFirst && !isUnderWay(id) && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= now);
    });
    return trouble.outages === 0 ? free : free.toSorted((one, other) => one.attempts - other.attempts);
  };

  const attempt = async (
    message: DeliveryMessage,
    { partner, route }: { partner: Partner; route: DeliveryRoute },
  ): Promise<EndedAttempt> => {
    const startedAt = clock.now();
    const ended = { message, startedAt, sent: message.sequences, newestReceivedAt: message.createdAt };
    try {
      const held = (await parts.shelf.find(message.sequences)).filter((version) => version !== undefined);
      const shown = await whichMayBeSent(held, { log: key.log, subscriber: partner, versions });
      if (shown.length === 0) return { ...ended, outcome: { kind: 'NOTHING' } };
      const newestReceivedAt = shown.reduce((newest, { receivedAt }) => (receivedAt > newest ? receivedAt : newest), '');
      const objects = await Promise.all(shown.map(async (version) => ({ bytes: await route.write(version), partner: version.partner })));
      const outcome = await parts.send({ ...messageContentOf(route, objects, parts.join), partner, id: message.id, signal: off.signal });
      attempts.set(outcome.kind, (attempts.get(outcome.kind) ?? 0) + 1);
      if (outcome.kind === 'DELIVERED') delivered += shown.length;
      return { ...ended, sent: shown.map(({ sequence }) => sequence), newestReceivedAt, outcome };
    } catch (error) {
      if (error instanceof StoreUnavailableError || off.signal.aborted) return { ...ended, outcome: { kind: 'NOT_TRIED' } };
      logger.error({ err: error, ...key, message: message.id }, 'a message could not be made');
      const fault = { code: 'INTERNAL', message: 'Something went wrong on our side.' };
      return { ...ended, outcome: { kind: 'RETRY', fault, isOutage: false, mayBeTaken: false } };
    }
  };

  const start = (message: DeliveryMessage, to: { partner: Partner; route: DeliveryRoute }) => {
    const going = attempt(message, to).then((each) => {
      inFlight.delete(message.id);
      ended.push(each);
      bell.ring();
    });
    inFlight.set(message.id, going);
  };

  /** One round. @returns how long there is nothing to do, at most; undefined: until something happens */
  const round = async (): Promise<number | undefined> => {
    if (isStale) await reload();
    const now = clock.now();
    const settled = [...ended];
    let step = judged(now);
    await learnThings(step.state.messages);
    const partner = findSubscriber();
    const route = partner && kind.routeFor(partner);
    const isOpen = partner !== undefined && route !== undefined && step.state.paused === undefined && !isStopped;
    const slots = isOpen ? (step.trouble.outages > 0 ? 1 : partner.limits.concurrency) : 0;
    const freeOf = (messages: readonly DeliveryMessage[]) => ready(messages, now).slice(0, Math.max(0, slots - inFlight.size));
    const wantsMore = () =>
      isOpen && step.state.messages.length < maxMessages && freeOf(step.state.messages).length + inFlight.size < slots;
    const hasMore = () => backlog.entries.length > 0 || backlog.isBehind;
    if (wantsMore() && hasMore()) step = await taken(step, now);
    if (!(await write(step))) return 0;
    ended = ended.filter((each) => !settled.includes(each));
    trouble = step.trouble;
    if (isOpen && trouble.heldUntil <= now) for (const message of freeOf(lane.state.messages)) start(message, { partner, route });
    if (ended.length > 0 || step.letters.length > 0 || (wantsMore() && hasMore() && trouble.heldUntil <= now)) return 0;
    return isOpen ? nextIn(now) : undefined;
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
        else await bell.wait(idleMs);
      } catch (error) {
        // Nothing is lost: the lane is read again, and what ended is drawn together with it.
        logger.warn({ err: error, ...key }, 'a lane of deliveries waits for the store');
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
      return { subscriber: key.subscriber, attempts, delivered, messages: messages.length, isPaused, isFailing };
    },
    offer: (growth) => {
      if (backlog.offer(growth)) bell.ring();
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
      const late = setTimeout(() => off.abort(new Error('this process is shutting down')), graceMs);
      await Promise.all(inFlight.values());
      clearTimeout(late);
      // What was answered meanwhile is not to be sent again; should this fail, it goes again under its identity.
      if (ended.length > 0) await round().catch(() => undefined);
    },
  };
}

function asMaybeTaken(message: DeliveryMessage): DeliveryMessage {
  return { ...message, mayBeTaken: true };
}

function missedMore({ missed }: LaneState, count: number, now: number): NonNullable<LaneState['missed']> {
  return { count: (missed?.count ?? 0) + count, at: new Date(now).toISOString() };
}
