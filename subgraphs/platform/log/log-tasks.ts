import type { Logger } from '../logger.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-failure.ts';
import { type LogName, maxAssigned } from '../store/version-store.ts';
import { systemClock } from '../time/clock.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import { createIdlePoll, createLease } from './background-task.ts';
import type { EventBus } from './event-bus.ts';

/** The background tasks of one log. */
export type LogTasks = ReturnType<typeof startLogTasks>;

/** What the tasks of all logs of a process need. */
export interface LogTaskParts {
  readonly store: Store;
  readonly bus: EventBus;
  readonly logger: Logger;
  /** How long versions can be replayed. */
  readonly retentionMs: number;
  /** Is told about new numbers. @param lagMs time since the first of their versions was reported as stored */
  readonly metrics: { sequenced(log: LogName, lagMs: number): void };
}

/** Time between two trims of a log. */
const trimMs = 300_000;

/** Starts the tasks of a log: its versions get numbers, its readers are woken, and it is trimmed to the retention. */
export function startLogTasks(log: LogName, parts: LogTaskParts) {
  const { store, bus, logger, retentionMs, metrics } = parts;
  const sequencer = bus.isLossless ? undefined : startSequencer(log, parts);
  const retention = startWakeUpLoop({
    pollMs: trimMs,
    backoff: { firstRetryMs: trimMs, maxRetryMs: trimMs },
    // Only replays are affected; versions stay.
    round: async () => {
      await store.versions(log).trimLog(new Date(Date.now() - retentionMs).toISOString());
    },
    onError: (error) => {
      if (!isStoreError(error)) logger.warn({ err: error, log }, 'trimming the log failed; retrying in five minutes');
    },
  });
  return {
    /** Reports that this process has stored versions. Returns immediately. */
    wake: (): void => {
      if (sequencer === undefined) {
        // SQLite has assigned the numbers together with the write.
        bus.publish('sequenced', { log });
        metrics.sequenced(log, 0);
      } else sequencer.wake();
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await retention.stop();
      await sequencer?.[Symbol.asyncDispose]();
    },
  };
}

/** How often the sequencer polls for versions after a wake-up, and while the bus is disconnected. */
const pollMs = 1_000;
const leaseMs = 4_000;

/**
 * Starts the sequencer of a log, which first numbers the versions that a crash has left. Of the processes that share a
 * store, the one that holds the lease assigns numbers; another one takes over when the lease expires. Even if two
 * processes believe that they hold it, the store does not assign two numbers to a version.
 */
function startSequencer(log: LogName, { store, bus, logger, metrics }: LogTaskParts) {
  const versions = store.versions(log);
  const lease = createLease(store, { name: `sequencer:${log}`, leaseMs });
  const poll = createIdlePoll({ bus, clock: systemClock, activeMs: 2 * leaseMs });
  let publishedHead = -1;
  /** When the first version that waits for its number was reported as stored. */
  let storedAt: number | undefined;

  const round = async (signal: AbortSignal): Promise<void> => {
    if (!poll.isDue()) return;
    const waitingSince = storedAt;
    storedAt = undefined;
    if (!(await lease.holds())) return;
    let assigned = await versions.assignSequences();
    if (poll.isIdle) {
      if (assigned === 0) return;
      poll.wake();
    }
    // After fewer, only versions wait whose writer wakes this loop again.
    while (assigned === maxAssigned && !signal.aborted && (await lease.holds())) assigned = await versions.assignSequences();
    const { head } = await versions.bounds();
    if (head === publishedHead) return;
    publishedHead = head;
    bus.publish('sequenced', { log, head });
    if (waitingSince !== undefined) metrics.sequenced(log, performance.now() - waitingSince);
  };
  const loop = startWakeUpLoop({
    round,
    // Nothing is lost: the versions wait in the store and the next round finds them.
    onError: (error) => {
      poll.wake();
      if (!isStoreError(error)) logger.warn({ err: error, log }, 'sequencing failed; retrying');
    },
    pollMs,
  });
  const wake = (): void => {
    storedAt ??= performance.now();
    poll.wake();
    loop.wake();
  };
  const unsubscribe = bus.subscribe('appended', (message) => {
    if (message.log === log) wake();
  });
  return {
    wake: (): void => {
      wake();
      bus.publish('appended', { log });
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await loop.stop();
      await lease.release();
    },
  };
}
