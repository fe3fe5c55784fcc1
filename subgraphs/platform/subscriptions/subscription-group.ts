import { errorTable } from '../errors.ts';
import { type LogMessage, type LogMessages, LogReadError, type ReadLog } from './log-reader.ts';
import { createKnownCursors, createPositionGroup, type PositionGroup, type Subscriber } from './position-group.ts';

/** Subscriptions that are equal but for where they started. They share every read and every message. */
export interface SubscriptionGroup {
  /** @param after undefined: from now on. @returns leaves the group */
  join(subscriber: Subscriber, after: string | undefined): () => void;
  /** The log has grown, or may have. */
  wake(): void;
  readonly size: number;
}

export interface GroupOptions {
  readonly read: ReadLog;
  readonly timing: GroupTiming;
  /** Runs a read when its turn has come; bounds the reads under way in this process. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Called when the last subscriber has left. */
  readonly onEmpty: () => void;
  readonly onError: (error: unknown) => void;
}

export interface GroupTiming {
  /** How long a stretch with more behind it waits for its slowest receivers before going on without them. */
  readonly paceMs: number;
  /** Wait after a read that failed, doubled each time up to the longest. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** Reads that fail one after the other before the subscribers are told. */
  readonly maxFailures: number;
}

/**
 * Makes a group. Its subscribers stand in cohorts: those of one cohort have been sent the same and are read for
 * together. A newcomer starts a cohort of its own at its cursor, reads until it stands where another cohort stands, and
 * the two become one. They stand at the same place exactly when one cursor is known to be both's, since equal cursors
 * have equal futures; cursors are opaque, so nothing else is compared. No event can be left out or doubled by that,
 * however reads, wake-ups, arrivals and departures fall.
 */
export function createSubscriptionGroup(options: GroupOptions): SubscriptionGroup {
  const { read, timing, inTurn } = options;
  const cohorts = new Set<PositionGroup>();
  const cohortOf = new Map<Subscriber, PositionGroup>();
  const marks = createKnownCursors();

  function join(subscriber: Subscriber, after: string | undefined): () => void {
    const known = after === undefined ? undefined : marks.find(after);
    const cohort = known ?? open(createPositionGroup(after));
    place(subscriber, cohort);
    if (known === undefined) {
      if (after !== undefined) marks.add(cohort, after);
      void follow(cohort);
    }
    return () => leave(subscriber);
  }

  function leave(subscriber: Subscriber): void {
    const cohort = cohortOf.get(subscriber);
    if (cohort === undefined) return;
    cohortOf.delete(subscriber);
    cohort.members.delete(subscriber);
    if (cohort.members.size === 0) close(cohort);
    if (cohortOf.size === 0) options.onEmpty();
  }

  /** Reads for a cohort until nothing more is there. One at a time per cohort: a wake-up meanwhile makes it look again. */
  async function follow(cohort: PositionGroup): Promise<void> {
    cohort.again = true;
    if (cohort.following || cohort.waiting) return;
    cohort.following = true;
    while (cohorts.has(cohort) && !cohort.waiting && (cohort.again || cohort.behind)) {
      if (cohort.behind) await pace(cohort);
      cohort.again = false;
      if (cohorts.has(cohort)) await step(cohort);
    }
    cohort.following = false;
  }

  async function step(cohort: PositionGroup): Promise<void> {
    try {
      const page = await inTurn(() => read(cohort.position));
      cohort.failures = 0;
      if (cohorts.has(cohort)) take(cohort, page);
    } catch (error) {
      options.onError(error);
      if (cohorts.has(cohort)) retryOrFail(cohort, error);
    }
  }

  /** Everything in here happens at once: no cohort is ever seen between two places. */
  function take(cohort: PositionGroup, { messages, cursor, hasMore }: LogMessages): void {
    for (const [index, message] of messages.entries()) {
      const twin = marks.find(message.cursor);
      if (twin !== undefined && twin !== cohort) {
        deliver(cohort, messages.slice(0, index + 1));
        merge(cohort, twin, hasMore || index + 1 < messages.length);
        return;
      }
    }
    deliver(cohort, messages);
    const last = messages.at(-1);
    if (last !== undefined) marks.move(cohort, last.cursor);
    cohort.position = cursor;
    cohort.behind = hasMore;
    const twin = marks.find(cursor) ?? cohort;
    if (twin === cohort) marks.add(cohort, cursor);
    else merge(cohort, twin, hasMore);
  }

  function deliver(cohort: PositionGroup, messages: readonly LogMessage[]): void {
    if (messages.length > 0) for (const member of [...cohort.members]) member.deliver(messages);
  }

  /** @param more whether `cohort` has seen events beyond the common place; they are left to `other` to read */
  function merge(cohort: PositionGroup, other: PositionGroup, more: boolean): void {
    for (const member of cohort.members) place(member, other);
    close(cohort);
    if (more) void follow(other);
  }

  /**
   * Lets the receivers of a long stretch take it before more is read, so that a replay never fills a queue. Those far
   * slower than the others go on as a cohort of their own.
   */
  async function pace(cohort: PositionGroup): Promise<void> {
    for (;;) {
      const slow = [...cohort.members].filter((member) => !member.drained);
      if (slow.length === 0) return;
      if (await isWithin(Promise.all(slow.map((member) => member.whenDrained())), timing.paceMs)) return;
      const slower = slow.filter((member) => cohort.members.has(member) && !member.drained);
      if (slower.length > 0 && slower.length < cohort.members.size) return splitOff(cohort, slower);
    }
  }

  /** The part that stays keeps the marks: the slow part is not to be joined by others, it joins them when it can. */
  function splitOff(cohort: PositionGroup, slower: readonly Subscriber[]): void {
    const apart = open({ ...createPositionGroup(cohort.position), behind: true });
    for (const member of slower) {
      cohort.members.delete(member);
      place(member, apart);
    }
    void follow(apart);
  }

  function retryOrFail(cohort: PositionGroup, error: unknown): void {
    cohort.failures += 1;
    if (isRetryable(error) && cohort.failures < timing.maxFailures) {
      // Wake-ups do not shorten the wait; they would use up the attempts while the cause is still there.
      cohort.waiting = true;
      const waitMs = Math.min(timing.longestRetryMs, timing.retryMs * 2 ** (cohort.failures - 1));
      setTimeout(() => {
        cohort.waiting = false;
        void follow(cohort);
      }, waitMs).unref();
      return;
    }
    const members = [...cohort.members];
    close(cohort);
    for (const member of members) {
      cohortOf.delete(member);
      member.fail(error);
    }
    if (cohortOf.size === 0) options.onEmpty();
  }

  function place(subscriber: Subscriber, cohort: PositionGroup): void {
    cohort.members.add(subscriber);
    cohortOf.set(subscriber, cohort);
  }

  function open(cohort: PositionGroup): PositionGroup {
    cohorts.add(cohort);
    return cohort;
  }

  function close(cohort: PositionGroup): void {
    cohorts.delete(cohort);
    marks.remove(cohort);
    cohort.members.clear();
  }

  return {
    join,
    wake: () => {
      for (const cohort of [...cohorts]) void follow(cohort);
    },
    get size() {
      return cohortOf.size;
    },
  };
}

function isRetryable(error: unknown): boolean {
  const code = error instanceof LogReadError ? error.errors[0]?.extensions.code : 'INTERNAL';
  return code === undefined || errorTable[code].retryable;
}

async function isWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const first = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return first;
}
