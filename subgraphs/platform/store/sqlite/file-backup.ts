import { chmodSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Libsql from 'libsql';
import { LandfallError } from '../../errors.ts';
import { type LogName, logNames, nextSeriesOf } from '../version-store.ts';
import { openReader, openWriter, type SqlRow, truncateWriteAheadLog } from './connection.ts';
import { sqliteFailureOf, sqliteStoreFailureOf } from './failure.ts';
import { hasData, inspectFile } from './inspect.ts';
import { integer } from './rows.ts';
import { layoutOf, requireSupported, tablePrefix } from './schema.ts';

/** The content of a backup. */
export interface BackupSummary {
  readonly bytes: number;
  /** Number of versions in each log. */
  readonly versions: Readonly<Record<LogName, number>>;
}

/**
 * Copies the file of a store to `target` while a server may write to it. The copy has all transactions that are on the
 * disk when copying begins, and nothing of later ones. It is checked completely and flushed to the disk before it gets
 * its name.
 *
 * @throws {LandfallError} NOT_FOUND without data, BAD_USER_INPUT when the target exists, STORE_DAMAGED when the copy is
 *   damaged
 */
export function backUpFile(path: string, target: string): BackupSummary {
  if (!hasData(path)) throw new LandfallError('NOT_FOUND', `There is no data: no server has created ${path}. Check DATA_DIR.`);
  requireAbsent([target], `${target} exists. Name a file that does not.`);
  const partial = `${target}.partial`;
  return withCopy({ partial, origin: path }, () => {
    // The copy contains all data and the secret that signs cursors.
    closeSync(openSync(partial, 'wx', 0o600));
    const database = new Libsql(path);
    try {
      // Not prepared, because a connection stays open until its statements are collected as garbage.
      database.exec(`VACUUM INTO '${partial.replaceAll("'", "''")}'`);
    } finally {
      database.close();
    }
    requireUndamaged(partial, path);
    const summary = summaryOf(partial, path);
    putInPlace(partial, target);
    return summary;
  });
}

/**
 * Installs a backup as the file of a store that has no data yet. The copy is checked completely and flushed to the disk
 * before it gets its name, so a restore that is killed leaves no data and can be repeated.
 *
 * The caller has locked the folder.
 *
 * @throws {LandfallError} BAD_USER_INPUT when there is data, or no backup; STORE_DAMAGED when the backup is damaged;
 *   CONFIG_INVALID when a newer program wrote it
 */
export function restoreFile(source: string, path: string): BackupSummary {
  const folder = dirname(path);
  requireAbsent(filesOf(path), `${folder} has data. Restore into another folder (DATA_DIR), or move ${basename(path)}* away.`);
  if (!existsSync(source)) throw new LandfallError('BAD_USER_INPUT', `There is no file ${source}.`);
  // A server may have written nothing since it last emptied its log.
  requireAbsent([`${source}-wal`], `${source} is not a backup but a database in use: its latest data is written to ${source}-wal.`);
  const partial = `${path}.partial`;
  return withCopy({ partial, origin: source }, () => {
    copyFileSync(source, partial, constants.COPYFILE_FICLONE);
    chmodSync(partial, 0o600);
    requireUndamaged(partial, source);
    continueLogs(partial, source);
    const summary = summaryOf(partial, source);
    // A file that was copied after a clean shutdown has a write-ahead log now, which keeps its name.
    truncateWriteAheadLog(partial);
    for (const file of logFilesOf(partial)) rmSync(file, { force: true });
    putInPlace(partial, path);
    return summary;
  });
}

/** Lists the file and those that SQLite keeps beside it. */
function filesOf(path: string): string[] {
  return [path, ...logFilesOf(path)];
}

function logFilesOf(path: string): string[] {
  return [`${path}-wal`, `${path}-shm`, `${path}-journal`];
}

function requireAbsent(files: readonly string[], message: string): void {
  if (files.some((file) => existsSync(file))) throw new LandfallError('BAD_USER_INPUT', message);
}

/**
 * Runs the steps that make a copy. Removes the copy when they fail, and describes failures of SQLite and of the file
 * system to the operator.
 */
function withCopy<T>({ partial, origin }: { readonly partial: string; readonly origin: string }, steps: () => T): T {
  const remove = () => {
    for (const file of filesOf(partial)) rmSync(file, { force: true });
  };
  try {
    remove();
    return steps();
  } catch (error) {
    remove();
    const failure = error instanceof LandfallError ? undefined : sqliteFailureOf(error, partial);
    if (failure === undefined) throw error;
    const isDamaged = sqliteStoreFailureOf(failure, origin).isDamage;
    const { message } = sqliteStoreFailureOf(failure, isDamaged ? origin : partial);
    throw new LandfallError(isDamaged ? 'STORE_DAMAGED' : 'STORE_UNAVAILABLE', message, { cause: error });
  }
}

/** @param origin the name of the file in messages for operators */
function requireUndamaged(path: string, origin: string): void {
  for (const finding of inspectFile(path)) {
    throw new LandfallError(
      'STORE_DAMAGED',
      `${origin} is damaged: ${finding} Nothing was written. \`landfall check-store\` lists all damage.`,
    );
  }
}

/**
 * Continues each log above the numbers that subscribers may have seen since the backup.
 *
 * @throws {LandfallError} CONFIG_INVALID when a newer program wrote the file, BAD_USER_INPUT when another program did
 */
function continueLogs(path: string, source: string): void {
  const writer = openWriter(path);
  try {
    requireStore((sql) => writer.prepare(sql).get(), source);
    for (const table of logNames.map(versionTableOf)) {
      const row = writer.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
      writer.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
      writer
        .prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
        .run(table, nextSeriesOf(row === undefined ? 0 : integer(row, 'seq')));
    }
  } finally {
    writer.close();
  }
}

function summaryOf(path: string, origin: string): BackupSummary {
  const reader = openReader(path);
  try {
    const versions = Object.fromEntries(logNames.map((log) => [log, 0])) as Record<LogName, number>;
    requireStore(reader.get, origin);
    for (const log of logNames) versions[log] = integer(reader.get(`SELECT count(*) AS count FROM ${versionTableOf(log)}`), 'count');
    return { bytes: statSync(path).size, versions };
  } finally {
    reader.close();
  }
}

/** @throws {LandfallError} CONFIG_INVALID when a newer program wrote the file, BAD_USER_INPUT when another program did */
function requireStore(get: (sql: string) => SqlRow | undefined, origin: string): void {
  const layout = layoutOf(get);
  requireSupported(layout, origin, 'Use the program that wrote it.');
  if (layout === 0) throw new LandfallError('BAD_USER_INPUT', `${origin} is not a store of Landfall.`);
}

function versionTableOf(log: LogName): string {
  return `${tablePrefix(log)}_versions`;
}

/** Renames a file after it has been flushed to the disk. */
function putInPlace(partial: string, path: string): void {
  flush(partial);
  renameSync(partial, path);
  flush(dirname(path));
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
