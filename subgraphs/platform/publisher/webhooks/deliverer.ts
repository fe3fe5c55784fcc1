import { randomUUID } from 'node:crypto';
import type { EventBus } from '../../log/event-bus.ts';
import { createLease } from '../../log/lease.ts';
import type { Logger } from '../../logger.ts';
import type { PartnerRegistry } from '../../partners/registry.ts';
import type { StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import { isStoreError } from '../../store/store-failure.ts';
import type { LogName } from '../../store/version-store.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { startWakeUpLoop } from '../../time/wake-up-loop.ts';
import type { DeliveryKind, SendDelivery } from './delivery.ts';
import { type DeliveryQueue, type DeliveryQueueParts, type DeliveryQueueStats, startDeliveryQueue } from './delivery-queue.ts';
import { createLogFollower, type LogFollower } from './log-follower.ts';
import { createLogStretches } from './log-ranges.ts';
import { createBodyJoiner } from './message-body.ts';
import { createVersionCache } from './version-cache.ts';

/** The sending of one log. */
export interface Deliverer extends AsyncDisposable {
  readonly log: LogName;
  /** Of the lanes that this process runs. */
  figures(): readonly DeliveryQueueStats[];
}

export interface DelivererOptions {
  readonly store: Store;
  readonly kind: DeliveryKind;
  readonly partners: Pick<PartnerRegistry, 'partners' | 'find' | 'onChange'>;
  readonly bus: EventBus;
  readonly send: SendDelivery;
  readonly limits: DeliveryQueueParts['limits'];
  readonly logger: Logger;
  /** Whether several processes share the store, so that a lease decides which of them delivers. */
  readonly shared: boolean;
  readonly clock?: Clock | undefined;
  /** How often to look without being woken: for orders of operators, and for what a lost wake-up left behind. */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
}

/** Lanes that are opened at a time. */
const openedAtOnce = 100;

/**
 * Starts the sending of one log to all its subscribers. One of the processes that share a store holds the lease and sends;
 * another takes over when the lease runs out. Should two ever believe that they hold it, the later one writes itself into
 * each lane as its holder before it sends, and the other one stops at its next write. So no version gets into two messages;
 * one message may be sent twice, with the same identity.
 *
 * Resolves when each subscriber has its lane, so that whatever is stored from then on is sent to it. A store that cannot be
 * reached and another process that has the lease are not waited for.
 */
export async function openDeliverer(options: DelivererOptions): Promise<Deliverer> {
  const { store, kind, partners, bus, send, logger, shared, limits, pollMs = 1_000, leaseMs = 4_000 } = options;
  const { clock = systemClock } = options;
  const { log } = kind;
  const { deliveries } = store;
  const versions = store.versions(log);
  const shelf = createVersionCache(versions, clock);
  const findPartner = (id: string) => partners.find(id);
  const stretches = createLogStretches(log, { versions, shelf });
  const parts: Omit<DeliveryQueueParts, 'holder'> = {
    kind,
    deliveries,
    versions,
    stretches,
    shelf,
    findPartner,
    onSuperseded: () => {
      isSuperseded = true;
      loop.wake();
    },
    join: createBodyJoiner(),
    send,
    limits,
    clock,
    logger,
  };
  const lease = createLease(store, { name: `deliverer:${log}`, shared, leaseMs });
  const lanes = new Map<string, DeliveryQueue>();
  let follower: LogFollower | undefined;
  let commandsThrough = 0;
  let isStopped = false;
  let isSuperseded = false;
  /** New each time the lease is acquired: what an earlier holder left in flight is not known any more. */
  let holder = '';
  const start = (lane: StoredDeliveryQueue) => lanes.set(lane.subscriber, startDeliveryQueue(lane, { ...parts, holder }));

  const stopAll = async () => {
    const stopped = [...lanes.values()];
    lanes.clear();
    follower = undefined;
    await Promise.all(stopped.map((lane) => lane.stop()));
  };

  const begin = async (): Promise<LogFollower> => {
    // Orders from before are in the lanes that are read now.
    ({ scannedThrough: commandsThrough } = await deliveries.listCommanded(0));
    const begun = await createLogFollower({ versions, shelf, stretches });
    holder = randomUUID();
    for (const lane of await deliveries.listQueues({ log })) start(lane);
    return begun;
  };
  /** A subscriber that is new is sent what comes from now on. */
  const openNew = async (): Promise<void> => {
    const missing = partners.partners().filter((partner) => !lanes.has(partner.id) && kind.routeFor(partner) !== undefined);
    if (missing.length === 0) return;
    // What came while there was nobody to send it to was not read.
    if (lanes.size === 0) follower = await createLogFollower({ versions, shelf, stretches });
    const { head } = await versions.bounds();
    for (let from = 0; from < missing.length; from += openedAtOnce) {
      await Promise.all(missing.slice(from, from + openedAtOnce).map(({ id }) => openLane(id, head)));
    }
  };
  const openLane = async (subscriber: string, head: number): Promise<void> => {
    const state = { offset: head, holder, messages: [], startedAt: new Date(clock.now()).toISOString() };
    const isNew = await deliveries.writeQueue({ subscriber, log, version: 0, state });
    const lane: StoredDeliveryQueue | undefined = isNew
      ? { subscriber, log, version: 1, state }
      : await deliveries.findQueue({ subscriber, log });
    // A round that failed for another lane may have left this one to be opened by the next round as well.
    if (lane !== undefined && !isStopped && !lanes.has(subscriber)) start(lane);
  };
  const hearOrders = async (): Promise<void> => {
    const { queues: commanded, scannedThrough } = await deliveries.listCommanded(commandsThrough);
    commandsThrough = scannedThrough;
    for (const lane of commanded) {
      const known = lane.log === log ? lanes.get(lane.subscriber) : undefined;
      if (known !== undefined && known.version !== lane.version) known.reload();
    }
  };

  const round = async (): Promise<number | undefined> => {
    if (isSuperseded) {
      isSuperseded = false;
      lease.distrust();
      await stopAll();
    }
    if (!(await lease.holds())) {
      await stopAll();
      return undefined;
    }
    follower ??= await begin();
    await openNew();
    if (lanes.size === 0) return undefined;
    await hearOrders();
    const growth = await follower.read();
    if (growth === undefined) return undefined;
    for (const lane of lanes.values()) lane.offer(growth);
    return follower.hasMore ? 0 : undefined;
  };
  const loop = startWakeUpLoop({
    round,
    // Nothing is lost: what is not read stays in the log.
    onError: (error) => {
      if (!isStoreError(error)) logger.warn({ err: error, log }, 'deliveries failed; retrying');
    },
    pollMs,
  });
  const unsubscribe = bus.subscribe('sequenced', (message) => {
    if (message.log === log) loop.wake();
  });
  const unfollow = partners.onChange(() => {
    for (const lane of lanes.values()) lane.wake();
    loop.wake();
  });
  await loop.firstRound;

  return {
    log,
    figures: () => [...lanes.values()].map((lane) => lane.figures),
    [Symbol.asyncDispose]: async () => {
      isStopped = true;
      unsubscribe();
      unfollow();
      await loop.stop();
      await stopAll();
      await lease.release();
    },
  };
}
