import { readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { connectMongoClient, sqlitePathOf } from '#platform/process/backends.ts';
import { isStoreError, operatorMessageOf, type StoreFailure } from '#platform/store/store-failure.ts';
import { logNames } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';

/**
 * Copies the SQLite store to MongoDB. Prints the progress on standard error, and at the end what was copied.
 *
 * @param restart discards what an unfinished migration has copied
 * @throws {LandfallError}
 */
export async function migrateToMongo(restart: boolean): Promise<void> {
  const config = readConfig();
  const { MONGODB_URL: url, DATA_DIR } = config;
  if (url === undefined) throw new LandfallError('CONFIG_INVALID', 'MONGODB_URL: expected the database to fill.');
  const [{ hasData }, { lockDataFolder }, { createSqliteStore }, { migrateStore }] = await Promise.all([
    import('#platform/store/sqlite/inspect.ts'),
    import('#platform/store/sqlite/lock.ts'),
    import('#platform/store/sqlite/store.ts'),
    import('#platform/store/transfer/migrate-store.ts'),
  ]);
  const path = sqlitePathOf(config);
  if (!hasData(path)) throw new LandfallError('NOT_FOUND', `There is no data: no server has created ${path}. Check DATA_DIR.`);
  await using _ = lockDataFolder(DATA_DIR);
  // Opening the store checks the file, and upgrades one of an older version.
  const store = await createSqliteStore({ path }).catch((error: unknown) => {
    throw isStoreError(error) ? new LandfallError((error as LandfallError).code, operatorMessageOf(error), { cause: error }) : error;
  });
  await store[Symbol.asyncDispose]();
  await using client = await connectMongoClient(url);
  const db = client.db();
  const onProgress = (line: string) => printLine(line, process.stderr);
  const counts = await migrateStore({ path, db, restart, onProgress }).catch(async (error: unknown) => {
    throw await describedError(error, path);
  });
  const logs = logNames.map((log) => `${counts.get(log)} in ${log}`).join(', ');
  printLine(
    `Copied to the database ${db.databaseName} and compared: ${logs}. Start all processes with MONGODB_URL; the SQLite store is unchanged.`,
  );
}

/** Describes failures of the two stores to the operator. */
async function describedError(error: unknown, path: string): Promise<unknown> {
  const [{ mongoFailureOf }, { sqliteFailureOf, sqliteStoreFailureOf }] = await Promise.all([
    import('#platform/store/mongodb/failure.ts'),
    import('#platform/store/sqlite/failure.ts'),
  ]);
  const ofFile = sqliteFailureOf(error, path);
  const failure: StoreFailure | undefined = ofFile === undefined ? mongoFailureOf(error, 'MongoDB') : sqliteStoreFailureOf(ofFile, path);
  if (failure === undefined) return error;
  return new LandfallError(failure.isDamage ? 'STORE_DAMAGED' : 'STORE_UNAVAILABLE', failure.message, { cause: error });
}
