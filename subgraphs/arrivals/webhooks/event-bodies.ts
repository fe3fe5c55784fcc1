import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import type { Clock } from '#platform/time/clock.ts';

/** The bodies of events by their numbers in the log. Events that are not sent are missing. */
export type EventBodies = ReadonlyMap<number, Buffer>;

/** Reads the events after a number of the log, at most as many as the limit. */
export type ReadBodies = (after: number, limit: number) => Promise<EventBodies>;

/** The bodies of events for several webhooks. */
export interface SharedBodies {
  /**
   * Returns the body of an event; undefined if it is not sent. The event is read unless it was read shortly before, one
   * read of a group at a time. The reads that follow a recent one also read the next events.
   *
   * @param group identifies the webhooks whose events have equal bodies
   */
  find(group: string, sequence: number, read: ReadBodies): Promise<Buffer | undefined>;
}

/**
 * How long a body is used after it was read. A later attempt shows what has changed since: thresholds, marks, and data
 * that is joined to the event.
 */
const maxAgeMs = 1_000;
/** Maximum number of events in one read. */
const maxEvents = 16;

export function createSharedBodies(clock: Pick<Clock, 'now'>): SharedBodies {
  const recent = sharedCachePool.open<string, { readonly body: Buffer | undefined; readonly until: number }>();
  const lastReads = sharedCachePool.open<string, { readonly until: number }>();
  const inProgress = new Map<string, Promise<Buffer | undefined>>();

  const isRecent = (entry: { readonly until: number } | undefined) => entry !== undefined && entry.until > clock.now();
  const readFrom = async (group: string, sequence: number, read: ReadBodies): Promise<Buffer | undefined> => {
    const limit = isRecent(lastReads.get(group)) ? maxEvents : 1;
    const until = clock.now() + maxAgeMs;
    lastReads.set(group, { until }, 0);
    try {
      const bodies = await read(sequence - 1, limit);
      recent.set(keyOf(group, sequence), { body: undefined, until }, 0);
      for (const [number, body] of bodies) recent.set(keyOf(group, number), { body, until }, body.length);
      return bodies.get(sequence);
    } finally {
      inProgress.delete(group);
    }
  };
  return {
    find: async (group, sequence, read) => {
      for (;;) {
        const known = recent.get(keyOf(group, sequence));
        if (known !== undefined && isRecent(known)) return known.body;
        const other = inProgress.get(group);
        if (other === undefined) break;
        // It may include this event. Its failure is thrown to the caller that began it.
        await other.catch(() => undefined);
      }
      const reading = readFrom(group, sequence, read);
      inProgress.set(group, reading);
      return reading;
    },
  };
}

function keyOf(group: string, sequence: number): string {
  return `${sequence} ${group}`;
}
