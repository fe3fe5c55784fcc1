import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { logName, versionOf, versionsOf } from './version-store-samples.ts';

test('a file whose end is missing is refused at the start, also beside a write-ahead log', async () => {
  await using folder = await temporaryFolder();
  const [path, copy] = [join(folder.path, 'landfall.db'), join(folder.path, 'copy.db')];
  const open = async (file: string) => {
    const store = await createSqliteStore({ path: file });
    const count = await store.versions(logName).count();
    await store[Symbol.asyncDispose]();
    return count;
  };
  {
    await using store = await createSqliteStore({ path });
    await store.versions(logName).append(versionsOf(200, (index) => ({ text: JSON.stringify({ index, text: 'x'.repeat(10_000) }) })));
  }
  await using store = await createSqliteStore({ path });
  await store.versions(logName).append([versionOf({ entityId: 'later' })]);
  // As after a kill, or by a copy: the last version is only in the log.
  const copyFiles = () => {
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
  };
  copyFiles();
  expect(await open(copy)).toBe(201);
  copyFiles();
  // Parts of a document: SQLite would read zeros in their place.
  truncateSync(copy, statSync(copy).size - 2 * 4_096);
  await expect(open(copy)).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
});
