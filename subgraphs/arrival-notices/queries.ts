import DataLoader from 'dataloader';
import { heapBytesOf, lazily } from '#platform/cache/bounded-cache.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Edge } from '#platform/graphql/shared-types.ts';
import { parseGlobalId } from '#platform/log/global-id.ts';
import type { LogPage } from '#platform/log/log-page.ts';
import { createLogQueries, type LogQueries, type PlacedVersion, stringOfVersionKey, versionKeyOf } from '#platform/log/log-queries.ts';
import type { CountedPage, PageArguments } from '#platform/log/page.ts';
import type { MatchArguments, MatchCache } from '#platform/matching/match-sets.ts';
import type { StoredContext } from '#platform/process/subgraph.ts';
import type { Clash, CurrentOrder, CurrentRow, StoredVersion } from '#platform/store/version-store.ts';
import type { AgedRequest, SourcedPage } from '#platform/upstream/refresh.ts';
import { createMatches, matchKeysOf, type NoticeMatchSetView } from './matching/matches.ts';
import { entityIdOf, indexOfNotice, type NoticeFilter, type NoticeKey, versionFilterOf } from './model.ts';
import { documentOf, type Notice, type NoticeVersion, type NoticeViews, type Notification } from './store/notice-versions.ts';
import type { ArrivalNoticesQuery } from './upstream/request-urls.ts';

export type NoticeContext = StoredContext<NoticeViews, NoticeMatchSetView, ArrivalNoticesQuery>;

/** The parts that the queries of one request need. */
interface QueryParts extends NoticeContext {
  /** Caches the earlier versions of those on a page, shared by all requests. */
  readonly earlierCache: MatchCache<readonly NoticeVersion[]>;
}

export type NoticePage = SourcedPage;

/** A query for notices. */
export type NoticeQuery = AgedRequest<NoticeFilter>;

/** A page of the versions of one notice. */
export interface VersionPage extends CountedPage<PlacedVersion> {
  readonly notice: Notice;
}

export type NoticeEdge = Edge<NoticePage>;
export type VersionEdge = Edge<VersionPage>;

/** The queries of one request. Repeated lookups are combined into one query of the store. */
export type Queries = ReturnType<typeof createQueries>;

/** A query for a range of a log. */
interface LogQuery {
  readonly filter: NoticeFilter;
  readonly after?: string | null | undefined;
  readonly first: number;
}

/** An object of another subgraph, represented by its key. */
export interface ForeignNode {
  readonly __typename: 'PortCallEvent' | 'TransportCall';
  readonly id: string;
}

/** Creates the queries of one request, under the rights of its caller. */
export function createQueries(parts: QueryParts) {
  const { views, candidates, rules, possibleSources, matchCache, earlierCache } = parts;
  const versions = createLogQueries('arrival-notice-versions', parts);
  const notifications = createLogQueries('arrival-notice-notifications', parts);
  const matches = lazily(() => createMatches({ log: versions, views: candidates, rules, possibleSources, matchCache }));
  const logs = { versions, notifications };
  const earlierVersions = new DataLoader<StoredVersion, readonly NoticeVersion[]>(async (stored) => {
    const { callerKey } = versions;
    const page = { rules: rules(), callerKey, state: await versions.state(), queries: stored.map(stringOfVersionKey) };
    return earlierCache(page, async () => {
      const sets = (await versions.earlierVersions(stored)).map((found) => found.map(candidates.version));
      return { sets, bytes: heapBytesOf(sets) };
    });
  });
  const wholeKeysOf = async (version: NoticeVersion) => matchKeysOf(version, rules(), await earlierVersions.load(version.stored));
  return {
    ...createPageQueries(parts, logs),
    ...createVersionQueries(parts, versions),
    /** Returns the match keys of a version, by the current partner files and without its earlier versions. */
    matchKeysOf: (version: NoticeVersion) => matchKeysOf(version, rules()),
    /** Returns the match query for the call of a version, by the earlier versions as well (EARLIER_DAYS). */
    arrivalQueryOf: async (version: NoticeVersion, wished: MatchArguments): Promise<string> =>
      (await wholeKeysOf(version)).arrivalQuery(wished),
    /** Returns a hash of the match key that {@link arrivalQueryOf} contains. */
    arrivalMatchKeyOf: async (version: NoticeVersion): Promise<string> => (await wholeKeysOf(version)).arrivalHash(),
    noticesOfCall: (matchKey: string) => matches().load(matchKey),
    node: (id: string) => nodeOf(id, logs, views),
  };
}

interface Logs {
  readonly versions: LogQueries;
  readonly notifications: LogQueries;
}

function createPageQueries({ refresh, caller }: QueryParts, { versions, notifications }: Logs) {
  const pageOf = async (
    log: LogQueries,
    order: CurrentOrder,
    { filter, page }: Pick<NoticeQuery, 'filter' | 'page'>,
  ): Promise<NoticePage> => {
    const rows = await log.list(order, { filter: versionFilterOf(filter), scope: filter, page });
    return { ...rows, partners: filter.partners, reports: new Map() };
  };
  const logPageOf = (log: LogQueries, { filter, ...query }: LogQuery): Promise<LogPage> =>
    log.readLog({ ...query, filter: versionFilterOf(filter) });
  return {
    notices: async (order: CurrentOrder, query: NoticeQuery): Promise<NoticePage> => {
      // Partners are requested before the store is read, so that their answers are on the page.
      const reports = await refresh(query, caller);
      return { ...(await pageOf(versions, order, query)), reports };
    },
    notifications: (query: Pick<NoticeQuery, 'filter' | 'page'>) => pageOf(notifications, 'NEWEST_FIRST', query),
    versionLog: (query: LogQuery) => logPageOf(versions, query),
    notificationLog: (query: LogQuery) => logPageOf(notifications, query),
  };
}

