import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWriter } from '#platform/store/sqlite/connection.ts';
import { inspectFile } from '#platform/store/sqlite/inspect.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { arrivalOf } from './arrival-samples.ts';

it('an arrival whose bytes have changed is found by the check of the file, and never read as another one', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'landfall.db');
  {
    await using store = await createSqliteStore({ path });
    await store.arrivals.write([{ row: arrivalOf(), revision: 0 }]);
  }
  expect([...inspectFile(path)]).toEqual([]);
  const writer = openWriter(path);
  writer.exec(`UPDATE arrival_documents SET document = CAST('{"format":2}' AS BLOB)`);
  writer.close();

  expect([...inspectFile(path)]).toEqual(['arrivals, row 1: the bytes of its document do not match their hash.']);
  await using store = await createSqliteStore({ path });
  await expect(store.arrivals.find([arrivalOf().arrivalId])).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
});
