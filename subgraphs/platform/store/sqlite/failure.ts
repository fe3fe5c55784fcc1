import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreFailure } from '../store-failure.ts';

/** A row that this program never wrote. SQLite noticed nothing, as it keeps no checksums. */
export class DamagedRowError extends Error {
  /** As SQLite names damage that it finds itself. */
  readonly code = 'SQLITE_CORRUPT';

  constructor(column: string, found: string) {
    super(`column ${column} holds ${found}`);
    this.name = 'DamagedRowError';
  }
}

/** What is known of an error of SQLite, as it goes from thread to thread: classes and attributes get lost on the way. */
export interface SqliteFailure {
  /** Such as `SQLITE_FULL`; that of the operating system where it says more, such as `EROFS`. */
  readonly code: string;
  readonly detail: string;
}

/**
 * Reads what failed out of an error of SQLite or of the file system.
 *
 * @returns undefined for an error of this program
 */
export function sqliteFailureOf(error: unknown, path: string): SqliteFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const systemCode = deniedCodes.some((denied) => code.startsWith(denied)) ? systemCodeOf(path) : undefined;
  if (systemCode !== undefined && systemCode !== code) return { code: systemCode, detail: `${code}: ${error.message}` };
  return { code, detail: error.message };
}

/** Says it for an operator. */
export function sqliteStoreFailureOf({ code, detail }: SqliteFailure, path: string): StoreFailure {
  return new StoreFailure({ place: path, code, detail, remedy: remedyOf(code), isDamage: isDamage(code) });
}

/** The library throws a bare error where a file cannot be opened, with the number of SQLite's code at its end. */
const cannotOpen = /^ConnectionFailed\(.*: 14"\)$/s;

/** What SQLite's functions on JSON say of a text that this program did not write. */
const damagedJson = /^(malformed JSON|JSON cannot hold BLOB values)/;

function codeOf(error: Error): string | undefined {
  if (cannotOpen.test(error.message)) return 'SQLITE_CANTOPEN';
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (code === 'SQLITE_ERROR' && damagedJson.test(error.message)) return 'SQLITE_CORRUPT';
  return code.startsWith('SQLITE_') || systemRemedies[code] !== undefined ? code : undefined;
}

/** Codes behind which the operating system may have a better one. */
const deniedCodes = ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_IOERR', 'ENOENT'];

/** Asks the operating system why the file cannot be written; undefined when it can. */
function systemCodeOf(path: string): string | undefined {
  try {
    accessSync(existingFolderOf(path), constants.W_OK);
    closeSync(openSync(path, 'r+'));
    return undefined;
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    return typeof code === 'string' && code !== 'ENOENT' ? code : undefined;
  }
}

/** Making folders on a read-only disk fails as if the folder above were missing, so the one that exists is asked. */
function existingFolderOf(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === dirname(folder) ? folder : existingFolderOf(folder);
}

function isDamage(code: string): boolean {
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

const freeSpace = 'Free space on its disk; no restart is needed.';
const makeWritable = 'Give this process the right to write to the file and to its folder (setting DATA_DIR).';

const systemRemedies: Readonly<Record<string, string>> = {
  EROFS: 'Mount its folder (setting DATA_DIR) writable.',
  ENOENT: 'Make the folder above it (setting DATA_DIR).',
  EACCES: makeWritable,
  EPERM: makeWritable,
  ENOSPC: freeSpace,
  EDQUOT: freeSpace,
  EFBIG: freeSpace,
  EISDIR: 'Move the folder that has the name of the file away.',
  ENOTDIR: 'Name a folder in the setting DATA_DIR.',
  EEXIST: 'Name a folder in the setting DATA_DIR.',
  EMFILE: 'Let this process open more files (ulimit -n).',
  EIO: 'Look for faults of the disk in the log of the system.',
};

function remedyOf(code: string): string {
  if (isDamage(code)) return restoreRemedy;
  if (code === 'SQLITE_FULL') return freeSpace;
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'End the other process that writes to the file.';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_PERM')) return makeWritable;
  return systemRemedies[code] ?? 'Check the file, its folder and its disk.';
}

/** How to get out of it; the log would be played over the backup, so it goes. */
const restoreRemedy =
  'Stop Landfall, put a backup in place of the file, remove the files beside it that end in -wal and -shm, and start again. `landfall check-store` lists what is damaged.';
