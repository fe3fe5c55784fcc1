import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { SqlRow, SqlValue } from './connection.ts';
import { knownLayout, layoutOf, tableNames } from './schema.ts';

/** Damage of a file, with the code that SQLite uses for it. */
class DamagedFileError extends Error {
  readonly code: 'SQLITE_CORRUPT' | 'SQLITE_NOTADB';

  constructor(code: DamagedFileError['code'], message: string) {
    super(message);
    this.name = 'DamagedFileError';
    this.code = code;
  }
}

/**
 * Compares the length of the file with its header and its write-ahead log. Without this check SQLite would replace
 * missing pages by zeros, and would delete a write-ahead log whose file is missing.
 *
 * @throws {DamagedFileError}
 */
export function checkFiles(path: string): void {
  // The write-ahead log is read first: if another process moves pages out of it meanwhile, they are in the file
  // already.
  const log = readLog(`${path}-wal`);
  const size = sizeOf(path);
  if (size === 0) {
    if (log.pages.size === 0) return;
    throw new DamagedFileError('SQLITE_NOTADB', `the file is ${existsSync(path) ? 'empty' : 'missing'}, and its write-ahead log is not`);
  }
  const header = readHeader(path, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic)) {
    throw new DamagedFileError('SQLITE_NOTADB', 'the file has no SQLite header');
  }
  const [present, expected] = [Math.floor(size / pageSizeIn(header)), log.pageCount ?? header.readUInt32BE(28)];
  let missing = 0;
  for (let page = present + 1; page <= expected; page += 1) if (!log.pages.has(page)) missing += 1;
  if (missing > 0) throw new DamagedFileError('SQLITE_CORRUPT', `${missing} of ${expected} pages are missing at the end of the file`);
}

/**
 * Checks that no table is missing and that the root page of every table and index is valid. Takes little time, whatever
 * the size of the file. `landfall check-store` checks the rest.
 *
 * @throws {DamagedFileError}
 */
export function checkTables(get: (sql: string, ...values: SqlValue[]) => SqlRow | undefined): void {
  const roots = get(`SELECT count(*) AS count FROM sqlite_schema s LEFT JOIN sqlite_dbpage p ON p.pgno = s.rootpage
    WHERE s.rootpage > 0 AND coalesce(hex(substr(p.data, 1, 1)) NOT IN (${rootKinds}), 1)`);
  const damaged = Number(roots?.['count']);
  if (damaged > 0) throw new DamagedFileError('SQLITE_CORRUPT', `the roots of ${damaged} tables or indexes are damaged`);
  if (layoutOf(get) !== knownLayout) return;
  const tables = "SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))";
  const missing = tableNames.length - Number(get(tables, JSON.stringify(tableNames))?.['count']);
  if (missing > 0) throw new DamagedFileError('SQLITE_CORRUPT', `${missing} of ${tableNames.length} tables are missing`);
}

/** First bytes of valid root pages: inner and leaf pages of indexes and tables. */
const rootKinds = "'02', '05', '0A', '0D'";

/** The following constants belong to the file format of SQLite 3. */
const magic = Buffer.from('SQLite format 3\0', 'latin1');
const headerBytes = 100;
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

function pageSizeIn(header: Buffer): number {
  const size = header.readUInt16BE(16);
  if (size === 1) return 65_536;
  if (size < 512 || (size & (size - 1)) !== 0) throw new DamagedFileError('SQLITE_NOTADB', `its header states pages of ${size} bytes`);
  return size;
}

interface Log {
  /** Pages of committed transactions. */
  readonly pages: ReadonlySet<number>;
  /** The size of the file in pages after the last transaction; undefined when there is none. */
  readonly pageCount: number | undefined;
}

/** Reads which pages are in a write-ahead log. Frames from an earlier use of the log have other salts. */
function readLog(path: string): Log {
  const pages = new Set<number>();
  let pageCount: number | undefined;
  const size = sizeOf(path);
  if (size < logHeaderBytes) return { pages, pageCount };
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(logHeaderBytes);
    readSync(file, header, 0, logHeaderBytes, 0);
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
    const frame = Buffer.alloc(frameHeaderBytes);
    let pending: number[] = [];
    for (let at = logHeaderBytes; at + frameBytes <= size; at += frameBytes) {
      readSync(file, frame, 0, frameHeaderBytes, at);
      if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) break;
      pending.push(frame.readUInt32BE(0));
      const pageCountNow = frame.readUInt32BE(4);
      if (pageCountNow === 0) continue;
      for (const page of pending) pages.add(page);
      pending = [];
      pageCount = pageCountNow;
    }
  } finally {
    closeSync(file);
  }
  return { pages, pageCount };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readHeader(path: string, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(length);
    return header.subarray(0, readSync(file, header, 0, length, 0));
  } finally {
    closeSync(file);
  }
}
