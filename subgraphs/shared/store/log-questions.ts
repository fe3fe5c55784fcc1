import DataLoader from 'dataloader';
import type { CursorSigner } from '../cursors/cursor-signer.ts';
import { type Page, type PageArguments, readPage } from '../cursors/page.ts';
import { type LogPage, readLogPage } from '../events/log-page.ts';
import { receivedAtOf } from '../instant.ts';
import { bothFilters } from './version-filter.ts';
import type { Blob, Clash, Head, HeadOrder, LogName, Store, StoredVersion, VersionFilter, VersionKey } from './version-store.ts';

/** What the questions of one request are answered from, and for whom. */
export interface LogQuestionParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  /** What the caller may see, as a part of every query; absent: everything. */
  readonly entitlement?: VersionFilter | undefined;
  /** Names the entitlement; cursors of one are no good under another. */
  readonly entitlementKey: string;
}

/** A version with its place in a list of versions. */
export type PlacedVersion = StoredVersion & { readonly position: string };

/** The questions of one request to one log. Repeated look-ups of one request are one query. */
export interface LogQuestions {
  /** @param question.scope what the caller asked for, as it is written into cursors */
  list(
    order: HeadOrder,
    question: { readonly filter: VersionFilter; readonly scope: unknown; readonly page: PageArguments },
  ): Promise<Page<Head>>;
  /** A stretch of the log, as a subscriber reads it. */
  readLog(query: { filter: VersionFilter; after?: string | null | undefined; first: number }): Promise<LogPage>;
  /** Up to `limit` heads in no order that is kept, for joins; cursors are of no use to them. */
  findMatches(filter: VersionFilter, limit: number): Promise<readonly Head[]>;
  /** A text that changes when what {@link findMatches} finds has changed; while a version waits for its number, behind it. */
  state(): Promise<string>;
  head(thing: string): Promise<Head | undefined>;
  version(key: VersionKey): Promise<StoredVersion | undefined>;
  predecessor(key: VersionKey): Promise<StoredVersion | undefined>;
  clashes(key: VersionKey): Promise<readonly Clash[]>;
  /** Versions of one thing, the greatest order first. */
  versionsOf(thing: string, page: PageArguments): Promise<Page<PlacedVersion>>;
  /** What was current when only what was received before the instant was known. */
  asOf(thing: string, receivedBefore: string): Promise<StoredVersion | undefined>;
  blob(key: VersionKey): Promise<Blob | undefined>;
}

/** Opens the questions of one request to one log, all under the caller's entitlement. */
export function createLogQuestions(log: LogName, parts: LogQuestionParts): LogQuestions {
  const { store, signer, entitlementKey } = parts;
  const versions = store.versions(log);
  const heads = new DataLoader<string, Head | undefined>((things) => versions.findHeads(things));
  const exact = keyedLoader((keys) => versions.findVersions(keys));
  const predecessors = keyedLoader((keys) => versions.findPredecessors(keys));
  const clashes = keyedLoader<Clash[]>((keys) => versions.listClashes(keys));
  const entitled = (filter: VersionFilter): VersionFilter | undefined => {
    const both = parts.entitlement === undefined ? filter : bothFilters(filter, parts.entitlement);
    return Object.keys(both).length === 0 ? undefined : both;
  };
  const scopeOf = (field: string, selection: unknown): string => JSON.stringify([field, selection, entitlementKey]);

  return {
    list: (order, { filter, scope, page }) =>
      readPage({
        arguments: page,
        scope: scopeOf(`${log}:${order}`, scope),
        signer,
        read: (query) => versions.listHeads({ ...query, order, filter: entitled(filter) }),
      }),
    readLog: ({ filter, ...query }) => readLogPage({ name: log, store: versions, signer }, { ...query, filter: entitled(filter) }),
    findMatches: (filter, limit) => versions.listHeads({ order: 'RECENTLY_CHANGED', limit, filter: entitled(filter) }),
    state: async () => `${entitlementKey} ${(await versions.extent()).head}`,
    head: (thing) => heads.load(thing),
    version: (key) => exact.load(key),
    predecessor: (key) => predecessors.load(key),
    clashes: (key) => clashes.load(key),
    versionsOf: (thing, page) =>
      readPage({
        arguments: page,
        scope: scopeOf('versions', thing),
        signer,
        read: (query) => versions.listVersions({ ...query, thing, filter: entitled({}) }),
      }),
    asOf: (thing, receivedBefore) => versions.findAsOf(thing, receivedAtOf(receivedBefore) ?? ''),
    blob: (key) => versions.readBlob(key),
  };
}

/** Writes the identity of a version as the key of a global id. */
export function textOfVersionKey({ thing, order }: VersionKey): string {
  return JSON.stringify([thing, order]);
}

/** Reads what {@link textOfVersionKey} wrote; undefined for anything else. */
export function versionKeyOf(text: string): VersionKey | undefined {
  try {
    const key: unknown = JSON.parse(text);
    if (!Array.isArray(key) || typeof key[0] !== 'string' || typeof key[1] !== 'string') return undefined;
    return { thing: key[0], order: key[1] };
  } catch {
    return undefined;
  }
}

function keyedLoader<V = StoredVersion | undefined>(
  load: (keys: readonly VersionKey[]) => Promise<V[]>,
): DataLoader<VersionKey, V, string> {
  return new DataLoader<VersionKey, V, string>(load, { cacheKeyFn: ({ thing, order }) => `${order}\n${thing}` });
}
