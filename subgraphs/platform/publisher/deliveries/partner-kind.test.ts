import { expect, test, vi } from 'vitest';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import type { StoredVersion } from '../../store/version-store.ts';
import { cachedWriters, type VersionWriter } from './partner-kind.ts';

const createCached = (write: VersionWriter) => cachedWriters(() => write)(new Set(), 'clean');

const version: StoredVersion = {
  partner: 'acme',
  entityId: 'a',
  sortKey: '1',
  receivedAt: '2026-03-02T13:05:00.000Z',
  receivedBy: 'PUSH',
  document: Buffer.from('{"charges":[]}'),
  contentHash: 'hash',
  violations: [],
  completeness: 0,
  terms: [],
};

test('a version that is read again for each of many subscribers is written once', () => {
  const write = vi.fn(() => Buffer.from('{}'));
  const writer = createCached(write);
  const written = Array.from({ length: 50 }, () => writer({ ...version, document: Buffer.from(version.document) }));
  expect(new Set(written).size).toBe(1);
  expect(write).toHaveBeenCalledTimes(1);
});

test.each([{ entityId: 'b' }, { sortKey: '2' }, { contentHash: 'of a fuller view' }])(
  'a different version is written separately: %j',
  (other) => {
    const write = vi.fn(({ entityId, sortKey, contentHash }: StoredVersion) =>
      Buffer.from(JSON.stringify([entityId, sortKey, contentHash])),
    );
    const writer = createCached(write);
    writer(version);
    expect(writer({ ...version, ...other })).toEqual(write({ ...version, ...other }));
    expect(writer({ ...version, ...other })).not.toEqual(writer(version));
  },
);

test('a version that is sent as received is passed on and not cached a second time', () => {
  const write = vi.fn(({ document }: StoredVersion) => document);
  const writer = createCached(write);
  expect([writer(version), writer(version)].every((written) => written === version.document)).toBe(true);
  expect(write).toHaveBeenCalledTimes(1);
});

test('the cache has a maximum size', () => {
  const write = vi.fn(() => Buffer.alloc(0.6 * memoryBounds.sharedCaches.bytes));
  const writer = createCached(write);
  for (const sortKey of ['1', '2', '1']) writer({ ...version, sortKey });
  expect(write).toHaveBeenCalledTimes(3);
});
