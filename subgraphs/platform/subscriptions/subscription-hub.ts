import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';
import { errorTable } from '../errors.ts';
import type { Engine, Variables } from '../graphql/engine.ts';
import { createTurns } from '../json/steps.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { type Clock, within } from '../time/clock.ts';
import { type BackoffLimits, startWakeUpLoop, type WakeUpLoop } from '../time/wake-up-loop.ts';
import type { LogOperation } from './log-operation.ts';
import { createLogReader, type LogMessage, type LogMessages, LogReadError, type ReadLog } from './log-reader.ts';

export interface Subscription {
  readonly operation: LogOperation;
  readonly variables: Variables;
  readonly caller: Caller;
}

/** Streams logs to all subscriptions of this process. */
export type SubscriptionHub = ReturnType<typeof createSubscriptionHub>;

export interface HubTiming extends GroupTiming {
  /** Interval at which the heads of the logs are read in case a wake-up was lost. */
  readonly pollMs: number;
}

const defaultHubTiming: HubTiming = { pollMs: 2_000, paceMs: 1_000, firstRetryMs: 250, maxRetryMs: 5_000, maxFailures: 10 };

export interface HubMetrics {
  /** Sets the number of groups of equal subscriptions. */
  groups(count: number): void;
  logRead(): void;
}

export interface HubOptions {
  readonly engine: Engine;
  readonly bus: Pick<EventBus, 'subscribe' | 'isLossless'>;
  readonly logger: Logger;
  readonly metrics: HubMetrics;
  /** Creates a counter for the rows of one read; returns undefined if rows are not audited. @default never audited */
  readonly countRows?: () => RowCounter | undefined;
  readonly timing?: Partial<HubTiming>;
  /** Maximum number of events in one read. @default 100 */
  readonly pageSize?: number;
}

const maxConcurrentReads = 16;

interface Entry {
  readonly group: SubscriptionGroup;
  readonly log: string;
  readonly read: ReadLog;
}

/**
 * Creates the hub. Subscriptions with equal {@link groupKeyOf group keys} and variables except `after` form one
 * group. The bus wakes the groups. If its messages may get lost, the head of each log in use is also polled, by one read for all
 * groups of the log.
 */
