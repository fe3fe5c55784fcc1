import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import type { Caller } from '../access/entitlement.ts';
import { type Visibility, visibilityOf } from '../access/visibility.ts';
import { lazily } from '../cache/bounded-cache.ts';
import { LandfallError } from '../errors.ts';
import { arrivalIdOfAlert } from '../store/arrival-store.ts';
import type { Store } from '../store/store.ts';
import {
  type Blob,
  bothFilters,
  type Clash,
  type CurrentOrder,
  type CurrentRow,
  type LogName,
  type LogRange,
  type StoredVersion,
  type VersionFilter,
  type VersionKey,
  type VersionStore,
} from '../store/version-store.ts';
import type { CursorSigner } from './cursor-signer.ts';
import { cursorsOf, type LogPage, type ReadableLog, readLogPage } from './log-page.ts';
import {
  type CountedPage,
  createDocumentBudget,
  createTotalCounts,
  maxPageBytes,
  maxPageSize,
  type PageArguments,
  readPage,
} from './page.ts';

/** The parts that the queries of one request need. */
export interface LogQueryParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  /** The caller's rights restrict all results. Cursors are valid for its entitlement only. */
  readonly caller: Caller;
}

/** Approximate maximum of numbers that one read of the log scans, and minimum of entries that are read at a time. */
const [maxScanned, minEntries] = [5_000, 50];

/** A version with its position in a list of versions. */
export type PlacedVersion = StoredVersion & { readonly position: string };

/** The queries of one request to one log. */
export type LogQueries = ReturnType<typeof createLogQueries>;

/**
 * Opens the queries of one request to one log, all under the caller's entitlement. Repeated lookups of one request are
 * combined. Versions that the caller may not see are treated as absent.
 */
