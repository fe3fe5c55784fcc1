import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { describeStore } from './version-store.ts';
import { describeCurrentRows } from './version-store-current-rows.ts';
import { describeErasure } from './version-store-erasure.ts';
import { describeCounts, describeProperty } from './version-store-property.ts';
import { maxScanned, type OpenedStore, type OpenStore } from './version-store-samples.ts';

/** @param maxUnindexed see `SqliteStoreOptions` */
const openerOf =
  (maxUnindexed?: number): OpenStore =>
  async (): Promise<OpenedStore> => {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-store-'));
    const path = join(folder, 'landfall.db');
    const open = () => createSqliteStore({ path, maxScanned, ...(maxUnindexed === undefined ? {} : { maxUnindexed }) });
    let store = await open();
    return {
      store,
      reopen: async () => {
        await store[Symbol.asyncDispose]();
        store = await open();
        return store;
      },
      keptBytes: async () => Buffer.concat(await Promise.all([path, `${path}-wal`].map((file) => readFile(file)))),
      [Symbol.asyncDispose]: async () => {
        await store[Symbol.asyncDispose]();
        await rm(folder, { recursive: true });
      },
    };
  };

describeStore('SQLite store', openerOf());

// By default, the few rows of these suites are not indexed yet when they are read.
describe.each([1, 3])('SQLite store that indexes %i new rows at a time', (maxUnindexed) => {
  describe('entities', () => describeCurrentRows(openerOf(maxUnindexed)));
  describe('erasure', () => describeErasure(openerOf(maxUnindexed)));
  describe('any order', () => describeProperty(openerOf(maxUnindexed)));
  describe('counts', () => describeCounts(openerOf(maxUnindexed)));
});
