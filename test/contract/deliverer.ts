import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import { expect, it } from 'vitest';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createMemoryBus } from '#platform/log/event-bus.ts';
import { createLogger } from '#platform/logger.ts';
import { openDeliverer } from '#platform/publisher/deliveries/deliverer.ts';
import { commandQueue, entriesOf, findDeadLetters, requeued } from '#platform/publisher/deliveries/operations.ts';
import type { Recipient } from '#platform/publisher/recipient.ts';
import type { Store } from '#platform/store/store.ts';
import { deferred } from '../support/deferred.ts';
import { openFlakySubscriber, type Received } from './flaky-subscriber.ts';
import { limits, notices, openSimulatedDeliverer, type SimulatedDeliverer, subscriber, subscriberID } from './simulated-deliverer.ts';
import { at, entityIdOf, logName, type OpenStore, sequenceAll, versionOf } from './version-store-samples.ts';

/** Determines the random faults and their times. It is part of the tests' names, so that a failure shows it. */
const seed = process.env['DELIVERER_SEED'] ?? randomUUID();
/** Number of worlds of each kind. */
const worlds = Number(process.env['DELIVERER_WORLDS'] ?? 2);
const [documents, versionCount] = [4, 40];
const patienceMs = 60_000;

const promise = 'every version arrives, in order per document, repeated only under its identity';

/**
 * Tests the guarantees of a log's deliverers, whatever happens between any two of their steps. Versions that a
 * subscriber has refused, and that were replayed, may arrive late and under a new identity.
 */
export function describeDeliverer(openStore: OpenStore): void {
  it('a log without a subscriber is not read, and the first subscriber is sent everything from then on', () =>
    growWithoutSubscribers(openStore));
  for (let world = 0; world < worlds; world += 1) {
    const chance = `${seed} ${world}`;
    it(`one deliverer is killed repeatedly: ${promise}, random seed ${chance}`, () => run(openStore, createRandom(chance), killAndRestart));
    it(`two deliverers stall, die and take over from each other: ${promise}, random seed ${chance}`, () =>
      run(openStore, createRandom(chance), stallOrKill));
  }
}

async function growWithoutSubscribers(openStore: OpenStore): Promise<void> {
  await using opened = await openStore();
  const { store } = opened;
  const bus = createMemoryBus();
  const read: number[] = [];
  const inner = store.versions(logName);
  const versions: typeof inner = {
    ...inner,
    readLog: (query) => {
      read.push(query.after);
      return inner.readLog(query);
    },
  };
  let subscribers: readonly Recipient[] = [];
  let [round, subscribed, sent] = [deferred(), () => {}, deferred<string>()];
  await using _ = await openDeliverer({
    store: { ...store, versions: () => versions },
    kind: notices,
    recipients: {
      leaseName: 'deliverer',
      owns: () => true,
      all: () => {
        round.resolve();
        return subscribers;
      },
      find: () => subscribers[0],
      onChange: (listener) => {
        subscribed = listener;
        return () => {};
      },
    },
    bus,
    send: async ({ content }) => {
      sent.resolve(String((await content())?.body));
      return { kind: 'DELIVERED', refused: [] };
    },
    limits,
    logger: createLogger('silent'),
    pollMs: 60_000,
  });
  const grow = async (number: number) => {
    round = deferred();
    await inner.append([
      versionOf({ partner: 'northern-star', entityId: entityIdOf(number), receivedAt: at(number), text: JSON.stringify({ number }) }),
    ]);
    await sequenceAll(inner);
    bus.publish('sequenced', { log: logName, head: (await inner.bounds()).head });
    await round.promise;
  };
  for (const number of [1, 2, 3]) await grow(number);
  subscribers = [subscriber];
  subscribed();
  while ((await store.deliveries.listQueues({ log: logName })).length === 0) await pause(1);
  await grow(4);
  expect(JSON.parse(await sent.promise)).toEqual({ arrivalNotices: [{ number: 4 }] });
  expect(Math.min(...read)).toBe(3);
}

/** The deliverers of a world; all of them share its store. */
interface Deliverers {
  readonly running: readonly SimulatedDeliverer[];
  /** @param areAlone whether no two of them are ever alive, so that each has every lease */
  start(areAlone: boolean): SimulatedDeliverer;
}

/** Causes a fault of the deliverers, once or at the beginning. */
type Strike = (deliverers: Deliverers, random: Random) => void;

const killAndRestart: Strike = (deliverers) => {
  for (const deliverer of deliverers.running) deliverer.kill();
  deliverers.start(true);
};

const stallOrKill: Strike = (deliverers, random) => {
  while (deliverers.running.length < 2) deliverers.start(false);
  const deliverer = random.pick(deliverers.running as [SimulatedDeliverer, ...SimulatedDeliverer[]]);
  if (random.chance(0.8)) deliverer.stall(random.integer(10, 120));
  else deliverer.kill();
};

