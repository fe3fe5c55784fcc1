import DataLoader from 'dataloader';
import type { Caller } from '../access/entitlement.ts';
import { type Visibility, visibilityOf } from '../access/visibility.ts';
import { createDocumentBudget, maxPageBytes } from '../store/document-budget.ts';
import type { Store } from '../store/store.ts';
import { bothFilters } from '../store/version-filter.ts';
import type {
  Blob,
  Clash,
  CurrentOrder,
  CurrentRow,
  LogName,
  LogRange,
  StoredVersion,
  VersionFilter,
  VersionKey,
  VersionStore,
} from '../store/version-store.ts';
import { receivedAtOf } from '../time/instant.ts';
import type { CursorSigner } from './cursor-signer.ts';
import { type LogPage, type ReadableLog, readLogPage } from './log-page.ts';
import { type CountedPage, type PageArguments, readPage } from './page.ts';
import { createTotalCounts } from './total-count.ts';

/** What the questions of one request are answered from, and for whom. */
export interface LogQueryParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  /** Sees what it may; cursors of one are no good under another's entitlement. */
  readonly caller: Caller;
}

/** Numbers that one reading looks at before it says how far it got, and entries that are read at a time. */
const [maxScanned, minEntries] = [5_000, 50];

/** A version with its place in a list of versions. */
export type PlacedVersion = StoredVersion & { readonly position: string };

/**
 * The questions of one request to one log. Repeated look-ups of one request are one query. What the caller may not see
 * is answered like what is not there.
 */
export interface LogQueries {
  /** What of the log the caller may see. */
  readonly visibility: Visibility;
  /** Names the caller's rights. */
  readonly callerKey: string;
  /**
   * @param question.scope what the caller asked for, as it is written into cursors
   * @param question.bytesOf those of a row count to {@link maxPageBytes}. Default: its document's; more where more of it is shown
   */
  list(
    order: CurrentOrder,
    question: {
      readonly filter: VersionFilter;
      readonly scope: unknown;
      readonly page: PageArguments;
      readonly bytesOf?: (row: CurrentRow) => number;
    },
  ): Promise<CountedPage<CurrentRow>>;
  /** A stretch of the log, as a subscriber reads it. */
  readLog(query: { filter: VersionFilter; after?: string | null | undefined; first: number }): Promise<LogPage>;
  /** Up to `limit` heads in no order that is kept, for joins; cursors are of no use to them. */
  findMatches(filter: VersionFilter, limit: number): Promise<readonly CurrentRow[]>;
  /** A text that changes when what {@link findMatches} finds for anybody has changed; while a version waits for its number, behind it. */
  state(): Promise<string>;
  currentRow(entityId: string): Promise<CurrentRow | undefined>;
  version(key: VersionKey): Promise<StoredVersion | undefined>;
  /** The version before, of those that the caller may see. */
  predecessor(key: VersionKey): Promise<StoredVersion | undefined>;
  clashes(key: VersionKey): Promise<readonly Clash[]>;
  /** Versions of one thing, the greatest order first. */
  versionsOf(entityId: string, page: PageArguments): Promise<CountedPage<PlacedVersion>>;
  /** What was current when only what was received before the instant was known, of all that the caller may see. */
  asOf(entityId: string, receivedBefore: string): Promise<StoredVersion | undefined>;
  blob(key: VersionKey): Promise<Blob | undefined>;
}