function createVersionQueries({ views, rows }: QueryParts, versions: LogQueries) {
  const versionOrUndefined = (stored: StoredVersion | undefined) => stored && views.version(stored);
  const noticeOf = async (entityId: string): Promise<Notice | undefined> => {
    const row = await versions.currentRow(entityId);
    return row && views.notice(row);
  };
  return {
    notice: (key: NoticeKey) => noticeOf(entityIdOf(key)),
    /** @param id global id of the arrival */
    noticeOfArrival: async (id: string): Promise<Notice | undefined> => {
      const parsed = parseGlobalId(id);
      return parsed?.typeName === 'Arrival' ? noticeOf(parsed.key) : undefined;
    },
    noticeOfNotification: (notification: Notification) => noticeOf(entityIdOfNotification(notification)),
    versionOfNotification: async (notification: Notification): Promise<NoticeVersion | undefined> => {
      const { sortKey } = notification.stored;
      return versionOrUndefined(await versions.version({ entityId: entityIdOfNotification(notification), sortKey }));
    },
    currentRowOf: async (notice: Notice): Promise<CurrentRow> => {
      const row = notice.currentRow ?? (await versions.currentRow(notice.entityId));
      if (row === undefined) throw new LandfallError('NOT_FOUND', 'The notice does not exist, or the caller may not see it.');
      return row;
    },
    isCurrent: async ({ stored }: NoticeVersion): Promise<boolean> =>
      (await versions.currentRow(stored.entityId))?.current.sortKey === stored.sortKey,
    versionsOf: (notice: Notice, page: PageArguments) => versions.versionsOf(notice.entityId, page),
    versionAsOf: async (notice: Notice, receivedBefore: string): Promise<NoticeVersion | undefined> =>
      versionOrUndefined(await versions.asOf(notice.entityId, receivedBefore)),
    predecessorOf: async ({ stored }: NoticeVersion): Promise<NoticeVersion | undefined> =>
      versionOrUndefined(await versions.predecessor(stored)),
    /** @param id global id of a version of the same notice @throws {LandfallError} BAD_USER_INPUT for any other */
    siblingOf: async ({ stored }: NoticeVersion, id: string): Promise<NoticeVersion> => {
      const parsed = parseGlobalId(id);
      const key = parsed?.typeName === 'ArrivalNoticeVersion' ? versionKeyOf(parsed.key) : undefined;
      const sibling = key?.entityId === stored.entityId ? await versions.version(key) : undefined;
      if (sibling === undefined) throw new LandfallError('BAD_USER_INPUT', 'Argument since: expected the id of a version of this notice.');
      return views.version(sibling);
    },
    /** Different content may name other parties, so the rights to it are checked as for a version. */
    clashesOf: async ({ stored }: NoticeVersion): Promise<readonly Clash[]> => {
      const { isPerVersion, shows } = versions.visibility;
      const all = await versions.clashes(stored);
      const { partner, entityId } = stored;
      const clashes = isPerVersion ? all.filter((clash) => shows(indexOfNotice(partner, documentOf(clash)))) : all;
      for (const { sortKey, contentHash } of clashes) {
        rows.add('noticeVersions', { partner, entityId, sortKey: `${sortKey} ${contentHash}` });
      }
      return clashes;
    },
    visualizationContentOf: async ({ stored }: NoticeVersion): Promise<string | undefined> => {
      const blob = await versions.blob(stored);
      if (blob !== undefined) rows.add('visualizations', stored);
      return blob?.bytes.toString('latin1');
    },
  };
}

function entityIdOfNotification(notification: Notification): string {
  return entityIdOf({ ...notification, partner: notification.stored.partner });
}

async function nodeOf(
  id: string,
  { versions, notifications }: Logs,
  views: NoticeViews,
): Promise<Notice | NoticeVersion | Notification | ForeignNode | undefined> {
  const parsed = parseGlobalId(id);
  if (parsed === undefined) return undefined;
  // These types are resolved by their own subgraphs.
  if (parsed.typeName === 'PortCallEvent' || parsed.typeName === 'TransportCall') return { __typename: parsed.typeName, id };
  if (parsed.typeName === 'ArrivalNotice') {
    const row = await versions.currentRow(parsed.key);
    return row && views.notice(row);
  }
  const key = versionKeyOf(parsed.key);
  if (key === undefined) return undefined;
  if (parsed.typeName === 'ArrivalNoticeVersion') {
    const stored = await versions.version(key);
    return stored && views.version(stored);
  }
  if (parsed.typeName !== 'ArrivalNoticeNotification') return undefined;
  const stored = await notifications.version(key);
  return stored && views.notification(stored);
}