async function run(openStore: OpenStore, random: Random, strike: Strike): Promise<void> {
  await using opened = await openStore();
  const { store } = opened;
  const bus = createMemoryBus();
  const subscriber = openFlakySubscriber(random);
  await using deliverers = openDeliverers({ store, bus, random, send: subscriber.receive });

  strike(deliverers, random);
  // Versions from before a queue is opened are not sent.
  while ((await store.deliveries.listQueues({ log: logName })).length === 0) await pause(1);
  let isOver = false;
  const repeat = async (pauseMs: () => number, act: () => Promise<void> | void) => {
    while (!isOver) {
      await pause(pauseMs());
      if (!isOver) await act();
    }
  };
  const striking = repeat(
    () => random.integer(5, 60),
    () => strike(deliverers, random),
  );
  const replaying = repeat(
    () => random.integer(10, 60),
    () => replay(store),
  );
  await appendAll(store, bus, random);
  isOver = true;
  await Promise.all([striking, replaying]);

  subscriber.behave();
  const deadline = performance.now() + patienceMs;
  while (!(await isDelivered(store)) && performance.now() < deadline) {
    await replay(store);
    await pause(5);
  }
  expectAll(subscriber.received, subscriber.refused);
}

function openDeliverers(parts: Omit<Parameters<typeof openSimulatedDeliverer>[0], 'leases'>): Deliverers & AsyncDisposable {
  const all: SimulatedDeliverer[] = [];
  const leases = createLeases();
  return {
    get running() {
      return all.filter(({ isAlive }) => isAlive);
    },
    start: (areAlone) => {
      const deliverer = openSimulatedDeliverer({ ...parts, leases: areAlone ? everyLease : leases });
      all.push(deliverer);
      return deliverer;
    },
    [Symbol.asyncDispose]: async () => {
      for (const deliverer of all) await deliverer[Symbol.asyncDispose]();
    },
  };
}

type Leases = Pick<Store, 'takeLease' | 'releaseLease'>;

const everyLease: Leases = { takeLease: async () => true, releaseLease: async () => {} };

/** Creates the leases of a store that several processes use. */
function createLeases(): Leases {
  const held = new Map<string, { readonly holder: string; readonly untilMs: number }>();
  return {
    takeLease: async (name, holder, ttlMs) => {
      const current = held.get(name);
      if (current !== undefined && current.holder !== holder && current.untilMs > performance.now()) return false;
      held.set(name, { holder, untilMs: performance.now() + ttlMs });
      return true;
    },
    releaseLease: async (name, holder) => {
      if (held.get(name)?.holder === holder) held.delete(name);
    },
  };
}

/** Appends versions of some documents, a few at a time. */
async function appendAll(store: Store, bus: EventBus, random: Random): Promise<void> {
  const versions = store.versions(logName);
  for (let next = 1; next <= versionCount; ) {
    const count = Math.min(random.integer(1, 4), versionCount - next + 1);
    const appended = Array.from({ length: count }, (_, index) => {
      const [number, entityId] = [next + index, `document ${random.integer(1, documents)}`];
      const sortKey = String(number).padStart(4, '0');
      return versionOf({ entityId, sortKey, receivedAt: at(number), partner: 'northern-star', text: JSON.stringify({ number, entityId }) });
    });
    next += count;
    await versions.append(appended);
    await sequenceAll(versions);
    bus.publish('sequenced', { log: logName, head: (await versions.bounds()).head });
    await pause(random.integer(0, 8));
  }
}

/** Replays all dead letters, as operators do. */
async function replay({ deliveries, versions }: Store): Promise<void> {
  const queue = { subscriber: subscriberID, log: logName } as const;
  const deadLetters = await findDeadLetters(deliveries, queue, []);
  if (deadLetters.length === 0) return;
  const entries = await entriesOf(deadLetters, versions(logName));
  await commandQueue(deliveries, queue, (state) => requeued(state, entries));
  await deliveries.removeDeadLetters(deadLetters.map(({ id }) => id));
}

/** Returns whether nothing waits for an answer or is a dead letter. */
async function isDelivered({ deliveries, versions }: Store): Promise<boolean> {
  const [queue] = await deliveries.listQueues({ log: logName });
  const { head } = await versions(logName).bounds();
  const deadLetters = await deliveries.countDeadLetters({ subscriber: subscriberID, log: logName });
  return queue !== undefined && queue.state.messages.length === 0 && deadLetters === 0 && queue.state.offset === head;
}

function expectAll(received: readonly Received[], refused: ReadonlySet<number>): void {
  const numbers = new Set(received.map(({ number }) => number));
  expect([...numbers].toSorted((one, other) => one - other)).toEqual(Array.from({ length: versionCount }, (_, index) => index + 1));
  const neverRefused = received.filter(({ number }) => !refused.has(number));
  const identities = new Map<number, Set<string>>();
  for (const { number, id } of neverRefused) identities.set(number, (identities.get(number) ?? new Set()).add(id));
  expect([...identities].filter(([, ids]) => ids.size > 1)).toEqual([]);
  for (const entityId of new Set(neverRefused.map((each) => each.entityId))) {
    const firsts = [...new Set(neverRefused.filter((each) => each.entityId === entityId).map(({ number }) => number))];
    expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
  }
}
