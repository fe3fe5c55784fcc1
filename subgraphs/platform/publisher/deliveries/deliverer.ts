import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { createLease } from '../../log/background-task.ts';
import type { EventBus } from '../../log/event-bus.ts';
import type { Logger } from '../../logger.ts';
import { registerMeasured, type Sample } from '../../metrics.ts';
import { batchesOf } from '../../store/batches.ts';
import type { StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import { isStoreError } from '../../store/store-failure.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { startWakeUpLoop } from '../../time/wake-up-loop.ts';
import type { Recipients } from '../recipient.ts';
import { type DeliveryQueue, type DeliveryQueueOptions, startDeliveryQueue } from './delivery-queue.ts';
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

/** The delivery of one log in this process. */
export type Deliverer = Awaited<ReturnType<typeof openDeliverer>>;

/**
 * Delivers one log to all its recipients: opens their delivery queues, and wakes them for new versions of the log and
 * commands of operators. One of the processes that share a store holds the lease and delivers; another one takes over
 * when the lease expires. If two processes ever believe that they hold it, the later one writes itself into each queue
 * as its holder before it sends, and the other one stops at its next write. So no version is in two messages, but one
 * message may be sent twice, with the same identity.
 *
 * @returns when each recipient has its queue, so that everything stored from then on is delivered; also when the store
 *   is unavailable, or another process has the lease
 */
export async function openDeliverer(options: DelivererOptions) {
  const { kind, store, recipients, bus, logger, clock = systemClock, pollMs = 1_000, leaseMs = 4_000 } = options;
  const { log } = kind;
  const { deliveries } = store;
  const versions = store.versions(log);
  const window = createLogWindow(versions, clock);
  const lease = createLease(store, { name: `${recipients.leaseName}:${log}`, leaseMs });
  const queues = new Map<string, DeliveryQueue>();
  let commandsThrough = 0;
  /**
   * Changes each time the lease is acquired, because it is unknown which attempts an earlier holder left in flight.
   * Undefined while another process has the lease.
   */
  let holder: string | undefined;
  /** The last check found no queue, and no recipient needs one. Until one does, there is nothing to do or to query. */
  let isUnused = false;
  let [isStopped, isSuperseded] = [false, false];

  const onSuperseded = (): void => {
    isSuperseded = true;
    loop.wake();
  };
  const run = (stored: StoredDeliveryQueue, holder: string): void => {
    const { find: findRecipient } = recipients;
    const queue = startDeliveryQueue(stored, { ...options, clock, versions, window, deliveries, findRecipient, holder, onSuperseded });
    queues.set(stored.subscriber, queue);
  };
  const wakeQueues = (): void => {
    for (const queue of queues.values()) queue.wake();
  };
  const stopQueues = async (): Promise<void> => {
    const stopped = [...queues.values()];
    queues.clear();
    holder = undefined;
    await Promise.all(stopped.map((queue) => queue.stop()));
  };
  /** Returns the recipients without a queue here. */
  const missingRecipients = () =>
    recipients.all().filter((recipient) => !queues.has(recipient.id) && kind.routeFor(recipient) !== undefined);

  /** Runs the stored queues. @returns the holder of the queues */
  const takeOver = async (): Promise<string> => {
    // The queues that are read next contain the effect of all earlier commands.
    ({ scannedThrough: commandsThrough } = await deliveries.listCommanded(0));
    const taking = randomUUID();
    for (const stored of await deliveries.listQueues({ log })) if (recipients.owns(stored.subscriber)) run(stored, taking);
    return taking;
  };
  /** Opens the queue of a new recipient, at the head of the log. */
  const openQueue = async (subscriber: string, holder: string): Promise<void> => {
    const key = { subscriber, log };
    const state = { offset: window.bounds.head, holder, messages: [], startedAt: new Date(clock.now()).toISOString() };
    const isNew = await deliveries.writeQueue({ ...key, version: 0, state });
    const stored = isNew ? { ...key, version: 1, state } : await deliveries.findQueue(key);
    // A concurrent round may have opened the queue already.
    if (stored !== undefined && !isStopped && !queues.has(subscriber)) run(stored, holder);
  };
  /** Makes queues that operators have changed read their state again. */
  const reloadCommanded = async (): Promise<void> => {
    const commanded = await deliveries.listCommanded(commandsThrough);
    commandsThrough = commanded.scannedThrough;
    for (const { log: of, subscriber, version } of commanded.queues) {
      const queue = of === log ? queues.get(subscriber) : undefined;
      if (queue !== undefined && queue.version !== version) queue.reload();
    }
  };
  const round = async (): Promise<void> => {
    if (isSuperseded) {
      isSuperseded = false;
      lease.distrust();
      await stopQueues();
    }
    if (isUnused && missingRecipients().length === 0) return;
    isUnused = false;
    if (!(await lease.holds())) return stopQueues();
    const hasNew = await window.refresh();
    holder ??= await takeOver();
    const current = holder;
    for (const batch of batchesOf(missingRecipients(), maxConcurrentOpens)) {
      await Promise.all(batch.map(({ id }) => openQueue(id, current)));
    }
    isUnused = queues.size === 0;
    if (isUnused) return;
    await reloadCommanded();
    if (hasNew) wakeQueues();
  };
  const loop = startWakeUpLoop({
    round,
    // Nothing is lost: versions that were not read stay in the log.
    onError: (error) => {
      if (!isStoreError(error)) logger.warn({ err: error, log }, 'deliveries failed; retrying');
    },
    pollMs,
  });
  const unsubscribes = [
    bus.subscribe('sequenced', (message) => {
      if (message.log === log) loop.wake();
    }),
    recipients.onChange(() => {
      wakeQueues();
      loop.wake();
    }),
  ];
  await loop.firstRound;
  return {
    log,
    /** Returns the stats of the queues that this process runs. */
    stats: () => [...queues.values()].map((queue) => queue.stats),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      isStopped = true;
      for (const unsubscribe of unsubscribes) unsubscribe();
      await loop.stop();
      await stopQueues();
      await lease.release();
    },
  };
}

