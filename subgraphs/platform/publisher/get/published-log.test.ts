import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import type { CurrentRow, StoredVersion, VersionKey } from '../../store/version-store.ts';
import { rowsOf } from './published-log.ts';

const versionOf = (number: number, byteLength: number): StoredVersion =>
  storedVersion({ entityId: `entity ${number}`, sortKey: '1', document: Buffer.alloc(byteLength, 65 + number) });
const headOf = (current: StoredVersion): CurrentRow => ({
  entityId: current.entityId,
  current,
  firstReceivedAt: current.receivedAt,
  position: '',
});

/** Opens a page of this many documents, and records which of them are read again. */
async function openRows(count: number, byteLength: number, erased: readonly number[] = []) {
  const all = Array.from({ length: count }, (_, number) => versionOf(number, byteLength));
  const readAgain: string[][] = [];
  const findVersions = async (keys: readonly VersionKey[]) => {
    readAgain.push(keys.map(({ entityId }) => entityId));
    return keys.map(({ entityId }) => all.find((version, number) => version.entityId === entityId && !erased.includes(number)));
  };
  const rows = await rowsOf(all.map(headOf), { versions: { findVersions }, bytesOf: ({ document }) => document });
  if (Array.isArray(rows)) return { rows, readAgain };
  return { rows: (rows as AsyncIterable<Buffer>)[Symbol.asyncIterator]() as AsyncGenerator<Buffer>, readAgain };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a small page is returned as a whole', async () => {
  const { rows } = await openRows(3, 1_000);
  expect(rows).toHaveLength(3);
});

test('a large page is returned row by row, without another read of the store while it is consumed', async () => {
  const { rows, readAgain } = await openRows(5, 200_000);
  const read: Buffer[] = [];
  for await (const row of rows) read.push(row);
  expect(read.map((row) => row[0])).toEqual([65, 66, 67, 68, 69]);
  expect(readAgain).toEqual([]);
});

test('the rest of a slow reader’s page is read again in batches, without rows erased meanwhile', async () => {
  const { rows, readAgain } = await openRows(40, 20_000, [5]);
  const slow = rows as AsyncGenerator<Buffer>;
  const read = [(await slow.next()).value as Buffer];
  await vi.advanceTimersByTimeAsync(10_000);
  for await (const row of slow) read.push(row);
  expect(read).toHaveLength(39);
  expect(readAgain.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 4, 3]);
  expect(readAgain[0]?.[0]).toBe('entity 1');
});

test('a reader that disconnects ends the work and leaves no timer running', async () => {
  const { rows, readAgain } = await openRows(5, 200_000);
  const left = rows as AsyncGenerator<Buffer>;
  await left.next();
  await left.return(undefined);
  expect([vi.getTimerCount(), readAgain]).toEqual([0, []]);
});