export function createLogQueries(log: LogName, parts: LogQueryParts) {
  const { store, signer, caller } = parts;
  const versions = store.versions(log);
  const visibility = visibilityOf(log, caller.entitlement);
  const { filter: visible, isPerVersion } = visibility;
  const budget = lazily(() => createDocumentBudget(caller.key));
  const currentRows = new DataLoader<string, CurrentRow | undefined>(async (entityIds) =>
    (await versions.findCurrent(entityIds)).map((row) => (row !== undefined && visibility.shows(row.current) ? row : undefined)),
  );
  const isOwnerVisible = createOwnerCheck(log, parts);
  const isVisible = async (entityId: string): Promise<boolean> => {
    if (!isPerVersion) return true;
    return isOwnerVisible === undefined ? (await currentRows.load(entityId)) !== undefined : isOwnerVisible(entityId);
  };
  const shownOf = async (found: readonly (StoredVersion | undefined)[]): Promise<readonly (StoredVersion | undefined)[]> => {
    if (visible === undefined) return found;
    const isShown = async (version: StoredVersion) => visibility.shows(version) && (await isVisible(version.entityId));
    return Promise.all(found.map(async (version) => (version !== undefined && (await isShown(version)) ? version : undefined)));
  };
  const exact = keyedLoader(async (keys) => shownOf(await versions.findVersions(keys)));
  const predecessors = keyedLoader(async (keys) => shownOf(await versions.findPredecessors(keys, visible)));
  const clashes = keyedLoader<Clash[]>((keys) => versions.listClashes(keys));
  /** Returns whether clashes and blob of a version may be shown. Callers that see everything need no lookup. */
  const isShown = async (key: VersionKey): Promise<boolean> => visible === undefined || (await exact.load(key)) !== undefined;
  const entitled = (filter: VersionFilter) => entitledFilter(filter, visible);
  const totalCounts = lazily(() => createTotalCounts());
  const hidesRows = isOwnerVisible !== undefined && isPerVersion;
  const listCurrent: VersionStore['listCurrent'] = (query) =>
    hidesRows ? listShown(versions, query, isOwnerVisible) : versions.listCurrent(query);
  const readable = readableLog(versions, visibility, isVisible);
  const scopeOf = (field: string, selection: unknown): string => JSON.stringify([field, selection, caller.key]);

  return {
    /** The part of the log that the caller may see. */
    visibility,
    /** Identifies the caller's rights, as a key of caches. */
    callerKey: caller.key,
    /**
     * Lists current rows.
     *
     * @param query.scope what the client requested, as it is contained in cursors
     * @param query.bytesOf the size of a row that counts towards {@link maxPageBytes}. Default: the size of its document
     */
    list: async (
      order: CurrentOrder,
      query: {
        readonly filter: VersionFilter;
        readonly scope: unknown;
        readonly page: PageArguments;
        readonly bytesOf?: (row: CurrentRow) => number;
      },
    ): Promise<CountedPage<CurrentRow>> => {
      const { filter, scope, page, bytesOf = ({ current }) => documentBytesOf(current) } = query;
      const found = await budget().read(
        () =>
          readPage({
            arguments: page,
            scope: scopeOf(`${log}:${order}`, scope),
            signer,
            bound: { maxBytes: maxPageBytes, bytesOf },
            read: (rows) => listCurrent({ ...rows, order, filter: entitled(filter) }),
          }),
        ({ rows }) => sumOf(rows, bytesOf),
      );
      const count = async (limit: number) =>
        hidesRows
          ? (await listCurrent({ order: 'NEWEST_FIRST', limit, filter: entitled(filter) })).length
          : versions.countCurrent({ limit, filter: entitled(filter) });
      return { ...found, totalCount: () => totalCounts()(found, count) };
    },
    /** Reads a page of the log for a subscriber. */
    readLog: ({ filter, ...query }: { filter: VersionFilter; after?: string | null | undefined; first: number }): Promise<LogPage> =>
      readLogPage({ name: log, store: readable, signer, caller }, { ...query, filter: entitled(filter) }),
    /** Returns the end of the log, as a cursor. */
    head: async (): Promise<string> => cursorsOf(log, parts).cursorOf((await versions.bounds()).head),
    /**
     * Returns the check whether a version was in the log up to a cursor.
     *
     * @throws {LandfallError} CURSOR_INVALID; CURSOR_EXPIRED if the log was restored from a backup since
     */
    through: async (cursor: string): Promise<(version: Pick<StoredVersion, 'sequence'>) => boolean> => {
      const last = cursorsOf(log, parts).sequenceOf(cursor);
      if (last > (await versions.bounds()).head) throw new LandfallError('CURSOR_EXPIRED', 'The log was restored. Read the list again.');
      return ({ sequence }) => sequence !== undefined && sequence <= last;
    },
    /** Finds up to `limit` current rows for matching, in no stable order. */
    findMatches: (filter: VersionFilter, limit: number): Promise<readonly CurrentRow[]> =>
      listCurrent({ order: 'RECENTLY_CHANGED', limit, filter: entitled(filter) }),
    /** Lists versions earlier than those that `findMatches` or a list has found, by `VersionStore.listEarlier`. */
    earlierVersions: async (found: readonly StoredVersion[]): Promise<StoredVersion[][]> =>
      found.length === 0 ? [] : (await versions.listEarlier(found)).map((earlier) => earlier.filter(visibility.shows)),
    /**
     * Returns a string that changes whenever the results of `findMatches` for any caller change, once new versions have
     * their numbers.
     */
    state: async (): Promise<string> => {
      const { head, removals } = await versions.bounds();
      return `${head} ${removals}`;
    },
    currentRow: async (entityId: string): Promise<CurrentRow | undefined> =>
      (await isVisible(entityId)) ? currentRows.load(entityId) : undefined,
    version: (key: VersionKey): Promise<StoredVersion | undefined> => exact.load(key),
    /** Finds the previous version of the entity that the caller may see. */
    predecessor: (key: VersionKey): Promise<StoredVersion | undefined> => predecessors.load(key),
    clashes: async (key: VersionKey): Promise<readonly Clash[]> => ((await isShown(key)) ? clashes.load(key) : []),
    /** Lists versions of an entity, the greatest sort key first. */
    versionsOf: async (entityId: string, page: PageArguments): Promise<CountedPage<PlacedVersion>> => {
      const found = await budget().read(
        () =>
          readPage<PlacedVersion>({
            arguments: page,
            scope: scopeOf('versions', entityId),
            signer,
            bound: { maxBytes: maxPageBytes, bytesOf: documentBytesOf },
            read: async (query) => ((await isVisible(entityId)) ? versions.listVersions({ ...query, entityId, filter: visible }) : []),
          }),
        ({ rows }) => sumOf(rows, documentBytesOf),
      );
      const count = async (limit: number) =>
        (await isVisible(entityId)) ? versions.countVersions({ entityId, limit, filter: visible }) : 0;
      return { ...found, totalCount: () => totalCounts()(found, count) };
    },
    /** Finds the version that was current just before the instant, among those that the caller may see. */
    asOf: async (entityId: string, instant: string): Promise<StoredVersion | undefined> => {
      const filter = bothFilters({ receivedBefore: receivedAtOf(instant) ?? '' }, visible ?? {});
      return (await isVisible(entityId)) ? (await versions.listVersions({ entityId, limit: 1, filter }))[0] : undefined;
    },
    blob: async (key: VersionKey): Promise<Blob | undefined> => ((await isShown(key)) ? versions.readBlob(key) : undefined),
  };
}

/**
 * Creates the check of alerts. An alert is visible only while the current version of its notice is. The terms of an
 * alert date from when it was raised, and the notice may name other parties by now.
 *
 * @returns undefined for a log whose entities belong to no others
 */