type Stats = DeliveryQueue['stats'];

const metrics: readonly (readonly [name: string, help: string, measure: (stats: Stats) => number])[] = [
  ['landfall_delivered_versions_total', 'Versions in messages that subscribers have accepted.', ({ delivered }) => delivered],
  [
    'landfall_delivery_dead_letters_total',
    'Versions that became dead letters, because a subscriber rejected them or did not accept them in time.',
    ({ deadLetters }) => deadLetters,
  ],
  ['landfall_delivery_messages', 'Messages that a subscriber has not answered yet.', ({ messages }) => messages],
  [
    'landfall_delivery_oldest_message_seconds',
    'Age of the oldest message that a subscriber has not answered yet; 0 without one.',
    ({ oldestMessageMs }) => oldestMessageMs / 1_000,
  ],
  ['landfall_delivery_failing', '1 while the delivery to a subscriber fails.', ({ isFailing }) => Number(isFailing)],
  ['landfall_delivery_paused', '1 while the delivery to a subscriber is paused.', ({ isPaused }) => Number(isPaused)],
];

/** Registers the metrics of deliveries. Each scrape reads them from the delivery queues. */
export function registerDeliveryMetrics(registry: Registry, deliverers: readonly Pick<Deliverer, 'log' | 'stats'>[]): void {
  const labelNames = ['log', 'subscriber'];
  const samplesOf = (read: (labels: Record<string, string>, stats: Stats) => readonly Sample[]) =>
    deliverers.flatMap((deliverer) =>
      deliverer.stats().flatMap((stats) => read({ log: deliverer.log, subscriber: stats.subscriber }, stats)),
    );
  registerMeasured(registry, {
    name: 'landfall_delivery_attempts_total',
    help: 'Attempts to deliver messages to subscribers, by outcome.',
    labelNames: [...labelNames, 'outcome'],
    measure: () => samplesOf((labels, { attempts }) => [...attempts].map(([outcome, count]): Sample => [count, { ...labels, outcome }])),
  });
  for (const [name, help, measure] of metrics) {
    registerMeasured(registry, { name, help, labelNames, measure: () => samplesOf((labels, stats) => [[measure(stats), labels]]) });
  }
}
