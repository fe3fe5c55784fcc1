import { join } from 'node:path';
import Libsql from 'libsql';
import { LandfallError } from '../../errors.ts';

/** How long a new server waits for the previous one to shut down. */
const handoverMs = 2_000;

/**
 * Locks a data folder for one server. Two servers over one folder would both assign numbers, deliver and clean up.
 * Commands that may run beside a server do not take the lock. The operating system holds the lock on a separate file,
 * so it ends with the process.
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
