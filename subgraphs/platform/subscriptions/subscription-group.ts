import { errorTable } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import { type BackoffLimits, startWakeUpLoop, type WakeUpLoop } from '../time/wake-up-loop.ts';
import { within } from '../time/within.ts';
import { type LogMessage, type LogMessages, LogReadError, type ReadLog } from './log-reader.ts';

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
