import type { Logger } from '../logger.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-failure.ts';
import type { LogName } from '../store/version-store.ts';
import type { EventBus } from './event-bus.ts';
import { createLease } from './lease.ts';

/** Gives the versions of one log their numbers and wakes the readers. */
export interface Sequencer extends AsyncDisposable {
  /** Says that versions became durable here. Returns at once. */
  wake(): void;
}

export interface SequencerOptions {
  readonly store: Store;
  readonly log: LogName;
  readonly bus: EventBus;
  readonly logger: Logger;
  /** Whether several processes share the store, so that a lease decides which of them announces. */
  readonly shared: boolean;
  /** How often to look without being woken: finds what a lost wake-up or a crashed process left behind. */
  readonly pollMs?: number;
  readonly leaseMs?: number;
}

/**
 * Starts the announcer of a log, and repairs at once what a crash left unannounced. One of the processes that share a
 * store holds the lease and announces; another takes over when the lease runs out. Should two ever believe that they
 * hold it, the store still gives no version two numbers.
 */
export function startSequencer(options: SequencerOptions): Sequencer {
  const { store, log, bus, logger, shared, pollMs = 1_000, leaseMs = 4_000 } = options;
  const versions = store.versions(log);
  const lease = createLease(store, { name: `sequencer:${log}`, shared, leaseMs });
  let publishedHead = -1;
  let wanted = false;
  let running: Promise<void> | undefined;
  let stopped = false;

  const announceAll = async (): Promise<void> => {
    if (!(await lease.holds())) return;
    while ((await versions.assignSequences()) > 0 && !stopped && (await lease.holds()));
    const { head } = await versions.bounds();
    if (head === publishedHead) return;
    publishedHead = head;
    bus.publish('sequenced', { log, head });
  };

  const run = async (): Promise<void> => {
    while (wanted && !stopped) {
      // Everything that one commit made durable is announced together.
      await new Promise((resolve) => setImmediate(resolve));
      wanted = false;
      try {
        await announceAll();
      } catch (error) {
        // Nothing is lost: the versions wait in the store and the next round finds them.
        if (!isStoreError(error)) logger.warn({ err: error, log }, 'sequencing failed; retrying');
      }
    }
    running = undefined;
  };

  const wake = (): void => {
    wanted = true;
    running ??= run();
  };

  const unsubscribe = bus.subscribe('appended', (message) => {
    if (message.log === log) wake();
  });
  const poll = setInterval(wake, pollMs);
  poll.unref();
  wake();

  return {
    wake: () => {
      wake();
      if (shared) bus.publish('appended', { log });
    },
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      clearInterval(poll);
      unsubscribe();
      await running;
      await lease.release();
    },
  };
}
