import { randomUUID } from 'node:crypto';
import { createLease, type Lease } from '../../log/background-task.ts';
import type { EventBus } from '../../log/event-bus.ts';
import type { Logger } from '../../logger.ts';
import { batchesOf } from '../../store/batches.ts';
import type { Store } from '../../store/store.ts';
import { isStoreError } from '../../store/store-failure.ts';
import type { LogName } from '../../store/version-store.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { startWakeUpLoop, type WakeUpLoop } from '../../time/wake-up-loop.ts';
import type { Recipients } from '../recipient.ts';
import { DeliveryQueue, type DeliveryQueueOptions } from './delivery-queue.ts';
import { createLogWindow } from './log-window.ts';

export interface DelivererOptions extends Pick<DeliveryQueueOptions, 'kind' | 'send' | 'limits' | 'onAttempt'> {
  readonly store: Store;
  readonly recipients: Recipients;
  readonly bus: EventBus;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** Time between rounds without a wake-up, for commands of operators and lost wake-ups. @default 1_000 */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
}

/** Maximum number of queues that are opened concurrently. */
const maxConcurrentOpens = 100;

/**
 * Delivers one log to all its recipients: opens their delivery queues, and wakes them for new versions of the log and
 * commands of operators. One of the processes that share a store holds the lease and delivers; another one takes over
 * when the lease expires. If two processes ever believe that they hold it, the later one writes itself into each queue
 * as its holder before it sends, and the other one stops at its next write. So no version is in two messages, but one
 * message may be sent twice, with the same identity.
 */
export class Deliverer implements AsyncDisposable {
  readonly log: LogName;
  readonly #options: DelivererOptions;
  readonly #queueOptions: Omit<DeliveryQueueOptions, 'holder'>;
  readonly #lease: Lease;
  readonly #loop: WakeUpLoop;
  readonly #unsubscribes: readonly (() => void)[];
  readonly #queues = new Map<string, DeliveryQueue>();
  #commandsThrough = 0;
  /**
   * Changes each time the lease is acquired, because it is unknown which attempts an earlier holder left in flight.
   * Undefined while another process has the lease.
   */
  #holder: string | undefined;
  /** The last check found no queue, and no recipient needs one. Until one does, there is nothing to do or to query. */
  #isUnused = false;
  #isStopped = false;
  #isSuperseded = false;

  constructor(options: DelivererOptions) {
    const { store, recipients, bus, logger, clock = systemClock, pollMs = 1_000, leaseMs = 4_000 } = options;
    const { log } = options.kind;
    const versions = store.versions(log);
    this.log = log;
    this.#options = options;
    this.#queueOptions = {
      ...options,
      clock,
      versions,
      window: createLogWindow(versions, clock),
      deliveries: store.deliveries,
      findRecipient: recipients.find,
      onSuperseded: () => {
        this.#isSuperseded = true;
        this.#loop.wake();
      },
    };
    this.#lease = createLease(store, { name: `${recipients.leaseName}:${log}`, leaseMs });
    this.#loop = startWakeUpLoop({
      round: () => this.#round(),
      // Nothing is lost: versions that were not read stay in the log.
      onError: (error) => {
        if (!isStoreError(error)) logger.warn({ err: error, log }, 'deliveries failed; retrying');
      },
      pollMs,
    });
    this.#unsubscribes = [
      bus.subscribe('sequenced', (message) => {
        if (message.log === log) this.#loop.wake();
      }),
      recipients.onChange(() => {
        this.#wakeQueues();
        this.#loop.wake();
      }),
    ];
  }

  /** Resolves after the first round. */
  get started(): Promise<void> {
    return this.#loop.firstRound;
  }

  /** Returns the stats of the queues that this process runs. */
  stats(): readonly DeliveryQueue['stats'][] {
    return [...this.#queues.values()].map((queue) => queue.stats);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await this.#loop.stop();
    await this.#stopQueues();
    await this.#lease.release();
  }

  async #round(): Promise<void> {
    if (this.#isSuperseded) {
      this.#isSuperseded = false;
      this.#lease.distrust();
      await this.#stopQueues();
    }
    if (this.#isUnused && this.#missingRecipients().length === 0) return;
    this.#isUnused = false;
    if (!(await this.#lease.holds())) return this.#stopQueues();
    const hasNew = await this.#queueOptions.window.refresh();
    this.#holder ??= await this.#takeOver();
    await this.#openNewQueues(this.#holder);
    this.#isUnused = this.#queues.size === 0;
    if (this.#isUnused) return;
    await this.#reloadCommanded();
    if (hasNew) this.#wakeQueues();
  }

  /** Opens the stored queues. @returns the holder of the queues */
  async #takeOver(): Promise<string> {
    const { store, recipients } = this.#options;
    // The queues that are read next contain the effect of all earlier commands.
    ({ scannedThrough: this.#commandsThrough } = await store.deliveries.listCommanded(0));
    const holder = randomUUID();
    for (const stored of await store.deliveries.listQueues({ log: this.log })) {
      if (recipients.owns(stored.subscriber)) {
        this.#queues.set(stored.subscriber, new DeliveryQueue(stored, { ...this.#queueOptions, holder }));
      }
    }
    return holder;
  }

  /** Opens queues for new recipients. They start at the head of the log. */
  async #openNewQueues(holder: string): Promise<void> {
    for (const batch of batchesOf(this.#missingRecipients(), maxConcurrentOpens)) {
      await Promise.all(batch.map(({ id }) => this.#openQueue(id, holder)));
    }
  }

  /** Returns the recipients without a queue here. */
  #missingRecipients() {
    const { recipients, kind } = this.#options;
    return recipients.all().filter((recipient) => !this.#queues.has(recipient.id) && kind.routeFor(recipient) !== undefined);
  }

  async #openQueue(subscriber: string, holder: string): Promise<void> {
    const { store, clock = systemClock } = this.#options;
    const key = { subscriber, log: this.log };
    const offset = this.#queueOptions.window.bounds.head;
    const state = { offset, holder, messages: [], startedAt: new Date(clock.now()).toISOString() };
    const isNew = await store.deliveries.writeQueue({ ...key, version: 0, state });
    const stored = isNew ? { ...key, version: 1, state } : await store.deliveries.findQueue(key);
    // A concurrent round may have opened the queue already.
    if (stored === undefined || this.#isStopped || this.#queues.has(subscriber)) return;
    this.#queues.set(subscriber, new DeliveryQueue(stored, { ...this.#queueOptions, holder }));
  }

  /** Makes queues that operators have changed read their state again. */
  async #reloadCommanded(): Promise<void> {
    const { queues, scannedThrough } = await this.#options.store.deliveries.listCommanded(this.#commandsThrough);
    this.#commandsThrough = scannedThrough;
    for (const { log, subscriber, version } of queues) {
      const queue = log === this.log ? this.#queues.get(subscriber) : undefined;
      if (queue !== undefined && queue.version !== version) queue.reload();
    }
  }

  #wakeQueues(): void {
    for (const queue of this.#queues.values()) queue.wake();
  }

  async #stopQueues(): Promise<void> {
    const stopped = [...this.#queues.values()];
    this.#queues.clear();
    this.#holder = undefined;
    await Promise.all(stopped.map((queue) => queue.stop()));
  }
}

/**
 * Starts the delivery of one log to all its recipients.
 *
 * @returns when each recipient has its queue, so that everything stored from then on is delivered; also when the store
 *   is unavailable, or another process has the lease
 */
export async function openDeliverer(options: DelivererOptions): Promise<Deliverer> {
  const deliverer = new Deliverer(options);
  await deliverer.started;
  return deliverer;
}
