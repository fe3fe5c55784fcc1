import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { describeStore } from './version-store.ts';
import { maxScanned, type OpenedStore, type OpenStore } from './version-store-samples.ts';

const openFile: OpenStore = async (): Promise<OpenedStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-store-'));
  const path = join(folder, 'landfall.db');
  const open = () => createSqliteStore({ path, maxScanned });
  let store = await open();
  return {
    sharesEntries: true,
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

describeStore('SQLite store', openFile);
