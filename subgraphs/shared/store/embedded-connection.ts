import Libsql from 'libsql';
import { StoreUnavailableError } from '../errors.ts';

/** A value that SQLite stores. */
export type SqlValue = string | number | Buffer | null;
export type SqlRow = Record<string, SqlValue>;

/** A prepared statement. */
export interface Statement {
  run(...values: SqlValue[]): void;
  get(...values: SqlValue[]): SqlRow | undefined;
}

/** The one connection that writes. Its calls return when they are done, a COMMIT when it is on the disk. */
export interface Writer {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

/** A connection that reads; its queries are short and answer at once. */
export interface Reader {
  get(sql: string, ...values: SqlValue[]): SqlRow | undefined;
  all(sql: string, ...values: SqlValue[]): SqlRow[];
  close(): void;
}

/** Pages (of 4 KiB) that the WAL collects before they are moved to the file; often enough to stay small, rarely enough to batch. */
const checkpointPages = 8_000;

/** Opens the file for writing: WAL, and every commit is flushed to the disk before it is confirmed. */
export function openWriter(path: string): Writer {
  const database = new Libsql(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000;');
  // Whatever is replaced or removed may be somebody's who asked for it: no bytes of it stay behind in the file.
  database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA secure_delete = ON`);
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql) as unknown as RawStatement;
      // The library spreads a single object argument as named parameters, hence always one array.
      return {
        run: (...values) => {
          statement.run(values);
        },
        get: (...values) => statement.get(values) as SqlRow | undefined,
      };
    },
    exec: (sql) => {
      database.exec(sql);
    },
    close: () => database.close(),
  };
}

/**
 * Moves all of the WAL to the file and empties it. Waits for whoever reads or writes.
 *
 * @throws {StoreUnavailableError} when somebody read or wrote all the time
 */
export function truncateWriteAheadLog(path: string): void {
  const database = new Libsql(path);
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]) as SqlRow | undefined;
    if (row?.['busy'] !== 0) throw new StoreUnavailableError(new Error('the write-ahead log was in use for 10 s'));
  } finally {
    database.close();
  }
}

/** Memory for pages of the file, filled as they are read; those that are not kept are copied from the system each time. */
const readerCacheKiB = 32_768;

/** How many prepared statements a reader keeps; lists with many conditions have many spellings. */
const readerStatements = 200;

/** Opens the file for reading. Statements are prepared once and kept, the least recently used ones dropped. */
export function openReader(path: string): Reader {
  const database = new Libsql(path);
  database.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = 10000; PRAGMA cache_size = -${readerCacheKiB}`);
  const statements = new Map<string, RawStatement>();
  const prepared = (sql: string): RawStatement => {
    const held = statements.get(sql);
    const statement = held ?? (database.prepare(sql) as unknown as RawStatement);
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > readerStatements) statements.delete(statements.keys().next().value ?? '');
    return statement;
  };
  return {
    get: (sql, ...values) => prepared(sql).get(values) as SqlRow | undefined,
    all: (sql, ...values) => prepared(sql).all(values) as SqlRow[],
    close: () => database.close(),
  };
}

interface RawStatement {
  run(values: readonly SqlValue[]): unknown;
  get(values: readonly SqlValue[]): unknown;
  all(values: readonly SqlValue[]): unknown;
}
