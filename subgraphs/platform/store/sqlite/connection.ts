import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import { StoreUnavailableError } from '../../errors.ts';
import { DamagedRowError } from './failure.ts';

/** A value that SQLite stores. */
export type SqlValue = string | number | Buffer | null;
export type SqlRow = Record<string, SqlValue>;

/** A part of a statement with the values of its parameters. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Joins parts of a statement. */
export function joined(parts: readonly SqlPart[], separator: string): SqlPart {
  return { sql: parts.map(({ sql }) => sql).join(separator), values: parts.flatMap(({ values }) => values) };
}

/** The connection that writes. Its calls are synchronous; a COMMIT returns when the data is on the disk. */
export type Writer = ReturnType<typeof openWriter>;

/** A connection for short synchronous queries. */
export type Reader = ReturnType<typeof openReader>;

/** Number of pages (of 4 KiB) that the write-ahead log collects before they are moved to the file. */
const checkpointPages = 8_000;

/** How long a connection waits for a lock of another process. */
const busyMs = 10_000;

/** Opens the file for writing, in WAL mode, so that every commit is flushed to the disk before it is confirmed. */
export function openWriter(path: string) {
  const database = new Libsql(path);
  database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
  // Removed and replaced data may be personal data, so its bytes must not stay in the file.
  database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA secure_delete = ON`);
  return {
    prepare: (sql: string) => {
      const statement = prepareSafely(database, sql);
      return {
        run: (...values: SqlValue[]): void => void statement.raw.run(values),
        get: (...values: SqlValue[]) => statement.get(values),
        all: (...values: SqlValue[]) => statement.all(values),
      };
    },
    exec: (sql: string): void => void database.exec(sql),
    /** Moves the write-ahead log to the file and empties it. @returns false when other connections used it for the whole time */
    truncateLog: (waitMs: number): boolean => truncateLog(database, waitMs),
    close: (): void => void database.close(),
  };
}

/**
 * Moves the write-ahead log to the file and empties it, on a separate connection.
 *
 * @throws {StoreUnavailableError} when other connections used it for the whole time
 */
export function truncateWriteAheadLog(path: string): void {
  const database = new Libsql(path);
  try {
    if (!truncateLog(database, busyMs)) throw new StoreUnavailableError(new Error(`the write-ahead log was in use for ${busyMs} ms`));
  } finally {
    database.close();
  }
}

/** @returns false when other connections used it for the whole time */
function truncateLog(database: InstanceType<typeof Libsql>, waitMs: number): boolean {
  database.exec(`PRAGMA busy_timeout = ${waitMs}`);
  try {
    const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]) as SqlRow | undefined;
    return row?.['busy'] === 0;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  }
}

/** Number of prepared statements that a reader keeps. Lists have a statement for each combination of conditions. */
const readerStatements = 200;

/** Opens the file for reading. The connection caches pages and the most recently used statements. */
export function openReader(path: string) {
  const database = new Libsql(path);
  database.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = ${busyMs}; PRAGMA cache_size = -${memoryBounds.sqlitePages.bytes / 1024}`);
  const statements = new LRUCache<string, SafeStatement>({
    max: readerStatements,
    memoMethod: (sql) => prepareSafely(database, sql),
  });
  return {
    get: (sql: string, ...values: SqlValue[]): SqlRow | undefined => statements.memo(sql).get(values),
    all: (sql: string, ...values: SqlValue[]): SqlRow[] => statements.memo(sql).all(values),
    close: (): void => void database.close(),
  };
}

/**
 * A statement of the library. The library spreads a single object argument as named parameters, so values are always
 * passed as one array.
 */
interface RawStatement {
  run(values: readonly SqlValue[]): unknown;
  get(values: readonly SqlValue[]): unknown;
  all(values: readonly SqlValue[]): unknown;
  columns(): readonly { readonly name: string }[];
}

interface SafeStatement {
  readonly raw: RawStatement;
  get(values: readonly SqlValue[]): SqlRow | undefined;
  all(values: readonly SqlValue[]): SqlRow[];
}

/** Names of the columns that hold bytes. */
const byteColumns: ReadonlySet<string> = new Set(['document', 'bytes', 'value']);

/**
 * Prepares a statement whose rows can be read from a damaged file. The library aborts the process when a string is not
 * UTF-8. SQLite therefore returns the values of a row as one JSON array, in bytes, which is decoded here; that is also
 * faster than separate values. Other statements than SELECT return only values that they were given.
 */
function prepareSafely(database: InstanceType<typeof Libsql>, sql: string): SafeStatement {
  const raw = database.prepare(sql) as unknown as RawStatement;
  if (!/^\s*SELECT\b/i.test(sql)) {
    return { raw, get: (values) => raw.get(values) as SqlRow | undefined, all: (values) => raw.all(values) as SqlRow[] };
  }
  const names = raw.columns().map(({ name }) => name);
  const [packed, separate] = [names.filter((name) => !byteColumns.has(name)), names.filter((name) => byteColumns.has(name))];
  const values = `CAST(json_array(${packed.map(quoted).join(', ')}) AS BLOB) AS packed`;
  const statement = database.prepare(`SELECT ${[values, ...separate.map(quoted)].join(', ')} FROM (${sql})`) as unknown as RawStatement;
  const rowOf = (row: SqlRow): SqlRow => {
    const unpacked = parseBytes(row['packed']) as readonly SqlValue[];
    const found: SqlRow = {};
    for (const [index, name] of packed.entries()) found[name] = unpacked[index] ?? null;
    for (const name of separate) found[name] = row[name] ?? null;
    return found;
  };
  return {
    raw,
    get: (bound) => {
      const row = statement.get(bound) as SqlRow | undefined;
      return row && rowOf(row);
    },
    all: (bound) => (statement.all(bound) as SqlRow[]).map(rowOf),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON that SQLite returned as bytes.
 *
 * @throws {DamagedRowError} when a string in it is not UTF-8
 */
export function parseBytes(json: unknown): unknown {
  try {
    return JSON.parse(decoder.decode(json as ArrayBuffer));
  } catch {
    throw new DamagedRowError('of text', 'bytes that are not UTF-8');
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