export function createSubscriptionHub(options: HubOptions) {
  const { engine, bus, logger, metrics, countRows, pageSize = 100 } = options;
  const timing = { ...defaultHubTiming, ...options.timing };
  const entries = new Map<string, Entry>();
  const inTurn = createTurns(maxConcurrentReads);
  const heads = new Map<string, string>();

  const wake = (log: string): void => {
    for (const { log: own, group } of entries.values()) if (own === log) group.wake();
  };
  const unsubscribe = bus.subscribe('sequenced', ({ log }) => wake(log));
  const polling = bus.isLossless
    ? undefined
    : startWakeUpLoop({
        round: pollHeads,
        onError: (error) => logger.debug({ err: error }, 'the end of a log could not be read'),
        pollMs: timing.pollMs,
        backoff: { firstRetryMs: timing.pollMs, maxRetryMs: timing.pollMs },
      });

  async function pollHeads(): Promise<void> {
    const readers = new Map([...entries.values()].map(({ log, read }) => [log, read]));
    for (const log of heads.keys()) if (!readers.has(log)) heads.delete(log);
    const failures: unknown[] = [];
    for (const [log, read] of readers) {
      try {
        const { cursor } = await inTurn(() => read(undefined));
        if (heads.get(log) !== cursor) wake(log);
        heads.set(log, cursor);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  function openGroup(key: string, { operation, variables, caller }: Subscription): Entry {
    const { log } = operation.logField;
    const read = createLogReader({ engine, operation, variables, caller, logger, pageSize, countRows });
    const group = new SubscriptionGroup({
      read: (after, isSingle) => {
        metrics.logRead();
        return read(after, isSingle);
      },
      timing,
      inTurn,
      onEmpty: () => {
        entries.delete(key);
        metrics.groups(entries.size);
      },
      onError: (error) => logger.warn({ err: error, log }, 'a log could not be read for its subscriptions'),
    });
    const entry = { group, log, read };
    entries.set(key, entry);
    metrics.groups(entries.size);
    return entry;
  }

  return {
    /** Starts a subscription. @returns a function that ends it */
    subscribe(subscription: Subscription, subscriber: Subscriber): () => void {
      const { operation, variables, caller } = subscription;
      const values = operation.variablesFor(variables, { after: undefined, first: pageSize });
      const key = `${groupKeyOf(operation, caller)}\n${JSON.stringify(values)}`;
      const { group } = entries.get(key) ?? openGroup(key, subscription);
      return group.join(subscriber, operation.startOf(variables));
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      unsubscribe();
      await polling?.stop();
      for (const { group } of entries.values()) group[Symbol.dispose]();
      entries.clear();
    },
  };
}

/** Returns a key that is equal for equal subscriptions of one tenant under the same rights, given equal variables. */
export function groupKeyOf({ key }: LogOperation, caller: Caller): string {
  return [caller.tenant, caller.key, key].join('\n');
}

/** Receives the messages of one subscription. None of its methods throws. */
export interface Subscriber {
  /** Accepts messages in log order. If its queue is full, it skips them and reports the gap to the client. */
  deliver(messages: readonly LogMessage[]): void;
  /** Returns whether everything delivered so far has left this process. */
  isDrained(): boolean;
  /** Also resolves when the subscription ends. */
  whenDrained(): Promise<void>;
  /** Ends the subscription with an error. */
  fail(error: unknown): void;
}

/** Subscribers of a subscription group that have been sent the same events. */
interface PositionGroup {
  readonly members: Set<Subscriber>;
  /** Cursor after which the next read starts; undefined until the head of the log has been read. */
  position: string | undefined;
  /** Cursors that are followed by the same matching events: that of the last event sent, and the end of the last page. */
  cursors: readonly string[];
  /** Whether the log has more events after the last page. */
  hasMore: boolean;
  /** Number of events that are read one by one, because a page of them failed repeatedly. */
  singleReads: number;
  /** Reads the log for the members. */
  readonly loop: WakeUpLoop;
}

export interface GroupOptions {
  readonly read: ReadLog;
  readonly timing: GroupTiming;
  /** Runs a read when its turn comes; limits the number of concurrent reads of this process. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Called when the last subscriber has left. */
  readonly onEmpty: () => void;
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock | undefined;
}

/** Number of consecutive failures after which the events of a page are read one by one. */
const maxPageFailures = 3;
/** Number of events that are then read one by one. A page usually has fewer. */
const maxSingleReads = 100;

export interface GroupTiming extends BackoffLimits {
  /** Time for which a replay waits for its slowest subscribers before it continues without them. */
  readonly paceMs: number;
  /** Number of consecutive failed reads after which the subscriptions fail. */
  readonly maxFailures: number;
}

/**
 * Subscriptions that differ only in their start. They share every read and every message.
 *
 * The subscribers are divided into position groups: those that have been sent the same events and therefore share
 * reads. A new subscriber starts its own position group at its cursor, which reads until it reaches the position of
 * another group; then the two are merged. Two groups are at the same position exactly if they share a known cursor,
 * since equal cursors are followed by equal events. Cursors are opaque, so nothing else is compared. Therefore no event
 * is lost or sent twice, in whatever order reads, wake-ups, joins and leaves happen.
 */
export class SubscriptionGroup implements Disposable {
  readonly #options: GroupOptions;
  readonly #groups = new Set<PositionGroup>();
  readonly #groupOf = new Map<Subscriber, PositionGroup>();
  /** The groups by their {@link PositionGroup.cursors}. A cursor belongs to one group. */
  readonly #byCursor = new Map<string, PositionGroup>();

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#groupOf.size;
  }

  /** Adds a subscriber. @param after undefined for new events only. @returns a function that removes it */
  join(subscriber: Subscriber, after: string | undefined): () => void {
    const known = after === undefined ? undefined : this.#byCursor.get(after);
    const group = known ?? this.#open(after);
    this.#add(subscriber, group);
    if (known === undefined && after !== undefined) this.#know(group, [after]);
    return () => this.#leave(subscriber);
  }

  /** Reads the log again, because it may have grown. */
  wake(): void {
    for (const { loop } of this.#groups) loop.wake();
  }

  /** Stops reading. */
  [Symbol.dispose](): void {
    for (const group of this.#groups) this.#close(group);
  }

  #open(position: string | undefined, { hasMore = false } = {}): PositionGroup {
    const { timing, clock } = this.#options;
    const group: PositionGroup = {
      members: new Set(),
      position,
      cursors: [],
      hasMore,
      singleReads: 0,
      loop: startWakeUpLoop({
        round: () => this.#readPage(group),
        onError: (error, failures) => this.#onReadError(group, error, failures),
        backoff: timing,
        clock,
      }),
    };
    this.#groups.add(group);
    return group;
  }

  #close(group: PositionGroup): void {
    void group.loop.stop();
    this.#groups.delete(group);
    this.#know(group, []);
    group.members.clear();
  }

  #know(group: PositionGroup, cursors: readonly string[]): void {
    for (const former of group.cursors) this.#byCursor.delete(former);
    for (const cursor of cursors) this.#byCursor.set(cursor, group);
    group.cursors = cursors;
  }

  #add(subscriber: Subscriber, group: PositionGroup): void {
    group.members.add(subscriber);
    this.#groupOf.set(subscriber, group);
  }

  #leave(subscriber: Subscriber): void {
    const group = this.#groupOf.get(subscriber);
    if (group === undefined) return;
    this.#groupOf.delete(subscriber);
    group.members.delete(subscriber);
    if (group.members.size === 0) this.#close(group);
    if (this.#groupOf.size === 0) this.#options.onEmpty();
  }

  /** Reads one page for a position group. @returns 0 to read the next page immediately */
  async #readPage(group: PositionGroup): Promise<number | undefined> {
    const { read, inTurn } = this.#options;
    if (group.hasMore) await this.#waitForSubscribers(group);
    if (!this.#groups.has(group)) return undefined;
    const isSingle = group.singleReads > 0;
    const page = await inTurn(() => read(group.position, isSingle));
    if (isSingle) group.singleReads -= 1;
    if (this.#groups.has(group)) this.#deliverPage(group, page);
    return group.hasMore ? 0 : undefined;
  }

  /** Runs without interruption, so that no position group is ever observed between two positions. */
  #deliverPage(group: PositionGroup, { messages, cursor, hasMore }: LogMessages): void {
    for (const [index, message] of messages.entries()) {
      const other = this.#byCursor.get(message.cursor);
      if (other !== undefined && other !== group) {
        deliver(group, messages.slice(0, index + 1));
        this.#merge(group, other, hasMore || index + 1 < messages.length);
        return;
      }
    }
    deliver(group, messages);
    group.position = cursor;
    group.hasMore = hasMore;
    const other = this.#byCursor.get(cursor) ?? group;
    // Resuming clients send the cursor of the last event.
    if (other === group) this.#know(group, [messages.at(-1)?.cursor ?? group.cursors[0] ?? cursor, cursor]);
    else this.#merge(group, other, hasMore);
  }

  /**
   * Merges two position groups. @param hasMore whether `group` has read events after the common position, so that
   * `other` has to read them again
   */
  #merge(group: PositionGroup, other: PositionGroup, hasMore: boolean): void {
    for (const member of group.members) this.#add(member, other);
    this.#close(group);
    if (hasMore) other.loop.wake();
  }

  /**
   * Lets the subscribers receive a page before the next one is read, so that a replay never fills a queue. Subscribers
   * that are much slower than the others continue as a separate position group.
   */
  async #waitForSubscribers(group: PositionGroup): Promise<void> {
    for (;;) {
      const waiting = [...group.members].filter((member) => !member.isDrained());
      if (waiting.length === 0) return;
      const drained = Promise.all(waiting.map((member) => member.whenDrained()));
      if ((await within(this.#options.timing.paceMs, drained, () => 'late')) !== 'late') return;
      const slow = waiting.filter((member) => group.members.has(member) && !member.isDrained());
      if (slow.length > 0 && slow.length < group.members.size) return this.#splitOff(group, slow);
    }
  }

  /**
   * The fast part keeps the known cursors, so that it does not join the slow part; the slow part joins it when
   * possible.
   */
  #splitOff(group: PositionGroup, slow: readonly Subscriber[]): void {
    const slowGroup = this.#open(group.position, { hasMore: true });
    for (const member of slow) {
      group.members.delete(member);
      this.#add(member, slowGroup);
    }
  }

  #onReadError(group: PositionGroup, error: unknown, failures: number): void {
    this.#options.onError(error);
    if (!this.#groups.has(group)) return;
    if (isRetryable(error) && failures < this.#options.timing.maxFailures) {
      if (failures >= maxPageFailures) group.singleReads = maxSingleReads;
      return;
    }
    const members = [...group.members];
    this.#close(group);
    for (const member of members) {
      this.#groupOf.delete(member);
      member.fail(error);
    }
    if (this.#groupOf.size === 0) this.#options.onEmpty();
  }
}

function deliver({ members }: PositionGroup, messages: readonly LogMessage[]): void {
  if (messages.length > 0) for (const member of [...members]) member.deliver(messages);
}

function isRetryable(error: unknown): boolean {
  const code = error instanceof LogReadError ? error.errors[0]?.extensions.code : 'INTERNAL';
  return code === undefined || errorTable[code].retryable;
}
