import { matchesFilter } from '../version-filter.ts';
import {
  type ExpiredVersions,
  type LogBounds,
  type LogName,
  type LogRange,
  maxRangeBytes,
  type VersionFilter,
  type VersionIndex,
  type VersionStore,
} from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import type { CachedVersion, RowCache } from './row-cache.ts';
import { indexOf, integer, storedVersionOf, text, versionColumns } from './rows.ts';
import type { WriteThread } from './thread.ts';

/** The parts needed to read one log. */
export interface SqliteLog {
  readonly name: LogName;
  /** Prefix of the log's tables. */
  readonly prefix: string;
  readonly reader: Reader;
  readonly cache: RowCache;
  readonly thread: Pick<WriteThread, 'revision'>;
  /** Maximum number of sequence numbers that one filtered read scans. */
  readonly maxScanned: number;
}

/** Number of versions in the first batch of an unfiltered read, when the size of versions is not known yet. */
const firstBatch = 8;

/** Reads the log of numbered versions. */
export function createSqliteLogReader(
  log: SqliteLog,
): Pick<VersionStore, 'bounds' | 'readLog' | 'scan' | 'findNumbered' | 'listExpired' | 'count'> {
  const { reader, prefix } = log;
  const boundsNow = createBoundsReader(log);
  const scanIndexes = createIndexScan(log);
  return {
    bounds: async () => boundsNow(),
    readLog: async ({ after, limit, filter }) => {
      // Read first, so that versions that another process adds meanwhile are above the head and belong to the next
      // range.
      const { head } = boundsNow();
      return filter === undefined ? readAll(log, { after, limit, head }) : readMatches(log, { after, limit, head, filter, scanIndexes });
    },
    scan: async ({ after, limit }) => scan(log, after, limit),
    findNumbered: async (sequences) => findNumbered(log, sequences),
    listExpired: async (query) => listExpired(log, query),
    count: async () => integer(reader.get(`SELECT count(*) AS count FROM ${prefix}_versions`), 'count'),
  };
}

/**
 * Reads the bounds of the log once for all its subscribers in a turn of the event loop. A commit that is not reported
 * yet must not be visible: no reader may get past the head that others have.
 */
function createBoundsReader({ name, reader, prefix, thread }: SqliteLog): () => LogBounds {
  const sql = `SELECT trimmed_through, removals,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${prefix}_versions'), 0) AS head FROM log_bounds WHERE log = ?`;
  return cachedInTurn(thread, () => {
    const row = reader.get(sql, name);
    return { trimmedThrough: integer(row, 'trimmed_through'), head: integer(row, 'head'), removals: integer(row, 'removals') };
  });
}

/** A version in the range of a filtered read, without its document. */
interface IndexedRow {
  readonly sequence: number;
  readonly completeness: number;
  readonly index: VersionIndex;
  readonly receivedAt: string;
}

type IndexScan = (after: number, head: number) => readonly IndexedRow[];

/** Reads the index of a range once for subscribers with different rights, who read it one after another. */
function createIndexScan({ reader, prefix, thread, maxScanned }: SqliteLog): IndexScan {
  const sql = `SELECT sequence, completeness, received_at, search_index FROM ${prefix}_versions WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`;
  return cachedInTurn(thread, (after, head) => reader.all(sql, after, head, maxScanned).map(indexedRowOf));
}

function indexedRowOf(row: SqlRow): IndexedRow {
  let index: VersionIndex | undefined;
  return {
    sequence: integer(row, 'sequence'),
    completeness: integer(row, 'completeness'),
    receivedAt: text(row, 'received_at'),
    // A page may be full long before the end of the range.
    get index() {
      index ??= indexOf(row);
      return index;
    },
  };
}

/**
 * Caches the latest result for equal numbers until the end of the turn of the event loop, or until the writing thread
 * reports a commit.
 */
function cachedInTurn<Numbers extends number[], Value>(
  thread: SqliteLog['thread'],
  read: (...numbers: Numbers) => Value,
): (...numbers: Numbers) => Value {
  let cached: { readonly key: string; readonly value: Value } | undefined;
  const clear = () => {
    cached = undefined;
  };
  return (...numbers) => {
    const key = [thread.revision, ...numbers].join();
    if (cached?.key === key) return cached.value;
    cached = { key, value: read(...numbers) };
    setImmediate(clear);
    return cached.value;
  };
}

interface RangeQuery {
  readonly after: number;
  readonly limit: number;
  readonly head: number;
}

function readAll(log: SqliteLog, { after, limit, head }: RangeQuery): LogRange {
  const scanned = scanWithinBytes(log, after, limit);
  const entries = scanned.entries.filter(({ sequence }) => sequence <= head);
  const last = entries.at(-1)?.sequence ?? after;
  const isEnd = scanned.isEnd || entries.length < scanned.entries.length;
  // The numbers after the last version may be those of removed versions.
  return { entries, scannedThrough: isEnd ? Math.max(last, head) : last };
}

