import type { LogMessage } from './log-reader.ts';

/** Where the messages of one subscription go. None of its methods throws. */
export interface Subscriber {
  /** Takes messages in log order, or leaves them out and says so to the client when its queue is full. */
  deliver(messages: readonly LogMessage[]): void;
  /** Whether everything delivered so far has left this process. */
  readonly drained: boolean;
  /** Also resolves when the subscription ends. */
  whenDrained(): Promise<void>;
  /** Ends the subscription with an error. */
  fail(error: unknown): void;
}

/** Subscribers of a group that have been sent the same. */
export interface PositionGroup {
  readonly members: Set<Subscriber>;
  /** Read on behind this; undefined until the head was asked for. */
  position: string | undefined;
  /** Whether the last page said that there is more. */
  behind: boolean;
  /** Whether somebody reads for it now. */
  following: boolean;
  /** Whether the log has grown since that reading began. */
  again: boolean;
  /** Whether a failed read is to be repeated later. */
  waiting: boolean;
  /** Reads that failed one after the other. */
  failures: number;
}

/** @param start undefined: where the head is when it is first read */
export function createPositionGroup(start: string | undefined): PositionGroup {
  return { members: new Set(), position: start, behind: false, following: false, again: false, waiting: false, failures: 0 };
}

/**
 * Knows by which cursors the places of cohorts can be told: behind each of a cohort's marks lie the same matching
 * events as in front of its subscribers. Those are the cursor of the last event sent and the ends of pages without
 * events since. A mark belongs to one cohort: two that share one stand at the same place.
 */
export interface KnownCursors {
  /** Who stands at this cursor. */
  find(cursor: string): PositionGroup | undefined;
  /** The cohort stands here and no longer where it stood. */
  move(cohort: PositionGroup, cursor: string): void;
  /** The cohort's place is also known by this cursor. */
  add(cohort: PositionGroup, cursor: string): void;
  remove(cohort: PositionGroup): void;
}

/** A cohort collects marks for as long as the log grows by what it does not want. */
const maxMarks = 64;

export function createKnownCursors(): KnownCursors {
  const holders = new Map<string, PositionGroup>();
  const marksOf = new Map<PositionGroup, string[]>();
  const marks: KnownCursors = {
    find: (cursor) => holders.get(cursor),
    move(cohort, cursor) {
      marks.remove(cohort);
      marks.add(cohort, cursor);
    },
    add(cohort, cursor) {
      const held = marksOf.get(cohort) ?? [];
      if (held.includes(cursor)) return;
      holders.set(cursor, cohort);
      held.push(cursor);
      marksOf.set(cohort, held);
      if (held.length <= maxMarks) return;
      // The first one is the last event's, by which resuming clients come in; of the others the oldest goes.
      for (const oldest of held.splice(1, 1)) holders.delete(oldest);
    },
    remove(cohort) {
      for (const cursor of marksOf.get(cohort) ?? []) holders.delete(cursor);
      marksOf.delete(cohort);
    },
  };
  return marks;
}
