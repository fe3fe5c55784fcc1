import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type {
  DeliveryDeadLetter,
  DeliveryQueueKey,
  DeliveryQueueState,
  DeliveryQueueWrite,
  DeliveryStore,
  StoredDeliveryQueue,
} from '#platform/store/delivery-store.ts';
import { at, keyOf, logName, type OpenedStore, type OpenStore, sequenceAll, versionsOf } from './version-store-samples.ts';

/** Tests `deliveries` of a store. */
export function describeDeliveries(openStore: OpenStore): void {
  it('returns a queue as last written, also after it is opened again', async () => {
    await using opened = await openStore();
    const { deliveries } = opened.store;
    expect(await deliveries.findQueue(queueKey)).toBeUndefined();
    expect(await deliveries.writeQueue({ ...queueKey, version: 0, state: stateOf(1) })).toBe(true);
    expect(await deliveries.findQueue(queueKey)).toEqual({ ...queueKey, version: 1, state: stateOf(1) });

    const full: DeliveryQueueState = {
      offset: 4_000_000_000,
      messages: [
        { id: 'msg_1', sequences: [2, 3], createdAt: at(0), attempts: 2, firstTriedAt: at(1), nextAttemptAt: at(9), maybeDelivered: true },
        { id: 'msg_2', sequences: [5], createdAt: at(2), attempts: 0, nextAttemptAt: undefined },
      ],
      startedAt: at(0),
      paused: { at: at(3), reason: '$maintenance', by: undefined },
      failingSince: at(1),
      lastError: { at: at(3), code: 'UPSTREAM_TIMEOUT', message: 'no answer in 10000 ms' },
      lastDeliveredAt: undefined,
      missed: { count: 7, at: at(2) },
    };
    expect(await deliveries.writeQueue({ ...queueKey, version: 1, state: full })).toBe(true);
    expect(await (await opened.reopen()).deliveries.findQueue(queueKey)).toStrictEqual({
      ...queueKey,
      version: 2,
      state: JSON.parse(JSON.stringify(full)),
    });
  });

  it('writes a queue only over the version that was read', async () => {
    await using opened = await openStore();
    const { deliveries } = opened.store;
    const write = (version: number) => deliveries.writeQueue({ ...queueKey, version, state: stateOf(version) });
    expect(await write(1)).toBe(false);
    expect(await deliveries.listQueues()).toEqual([]);
    expect(await write(0)).toBe(true);
    for (const version of [0, 2]) expect(await write(version)).toBe(false);
    expect(await write(1)).toBe(true);
    expect(await write(1)).toBe(false);
    expect(await deliveries.findQueue(queueKey)).toEqual({ ...queueKey, version: 2, state: stateOf(1) });
  });

  it('gives each version to exactly one of several concurrent writers', async () => {
    await using opened = await openStore();
    const stores = await storesOf(opened);
    const won: number[] = [];
    const write = async (deliveries: DeliveryStore, { isCommand }: { readonly isCommand: boolean }) => {
      for (let wins = 0; wins < 2; ) {
        const { version = 0, state = stateOf(0) } = (await deliveries.findQueue(queueKey)) ?? {};
        if (!(await deliveries.writeQueue({ ...queueKey, version, state: { ...state, offset: state.offset + 1 }, isCommand }))) continue;
        won.push(version + 1);
        wins += 1;
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(stores[index % 2] ?? expect.fail(), { isCommand: index % 5 === 0 })));
    expect(won.sort((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await stores[1]?.findQueue(queueKey)).toMatchObject({ version: 40, state: { offset: 40 } });
  });

  it('lists hundreds of queues by log, then subscriber; those of a log, those of a subscriber', async () => {
    await using opened = await openStore();
    const { deliveries } = opened.store;
    const keys = Array.from({ length: 200 }, (_, index) => `subscriber-${String(index).padStart(4, '0')}`).flatMap((subscriber) => [
      { subscriber, log: 'port-call-events' as const },
      { subscriber, log: logName as typeof logName },
    ]);
    await Promise.all(keys.map((key) => deliveries.writeQueue({ ...key, version: 0, state: stateOf(0) })));
    const ofLog = (log: string) => keys.filter((key) => key.log === log);
    expect((await deliveries.listQueues()).map(queueKeyOf)).toEqual([...ofLog(logName), ...ofLog('port-call-events')]);
    expect((await deliveries.listQueues({ log: 'port-call-events' })).map(queueKeyOf)).toEqual(ofLog('port-call-events'));
    expect((await deliveries.listQueues({ subscriber: 'subscriber-0150' })).map(({ log }) => log)).toEqual([logName, 'port-call-events']);
    expect(await deliveries.listQueues({ subscriber: 'subscriber-0150', log: logName })).toHaveLength(1);
    expect(await deliveries.listQueues({ log: 'arrival-notice-notifications' })).toEqual([]);
  });

  it('lists queues that operators have changed, each change once, and no others', async () => {
    await using opened = await openStore();
    const { deliveries } = opened.store;
    const write = (subscriber: string, more: Pick<DeliveryQueueWrite, 'version' | 'isCommand'>) =>
      deliveries.writeQueue({ ...queueKey, subscriber, state: stateOf(more.version), ...more });
    const subscribersOf = ({ queues }: { readonly queues: readonly StoredDeliveryQueue[] }) => queues.map(({ subscriber }) => subscriber);
    expect(await deliveries.listCommanded(0)).toEqual({ queues: [], scannedThrough: 0 });
    await write('two', { version: 0, isCommand: true });
    await write('never', { version: 0 });
    await write('one', { version: 0, isCommand: true });
    const first = await deliveries.listCommanded(0);
    expect(subscribersOf(first)).toEqual(['two', 'one']);

    await write('two', { version: 1 });
    expect(await deliveries.listCommanded(first.scannedThrough)).toEqual({ queues: [], scannedThrough: first.scannedThrough });
    await write('two', { version: 2, isCommand: true });
    expect(await write('one', { version: 9, isCommand: true })).toBe(false);
    const second = await (await opened.reopen()).deliveries.listCommanded(first.scannedThrough);
    expect(second.queues).toEqual([{ ...queueKey, subscriber: 'two', version: 3, state: stateOf(2) }]);
    expect(second.scannedThrough).toBeGreaterThan(first.scannedThrough);
  });

  it('hides no change of an operator behind a later one, however many are made concurrently', async () => {
    await using opened = await openStore();
    const stores = await storesOf(opened);
    const [reading] = stores;
    const subscribers = Array.from({ length: 30 }, (_, index) => `subscriber-${index}`);
    const seen: string[] = [];
    let isWriting = true;
    const follow = async () => {
      for (let after = 0, isLast = false; !isLast; ) {
        isLast = !isWriting;
        const { queues, scannedThrough } = await (reading ?? expect.fail()).listCommanded(after);
        seen.push(...queues.map(({ subscriber }) => subscriber));
        after = scannedThrough;
        // A store may answer without any I/O, and the others need a turn of the event loop.
        await setImmediate();
      }
    };
    const write = async () => {
      await Promise.all(
        subscribers.map((subscriber, index) => stores[index % 2]?.writeQueue({ ...queueKey, subscriber, ...newQueue, isCommand: true })),
      );
      isWriting = false;
    };
    await Promise.all([follow(), write()]);
    expect(seen.toSorted()).toEqual(subscribers.toSorted());
  });

  it('stores dead letters with the state, each once, and none of a rejected write', async () => {
    await using opened = await openStore();
    const { deliveries } = opened.store;
    await fillLog(opened, 3);
    const [one, two, three] = [1, 2, 3].map((sequence) => deadLetterOf({ sequence })) as [
      DeliveryDeadLetter,
      DeliveryDeadLetter,
      DeliveryDeadLetter,
    ];
    expect(await deliveries.writeQueue({ ...queueKey, ...newQueue, deadLetters: [one] })).toBe(true);
    expect(await deliveries.writeQueue({ ...queueKey, ...newQueue, deadLetters: [two] })).toBe(false);
    expect(await deliveries.writeQueue({ ...queueKey, version: 2, state: stateOf(2), deadLetters: [three] })).toBe(false);
    expect(await deliveries.writeQueue({ ...queueKey, version: 1, state: stateOf(1), deadLetters: [one, three], isCommand: true })).toBe(
      true,
    );
    expect(await (await opened.reopen()).deliveries.listDeadLetters({ limit: 9 })).toEqual([one, three]);
  });

  it('stores the dead letters of only one of several concurrent writers of a queue', async () => {
    await using opened = await openStore();
    const stores = await storesOf(opened);
    await fillLog(opened, 1);
    const written = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        stores[index % 2]?.writeQueue({ ...queueKey, ...newQueue, deadLetters: [deadLetterOf({ sequence: 1, at: at(index) })] }),
      ),
    );
    expect(written.filter((isWritten) => isWritten)).toHaveLength(1);
    const deadLetters = await opened.store.deliveries.listDeadLetters({ ...queueKey, limit: 20 });
    expect(deadLetters.map(({ at: time }) => time)).toContain(at(written.indexOf(true)));
  });

  it('pages through dead letters in order, of all, of a subscriber and of a queue, counts and removes them', async () => {
    await using opened = await openStore();
    const { deliveries } = opened.store;
    await fillLog(opened, 30);
    const other: DeliveryQueueKey = { ...queueKey, subscriber: 'other' };
    const deadLetters = Array.from({ length: 30 }, (_, index) => deadLetterOf({ sequence: 30 - index, at: at(index), attempts: index }));
    await deliveries.writeQueue({ ...queueKey, ...newQueue, deadLetters: deadLetters.slice(0, 20).toReversed() });
    const ofOther = deadLetters.slice(20).map((deadLetter) => ({ ...deadLetter, ...other }));
    await deliveries.writeQueue({ ...other, ...newQueue, deadLetters: ofOther });

    const paged: DeliveryDeadLetter[] = [];
    for (let page = await deliveries.listDeadLetters({ limit: 7 }); page.length > 0; ) {
      paged.push(...page);
      page = await deliveries.listDeadLetters({ limit: 7, after: page.at(-1)?.id });
    }
    expect(paged).toEqual([...deadLetters.slice(0, 20), ...ofOther]);
    expect(await deliveries.listDeadLetters({ subscriber: 'other', limit: 99 })).toEqual(ofOther);
    expect(await deliveries.listDeadLetters({ ...queueKey, limit: 2, after: deadLetters[3]?.id })).toEqual(deadLetters.slice(4, 6));
    expect(await deliveries.listDeadLetters({ log: 'port-call-events', limit: 9 })).toEqual([]);
    expect(await deliveries.countDeadLetters(queueKey)).toBe(20);
    await deliveries.removeDeadLetters([...deadLetters.slice(0, 15).map(({ id }) => id), 'unknown']);
    expect(await deliveries.countDeadLetters(queueKey)).toBe(5);
    expect(await deliveries.countDeadLetters(other)).toBe(10);
  });

  it('stores no dead letter of a version that was removed during its delivery', async () => {
    await using opened = await openStore();
    const { deliveries, removals } = opened.store;
    const [gone] = await fillLog(opened, 2);
    await removals.begin({ id: 'one', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(9) } });
    await removals.removeVersions('one', logName, [keyOf(gone ?? expect.fail())]);
    const deadLetters = [1, 2, 3].map((sequence) => deadLetterOf({ sequence }));
    expect(await deliveries.writeQueue({ ...queueKey, ...newQueue, deadLetters })).toBe(true);
    expect(await deliveries.listDeadLetters({ limit: 9 })).toEqual(deadLetters.slice(1, 2));
  });

  it('removes dead letters with their versions, and counts them by subscriber', async () => {
    await using opened = await openStore();
    const { deliveries, removals } = opened.store;
    const [first, second] = await fillLog(opened, 4);
    const write = (subscriber: string, sequences: readonly number[]) => {
      const deadLetters = sequences.map((sequence) => ({ ...deadLetterOf({ sequence }), id: `${subscriber} ${sequence}`, subscriber }));
      return deliveries.writeQueue({ ...queueKey, subscriber, ...newQueue, deadLetters });
    };
    await write('one', [1, 2, 3]);
    await write('two', [1, 4]);
    await removals.begin({ id: 'removal', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(9) } });
    await removals.removeVersions('removal', logName, [keyOf(first ?? expect.fail()), keyOf(second ?? expect.fail())]);
    expect((await deliveries.listDeadLetters({ limit: 9 })).map(({ id }) => id)).toEqual(['one 3', 'two 4']);
    expect(await removals.removeDeadLetters('removal', 'deliveryDeadLetters', ['two 4', 'unknown'])).toBe(1);
    expect((await removals.finish('removal', at(9))).removed.filter(({ kind }) => kind === 'deliveryDeadLetters')).toEqual([
      { log: logName, partner: 'one', kind: 'deliveryDeadLetters', count: 2 },
      { log: logName, partner: 'two', kind: 'deliveryDeadLetters', count: 2 },
    ]);
    expect(await deliveries.countDeadLetters({ ...queueKey, subscriber: 'one' })).toBe(1);
  });
}

