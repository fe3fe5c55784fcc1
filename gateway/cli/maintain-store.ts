import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { connectMongoClient, openBackends, sqlitePathOf } from '#platform/process/backends.ts';
import { openReader } from '#platform/store/sqlite/connection.ts';
import { sqliteFailureOf, sqliteStoreFailureOf } from '#platform/store/sqlite/failure.ts';
import { type BackupSummary, backUpFile, restoreFile } from '#platform/store/sqlite/file-backup.ts';
import { hasData, inspectFile } from '#platform/store/sqlite/inspect.ts';
import { lockDataFolder } from '#platform/store/sqlite/lock.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { isStoreError, operatorMessageOf, type StoreFailure } from '#platform/store/store-failure.ts';
import { logNames } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';

// The commands that work on the whole store: backup, restore, check-store, migrate and arrivals rebuild.

/** The commands that back up and restore MongoDB. `docs/operations.md` explains their options. */
const mongoCommands = {
  backup: 'mongodump --uri=URL-WITHOUT-DATABASE --oplog --gzip --archive=FILE',
  restore: 'mongorestore --uri=URL-WITHOUT-DATABASE --oplogReplay --gzip --archive=FILE',
} as const;

/** Copies the SQLite store to a file and prints the content of the copy. @throws {LandfallError} */
export async function backUp(file: string | undefined): Promise<void> {
  const config = readConfig();
  if (config.MONGODB_URL !== undefined) {
    throw new LandfallError('CONFIG_INVALID', `The data is in MongoDB. Run its own tool: ${mongoCommands.backup}`);
  }
  const target = requireFile(file);
  printLine(`${target}: ${described(backUpFile(sqlitePathOf(config), target))}.`);
}

/**
 * Restores the SQLite store from a backup, or completes a restored database of MongoDB, and prints the restored
 * content.
 *
 * @throws {LandfallError}
 */
export async function restore(file: string | undefined): Promise<void> {
  const config = readConfig();
  if (config.MONGODB_URL !== undefined) return completeDatabase(config.MONGODB_URL, file);
  const source = requireFile(file);
  const path = sqlitePathOf(config);
  await mkdir(dirname(path), { recursive: true });
  await using _ = lockDataFolder(dirname(path));
  printLine(`${path}: ${described(restoreFile(source, path))}.`);
}

async function completeDatabase(url: string, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    const message = `The data is in MongoDB. Run its own tool: ${mongoCommands.restore}. Then run landfall restore without a file.`;
    throw new LandfallError('CONFIG_INVALID', message);
  }
  const { completeRestoredDatabase } = await import('#platform/store/mongodb/inspect.ts');
  await using client = await connectMongoClient(url);
  const versions = await completeRestoredDatabase(client.db());
  printLine(`The database ${client.db().databaseName} is complete: ${describedVersions(versions)}.`);
}

function requireFile(file: string | undefined): string {
  if (file === undefined) throw new LandfallError('BAD_USER_INPUT', 'Expected the name of a file.');
  return resolve(file);
}

function described({ bytes, versions }: BackupSummary): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB, ${describedVersions(versions)}`;
}

function describedVersions(versions: BackupSummary['versions']): string {
  return logNames.map((log) => `${versions[log]} in ${log}`).join(', ');
}

/**
 * Checks the whole store and prints the damaged parts, one line each.
 *
 * @returns exit status: 1 when damage was found, 2 when there is no data
 */
export async function checkStore(): Promise<0 | 1 | 2> {
  const { MONGODB_URL: url, ...config } = readConfig();
  let count = 0;
  const print = (finding: string): void => {
    count += 1;
    printLine(finding);
  };
  if (url === undefined) {
    const path = sqlitePathOf(config);
    if (!hasData(path)) {
      printLine(`There is no data yet: no server has created ${path}. If a server has run, check DATA_DIR.`, process.stderr);
      return 2;
    }
    for (const finding of inspectFile(path)) print(finding);
  } else {
    const [{ createMongoStore }, { inspectDatabase }] = await Promise.all([
      import('#platform/store/mongodb/store.ts'),
      import('#platform/store/mongodb/inspect.ts'),
    ]);
    await using client = await connectMongoClient(url);
    const db = client.db();
    for await (const finding of inspectDatabase(db, await createMongoStore(db))) print(finding);
  }
  printLine(
    count === 0 ? 'The store is not damaged.' : `${count} damaged ${count === 1 ? 'part' : 'parts'}. Restore the store from a backup.`,
    process.stderr,
  );
  return count === 0 ? 0 : 1;
}

/**
 * Copies the SQLite store to MongoDB. Prints the progress on standard error, and at the end what was copied.
 *
 * @throws {LandfallError}
 */
export async function migrateToMongo(): Promise<void> {
  const config = readConfig();
  const { MONGODB_URL: url, DATA_DIR } = config;
  if (url === undefined) throw new LandfallError('CONFIG_INVALID', 'MONGODB_URL: expected the database to fill.');
  const path = sqlitePathOf(config);
  if (!hasData(path)) throw new LandfallError('NOT_FOUND', `There is no data: no server has created ${path}. Check DATA_DIR.`);
  await using _ = lockDataFolder(DATA_DIR);
  // Opening the store checks the file, and upgrades one of an older version.
  await using source = await createSqliteStore({ path }).catch(async (error: unknown) => {
    throw await describedError(error, path);
  });
  const reader = openReader(path);
  const { migrateStore } = await import('#platform/store/transfer/migrate-store.ts');
  await using client = await connectMongoClient(url);
  const db = client.db();
  const onProgress = (line: string) => printLine(line, process.stderr);
  const counts = await migrateStore({ source, reader, db, onProgress })
    .catch(async (error: unknown) => {
      throw await describedError(error, path);
    })
    .finally(() => reader.close());
  const logs = logNames.map((log) => `${counts.get(log)} in ${log}`).join(', ');
  printLine(
    `Copied to the database ${db.databaseName} and compared: ${logs}. Start all processes with MONGODB_URL; the SQLite store is unchanged.`,
  );
}

/** Describes failures of the two stores to the operator. */
async function describedError(error: unknown, path: string): Promise<unknown> {
  if (isStoreError(error)) return new LandfallError((error as LandfallError).code, operatorMessageOf(error), { cause: error });
  const { mongoFailureOf } = await import('#platform/store/mongodb/failure.ts');
  const ofFile = sqliteFailureOf(error, path);
  const failure: StoreFailure | undefined = ofFile === undefined ? mongoFailureOf(error, 'MongoDB') : sqliteStoreFailureOf(ofFile, path);
  if (failure === undefined) return error;
  return new LandfallError(failure.isDamage ? 'STORE_DAMAGED' : 'STORE_UNAVAILABLE', failure.message, { cause: error });
}

/** Requests a rebuild of all arrivals from the process that evaluates them. */
export async function rebuildArrivals(): Promise<void> {
  await using backends = await openBackends(readConfig());
  const { requestRebuild } = await import('../../subgraphs/arrivals/evaluator/passes.ts');
  await requestRebuild(backends.store);
  printLine('Requested. The running process evaluates all arrivals again; landfall_arrival_rebuild_pending is 0 when it has finished.');
}
