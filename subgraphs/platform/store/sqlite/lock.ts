import { type FSWatcher, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { LandfallError } from '../../errors.ts';

const fileName = 'server.lock';

/** How long a new server waits for the previous one to shut down. */
const handoverMs = 2_000;

/** How often the server is woken in any case: a command may be killed before it wakes it, and not every file system reports changes. */
const wakeMs = 30_000;

/**
 * Locks a data folder for one server. Two servers over one folder would both assign numbers, deliver and clean up.
 * Commands that may run beside a server do not take the lock. The operating system holds the lock on a separate file,
 * so it ends with the process.
 *
 * @param onWake called after a command has used the folder, and every 30 s
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
  const timer = setInterval(onWake, wakeMs).unref();
  const watcher = watchFile(path, onWake);
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      watcher?.close();
      database.close();
    },
  };
}

/** Watches the file, unless the system has no watch left; the timer is then enough. */
function watchFile(path: string, onWake: () => void): FSWatcher | undefined {
  try {
    return watch(path, { persistent: false }, onWake).on('error', () => undefined);
  } catch {
    return undefined;
  }
}

/** Wakes the server that has locked a data folder, so that it need not poll for what commands have changed. */
export function wakeServer(folder: string): void {
  const now = new Date();
  try {
    utimesSync(join(folder, fileName), now, now);
  } catch {
    // No server has used the folder, or another user runs it. It finds the changes within half a minute.
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