function createOwnerCheck(log: LogName, { store, caller }: LogQueryParts): ((entityId: string) => Promise<boolean>) | undefined {
  if (log !== 'arrival-alerts') return undefined;
  const { shows } = visibilityOf('arrival-notice-versions', caller.entitlement);
  const notices = new DataLoader<string, boolean>(async (entityIds) => {
    const rows = await store.versions('arrival-notice-versions').findCurrent(entityIds);
    return rows.map((row) => row !== undefined && shows(row.current));
  });
  return (entityId) => notices.load(arrivalIdOfAlert(entityId));
}

/** Restricts a filter to what the caller may see. @returns undefined when no condition remains */
function entitledFilter(filter: VersionFilter, visible: VersionFilter | undefined): VersionFilter | undefined {
  const both = visible === undefined ? filter : bothFilters(filter, visible);
  const { all = [], ...others } = both;
  return all.length === 0 && Object.values(others).every((condition) => condition === undefined) ? undefined : both;
}

/**
 * Reads current rows of entities with visible owners until the page is full, because a page that is not full would
 * reveal hidden rows.
 */
async function listShown(
  versions: Pick<VersionStore, 'listCurrent'>,
  query: Parameters<VersionStore['listCurrent']>[0],
  isVisible: (entityId: string) => Promise<boolean>,
): Promise<CurrentRow[]> {
  const { limit, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
  const shown: CurrentRow[] = [];
  let [from, bytes] = [query.from, 0];
  while (shown.length < limit && (bytes <= maxBytes || shown.length < 2)) {
    const rows = await versions.listCurrent({ ...query, from, limit: Math.min(Math.max(limit, minEntries), maxPageSize) });
    if (rows.length === 0) break;
    from = (backwards ? rows[0] : rows.at(-1))?.position;
    const visible = await Promise.all(rows.map(({ entityId }) => isVisible(entityId)));
    const added = rows.filter((_, index) => visible[index]);
    if (backwards) shown.unshift(...added);
    else shown.push(...added);
    bytes = sumOf(shown, ({ current }) => documentBytesOf(current));
  }
  return backwards ? shown.slice(-limit) : shown.slice(0, limit);
}

function documentBytesOf({ document }: StoredVersion): number {
  return document.length;
}

function sumOf<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + bytesOf(row), 0);
}

/** Restricts a log for a caller who sees versions of an entity only while its current version is visible. */
function readableLog(
  versions: VersionStore,
  { isBlind, isPerVersion }: Visibility,
  isVisible: (entityId: string) => Promise<boolean>,
): ReadableLog['store'] {
  // Even the growth of a log would reveal versions to a caller who may see none.
  if (isBlind) return emptyLog;
  if (!isPerVersion) return versions;
  return {
    bounds: () => versions.bounds(),
    findNumbered: (sequences) => versions.findNumbered(sequences),
    readLog: async ({ after, limit, filter }) => {
      const shown: LogRange['entries'][number][] = [];
      let scannedThrough = after;
      // A page that is not full although there is more would reveal hidden versions.
      for (let isFull = true; isFull && shown.length < limit && scannedThrough - after < maxScanned; ) {
        const wanted = Math.max(limit - shown.length, minEntries);
        const range = await versions.readLog({ after: scannedThrough, limit: wanted, filter });
        const visibleEntries = await Promise.all(range.entries.map(({ entityId }) => isVisible(entityId)));
        shown.push(...range.entries.filter((_, index) => visibleEntries[index]));
        scannedThrough = range.scannedThrough;
        isFull = range.entries.length === wanted;
      }
      const entries = shown.slice(0, limit);
      return { entries, scannedThrough: entries.length < shown.length ? (entries.at(-1)?.sequence ?? after) : scannedThrough };
    },
  };
}

const emptyLog: ReadableLog['store'] = {
  bounds: async () => ({ trimmedThrough: 0, head: 0, removals: 0 }),
  readLog: async ({ after }) => ({ entries: [], scannedThrough: after }),
  findNumbered: async (sequences) => sequences.map(() => undefined),
};

/** Formats the identity of a version as the key of a global id. */
export function stringOfVersionKey({ entityId, sortKey }: VersionKey): string {
  return JSON.stringify([entityId, sortKey]);
}

/** Parses a string of {@link stringOfVersionKey}; undefined for any other string. */
export function versionKeyOf(text: string): VersionKey | undefined {
  try {
    const key: unknown = JSON.parse(text);
    if (!Array.isArray(key) || typeof key[0] !== 'string' || typeof key[1] !== 'string') return undefined;
    return { entityId: key[0], sortKey: key[1] };
  } catch {
    return undefined;
  }
}

function keyedLoader<V = StoredVersion | undefined>(
  load: (keys: readonly VersionKey[]) => Promise<readonly V[]>,
): DataLoader<VersionKey, V, string> {
  return new DataLoader<VersionKey, V, string>(load, { cacheKeyFn: ({ entityId, sortKey }) => `${sortKey}\n${entityId}` });
}
