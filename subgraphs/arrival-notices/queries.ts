import type { RowCounter } from '#platform/access/row-counter.ts';
import { LandfallError } from '#platform/errors.ts';
import { parseGlobalId } from '#platform/log/global-id.ts';
import type { LogPage } from '#platform/log/log-page.ts';
import { createLogQueries, type LogQueryParts, type PlacedVersion, versionKeyOf } from '#platform/log/log-queries.ts';
import type { CountedPage, PageArguments } from '#platform/log/page.ts';
import type { MatchCache } from '#platform/matching/match-cache.ts';
import type { MatchRules } from '#platform/matching/rules/comparison.ts';
import type { Clash, CurrentOrder, CurrentRow, StoredVersion } from '#platform/store/version-store.ts';
import type { AgedRequest, Refresh } from '#platform/upstream/refresh.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { createMatches, type NoticeMatchSetView } from './matching/matches.ts';
import { entityIdOf, indexOfNotice, type NoticeFilter, type NoticeKey, versionFilterOf } from './model.ts';
import { documentOf, type Notice, type NoticeVersion, type NoticeViews, type Notification } from './store/notice-versions.ts';

/** What the questions of one request are answered from. */
export interface QueryParts extends LogQueryParts {
  /** As the caller sees notices; what they show is counted. */
  readonly views: NoticeViews;
  /** The same for what is looked at and may not be shown. */
  readonly candidates: NoticeViews;
  /** Counts what is shown and has no view. */
  readonly rows: RowCounter;
  readonly refresh: Refresh<NoticeFilter>;
  /** Rules of joins as the partners stand now. */
  readonly rules: () => MatchRules;
  /** Reports on everybody who might know notices. */
  readonly knowing: () => Promise<readonly SourceReport[]>;
  /** Match sets of pages that were asked for before. */
  readonly remember: MatchCache<NoticeMatchSetView>;
}

/** A page that remembers which partners it is about, and how those that were asked for it answered. */
export interface NoticePage extends CountedPage<CurrentRow> {
  readonly partners: readonly string[] | undefined;
  readonly asked: ReadonlyMap<string, SourceReport>;
}

/** A question for notices. */
export type NoticeQuery = AgedRequest<NoticeFilter>;

/** A row with the page that can make its cursor. */
export interface NoticeRow {
  readonly row: CurrentRow;
  readonly page: NoticePage;
}

/** A page of the versions of one notice. */
export interface VersionPage {
  readonly notice: Notice;
  readonly page: CountedPage<PlacedVersion>;
}

/** A version with the page that can make its cursor. */
export interface VersionRow {
  readonly row: PlacedVersion;
  readonly page: VersionPage['page'];
}

/** The questions of one request. Repeated look-ups of one request are one query. */
export type Queries = ReturnType<typeof createQueries>;

/** A question for a stretch of a log. */
interface LogQuestion {
  readonly filter: NoticeFilter;
  readonly after?: string | null | undefined;
  readonly first: number;
}

/** An object of another subgraph by its key alone. */
export interface ForeignNode {
  readonly __typename: 'PortCallEvent' | 'TransportCall';
  readonly id: string;
}

