import { bothFilters, matchesFilter } from '../version-filter.ts';
import type { Clash, StoredVersion, VersionKey, VersionStore } from '../version-store.ts';
import type { SqlRow } from './connection.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import type { SqliteLog } from './read-log.ts';
import { bytes, clashOf, indexOf, integer, storedVersionOf, text, versionColumns } from './rows.ts';

/** Maximum number of versions of one entity that are scanned to count the matches of a filter. */
const maxVersionsCounted = 100_000;
/** Number of versions that a filtered read of a history scans in one step. */
const scannedAtOnce = 20;

/** Reads versions by identity and by entity, and their blobs and clashes. */
export function createSqliteVersions(
  log: SqliteLog,
): Pick<VersionStore, 'listVersions' | 'countVersions' | 'findVersions' | 'findPredecessors' | 'findAsOf' | 'readBlob' | 'listClashes'> {
  const { reader, prefix } = log;
  return {
    listVersions: async (query) => versionsIn(log, query).map((version) => ({ ...version, position: positionOf(version.sortKey) })),
    countVersions: async (query) => countVersions(log, query),
    findVersions: async (keys) => keys.map((key) => findVersion(log, key)),
    findPredecessors: async (keys, filter) =>
      keys.map(({ entityId, sortKey }) => versionsIn(log, { entityId, limit: 1, from: positionOf(sortKey), filter })[0]),
    findAsOf: async (entityId, receivedBefore, filter = {}) =>
      versionsIn(log, { entityId, limit: 1, filter: bothFilters({ receivedBefore }, filter) })[0],
    readBlob: async (key) => {
      const version = findVersion(log, key);
      if (version?.blob === undefined) return undefined;
      const row = reader.get(`SELECT bytes FROM ${prefix}_blobs WHERE sequence = ?`, version.sequence);
      return row && { ...version.blob, bytes: bytes(row, 'bytes') };
    },
    listClashes: async (keys) => keys.map((key) => clashesOf(log, key)),
  };
}

function findVersion({ reader, prefix }: SqliteLog, { entityId, sortKey }: VersionKey): ReturnType<typeof storedVersionOf> | undefined {
  const sql = `SELECT ${versionColumns} FROM ${prefix}_versions v JOIN ${prefix}_current_rows c ON c.id = v.current_row`;
  const row = reader.get(`${sql} WHERE c.entity_id = ? AND v.sort_key = ?`, entityId, sortKey);
  return row && storedVersionOf(row);
}

function versionsIn(log: SqliteLog, query: Parameters<VersionStore['listVersions']>[0]): StoredVersion[] {
  const { limit, from, backwards = false, filter, maxBytes = Number.POSITIVE_INFINITY } = query;
  const batch = filter === undefined ? limit : Math.max(limit, scannedAtOnce);
  const found: StoredVersion[] = [];
  let last = from === undefined ? undefined : sortKeyIn(from);
  let bytesFound = 0;
  const isFull = () => found.length === limit || (bytesFound > maxBytes && found.length > 1);
  while (!isFull()) {
    const rows = historyRows(log, query, { after: last, limit: batch });
    for (const row of rows) {
      last = text(row, 'sort_key');
      if (isFull()) break;
      if (filter !== undefined && !matchesFilter(filter, { index: indexOf(row), receivedAt: text(row, 'received_at') })) continue;
      const version = log.cache.find(integer(row, 'sequence'), integer(row, 'completeness'))?.version;
      if (version === undefined) continue;
      found.push(version);
      bytesFound += version.document.length;
    }
    if (rows.length < batch) break;
  }
  return backwards ? found.reverse() : found;
}

function countVersions({ reader, prefix }: SqliteLog, { entityId, limit, filter }: Parameters<VersionStore['countVersions']>[0]): number {
  const rows = `FROM ${prefix}_versions v JOIN ${prefix}_current_rows c ON c.id = v.current_row WHERE c.entity_id = ? LIMIT ?`;
  if (filter === undefined) return integer(reader.get(`SELECT count(*) AS rows FROM (SELECT 1 ${rows})`, entityId, limit), 'rows');
  const found = reader.all(`SELECT v.received_at, v.search_index ${rows}`, entityId, maxVersionsCounted);
  const matches = found.filter((row) => matchesFilter(filter, { index: indexOf(row), receivedAt: text(row, 'received_at') }));
  return Math.min(matches.length, limit);
}

/** Selects the rows of an entity's versions without their documents, in reading direction. */
function historyRows(
  { reader, prefix }: SqliteLog,
  { entityId, backwards = false, filter }: Parameters<VersionStore['listVersions']>[0],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): SqlRow[] {
  const bounds = [
    { sql: `v.sort_key ${backwards ? '>' : '<'} ?`, value: after },
    { sql: 'v.received_at < ?', value: filter?.receivedBefore },
  ].flatMap(({ sql, value }) => (value === undefined ? [] : [{ sql, value }]));
  return reader.all(
    `SELECT v.sequence, v.completeness, v.sort_key, v.received_at, v.search_index FROM ${prefix}_versions v
      JOIN ${prefix}_current_rows c ON c.id = v.current_row
      WHERE ${['c.entity_id = ?', ...bounds.map(({ sql }) => sql)].join(' AND ')} ORDER BY v.sort_key ${backwards ? 'ASC' : 'DESC'} LIMIT ?`,
    entityId,
    ...bounds.map(({ value }) => value),
    limit,
  );
}

function clashesOf({ reader, prefix }: SqliteLog, key: VersionKey): Clash[] {
  const sql = `SELECT k.* FROM ${prefix}_clashes k JOIN ${prefix}_versions v ON v.sequence = k.sequence
    JOIN ${prefix}_current_rows c ON c.id = v.current_row WHERE c.entity_id = ? AND v.sort_key = ? ORDER BY k.received_at, k.hash`;
  return reader.all(sql, key.entityId, key.sortKey).map((row) => clashOf(row, key));
}

function positionOf(sortKey: string): string {
  return JSON.stringify([sortKey]);
}

/** @throws {LandfallError} CURSOR_INVALID */
function sortKeyIn(position: string): string {
  const [sortKey, ...rest] = partsOf(position);
  if (typeof sortKey !== 'string' || rest.length > 0) throw wrongPosition();
  return sortKey;
}
