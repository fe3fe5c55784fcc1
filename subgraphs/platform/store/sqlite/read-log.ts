import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { positionOfSortKey, sortKeyIn } from '../positions.ts';
import { bytesOfVersion } from '../version-bytes.ts';
import { type LogBounds, type LogName, maxEarlier, maxRangeBytes, type VersionKey, type VersionStore } from '../version-store.ts';
import type { Reader, SqlPart } from './connection.ts';
import { bytes, clashOf, integer, type NumberedVersion, storedVersionOf, text, versionColumnsOf } from './rows.ts';
import { tablePrefix } from './schema.ts';
import type { WriteThread } from './thread.ts';
import { versionConditions, whereOf } from './version-conditions.ts';

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
  const ofEntity = (entityId: string, conditions: readonly SqlPart[]): SqlPart => {
    const { sql, values } = whereOf([{ sql: 'c.entity_id = ?', values: [entityId] }, ...conditions]);
    return { sql: `${prefix}_versions v JOIN ${prefix}_current_rows c ON c.id = v.current_row ${sql}`, values };
  };

  // The other columns of a group are those of the row with the greatest sort key.
  const earlierSql = `SELECT k.key AS place, max(v.sort_key) AS greatest, v.sequence, v.completeness
    FROM json_each(?) k JOIN ${prefix}_current_rows c ON c.entity_id = k.value ->> 0
    JOIN ${prefix}_versions v ON v.current_row = c.id AND v.sort_key < k.value ->> 1
    GROUP BY place, coalesce(substr(v.search_index ->> '$.date', 1, 10), v.sort_key), v.search_index ->> '$.terms'
    ORDER BY place, greatest DESC`;

  const findVersion = ({ entityId, sortKey }: VersionKey): NumberedVersion | undefined => {
    const { sql, values } = ofEntity(entityId, [{ sql: 'v.sort_key = ?', values: [sortKey] }]);
    const row = reader.get(`SELECT ${versionColumnsOf(prefix)} FROM ${sql}`, ...values);
    return row && storedVersionOf(row);
  };
  const versionsIn = (query: Parameters<VersionStore['listVersions']>[0]): NumberedVersion[] => {
    const { entityId, limit, from, backwards = false, filter, maxBytes = Number.POSITIVE_INFINITY } = query;
    const after = from === undefined ? [] : [{ sql: `v.sort_key ${backwards ? '>' : '<'} ?`, values: [sortKeyIn(from)] }];
    const { sql, values } = ofEntity(entityId, [...after, ...versionConditions(filter)]);
    const order = `ORDER BY v.sort_key ${backwards ? 'ASC' : 'DESC'} LIMIT ?`;
    const found: NumberedVersion[] = [];
    let bytesFound = 0;
    for (const row of reader.all(`SELECT v.sequence, v.completeness FROM ${sql} ${order}`, ...values, limit)) {
      const version = cache.find(integer(row, 'sequence'), integer(row, 'completeness'))?.version;
      // Another process has removed a version meanwhile, which makes the page too short. Callers would take it for the last one.
      if (version === undefined) return versionsIn(query);
      found.push(version);
      bytesFound += version.document.length;
      if (bytesFound > maxBytes && found.length > 1) break;
    }
    return backwards ? found.reverse() : found;
  };

  return {
    bounds: async () => bounds(),
    readLog: async ({ after, limit, filter }) => {
      // Read first, so that versions that another process adds meanwhile are above the head and belong to the next
      // range.
      const { head } = bounds();
      const end = filter === undefined ? head : Math.min(head, after + maxScanned);
      const where = whereOf([{ sql: 'v.sequence > ? AND v.sequence <= ?', values: [after, end] }, ...versionConditions(filter)]);
      const sql = `SELECT v.sequence, v.completeness FROM ${prefix}_versions v ${where.sql} ORDER BY v.sequence LIMIT ?`;
      const entries: NumberedVersion[] = [];
      let [size, last] = [0, after];
      const rows = reader.all(sql, ...where.values, limit);
      for (const row of rows) {
        last = integer(row, 'sequence');
        // Subscribers with different rights read the same versions one after another, so the cache serves most of them.
        const version = cache.find(last, integer(row, 'completeness'))?.version;
        if (version === undefined) continue;
        entries.push(version);
        size += version.document.length;
        if (size > maxRangeBytes && entries.length > 1) return { entries, scannedThrough: last };
      }
      if (rows.length === limit) return { entries, scannedThrough: last };
      // The numbers up to the next version may be those of removed versions, or a restored log may have skipped them.
      const next = end < head && reader.get(`SELECT sequence FROM ${prefix}_versions WHERE sequence > ? ORDER BY sequence LIMIT 1`, end);
      return { entries, scannedThrough: next ? Math.min(head, integer(next, 'sequence') - 1) : Math.max(after, head) };
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
      const { sql, values } = ofEntity(entityId, versionConditions(filter));
      return integer(reader.get(`SELECT count(*) AS rows FROM (SELECT 1 FROM ${sql} LIMIT ?)`, ...values, limit), 'rows');
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

/** Caches the result until the end of the turn of the event loop, or until the writing thread reports a commit. */
function cachedInTurn<Value>(thread: Pick<WriteThread, 'revision'>, read: () => Value): () => Value {
  let cached: { readonly revision: number; readonly value: Value } | undefined;
  const clear = () => {
    cached = undefined;
  };
  return () => {
    if (cached?.revision === thread.revision) return cached.value;
    cached = { revision: thread.revision, value: read() };
    setImmediate(clear);
    return cached.value;
  };
}