/** Opens the questions of one request, all under the caller's entitlement. */
export function createQueries(parts: QueryParts) {
  const { views, candidates, rows } = parts;
  const versions = createLogQueries('arrival-notice-versions', parts);
  const notifications = createLogQueries('arrival-notice-notifications', parts);
  const matches = createMatches({
    log: versions,
    views: candidates,
    rules: parts.rules,
    sourcesOf: parts.knowing,
    remember: parts.remember,
  });
  const versionOrUndefined = (stored: StoredVersion | undefined) => stored && views.version(stored);

  const pageOf = async (
    log: typeof versions,
    order: CurrentOrder,
    { filter, page }: Pick<NoticeQuery, 'filter' | 'page'>,
  ): Promise<NoticePage> => {
    const rows = await log.list(order, { filter: versionFilterOf(filter), scope: filter, page });
    return { ...rows, partners: filter.partners, asked: new Map() };
  };

  const logPageOf = (log: typeof versions, { filter, ...query }: LogQuestion): Promise<LogPage> =>
    log.readLog({ ...query, filter: versionFilterOf(filter) });

  return {
    notices: async (order: CurrentOrder, question: NoticeQuery): Promise<NoticePage> => {
      // Partners are asked before the store is, so that what they answer is in the page.
      const asked = await parts.refresh(question, parts.caller);
      return { ...(await pageOf(versions, order, question)), asked };
    },
    notifications: (question: Pick<NoticeQuery, 'filter' | 'page'>) => pageOf(notifications, 'NEWEST_FIRST', question),
    versionLog: (question: LogQuestion) => logPageOf(versions, question),
    notificationLog: (question: LogQuestion) => logPageOf(notifications, question),

    notice: async (key: NoticeKey): Promise<Notice | undefined> => {
      const head = await versions.currentRow(entityIdOf(key));
      return head && views.notice(head);
    },
    headOf: async (notice: Notice): Promise<CurrentRow> => {
      const head = notice.currentRow ?? (await versions.currentRow(notice.entityId));
      if (head === undefined) throw new LandfallError('NOT_FOUND', 'The notice does not exist, or the caller may not see it.');
      return head;
    },
    isCurrent: async ({ stored }: NoticeVersion): Promise<boolean> =>
      (await versions.currentRow(stored.entityId))?.current.sortKey === stored.sortKey,
    versionsOf: (notice: Notice, page: PageArguments) => versions.versionsOf(notice.entityId, page),
    versionAsOf: async (notice: Notice, receivedBefore: string): Promise<NoticeVersion | undefined> =>
      versionOrUndefined(await versions.asOf(notice.entityId, receivedBefore)),
    predecessorOf: async ({ stored }: NoticeVersion): Promise<NoticeVersion | undefined> =>
      versionOrUndefined(await versions.predecessor(stored)),
    /** Another content may name other parties. */
    clashesOf: async ({ stored }: NoticeVersion): Promise<readonly Clash[]> => {
      const { isPerVersion, shows } = versions.visibility;
      const held = await versions.clashes(stored);
      const { partner, entityId } = stored;
      const clashes = isPerVersion ? held.filter((clash) => shows(indexOfNotice(partner, documentOf(clash)))) : held;
      for (const { sortKey, contentHash } of clashes)
        rows.add('noticeVersions', { partner, entityId, sortKey: `${sortKey} ${contentHash}` });
      return clashes;
    },
    visualizationContentOf: async ({ stored }: NoticeVersion): Promise<string | undefined> => {
      const blob = await versions.blob(stored);
      if (blob !== undefined) rows.add('visualizations', stored);
      return blob?.bytes.toString('latin1');
    },

    noticeOfNotification: async (notification: Notification): Promise<Notice | undefined> => {
      const head = await versions.currentRow(entityIdOf({ ...notification, partner: notification.stored.partner }));
      return head && views.notice(head);
    },
    versionOfNotification: async (notification: Notification): Promise<NoticeVersion | undefined> => {
      const entityId = entityIdOf({ ...notification, partner: notification.stored.partner });
      return versionOrUndefined(await versions.version({ entityId, sortKey: notification.stored.sortKey }));
    },

    noticesOfCall: (matchKey: string) => matches.load(matchKey),

    node: async (id: string): Promise<Notice | NoticeVersion | Notification | ForeignNode | undefined> => {
      const parsed = parseGlobalId(id);
      if (parsed === undefined) return undefined;
      // Their own subgraphs look them up.
      if (parsed.typeName === 'PortCallEvent' || parsed.typeName === 'TransportCall') return { __typename: parsed.typeName, id };
      if (parsed.typeName === 'ArrivalNotice') {
        const head = await versions.currentRow(parsed.key);
        return head && views.notice(head);
      }
      const key = versionKeyOf(parsed.key);
      if (key === undefined) return undefined;
      if (parsed.typeName === 'ArrivalNoticeVersion') return versionOrUndefined(await versions.version(key));
      if (parsed.typeName !== 'ArrivalNoticeNotification') return undefined;
      const stored = await notifications.version(key);
      return stored && views.notification(stored);
    },
  };
}
