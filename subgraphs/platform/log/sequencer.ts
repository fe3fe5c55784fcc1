import type { Logger } from '../logger.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-failure.ts';
import { type LogName, maxAssigned } from '../store/version-store.ts';
import { systemClock } from '../time/clock.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import type { EventBus } from './event-bus.ts';
import { createIdlePoll } from './idle-poll.ts';
import { createLease } from './lease.ts';

/** Assigns numbers to the versions of one log and wakes the readers. */
export interface Sequencer extends AsyncDisposable {
  /** Reports that this process has stored versions. Returns immediately. */
  wake(): void;
}

export interface SequencerOptions {
  readonly store: Store;
  readonly log: LogName;
  readonly bus: EventBus;
  readonly logger: Logger;
  /** Whether several processes share the store, so that a lease decides which of them assigns numbers. */
  readonly shared: boolean;
  /** How often the sequencer polls for versions after a wake-up, and while the bus is disconnected. Default 1,000. */
  readonly pollMs?: number;
  readonly leaseMs?: number;
  /**
   * Called when new numbers were assigned. @param lagMs time since the first of their versions was reported as stored
   */
  readonly onSequenced?: (log: LogName, lagMs: number) => void;
}

/**
 * Starts the sequencer of a log, which first numbers the versions that a crash has left. Of the processes that share a
 * store, the one that holds the lease assigns numbers; another one takes over when the lease expires. Even if two
 * processes believe that they hold it, the store does not assign two numbers to a version.
 */
export function startSequencer(options: SequencerOptions): Sequencer {
  const { store, log, bus, logger, shared, pollMs = 1_000, leaseMs = 4_000, onSequenced } = options;
  const versions = store.versions(log);
  const lease = createLease(store, { name: `sequencer:${log}`, shared, leaseMs });
  const poll = createIdlePoll({ bus, shared, clock: systemClock, activeMs: 2 * leaseMs });
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
    if (waitingSince !== undefined) onSequenced?.(log, performance.now() - waitingSince);
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
    wake: () => {
      wake();
      if (shared) bus.publish('appended', { log });
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await loop.stop();
      await lease.release();
    },
  };
}
