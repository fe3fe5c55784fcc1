import { randomUUID } from 'node:crypto';
import type { EventBus } from '../../log/event-bus.ts';
import { createLease, type Lease } from '../../log/lease.ts';
import type { Logger } from '../../logger.ts';
import type { StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import { isStoreError } from '../../store/store-failure.ts';
import type { LogName, VersionStore } from '../../store/version-store.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { startWakeUpLoop, type WakeUpLoop } from '../../time/wake-up-loop.ts';
import type { Recipient, Recipients } from '../recipient.ts';
import type { DeliveryKind, DeliveryQueueStats, SendDelivery } from './delivery.ts';
import { DeliveryQueue, type DeliveryQueueParts } from './delivery-queue.ts';
import { createLogFollower, type LogFollower } from './log-follower.ts';
import { createLogRanges } from './log-ranges.ts';
import { createMessageWriter } from './message-writer.ts';
import { createVersionCache } from './version-cache.ts';

export interface DelivererOptions {
  readonly store: Store;
  readonly kind: DeliveryKind;
  readonly recipients: Recipients;
  readonly bus: EventBus;
  readonly send: SendDelivery;
  readonly limits: DeliveryQueueParts['limits'];
  readonly maxTaken?: DeliveryQueueParts['maxTaken'];
  readonly logger: Logger;
  readonly onAttempt?: DeliveryQueueParts['onAttempt'];
  /** Whether several processes share the store, so that a lease decides which of them delivers. */
  readonly shared: boolean;
  readonly clock?: Clock | undefined;
  /** Time between rounds without a wake-up, for commands of operators and lost wake-ups. @default 1_000 */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
}

/** Maximum number of queues that are opened concurrently. */
const maxConcurrentOpens = 100;

/**
 * Delivers one log to all its recipients: opens their delivery queues, and passes on new versions of the log and
 * commands of operators. One of the processes that share a store holds the lease and delivers; another one takes over
 * when the lease expires. If two processes ever believe that they hold it, the later one writes itself into each queue
 * as its holder before it sends, and the other one stops at its next write. So no version is in two messages, but one
 * message may be sent twice, with the same identity.
 */
export class Deliverer implements AsyncDisposable {
  readonly log: LogName;
  readonly #options: DelivererOptions;
  readonly #versions: VersionStore;
  readonly #queueParts: Omit<DeliveryQueueParts, 'holder'>;
  readonly #followerParts: Parameters<typeof createLogFollower>[0];
  readonly #lease: Lease;
  readonly #loop: WakeUpLoop;
  readonly #unsubscribes: readonly (() => void)[];
  readonly #queues = new Map<string, DeliveryQueue>();
  /** Undefined while another process has the lease. */
  #follower: LogFollower | undefined;
  #commandsThrough = 0;
  /** Changes each time the lease is acquired, because it is unknown which attempts an earlier holder left in flight. */
  #holder = '';
  /** The last check found no queue, and no recipient needs one. Until one does, there is nothing to do or to query. */
  #isUnused = false;
  #isStopped = false;
  #isSuperseded = false;

  constructor(options: DelivererOptions) {
    const {
      store,
      kind,
      recipients,
      bus,
      send,
      logger,
      shared,
      limits,
      maxTaken,
      onAttempt,
      clock = systemClock,
      pollMs = 1_000,
      leaseMs = 4_000,
    } = options;
    const { log } = kind;
    this.log = log;
    this.#options = options;
    this.#versions = store.versions(log);
    const versions = this.#versions;
    const versionCache = createVersionCache(versions, clock);
    const logRanges = createLogRanges(log, { versions, versionCache });
    this.#followerParts = { versions, versionCache, logRanges };
    this.#queueParts = {
      ...{ kind, versions, versionCache, logRanges, send, limits, maxTaken, clock, logger, onAttempt },
      deliveries: store.deliveries,
      findRecipient: recipients.find,
      onSuperseded: () => {
        this.#isSuperseded = true;
        this.#loop.wake();
      },
      writeMessage: createMessageWriter(),
    };
    this.#lease = createLease(store, { name: `${recipients.leaseName}:${log}`, shared, leaseMs });
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
        for (const queue of this.#queues.values()) queue.wake();
        this.#loop.wake();
      }),
    ];
  }

  /** Resolves after the first round. */
  get started(): Promise<void> {
    return this.#loop.firstRound;
  }

  /** Returns the stats of the queues that this process runs. */
  stats(): readonly DeliveryQueueStats[] {
    return [...this.#queues.values()].map((queue) => queue.stats);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await this.#loop.stop();
    await this.#stopQueues();
    await this.#lease.release();
  }

  async #round(): Promise<number | undefined> {
    if (this.#isSuperseded) {
      this.#isSuperseded = false;
      this.#lease.distrust();
      await this.#stopQueues();
    }
    if (this.#isUnused && this.#missingRecipients().length === 0) return undefined;
    this.#isUnused = false;
    if (!(await this.#lease.holds())) {
      await this.#stopQueues();
      return undefined;
    }
    this.#follower ??= await this.#takeOver();
    await this.#openNewQueues();
    this.#isUnused = this.#queues.size === 0;
    if (this.#isUnused) return undefined;
    await this.#applyCommands();
    const appended = await this.#follower.read();
    if (appended === undefined) return undefined;
    for (const queue of this.#queues.values()) queue.onAppended(appended);
    return this.#follower.hasMore ? 0 : undefined;
  }

  /** Opens the stored queues. */
  async #takeOver(): Promise<LogFollower> {
    const { store, recipients } = this.#options;
    const { deliveries } = store;
    // The queues that are read next contain the effect of all earlier commands.
    ({ scannedThrough: this.#commandsThrough } = await deliveries.listCommanded(0));
    const follower = await createLogFollower(this.#followerParts);
    this.#holder = randomUUID();
    for (const stored of await deliveries.listQueues({ log: this.log })) if (recipients.owns(stored.subscriber)) this.#start(stored);
    return follower;
  }

  /** Opens queues for new recipients. They start at the head of the log. */
  async #openNewQueues(): Promise<void> {
    const missing = this.#missingRecipients();
    if (missing.length === 0) return;
    // Without a queue the log was not read.
    if (this.#queues.size === 0) this.#follower = await createLogFollower(this.#followerParts);
    const { head } = await this.#versions.bounds();
    for (let from = 0; from < missing.length; from += maxConcurrentOpens) {
      await Promise.all(missing.slice(from, from + maxConcurrentOpens).map(({ id }) => this.#openQueue(id, head)));
    }
  }

  /** Returns the recipients without a queue here. */
  #missingRecipients(): readonly Recipient[] {
    const { recipients, kind } = this.#options;
    return recipients.all().filter((recipient) => !this.#queues.has(recipient.id) && kind.routeFor(recipient) !== undefined);
  }

  async #openQueue(subscriber: string, head: number): Promise<void> {
    const { store, clock = systemClock } = this.#options;
    const key = { subscriber, log: this.log };
    const state = { offset: head, holder: this.#holder, messages: [], startedAt: new Date(clock.now()).toISOString() };
    const isNew = await store.deliveries.writeQueue({ ...key, version: 0, state });
    const stored: StoredDeliveryQueue | undefined = isNew ? { ...key, version: 1, state } : await store.deliveries.findQueue(key);
    // A concurrent round may have opened the queue already.
    if (stored !== undefined && !this.#isStopped && !this.#queues.has(subscriber)) this.#start(stored);
  }

  /** Makes queues that operators have changed read their state again. */
  async #applyCommands(): Promise<void> {
    const { queues, scannedThrough } = await this.#options.store.deliveries.listCommanded(this.#commandsThrough);
    this.#commandsThrough = scannedThrough;
    for (const { log, subscriber, version } of queues) {
      const queue = log === this.log ? this.#queues.get(subscriber) : undefined;
      if (queue !== undefined && queue.version !== version) queue.reload();
    }
  }

  #start(stored: StoredDeliveryQueue): void {
    this.#queues.set(stored.subscriber, new DeliveryQueue(stored, { ...this.#queueParts, holder: this.#holder }));
  }

  async #stopQueues(): Promise<void> {
    const stopped = [...this.#queues.values()];
    this.#queues.clear();
    this.#follower = undefined;
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
