import { matchesFilter } from '../version-filter.ts';
import {
  type ExpiredVersions,
  type LogBounds,
  type LogName,
  type LogRange,
  maxRangeBytes,
  type VersionFilter,
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
  return {
    bounds: async () => boundsNow(),
    readLog: async ({ after, limit, filter }) => {
      // Read first, so that versions that another process adds meanwhile are above the head and belong to the next
      // range.
      const { head } = boundsNow();
      return filter === undefined ? readAll(log, { after, limit, head }) : readMatches(log, { after, limit, head, filter });
    },
    scan: async ({ after, limit }) => scan(log, after, limit),
    findNumbered: async (sequences) => findNumbered(log, sequences),
    listExpired: async (query) => listExpired(log, query),
    count: async () => integer(reader.get(`SELECT count(*) AS count FROM ${prefix}_versions`), 'count'),
  };
}

/**
 * Reads the bounds of the log once per turn of the event loop for all its subscribers, and again when the writing
 * thread reports a commit. A commit that is not reported yet must not be visible: no reader may get past the head that
 * others have.
 */
function createBoundsReader({ name, reader, prefix, thread }: SqliteLog): () => LogBounds {
  const sql = `SELECT trimmed_through, removals,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${prefix}_versions'), 0) AS head FROM log_bounds WHERE log = ?`;
  let cached: { readonly bounds: LogBounds; readonly revision: number } | undefined;
  const clear = () => {
    cached = undefined;
  };
  return () => {
    const { revision } = thread;
    if (cached?.revision === revision) return cached.bounds;
    const row = reader.get(sql, name);
    const bounds = {
      trimmedThrough: integer(row, 'trimmed_through'),
      head: integer(row, 'head'),
      removals: integer(row, 'removals'),
    };
    cached = { bounds, revision };
    setImmediate(clear);
    return bounds;
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

function readMatches(log: SqliteLog, query: RangeQuery & { readonly filter: VersionFilter }): LogRange {
  const { rows, scannedThrough } = matchingRows(log, query);
  const entries: CachedVersion[] = [];
  let bytes = 0;
  for (const row of rows) {
    // Subscribers with different rights read the same versions one after another, so the cache serves most of them.
    const version = log.cache.find(row);
    if (version === undefined) continue;
    entries.push(version);
    bytes += version.document.length;
    if (bytes > maxRangeBytes && entries.length > 1) return { entries, scannedThrough: version.sequence };
  }
  return { entries, scannedThrough };
}

/** Finds the rows of matching versions without reading documents. */
function matchingRows(
  { reader, prefix, maxScanned }: SqliteLog,
  { after, limit, head, filter }: RangeQuery & { readonly filter: VersionFilter },
): { readonly rows: readonly SqlRow[]; readonly scannedThrough: number } {
  const scanned = reader.all(
    `SELECT sequence, hash, received_at, search_index FROM ${prefix}_versions WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`,
    after,
    head,
    maxScanned,
  );
  const rows: SqlRow[] = [];
  for (const row of scanned) {
    if (matchesFilter(filter, { index: indexOf(row), receivedAt: text(row, 'received_at') })) rows.push(row);
    if (rows.length === limit) return { rows, scannedThrough: integer(row, 'sequence') };
  }
  const last = scanned.length === 0 ? after : integer(scanned.at(-1), 'sequence');
  return { rows, scannedThrough: scanned.length < maxScanned ? Math.max(last, head) : last };
}

function findNumbered({ reader, prefix, cache }: SqliteLog, sequences: readonly number[]): (CachedVersion | undefined)[] {
  const sql = `SELECT sequence, hash FROM ${prefix}_versions WHERE sequence IN (SELECT value FROM json_each(?))`;
  const rows = new Map(reader.all(sql, JSON.stringify(sequences)).map((row) => [integer(row, 'sequence'), row]));
  return sequences.map((sequence) => {
    const row = rows.get(sequence);
    return row && cache.find(row);
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