/** Scans at most `limit` versions whose documents together have about {@link maxRangeBytes}. */
function scanWithinBytes(log: SqliteLog, after: number, limit: number): { readonly entries: LogRange['entries']; readonly isEnd: boolean } {
  const entries: LogRange['entries'][number][] = [];
  let bytes = 0;
  while (entries.length < limit) {
    // As many as would fit if they were twice as large as the previous ones.
    const fitting = Math.max(1, Math.floor((maxRangeBytes - bytes) / ((2 * bytes) / entries.length + 1)));
    const wanted = Math.min(limit - entries.length, entries.length === 0 ? firstBatch : fitting);
    const found = scan(log, entries.at(-1)?.sequence ?? after, wanted);
    for (const version of found) {
      entries.push(version);
      bytes += version.document.length;
      if (bytes > maxRangeBytes && entries.length > 1) return { entries, isEnd: false };
    }
    if (found.length < wanted) return { entries, isEnd: true };
  }
  return { entries, isEnd: false };
}

function scan({ reader, prefix }: SqliteLog, after: number, limit: number): CachedVersion[] {
  const sql = `SELECT ${versionColumns} FROM ${prefix}_versions v WHERE v.sequence > ? ORDER BY v.sequence LIMIT ?`;
  return reader.all(sql, after, limit).map(storedVersionOf);
}

interface FilteredQuery extends RangeQuery {
  readonly filter: VersionFilter;
  readonly scanIndexes: IndexScan;
}

function readMatches(log: SqliteLog, query: FilteredQuery): LogRange {
  const { rows, scannedThrough } = matchingRows(log, query);
  const entries: CachedVersion[] = [];
  let bytes = 0;
  for (const { sequence, completeness } of rows) {
    // Subscribers with different rights read the same versions one after another, so the cache serves most of them.
    const version = log.cache.find(sequence, completeness)?.version;
    if (version === undefined) continue;
    entries.push(version);
    bytes += version.document.length;
    if (bytes > maxRangeBytes && entries.length > 1) return { entries, scannedThrough: version.sequence };
  }
  return { entries, scannedThrough };
}

/** Finds the rows of matching versions without reading documents. */
function matchingRows(
  { maxScanned }: SqliteLog,
  { after, limit, head, filter, scanIndexes }: FilteredQuery,
): { readonly rows: readonly IndexedRow[]; readonly scannedThrough: number } {
  const scanned = scanIndexes(after, head);
  const rows: IndexedRow[] = [];
  for (const indexed of scanned) {
    if (matchesFilter(filter, indexed)) rows.push(indexed);
    if (rows.length === limit) return { rows, scannedThrough: indexed.sequence };
  }
  const last = scanned.at(-1)?.sequence ?? after;
  return { rows, scannedThrough: scanned.length < maxScanned ? Math.max(last, head) : last };
}

function findNumbered({ reader, prefix, cache }: SqliteLog, sequences: readonly number[]): (CachedVersion | undefined)[] {
  const sql = `SELECT sequence, completeness FROM ${prefix}_versions WHERE sequence IN (SELECT value FROM json_each(?))`;
  const completenessOf = new Map(
    reader.all(sql, JSON.stringify(sequences)).map((row) => [integer(row, 'sequence'), integer(row, 'completeness')]),
  );
  return sequences.map((sequence) => {
    const completeness = completenessOf.get(sequence);
    return completeness === undefined ? undefined : cache.find(sequence, completeness)?.version;
  });
}

function listExpired({ reader, prefix }: SqliteLog, query: Parameters<VersionStore['listExpired']>[0]): ExpiredVersions {
  const { receivedBefore, after, upTo, limit } = query;
  const rows = reader.all(
    `SELECT v.sequence, v.entity_id, v.sort_key FROM ${prefix}_versions v JOIN ${prefix}_current_rows c ON c.id = v.current_row
      WHERE v.sequence > ? AND v.sequence <= ? AND v.received_at < ?
        AND (v.sequence <> c.sequence OR NOT EXISTS (SELECT 1 FROM ${prefix}_versions o WHERE o.current_row = v.current_row AND o.received_at >= ?))
      ORDER BY v.sequence LIMIT ?`,
    after,
    upTo,
    receivedBefore,
    receivedBefore,
    limit,
  );
  const last = rows.at(-1);
  return {
    keys: rows.map((row) => ({ entityId: text(row, 'entity_id'), sortKey: text(row, 'sort_key') })),
    scannedThrough: rows.length < limit || last === undefined ? undefined : integer(last, 'sequence'),
  };
}
