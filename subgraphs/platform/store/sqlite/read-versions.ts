import { bothFilters, matchesFilter } from '../version-filter.ts';
import {
  type Blob,
  type ExpiredVersions,
  type LogBounds,
  type LogName,
  type LogRange,
  maxRangeBytes,
  type StoredVersion,
  type VersionFilter,
  type VersionKey,
  type VersionStore,
} from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { countCurrent, currentRowOf, listCurrent, partsOf, wrongPosition } from './read-current-rows.ts';
import { type CachedVersion, createRowCache } from './row-cache.ts';
import { bytes, clashOf, indexOf, integer, storedVersionOf, text, versionColumns } from './rows.ts';
import { tablePrefix } from './schema.ts';
import type { WriteThread } from './thread.ts';

/** Versions of a stretch of the log that are read first: how large they are is not known before. */
const firstStretch = 8;
/** Most versions of one entity that are looked at to count those that match a filter. */
const maxVersionsCounted = 100_000;
/** How many versions of a thing a filtered reading of its history looks at in one step. */
const versionsLookedAt = 20;

/**
 * The reading half of the embedded {@link VersionStore}.
 *
 * @param options.writes tells whether anything may have been written
 * @param options.numbersLookedAt how many numbers a filtered reading of the log looks at before it says how far it got
 */
