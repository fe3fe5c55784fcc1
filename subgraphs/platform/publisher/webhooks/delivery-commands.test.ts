import { describe, expect, test } from 'vitest';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryQueueState, DeliveryQueueWrite, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import { commandQueue, maxReplayed, paused, requeued, resumed, rewound } from './delivery-commands.ts';

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
const entriesOf = (...sequences: readonly number[]) =>
  sequences.map((sequence) => ({ sequence, orderKey: `entity ${sequence}`, byteLength: 10, receivedAt: at }));

describe('a command', () => {
  test('to pause records reason and operator, and changes nothing else', () => {
    const pause = { at, reason: 'a move', by: 'ops' };
    expect(paused(state, pause)).toEqual({ ...state, paused: pause });
  });

  test('to resume sends all messages now, and keeps the last error visible', () => {
    const after = resumed(paused(state, { at, reason: 'a move', by: 'ops' }), at);
    expect(after).toEqual({ ...state, startedAt: at, messages: [{ ...message, nextAttemptAt: undefined }] });
    expect(after).not.toHaveProperty('paused');
  });

  test('to rewind to a time never moves forward, and examines skipped versions again', () => {
    expect(rewound(state, { from: 3, at })).toEqual({ ...state, offset: 2, startedAt: at });
    expect(rewound(state, { from: 7, at })?.offset).toBe(6);
    expect(rewound(state, { from: 9, at })).toEqual({ ...state, startedAt: at });
  });

  test('to send versions again creates messages after the waiting ones, each within the limits', () => {
    const { messages, ...rest } = requeued(state, { entries: entriesOf(...Array.from({ length: 250 }, (_, index) => index + 1)), at });
    expect(rest).toEqual({ ...state, messages: undefined, startedAt: at });
    expect(messages[0]).toEqual(message);
    expect(messages.slice(1).map(({ sequences }) => sequences.length)).toEqual([100, 100, 50]);
    expect(messages.slice(1).flatMap(({ sequences }) => sequences)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
    const large = entriesOf(1, 2, 3).map((entry) => ({ ...entry, byteLength: deliveryLimits.maxBodyBytes }));
    expect(requeued(state, { entries: large, at }).messages.map(({ sequences }) => sequences)).toEqual([[4, 5], [1], [2], [3]]);
  });

  test('to send more versions again than may wait is refused, counting those that wait already', () => {
    const entries = entriesOf(...Array.from({ length: maxReplayed - 1 }, (_, index) => index));
    expect(() => requeued(state, { entries, at })).toThrow(/2 wait and 9999 would be added/);
    expect(requeued(state, { entries: entries.slice(1), at }).messages).toHaveLength(101);
  });
});

describe('a command that changes a delivery queue', () => {
  /** Stores one delivery queue, which another process changes before each of the first writes. */
  function storeOf(rivalWrites: number) {
    const writes: DeliveryQueueWrite[] = [];
    let queue: StoredDeliveryQueue = { subscriber: 'reader', log: 'port-call-events', version: 1, state };
    return {
      writes,
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
      },
    };
  }
  const clock = { now: () => 0, wait: async () => {} };
  const key = { subscriber: 'reader', log: 'port-call-events' } as const;

  test('applies to the state at the time of the write, so that concurrent deliveries are not lost', async () => {
    const { writes, deliveries } = storeOf(3);
    const after = await commandQueue({ deliveries, clock }, key, (before) => paused(before, { at, reason: 'a move', by: 'ops' }));
    expect(after).toMatchObject({ offset: 10, paused: { by: 'ops' } });
    expect(writes.map(({ version, isCommand }) => [version, isCommand])).toEqual([1, 2, 3, 4].map((version) => [version, true]));
  });

  test('writes nothing when there is nothing to do', async () => {
    const { writes, deliveries } = storeOf(0);
    expect(await commandQueue({ deliveries, clock }, key, () => undefined)).toBeUndefined();
    expect(writes).toEqual([]);
  });

  test('fails without a change when other writes always win, or when the queue does not exist', async () => {
    const { deliveries } = storeOf(Number.POSITIVE_INFINITY);
    await expect(commandQueue({ deliveries, clock }, key, (before) => resumed(before, at))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    const none = { ...deliveries, findQueue: async () => undefined };
    await expect(commandQueue({ deliveries: none, clock }, key, (before) => resumed(before, at))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
