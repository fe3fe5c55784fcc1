import { expect, test } from 'vitest';
import { createEventBodies, type ReadBodies } from './event-writer.ts';

function openBodies() {
  let now = 0;
  const reads: [after: number, limit: number][] = [];
  const pending: (() => void)[] = [];
  /** Reads from a log in which the events with even numbers are sent. */
  const read: ReadBodies = async (after, limit) => {
    reads.push([after, limit]);
    await new Promise<void>((resolve) => pending.push(resolve));
    const sent = Array.from({ length: 100 }, (_, index) => index + 1).filter((number) => number > after && number % 2 === 0);
    return new Map(sent.slice(0, limit).map((number) => [number, Buffer.from(`event ${number}`)]));
  };
  const bodies = createEventBodies({ now: () => now });
  return {
    reads,
    find: (group: string, sequence: number, how = read) => bodies.find(group, sequence, how).then((body) => body?.toString()),
    /** Answers reads until none is pending. */
    answer: async () => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const next = pending.shift();
        if (next === undefined) return;
        next();
      }
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('webhooks of one group share the read of an event, and those of another group do not', async () => {
  const { find, answer, reads } = openBodies();
  const found = [find('one', 2), find('one', 2), find('other', 2)];
  await answer();
  expect(await Promise.all([...found, find('one', 2)])).toEqual(['event 2', 'event 2', 'event 2', 'event 2']);
  expect(reads).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('a read that follows a recent one also reads the next events, and an event that is not sent has no body', async () => {
  const { find, answer, reads } = openBodies();
  const found = [2, 4, 5, 6, 34].map((sequence) => find('one', sequence));
  await answer();
  expect(await Promise.all(found)).toEqual(['event 2', 'event 4', undefined, 'event 6', 'event 34']);
  expect(reads).toEqual([
    [1, 1],
    [3, 16],
    [4, 16],
  ]);
});

test('an event is read again after a second, alone', async () => {
  const { find, answer, reads, pass } = openBodies();
  const first = find('one', 2);
  await answer();
  await first;
  pass(1_000);
  const second = find('one', 2);
  await answer();
  expect([await second, reads]).toEqual([
    'event 2',
    [
      [1, 1],
      [1, 1],
    ],
  ]);
});

test('a failed read is thrown to the caller that began it; those that waited read for themselves', async () => {
  const { find, answer } = openBodies();
  const failed = find('one', 2, () => Promise.reject(new Error('the store is unavailable')));
  const other = find('one', 2);
  await expect(failed).rejects.toThrow('the store is unavailable');
  await answer();
  expect(await other).toBe('event 2');
});
