import { sharedCachePool } from '../../cache/memory-bounds.ts';
import {
  bytesOfVersion,
  type LogBounds,
  type LogName,
  matchesFilter,
  maxEarlier,
  maxRangeBytes,
  positionOfSortKey,
  sortKeyIn,
  type VersionIndex,
  type VersionKey,
  type VersionStore,
} from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { bytes, clashOf, indexOf, integer, type NumberedVersion, storedVersionOf, text, versionColumnsOf } from './rows.ts';
import { tablePrefix } from './schema.ts';
import type { WriteThread } from './thread.ts';

/** Maximum number of versions of one entity that are scanned to count the matches of a filter. */
const maxVersionsCounted = 100_000;
/** Number of versions that a filtered read of a history, and one of the log, scans in one step. */
const [scannedAtOnce, indexesAtOnce] = [20, 100];

/** A version with what never changes in the row of its entity. */
export interface CachedRow {
  readonly version: NumberedVersion;
  /** Id of the entity's row. */
  readonly id: number;
  readonly firstReceivedAt: string;
}

/** What the main thread reads one log with. */
export type SqliteLog = ReturnType<typeof openSqliteLog>;

/** @param options.maxScanned maximum number of sequence numbers that one filtered read scans */
export function openSqliteLog(
  name: LogName,
  options: { readonly reader: Reader; readonly thread: Pick<WriteThread, 'revision'>; readonly maxScanned: number },
) {
  const prefix = tablePrefix(name);
  return { name, prefix, ...options, cache: createRowCache(options.reader, prefix) };
}

/**
 * Caches the versions of one log that were read or written most recently. A number never belongs to another version, and
 * the content of a version changes only when a more complete view replaces it.
 */
export function createRowCache(reader: Pick<Reader, 'get'>, prefix: string) {
  const rows = sharedCachePool.open<number, CachedRow>();
  const sql = `SELECT ${versionColumnsOf(prefix)}, c.id, c.first_received_at FROM ${prefix}_versions v
    JOIN ${prefix}_current_rows c ON c.id = v.current_row WHERE v.sequence = ?`;
  const add = (row: CachedRow): void => rows.set(row.version.sequence, row, bytesOfVersion(row.version));
  return {
    add,
    /**
     * @param completeness the completeness of the version, as read just before
     * @returns undefined when another process has removed the version since then
     */
    find: (sequence: number, completeness: number): CachedRow | undefined => {
      const cached = rows.get(sequence);
      if (cached?.version.completeness === completeness) return cached;
      const found = reader.get(sql, sequence);
      if (found === undefined) return undefined;
      const row = { version: storedVersionOf(found), id: integer(found, 'id'), firstReceivedAt: text(found, 'first_received_at') };
      add(row);
      return row;
    },
  };
}

