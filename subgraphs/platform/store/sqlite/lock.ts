import { utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { LandfallError } from '../../errors.ts';

const fileName = 'server.lock';

/** How long a new server waits for the previous one to shut down. */
const handoverMs = 2_000;

/**
 * Locks a data folder for one server. Two servers over one folder would both assign numbers, deliver and clean up.
 * Commands that may run beside a server do not take the lock. The operating system holds the lock on a separate file,
 * so it ends with the process.
 *
 * @param onWake called after a command has used the folder
 * @throws {LandfallError} CONFIG_INVALID when another server has locked the folder
 */
export function lockDataFolder(folder: string, onWake: () => void = () => undefined): AsyncDisposable {
  const path = join(folder, fileName);
  const database = new Libsql(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${handoverMs}; BEGIN EXCLUSIVE`);
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    const message = `DATA_DIR: another Landfall server uses ${folder}. Stop it, or give this one a folder of its own.`;
    throw new LandfallError('CONFIG_INVALID', message, { cause });
  }
  const watcher = watch(path, { persistent: false }, onWake);
  return {
    [Symbol.asyncDispose]: async () => {
      watcher.close();
      database.close();
    },
  };
}

/** Wakes the server that has locked a data folder, so that it need not poll for what commands have changed. */
export function wakeServer(folder: string): void {
  const now = new Date();
  try {
    utimesSync(join(folder, fileName), now, now);
  } catch {
    // No server has used the folder, or another user runs it. It finds the changes with its next push, or after half a minute.
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
