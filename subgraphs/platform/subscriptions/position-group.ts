import type { WakeUpLoop } from '../time/wake-up-loop.ts';
import type { LogMessage } from './log-reader.ts';

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
export interface PositionGroup {
  readonly members: Set<Subscriber>;
  /** Cursor after which the next read starts; undefined until the head of the log has been read. */
  position: string | undefined;
  /** Whether the log has more events after the last page. */
  hasMore: boolean;
  /** Number of events that are read one by one, because a page of them failed repeatedly. */
  singleReads: number;
  /** Reads the log for the members. */
  readonly loop: WakeUpLoop;
}

/**
 * Finds position groups by cursor. All known cursors of a group are followed by the same matching events: the cursor of
 * the last event sent and the ends of the later pages without events. A cursor belongs to one group: two groups with a
 * common cursor are at the same position.
 */
export interface KnownCursors {
  find(cursor: string): PositionGroup | undefined;
  /** Replaces the cursors of a group. */
  move(group: PositionGroup, cursor: string): void;
  /** Adds another cursor for the same position. */
  add(group: PositionGroup, cursor: string): void;
  remove(group: PositionGroup): void;
}

/** A group collects cursors for as long as only events that it does not select are appended to the log. */
const maxCursors = 64;

export function createKnownCursors(): KnownCursors {
  const groups = new Map<string, PositionGroup>();
  const cursorsOf = new Map<PositionGroup, string[]>();
  const known: KnownCursors = {
    find: (cursor) => groups.get(cursor),
    move(group, cursor) {
      known.remove(group);
      known.add(group, cursor);
    },
    add(group, cursor) {
      const cursors = cursorsOf.get(group) ?? [];
      if (cursors.includes(cursor)) return;
      groups.set(cursor, group);
      cursors.push(cursor);
      cursorsOf.set(group, cursors);
      if (cursors.length <= maxCursors) return;
      // The first cursor, that of the last event, is kept, because resuming clients send it.
      for (const oldest of cursors.splice(1, 1)) groups.delete(oldest);
    },
    remove(group) {
      for (const cursor of cursorsOf.get(group) ?? []) groups.delete(cursor);
      cursorsOf.delete(group);
    },
  };
  return known;
}
