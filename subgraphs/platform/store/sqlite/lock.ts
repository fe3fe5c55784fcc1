import { join } from 'node:path';
import Libsql from 'libsql';
import { LandfallError } from '../../errors.ts';

/** How long to wait for a server that is shutting down, when a new one is started in its place. */
const handoverMs = 2_000;

/**
 * Locks a data folder for one server. Two servers over one folder would both number, deliver and clean up. Commands that
 * work beside a server do not take the lock. It is a lock of the operating system on a file of its own, so it ends with the
 * process, however that ends.
 *
 * @throws {LandfallError} CONFIG_INVALID when another server has locked the folder
 */
export function lockDataFolder(folder: string): AsyncDisposable {
  const path = join(folder, 'server.lock');
  const database = new Libsql(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${handoverMs}; BEGIN EXCLUSIVE`);
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    const message = `DATA_DIR: another Landfall server uses ${folder}. Stop it, or give this one a folder of its own.`;
    throw new LandfallError('CONFIG_INVALID', message, { cause });
  }
  return {
    [Symbol.asyncDispose]: async () => {
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
