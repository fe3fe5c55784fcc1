import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import type { Store } from '#platform/store/store.ts';
import type { BenchRow, nameOfStore } from './table.ts';

/**
 * Measures a new SQLite store, then a new database of MongoDB if there is one. Both are removed at the end.
 *
 * @param database beginning of the database's name
 */
export async function measureBothStores(
  { database, mongodbUrl }: { readonly database: string; readonly mongodbUrl: string | undefined },
  measure: (kind: keyof typeof nameOfStore, store: Store) => Promise<readonly BenchRow[]>,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    {
      await using store = await createSqliteStore({ path: join(folder, 'landfall.db') });
      rows.push(...(await measure('sqlite', store)));
    }
    if (mongodbUrl !== undefined) {
      const client = await MongoClient.connect(mongodbUrl);
      const db = client.db(`${database}-${process.pid}`);
      try {
        await using store = await createMongoStore(db);
        rows.push(...(await measure('mongodb', store)));
      } finally {
        await db.dropDatabase();
        await client.close();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