/** Opens the questions of one request to one log, all under the caller's entitlement. */
export function createLogQueries(log: LogName, parts: LogQueryParts): LogQueries {
  const { store, signer, caller } = parts;
  const versions = store.versions(log);
  const visibility = visibilityOf(log, caller.entitlement);
  const { filter: visible, isPerVersion } = visibility;
  const budget = createDocumentBudget(caller.key);
  const heads = new DataLoader<string, CurrentRow | undefined>(async (entityIds) =>
    (await versions.findCurrent(entityIds)).map((head) => (head !== undefined && visibility.shows(head.current) ? head : undefined)),
  );
  const isThere = async (entityId: string): Promise<boolean> => !isPerVersion || (await heads.load(entityId)) !== undefined;
  const shownOf = async (found: readonly (StoredVersion | undefined)[]): Promise<readonly (StoredVersion | undefined)[]> => {
    if (visible === undefined) return found;
    const isShown = async (version: StoredVersion) => visibility.shows(version) && (await isThere(version.entityId));
    return Promise.all(found.map(async (version) => (version !== undefined && (await isShown(version)) ? version : undefined)));
  };
  const exact = keyedLoader(async (keys) => shownOf(await versions.findVersions(keys)));
  const predecessors = keyedLoader(async (keys) => shownOf(await versions.findPredecessors(keys, visible)));
  const clashes = keyedLoader<Clash[]>((keys) => versions.listClashes(keys));
  /** For what hangs on a version. Who may see everything has nothing to be looked up for it. */
  const isShown = async (key: VersionKey): Promise<boolean> => visible === undefined || (await exact.load(key)) !== undefined;
  const entitled = (filter: VersionFilter): VersionFilter | undefined => {
    const both = visible === undefined ? filter : bothFilters(filter, visible);
    return Object.keys(both).length === 0 ? undefined : both;
  };
  const totalCount = createTotalCounts();
  const readable = readableLog(versions, visibility, isThere);
  const scopeOf = (field: string, selection: unknown): string => JSON.stringify([field, selection, caller.key]);

  return {
    visibility,
    callerKey: caller.key,
    list: async (order, { filter, scope, page, bytesOf = ({ current }) => documentBytesOf(current) }) => {
      const found = await budget.read(
        () =>
          readPage({
            arguments: page,
            scope: scopeOf(`${log}:${order}`, scope),
            signer,
            bound: { maxBytes: maxPageBytes, bytesOf },
            read: (query) => versions.listCurrent({ ...query, order, filter: entitled(filter) }),
          }),
        ({ rows }) => sumOf(rows, bytesOf),
      );
      return { ...found, totalCount: () => totalCount((limit) => versions.countCurrent({ limit, filter: entitled(filter) })) };
    },
    readLog: ({ filter, ...query }) => readLogPage({ name: log, store: readable, signer, caller }, { ...query, filter: entitled(filter) }),
    findMatches: (filter, limit) => versions.listCurrent({ order: 'RECENTLY_CHANGED', limit, filter: entitled(filter) }),
    state: async () => {
      const { head, removals } = await versions.bounds();
      return `${head} ${removals}`;
    },
    currentRow: (entityId) => heads.load(entityId),
    version: (key) => exact.load(key),
    predecessor: (key) => predecessors.load(key),
    clashes: async (key) => ((await isShown(key)) ? clashes.load(key) : []),
    versionsOf: async (entityId, page) => {
      const found = await budget.read(
        () =>
          readPage<PlacedVersion>({
            arguments: page,
            scope: scopeOf('versions', entityId),
            signer,
            bound: { maxBytes: maxPageBytes, bytesOf: documentBytesOf },
            read: async (query) => ((await isThere(entityId)) ? versions.listVersions({ ...query, entityId, filter: visible }) : []),
          }),
        ({ rows }) => sumOf(rows, documentBytesOf),
      );
      const count = async (limit: number) => ((await isThere(entityId)) ? versions.countVersions({ entityId, limit, filter: visible }) : 0);
      return { ...found, totalCount: () => totalCount(count) };
    },
    asOf: async (entityId, receivedBefore) =>
      (await isThere(entityId)) ? versions.findAsOf(entityId, receivedAtOf(receivedBefore) ?? '', visible) : undefined,
    blob: async (key) => ((await isShown(key)) ? versions.readBlob(key) : undefined),
  };
}

function documentBytesOf({ document }: StoredVersion): number {
  return document.length;
}

function sumOf<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + bytesOf(row), 0);
}

/** The log as somebody reads it who sees versions of a thing only while that is there. */
function readableLog(
  versions: VersionStore,
  { isBlind, isPerVersion }: Visibility,
  isThere: (entityId: string) => Promise<boolean>,
): ReadableLog['store'] {
  // Even how a log grows would tell somebody who may see nothing of it that there is something.
  if (isBlind) return emptyLog;
  if (!isPerVersion) return versions;
  return {
    bounds: () => versions.bounds(),
    readLog: async ({ after, limit, filter }) => {
      const shown: LogRange['entries'][number][] = [];
      let through = after;
      // A page that is not filled although there is more would tell of what was left out.
      for (let isFull = true; isFull && shown.length < limit && through - after < maxScanned; ) {
        const wanted = Math.max(limit - shown.length, minEntries);
        const stretch = await versions.readLog({ after: through, limit: wanted, filter });
        const there = await Promise.all(stretch.entries.map(({ entityId }) => isThere(entityId)));
        shown.push(...stretch.entries.filter((_, index) => there[index]));
        through = stretch.scannedThrough;
        isFull = stretch.entries.length === wanted;
      }
      const entries = shown.slice(0, limit);
      return { entries, scannedThrough: entries.length < shown.length ? (entries.at(-1)?.sequence ?? after) : through };
    },
  };
}

const emptyLog: ReadableLog['store'] = {
  bounds: async () => ({ trimmedThrough: 0, head: 0, removals: 0 }),
  readLog: async ({ after }) => ({ entries: [], scannedThrough: after }),
};

/** Writes the identity of a version as the key of a global id. */
export function stringOfVersionKey({ entityId, sortKey }: VersionKey): string {
  return JSON.stringify([entityId, sortKey]);
}

/** Reads what {@link stringOfVersionKey} wrote; undefined for anything else. */
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
