import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { connectMongoClient, sqlitePathOf } from '#platform/process/backends.ts';
import type { BackupSummary } from '#platform/store/sqlite/file-backup.ts';
import { logNames } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';

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
  const { backUpFile } = await import('#platform/store/sqlite/file-backup.ts');
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
  const [{ restoreFile }, { lockDataFolder }] = await Promise.all([
    import('#platform/store/sqlite/file-backup.ts'),
    import('#platform/store/sqlite/lock.ts'),
  ]);
  await mkdir(dirname(path), { recursive: true });
  await using _ = lockDataFolder(dirname(path));
  printLine(`${path}: ${described(restoreFile(source, path))}.`);
}

async function completeDatabase(url: string, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    const message = `The data is in MongoDB. Run its own tool: ${mongoCommands.restore}. Then run landfall restore without a file.`;
    throw new LandfallError('CONFIG_INVALID', message);
  }
  const { completeRestoredDatabase } = await import('#platform/store/mongodb/restored-database.ts');
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
