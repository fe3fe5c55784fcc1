import { describe, expect, test } from 'vitest';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryQueueState, DeliveryQueueWrite, DeliveryStore, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import { maxReplayed, type Operated, pauseQueue, replayQueues, requeued, resumeQueue } from './operations.ts';

const at = '2026-11-21T10:00:00.000Z';
const message = {
  id: 'msg_1',
  sequences: [4, 5],
  createdAt: '2026-11-20T10:00:00.000Z',
  attempts: 3,
  nextAttemptAt: '2026-11-22T10:00:00.000Z',
};
const state: DeliveryQueueState = {
  offset: 7,
  messages: [message],
  startedAt: '2026-11-01T10:00:00.000Z',
  failingSince: '2026-11-20T10:00:00.000Z',
  lastError: { at: '2026-11-20T10:00:00.000Z', code: 'UPSTREAM_TIMEOUT', message: 'Too slow.' },
};
const key = { subscriber: 'reader', log: 'port-call-events' } as const;
const entriesOf = (...sequences: readonly number[]) =>
  sequences.map((sequence) => ({ sequence, orderKey: `entity ${sequence}`, byteLength: 10 }));

describe('a command', () => {
  test('to pause records reason and operator, and changes nothing else', async () => {
    const { deliveries, stored } = storeOf(0);
    await pauseQueue(deliveries, key, { reason: 'a move', by: 'ops' });
    expect(stored()).toEqual({ ...state, paused: { at: expect.any(String), reason: 'a move', by: 'ops' } });
  });

  test('to resume sends all messages now, and keeps the last error visible', async () => {
    const { deliveries, stored } = storeOf(0, { ...state, paused: { at, reason: 'a move', by: 'ops' } });
    await resumeQueue(deliveries, key);
    expect(stored()).toEqual({ ...state, startedAt: expect.any(String), messages: [{ ...message, nextAttemptAt: undefined }] });
    expect(stored()).not.toHaveProperty('paused');
    expect(stored().startedAt > state.startedAt).toBe(true);
  });

  test.each([
    [3, 2],
    [7, 6],
    [9, 7],
  ])('to replay from number %i never moves forward, and examines skipped versions again', async (first, offset) => {
    const { deliveries, stored } = storeOf(0);
    const versions = {
      bounds: async () => ({ trimmedThrough: 0, head: 9, removals: 0 }),
      readLog: async () => ({ entries: [storedVersion({ sequence: first })], scannedThrough: 9 }),
    };
    const store = { deliveries, versions: () => versions } as unknown as Operated['store'];
    const queues = [{ ...key, version: 1, state }];
    const replayed = replayQueues(queues, { since: at }, { store, kinds: [], findRecipient: () => undefined });
    expect((await replayed.next()).value).toEqual({ ...key, from: first });
    await replayed.next();
    expect(stored()).toEqual({ ...state, offset, startedAt: expect.any(String) });
  });

  test('to send versions again creates messages after the waiting ones, each within the limits', () => {
    const { messages, ...rest } = requeued(state, entriesOf(...Array.from({ length: 250 }, (_, index) => index + 1)));
    expect(rest).toEqual({ ...state, messages: undefined, startedAt: expect.any(String) });
    expect(messages[0]).toEqual(message);
    expect(messages.slice(1).map(({ sequences }) => sequences.length)).toEqual([100, 100, 50]);
    expect(messages.slice(1).flatMap(({ sequences }) => sequences)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
    const large = entriesOf(1, 2, 3).map((entry) => ({ ...entry, byteLength: deliveryLimits.maxBodyBytes }));
    expect(requeued(state, large).messages.map(({ sequences }) => sequences)).toEqual([[4, 5], [1], [2], [3]]);
  });

  test('to send more versions again than may wait is refused, counting those that wait already', () => {
    const entries = entriesOf(...Array.from({ length: maxReplayed - 1 }, (_, index) => index));
    expect(() => requeued(state, entries)).toThrow(/2 wait and 9999 would be added/);
    expect(requeued(state, entries.slice(1)).messages).toHaveLength(101);
  });
});

describe('a command that changes a delivery queue', () => {
  test('applies to the state at the time of the write, so that concurrent deliveries are not lost', async () => {
    const { writes, deliveries, stored } = storeOf(3);
    await pauseQueue(deliveries, key, { reason: 'a move', by: 'ops' });
    expect(stored()).toMatchObject({ offset: 10, paused: { by: 'ops' } });
    expect(writes.map(({ version, isCommand }) => [version, isCommand])).toEqual([1, 2, 3, 4].map((version) => [version, true]));
  });

  test('fails without a change when other writes always win, or when the queue does not exist', async () => {
    const { deliveries } = storeOf(Number.POSITIVE_INFINITY);
    await expect(resumeQueue(deliveries, key)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    const none = { ...deliveries, findQueue: async () => undefined } as unknown as DeliveryStore;
    await expect(resumeQueue(none, key)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

/** Stores one delivery queue, which another process changes before each of the first writes. */
function storeOf(rivalWrites: number, from = state) {
  const writes: DeliveryQueueWrite[] = [];
  let queue: StoredDeliveryQueue = { subscriber: 'reader', log: 'port-call-events', version: 1, state: from };
  return {
    writes,
    stored: () => queue.state,
    deliveries: {
      findQueue: async () => queue,
      writeQueue: async (write: DeliveryQueueWrite) => {
        if (writes.length < rivalWrites)
          queue = { ...queue, version: queue.version + 1, state: { ...queue.state, offset: queue.state.offset + 1 } };
        writes.push(write);
        if (write.version !== queue.version) return false;
        queue = { ...queue, version: queue.version + 1, state: write.state };
        return true;
      },
    } as unknown as DeliveryStore,
  };
}