/** Reads the log of numbered versions, and versions by identity and by entity, with their blobs and clashes. */
export function createSqliteLogReader({ name, prefix, reader, cache, thread, maxScanned }: SqliteLog) {
  const boundsSql = `SELECT trimmed_through, removals,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${prefix}_versions'), 0) AS head FROM log_bounds WHERE log = ?`;
  /**
   * Reads the bounds once for all subscribers in a turn of the event loop. A commit that is not reported yet must not be
   * visible: no reader may get past the head that others have.
   */
  const bounds = cachedInTurn(thread, (): LogBounds => {
    const row = reader.get(boundsSql, name);
    return { trimmedThrough: integer(row, 'trimmed_through'), head: integer(row, 'head'), removals: integer(row, 'removals') };
  });
  const indexSql = `SELECT sequence, completeness, received_at, search_index FROM ${prefix}_versions WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`;
  /** Reads the index of a range once for subscribers with different rights, who read it one after another. */
  const scanIndexes = cachedInTurn(thread, (after, head, limit) => reader.all(indexSql, after, head, limit).map(indexedRowOf));
  const ofEntity = `${prefix}_versions v JOIN ${prefix}_current_rows c ON c.id = v.current_row WHERE c.entity_id = ?`;

  // The other columns of a group are those of the row with the greatest sort key.
  const earlierSql = `SELECT k.key AS place, max(v.sort_key) AS greatest, v.sequence, v.completeness
    FROM json_each(?) k JOIN ${prefix}_current_rows c ON c.entity_id = k.value ->> 0
    JOIN ${prefix}_versions v ON v.current_row = c.id AND v.sort_key < k.value ->> 1
    GROUP BY place, coalesce(substr(v.search_index ->> '$.date', 1, 10), v.sort_key), v.search_index ->> '$.terms'
    ORDER BY place, greatest DESC`;

  const findVersion = ({ entityId, sortKey }: VersionKey): NumberedVersion | undefined => {
    const row = reader.get(`SELECT ${versionColumnsOf(prefix)} FROM ${ofEntity} AND v.sort_key = ?`, entityId, sortKey);
    return row && storedVersionOf(row);
  };
  const versionsIn = (query: Parameters<VersionStore['listVersions']>[0]): NumberedVersion[] => {
    const { entityId, limit, from, backwards = false, filter, maxBytes = Number.POSITIVE_INFINITY } = query;
    const batch = filter === undefined ? limit : Math.max(limit, scannedAtOnce);
    const found: NumberedVersion[] = [];
    let last = from === undefined ? undefined : sortKeyIn(from);
    let bytesFound = 0;
    const isFull = () => found.length === limit || (bytesFound > maxBytes && found.length > 1);
    while (!isFull()) {
      const bounded = [
        ...(last === undefined ? [] : [{ sql: `AND v.sort_key ${backwards ? '>' : '<'} ?`, value: last }]),
        ...(filter?.receivedBefore === undefined ? [] : [{ sql: 'AND v.received_at < ?', value: filter.receivedBefore }]),
      ];
      const rows = reader.all(
        `SELECT v.sequence, v.completeness, v.sort_key, v.received_at, v.search_index FROM ${ofEntity}
          ${bounded.map(({ sql }) => sql).join(' ')} ORDER BY v.sort_key ${backwards ? 'ASC' : 'DESC'} LIMIT ?`,
        ...[entityId, ...bounded.map(({ value }) => value), batch],
      );
      for (const row of rows) {
        last = text(row, 'sort_key');
        if (isFull()) break;
        if (filter !== undefined && !matchesFilter(filter, indexedRowOf(row))) continue;
        const version = cache.find(integer(row, 'sequence'), integer(row, 'completeness'))?.version;
        if (version === undefined) continue;
        found.push(version);
        bytesFound += version.document.length;
      }
      if (rows.length < batch) break;
    }
    return backwards ? found.reverse() : found;
  };

  return {
    bounds: async () => bounds(),
    readLog: async ({ after, limit, filter }) => {
      // Read first, so that versions that another process adds meanwhile are above the head and belong to the next
      // range.
      const { head } = bounds();
      const entries: NumberedVersion[] = [];
      let [size, last] = [0, after];
      for (let left = filter === undefined ? limit : maxScanned; left > 0; ) {
        const step = Math.min(left, Math.max(limit, indexesAtOnce));
        const scanned = scanIndexes(last, head, step);
        for (const row of scanned) {
          last = row.sequence;
          if (filter !== undefined && !matchesFilter(filter, row)) continue;
          // Subscribers with different rights read the same versions one after another, so the cache serves most of them.
          const version = cache.find(row.sequence, row.completeness)?.version;
          if (version === undefined) continue;
          entries.push(version);
          size += version.document.length;
          if (entries.length === limit || (size > maxRangeBytes && entries.length > 1)) return { entries, scannedThrough: last };
        }
        // The numbers after the last version may be those of removed versions.
        if (scanned.length < step) return { entries, scannedThrough: Math.max(last, head) };
        left -= step;
      }
      return { entries, scannedThrough: last };
    },
    scan: async ({ after, limit }) => {
      const sql = `SELECT ${versionColumnsOf(prefix)} FROM ${prefix}_versions v WHERE v.sequence > ? ORDER BY v.sequence LIMIT ?`;
      return reader.all(sql, after, limit).map(storedVersionOf);
    },
    findNumbered: async (sequences) => {
      const sql = `SELECT sequence, completeness FROM ${prefix}_versions WHERE sequence IN (SELECT value FROM json_each(?))`;
      const rows = reader.all(sql, JSON.stringify(sequences));
      const found = new Map(rows.map((row) => [integer(row, 'sequence'), integer(row, 'completeness')]));
      return sequences.map((sequence) => {
        const completeness = found.get(sequence);
        return completeness === undefined ? undefined : cache.find(sequence, completeness)?.version;
      });
    },
    listExpired: async ({ receivedBefore, after, upTo, limit }) => {
      const rows = reader.all(
        `SELECT v.sequence, v.entity_id, v.sort_key FROM ${prefix}_versions v JOIN ${prefix}_current_rows c ON c.id = v.current_row
          WHERE v.sequence > ? AND v.sequence <= ? AND v.received_at < ?
            AND (v.sequence <> c.sequence OR NOT EXISTS (SELECT 1 FROM ${prefix}_versions o WHERE o.current_row = v.current_row AND o.received_at >= ?))
          ORDER BY v.sequence LIMIT ?`,
        ...[after, upTo, receivedBefore, receivedBefore, limit],
      );
      const last = rows.at(-1);
      return {
        keys: rows.map((row) => ({ entityId: text(row, 'entity_id'), sortKey: text(row, 'sort_key') })),
        scannedThrough: rows.length < limit || last === undefined ? undefined : integer(last, 'sequence'),
      };
    },
    count: async () => integer(reader.get(`SELECT count(*) AS count FROM ${prefix}_versions`), 'count'),
    listVersions: async (query) => versionsIn(query).map((version) => ({ ...version, position: positionOfSortKey(version.sortKey) })),
    countVersions: async ({ entityId, limit, filter }) => {
      if (filter === undefined) {
        const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${ofEntity} LIMIT ?)`;
        return integer(reader.get(sql, entityId, limit), 'rows');
      }
      const found = reader.all(
        `SELECT v.sequence, v.completeness, v.received_at, v.search_index FROM ${ofEntity} LIMIT ?`,
        entityId,
        maxVersionsCounted,
      );
      return Math.min(found.filter((row) => matchesFilter(filter, indexedRowOf(row))).length, limit);
    },
    findVersions: async (keys) => keys.map(findVersion),
    findPredecessors: async (keys, filter) =>
      keys.map(({ entityId, sortKey }) => versionsIn({ entityId, limit: 1, from: positionOfSortKey(sortKey), filter })[0]),
    listEarlier: async (keys) => {
      const found = keys.map((): NumberedVersion[] => []);
      const wanted = JSON.stringify(keys.map(({ entityId, sortKey }) => [entityId, sortKey]));
      for (const row of reader.all(earlierSql, wanted)) {
        const [earlier, version] = [
          found[integer(row, 'place')],
          cache.find(integer(row, 'sequence'), integer(row, 'completeness'))?.version,
        ];
        if (version !== undefined && earlier !== undefined && earlier.length < maxEarlier) earlier.push(version);
      }
      return found;
    },
    readBlob: async (key) => {
      const version = findVersion(key);
      if (version?.blob === undefined) return undefined;
      const row = reader.get(`SELECT bytes FROM ${prefix}_blobs WHERE sequence = ?`, version.sequence);
      return row && { ...version.blob, bytes: bytes(row, 'bytes') };
    },
    listClashes: async (keys) => {
      const sql = `SELECT k.* FROM ${prefix}_clashes k JOIN ${prefix}_versions v ON v.sequence = k.sequence
        JOIN ${prefix}_current_rows c ON c.id = v.current_row WHERE c.entity_id = ? AND v.sort_key = ? ORDER BY k.received_at, k.hash`;
      return keys.map((key) => reader.all(sql, key.entityId, key.sortKey).map((row) => clashOf(row, key)));
    },
  } satisfies Partial<VersionStore>;
}

/** Reads a version without its document. */
function indexedRowOf(row: SqlRow) {
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
  thread: Pick<WriteThread, 'revision'>,
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