/** The key of the queue that the suite writes to. */
export const queueKey: DeliveryQueueKey = { subscriber: 'terminal', log: logName };

function stateOf(offset: number): DeliveryQueueState {
  return { offset, messages: [], startedAt: at(0) };
}

const newQueue = { version: 0, state: stateOf(0) };

/** Creates a dead letter of that queue; equal samples give equal dead letters. */
export function deadLetterOf(sample: Pick<DeliveryDeadLetter, 'sequence'> & Partial<DeliveryDeadLetter>): DeliveryDeadLetter {
  const { sequence, at: time = at(sequence) } = sample;
  const id = `${time}_msg_${sequence}`;
  return { ...queueKey, id, messageID: `msg_${sequence}`, at: time, attempts: 3, reason: 'REFUSED', message: 'answered 422', ...sample };
}

function queueKeyOf({ subscriber, log }: StoredDeliveryQueue): DeliveryQueueKey {
  return { subscriber, log };
}

/** Returns the stores of two processes, if the store supports that. */
async function storesOf({ store, another }: OpenedStore): Promise<DeliveryStore[]> {
  return [store, (await another?.()) ?? store].map(({ deliveries }) => deliveries);
}

async function fillLog({ store }: OpenedStore, count: number) {
  const list = versionsOf(count);
  await store.versions(logName).append(list);
  await sequenceAll(store.versions(logName));
  return list;
}
