import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreFailure } from '../store-failure.ts';

/** A row that this program has not written in this form. SQLite has no checksums, so it does not notice such damage. */
export class DamagedRowError extends Error {
  /** The code that SQLite uses for damage that it finds itself. */
  readonly code = 'SQLITE_CORRUPT';

  constructor(column: string, found: string) {
    super(`column ${column} holds ${found}`);
    this.name = 'DamagedRowError';
  }
}

/** An error of SQLite as plain data, because errors lose their class and attributes between threads. */
export interface SqliteFailure {
  /** A code such as `SQLITE_FULL`, or that of the operating system where it is more precise, such as `EROFS`. */
  readonly code: string;
  readonly detail: string;
}

/**
 * Reads the failure from an error of SQLite or of the file system.
 *
 * @returns undefined when the error is a bug of this program
 */
export function sqliteFailureOf(error: unknown, path: string): SqliteFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const systemCode = deniedCodes.some((denied) => code.startsWith(denied)) ? systemCodeOf(path) : undefined;
  if (systemCode !== undefined && systemCode !== code) return { code: systemCode, detail: `${code}: ${error.message}` };
  return { code, detail: error.message };
}

/** Describes the failure to an operator. */
export function sqliteStoreFailureOf({ code, detail }: SqliteFailure, path: string): StoreFailure {
  return new StoreFailure({ place: path, code, detail, remedy: remedyOf(code), isDamage: isDamage(code) });
}

/**
 * The library throws an error without a code when it cannot open a file; the message ends with the number of SQLite's
 * code.
 */
const cannotOpen = /^ConnectionFailed\(.*: 14"\)$/s;

/**
 * SQLite's messages about what this program never writes: invalid JSON in a column, and a schema without the tables, columns
 * and indexes of its statements.
 */
const damaged = /^(malformed JSON|JSON cannot hold BLOB values|no such (table|column|index)\b|table \S+ has no column)/;

function codeOf(error: Error): string | undefined {
  if (cannotOpen.test(error.message)) return 'SQLITE_CANTOPEN';
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (code === 'SQLITE_ERROR' && damaged.test(error.message)) return 'SQLITE_CORRUPT';
  return code.startsWith('SQLITE_') || systemRemedies[code] !== undefined ? code : undefined;
}

/** Codes for which the operating system may have a more precise one. */
const deniedCodes = ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_IOERR', 'ENOENT'];

/** Returns the operating system's code when the file cannot be written; undefined when it can. */
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

/** Creating folders on a read-only disk fails with ENOENT, so the nearest existing folder is checked. */
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
  ENOENT: 'Create the folder above it (setting DATA_DIR).',
  EACCES: makeWritable,
  EPERM: makeWritable,
  ENOSPC: freeSpace,
  EDQUOT: freeSpace,
  EFBIG: freeSpace,
  EISDIR: 'Move away the folder that has the name of the file.',
  ENOTDIR: 'Name a folder in the setting DATA_DIR.',
  EEXIST: 'Name a folder in the setting DATA_DIR.',
  EMFILE: 'Let this process open more files (ulimit -n).',
  EIO: 'Check the system log for errors of the disk.',
};

function remedyOf(code: string): string {
  if (isDamage(code)) return restoreRemedy;
  if (code === 'SQLITE_FULL') return freeSpace;
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'Stop the other process that writes to the file.';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_PERM')) return makeWritable;
  return systemRemedies[code] ?? 'Check the file, its folder and its disk.';
}

/** The write-ahead log has to be removed, because SQLite would apply it to the backup. */
const restoreRemedy =
  'Stop Landfall, restore a backup (move away the file and the files next to it that end in -wal and -shm, then run `landfall restore`), and start again. `landfall check-store` lists the damage.';