export function createLogReader(
  log: LogName,
  reader: Reader,
  { writes, numbersLookedAt }: { readonly writes: Pick<WriteThread, 'revision'>; readonly numbersLookedAt: number },
): Omit<VersionStore, 'append' | 'complete' | 'addClash' | 'assignSequences' | 'trimLog' | 'addTerms'> {
  const prefix = tablePrefix(log);
  const versions = createRowCache(reader, prefix);
  const selectVersion = `SELECT ${versionColumns} FROM ${prefix}_versions v JOIN ${prefix}_current_rows h ON h.id = v.current_row`;

  const findVersion = ({ entityId, sortKey }: VersionKey): StoredVersion | undefined => {
    const row = reader.get(`${selectVersion} WHERE h.entity_id = ? AND v.sort_key = ?`, entityId, sortKey);
    return row && storedVersionOf(row);
  };

  let lastExtent: { readonly extent: LogBounds; readonly tidings: number } | undefined;
  const forgetExtent = () => {
    lastExtent = undefined;
  };
  /**
   * Subscribers of many rights look at the log at once: in one turn, and as long as nothing is told to be written, it
   * reaches as far. What is there already and not told yet is not read either: nobody is to stand behind its end.
   */
  const extentNow = (): LogBounds => {
    const { revision } = writes;
    if (lastExtent?.tidings === revision) return lastExtent.extent;
    lastExtent = { extent: readExtent(), tidings: revision };
    setImmediate(forgetExtent);
    return lastExtent.extent;
  };
  const readExtent = (): LogBounds => {
    const row = reader.get(
      `SELECT trimmed_through, removals, coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${prefix}_versions'), 0) AS head FROM log_bounds WHERE log = ?`,
      log,
    );
    return { trimmedThrough: integer(row, 'trimmed_through'), head: integer(row, 'head'), removals: integer(row, 'removals') };
  };

  /** Rows of matching versions; documents are read for matches only. */
  const matchingRows = (filter: VersionFilter, after: number, limit: number): { matches: SqlRow[]; through: number } => {
    const { head } = extentNow();
    const rows = reader.all(
      `SELECT sequence, hash, received_at, search_index FROM ${prefix}_versions WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`,
      after,
      head,
      numbersLookedAt,
    );
    const matches: SqlRow[] = [];
    for (const row of rows) {
      if (matchesFilter(filter, { index: indexOf(row), receivedAt: text(row, 'received_at') })) matches.push(row);
      if (matches.length === limit) return { matches, through: integer(row, 'sequence') };
    }
    const last = rows.length === 0 ? after : integer(rows.at(-1), 'sequence');
    return { matches, through: rows.length < numbersLookedAt ? Math.max(last, head) : last };
  };

  const scan = (after: number, limit: number): LogRange['entries'] =>
    reader
      .all(`SELECT ${versionColumns} FROM ${prefix}_versions v WHERE v.sequence > ? ORDER BY v.sequence LIMIT ?`, after, limit)
      .map(storedVersionOf);

  /** The same, as far as a stretch of the log goes. */
  const scanStretch = (after: number, limit: number): { readonly entries: LogRange['entries']; readonly isEnd: boolean } => {
    const entries: LogRange['entries'][number][] = [];
    let bytes = 0;
    while (entries.length < limit) {
      const left = limit - entries.length;
      // As many as there is room for if they are twice as large as those before.
      const fitting = Math.max(1, Math.floor((maxRangeBytes - bytes) / ((2 * bytes) / entries.length + 1)));
      const wanted = Math.min(left, entries.length === 0 ? firstStretch : fitting);
      const found = scan(entries.at(-1)?.sequence ?? after, wanted);
      for (const version of found) {
        entries.push(version);
        bytes += version.document.length;
        if (bytes > maxRangeBytes && entries.length > 1) return { entries, isEnd: false };
      }
      if (found.length < wanted) return { entries, isEnd: true };
    }
    return { entries, isEnd: false };
  };

  const readLog = (after: number, limit: number, filter: VersionFilter | undefined): LogRange => {
    if (filter === undefined) {
      // Behind the last version there may be numbers of removed ones, up to where the log reached before it is read.
      const { head } = extentNow();
      const stretch = scanStretch(after, limit);
      const entries = stretch.entries.filter(({ sequence }) => sequence <= head);
      const last = entries.at(-1)?.sequence ?? after;
      const isEnd = stretch.isEnd || entries.length < stretch.entries.length;
      return { entries, scannedThrough: isEnd ? Math.max(last, head) : last };
    }
    const { matches, through: scannedThrough } = matchingRows(filter, after, limit);
    // Subscribers of many rights read the same ones one after the other; what another process has removed is left out.
    const entries: CachedVersion[] = [];
    let bytes = 0;
    for (const row of matches) {
      const version = versions.find(row);
      if (version === undefined) continue;
      entries.push(version);
      bytes += version.document.length;
      if (bytes > maxRangeBytes && entries.length > 1) return { entries, scannedThrough: version.sequence };
    }
    return { entries, scannedThrough };
  };

  const findNumbered = (sequences: readonly number[]): (CachedVersion | undefined)[] => {
    const sql = `SELECT sequence, hash FROM ${prefix}_versions WHERE sequence IN (SELECT value FROM json_each(?))`;
    const rows = new Map(reader.all(sql, JSON.stringify(sequences)).map((row) => [integer(row, 'sequence'), row]));
    return sequences.map((sequence) => {
      const row = rows.get(sequence);
      return row && versions.find(row);
    });
  };

  const listOld = ({ receivedBefore, after, upTo, limit }: Parameters<VersionStore['listExpired']>[0]): ExpiredVersions => {
    const rows = reader.all(
      `SELECT v.sequence, v.entity_id, v.sort_key FROM ${prefix}_versions v JOIN ${prefix}_current_rows h ON h.id = v.current_row
        WHERE v.sequence > ? AND v.sequence <= ? AND v.received_at < ?
          AND (v.sequence <> h.sequence OR NOT EXISTS (SELECT 1 FROM ${prefix}_versions o WHERE o.current_row = v.current_row AND o.received_at >= ?))
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
  };

  const countVersions = ({ entityId, limit, filter }: Parameters<VersionStore['countVersions']>[0]): number => {
    const rows = `FROM ${prefix}_versions v JOIN ${prefix}_current_rows h ON h.id = v.current_row WHERE h.entity_id = ? LIMIT ?`;
    if (filter === undefined) return integer(reader.get(`SELECT count(*) AS rows FROM (SELECT 1 ${rows})`, entityId, limit), 'rows');
    const found = reader.all(`SELECT v.received_at, v.search_index ${rows}`, entityId, maxVersionsCounted);
    const matches = found.filter((row) => matchesFilter(filter, { index: indexOf(row), receivedAt: text(row, 'received_at') }));
    return Math.min(matches.length, limit);
  };

  const versionsIn = (query: Parameters<VersionStore['listVersions']>[0]): StoredVersion[] => {
    const { entityId, limit, from, backwards = false, filter, maxBytes = Number.POSITIVE_INFINITY } = query;
    const stretch = filter === undefined ? limit : Math.max(limit, versionsLookedAt);
    const found: StoredVersion[] = [];
    let last = from === undefined ? undefined : orderIn(from);
    let bytes = 0;
    const isFull = () => found.length === limit || (bytes > maxBytes && found.length > 1);
    while (!isFull()) {
      const bounds = [
        { sql: `v.sort_key ${backwards ? '>' : '<'} ?`, value: last },
        { sql: 'v.received_at < ?', value: filter?.receivedBefore },
      ].flatMap(({ sql, value }) => (value === undefined ? [] : [{ sql, value }]));
      const rows = reader.all(
        `SELECT v.sequence, v.hash, v.sort_key, v.received_at, v.search_index FROM ${prefix}_versions v JOIN ${prefix}_current_rows h ON h.id = v.current_row
          WHERE ${['h.entity_id = ?', ...bounds.map(({ sql }) => sql)].join(' AND ')} ORDER BY v.sort_key ${backwards ? 'ASC' : 'DESC'} LIMIT ?`,
        entityId,
        ...bounds.map(({ value }) => value),
        stretch,
      );
      for (const row of rows) {
        last = text(row, 'sort_key');
        if (isFull()) break;
        if (filter !== undefined && !matchesFilter(filter, { index: indexOf(row), receivedAt: text(row, 'received_at') })) continue;
        const version = versions.find(row);
        if (version === undefined) continue;
        found.push(version);
        bytes += version.document.length;
      }
      if (rows.length < stretch) break;
    }
    return backwards ? found.reverse() : found;
  };

  return {
    bounds: async () => extentNow(),
    readLog: async ({ after, limit, filter }) => readLog(after, limit, filter),
    scan: async ({ after, limit }) => [...scan(after, limit)],
    listExpired: async (query) => listOld(query),
    count: async () => integer(reader.get(`SELECT count(*) AS count FROM ${prefix}_versions`), 'count'),
    listCurrent: async (query) => listCurrent({ reader, prefix, versions }, query),
    findCurrent: async (entityIds) =>
      entityIds.map((entityId) => {
        const row = reader.get(
          `SELECT h.id, h.first_received_at, v.sequence, v.hash FROM ${prefix}_current_rows h JOIN ${prefix}_versions v ON v.sequence = h.sequence WHERE h.entity_id = ?`,
          entityId,
        );
        const current = row && versions.find(row);
        return row && current && currentRowOf(row, current, 'NEWEST_FIRST');
      }),
    countCurrent: async (query) => countCurrent({ reader, prefix }, query),
    countVersions: async (query) => countVersions(query),
    listVersions: async (query) => versionsIn(query).map((version) => ({ ...version, position: positionOf(version.sortKey) })),
    findVersions: async (keys) => keys.map(findVersion),
    findNumbered: async (sequences) => findNumbered(sequences),
    findPredecessors: async (keys, filter) =>
      keys.map(({ entityId, sortKey }) => versionsIn({ entityId, limit: 1, from: positionOf(sortKey), filter })[0]),
    findAsOf: async (entityId, receivedBefore, filter = {}) =>
      versionsIn({ entityId, limit: 1, filter: bothFilters({ receivedBefore }, filter) })[0],
    readBlob: async (key) => {
      const version = findVersion(key);
      if (version?.blob === undefined || version.sequence === undefined) return undefined;
      const row = reader.get(`SELECT bytes FROM ${prefix}_blobs WHERE sequence = ?`, version.sequence);
      return row && ({ ...version.blob, bytes: bytes(row, 'bytes') } satisfies Blob);
    },
    listClashes: async (keys) =>
      keys.map((key) => {
        const sql = `SELECT c.* FROM ${prefix}_clashes c JOIN ${prefix}_versions v ON v.sequence = c.sequence JOIN ${prefix}_current_rows h ON h.id = v.current_row WHERE h.entity_id = ? AND v.sort_key = ? ORDER BY c.received_at, c.hash`;
        return reader.all(sql, key.entityId, key.sortKey).map((row) => clashOf(row, key));
      }),
  };
}

function positionOf(order: string): string {
  return JSON.stringify([order]);
}

/** @throws {LandfallError} CURSOR_INVALID */
function orderIn(position: string): string {
  const [order, ...rest] = partsOf(position);
  if (typeof order !== 'string' || rest.length > 0) throw wrongPosition();
  return order;
}
