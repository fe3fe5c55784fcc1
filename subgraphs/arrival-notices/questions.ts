import DataLoader from 'dataloader';
import type { CursorSigner } from '../shared/cursors/cursor-signer.ts';
import { type Page, type PageArguments, readPage } from '../shared/cursors/page.ts';
import { LandfallError } from '../shared/errors.ts';
import { type LogPage, readLogPage } from '../shared/events/log-page.ts';
import { parseGlobalId } from '../shared/global-id.ts';
import { receivedAtOf } from '../shared/instant.ts';
import type { PartnerRegistry } from '../shared/partners/registry.ts';
import { bothFilters } from '../shared/store/version-filter.ts';
import type { Clash, Head, HeadOrder, LogName, Store, StoredVersion, VersionFilter, VersionKey } from '../shared/store/version-store.ts';
import type { SourceReport } from './generated/schema.ts';
import { type NoticeFilter, type NoticeKey, thingOf, versionFilterOf } from './model.ts';
import { type Notice, type NoticeVersion, type NoticeViews, type Notification, noticeOf } from './store/notice-versions.ts';
import type { Refresh } from './upstream/refresh.ts';

/** What the questions of one request are answered from. */
export interface QuestionParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  readonly views: NoticeViews;
  readonly partners: PartnerRegistry;
  readonly refresh: Refresh;
  /** What the caller may see, as a part of every query; absent: everything. */
  readonly entitlement?: VersionFilter | undefined;
  /** Names the entitlement; cursors of one are no good under another. */
  readonly entitlementKey: string;
}

/** A page that remembers which partners it is about, and how those that were asked for it answered. */
export interface NoticePage extends Page<Head> {
  readonly partners: readonly string[] | undefined;
  readonly asked: ReadonlyMap<string, SourceReport>;
}

/** A question for notices. */
export interface NoticeQuestion {
  readonly filter: NoticeFilter;
  readonly page: PageArguments;
  /** Seconds. */
  readonly maxAge?: number | null | undefined;
}

/** A row with the page that can make its cursor. */
export interface NoticeRow {
  readonly row: Head;
  readonly page: NoticePage;
}

/** A page of the versions of one notice. */
export interface VersionPage {
  readonly notice: Notice;
  readonly page: Page<StoredVersion & { readonly position: string }>;
}

/** A version with the page that can make its cursor. */
export interface VersionRow {
  readonly row: StoredVersion & { readonly position: string };
  readonly page: VersionPage['page'];
}

/** The questions of one request. Repeated look-ups of one request are one query. */
export type Questions = ReturnType<typeof createQuestions>;

/** Opens the questions of one request, all under the caller's entitlement. */
export function createQuestions(parts: QuestionParts) {
  const { store, signer, views, entitlementKey } = parts;
  const versions = store.versions('arrival-notice-versions');
  const notifications = store.versions('arrival-notice-notifications');
  const entitled = (filter: VersionFilter): VersionFilter | undefined => {
    const both = parts.entitlement === undefined ? filter : bothFilters(filter, parts.entitlement);
    return Object.keys(both).length === 0 ? undefined : both;
  };
  const scopeOf = (field: string, selection: unknown): string => JSON.stringify([field, selection, entitlementKey]);
  const heads = new DataLoader<string, Head | undefined>((things) => versions.findHeads(things));
  const exactVersions = keyedLoader((keys) => versions.findVersions(keys));
  const predecessors = keyedLoader((keys) => versions.findPredecessors(keys));
  const clashes = keyedLoader<Clash[]>((keys) => versions.listClashes(keys));
  const versionOrUndefined = (stored: StoredVersion | undefined) => stored && views.version(stored);

  const listPage = async (log: LogName, order: HeadOrder, question: { filter: NoticeFilter; page: PageArguments }): Promise<NoticePage> => {
    const filter = entitled(versionFilterOf(question.filter));
    const page = await readPage({
      arguments: question.page,
      scope: scopeOf(`${log}:${order}`, question.filter),
      signer,
      read: (query) => store.versions(log).listHeads({ ...query, order, filter }),
    });
    return { ...page, partners: question.filter.partners, asked: new Map() };
  };

  /** Partners are asked before the store is, so that what they answer is in the page. */
  const askedFor = async (question: NoticeQuestion): Promise<ReadonlyMap<string, SourceReport>> => {
    const { maxAge, filter, page } = question;
    if (maxAge === undefined || maxAge === null || page.after || page.before) return new Map();
    if (maxAge < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxAge: expected 0 or more seconds, got ${maxAge}.`);
    const named = filter.partners;
    const inQuestion = parts.partners.partners().filter(({ id }) => named === undefined || named.includes(id));
    return parts.refresh(inQuestion, filter, maxAge * 1_000);
  };

  const logPage = (log: LogName, query: { filter: NoticeFilter; after?: string | null | undefined; first: number }): Promise<LogPage> =>
    readLogPage({ name: log, store: store.versions(log), signer }, { ...query, filter: entitled(versionFilterOf(query.filter)) });

  return {
    notices: async (order: HeadOrder, question: NoticeQuestion): Promise<NoticePage> => {
      const asked = await askedFor(question);
      return { ...(await listPage('arrival-notice-versions', order, question)), asked };
    },
    notifications: (question: { filter: NoticeFilter; page: PageArguments }) =>
      listPage('arrival-notice-notifications', 'NEWEST_FIRST', question),
    versionLog: (query: Parameters<typeof logPage>[1]) => logPage('arrival-notice-versions', query),
    notificationLog: (query: Parameters<typeof logPage>[1]) => logPage('arrival-notice-notifications', query),

    notice: async (key: NoticeKey): Promise<Notice | undefined> => {
      const head = await heads.load(thingOf(key));
      return head && views.notice(head);
    },
    headOf: async (notice: Notice): Promise<Head> => {
      const head = notice.head ?? (await heads.load(notice.thing));
      if (head === undefined) throw new LandfallError('NOT_FOUND', 'The notice is not held.');
      return head;
    },
    isCurrent: async ({ stored }: NoticeVersion): Promise<boolean> => (await heads.load(stored.thing))?.current.order === stored.order,
    versionsOf: (notice: Notice, page: PageArguments) =>
      readPage({
        arguments: page,
        scope: scopeOf('versions', notice.thing),
        signer,
        read: (query) => versions.listVersions({ ...query, thing: notice.thing, filter: entitled({}) }),
      }),
    versionAsOf: async (notice: Notice, receivedBefore: string): Promise<NoticeVersion | undefined> =>
      versionOrUndefined(await versions.findAsOf(notice.thing, receivedAtOf(receivedBefore) ?? '')),
    predecessorOf: async ({ stored }: NoticeVersion): Promise<NoticeVersion | undefined> =>
      versionOrUndefined(await predecessors.load(stored)),
    clashesOf: ({ stored }: NoticeVersion) => clashes.load(stored),
    visualizationContentOf: async ({ stored }: NoticeVersion): Promise<string | undefined> =>
      (await versions.readBlob(stored))?.bytes.toString('latin1'),

    noticeOfNotification: async (notification: Notification): Promise<Notice | undefined> => {
      const head = await heads.load(thingOf({ ...notification, partner: notification.stored.partner }));
      return head && views.notice(head);
    },
    versionOfNotification: async (notification: Notification): Promise<NoticeVersion | undefined> => {
      const thing = thingOf({ ...notification, partner: notification.stored.partner });
      return versionOrUndefined(await exactVersions.load({ thing, order: notification.stored.order }));
    },

    node: async (id: string): Promise<Notice | NoticeVersion | Notification | undefined> => {
      const parsed = parseGlobalId(id);
      if (parsed === undefined) return undefined;
      if (parsed.typeName === 'ArrivalNotice') return (await heads.load(parsed.key)) && noticeOf(parsed.key);
      const key = versionKeyOf(parsed.key);
      if (key === undefined) return undefined;
      if (parsed.typeName === 'ArrivalNoticeVersion') return versionOrUndefined(await exactVersions.load(key));
      if (parsed.typeName !== 'ArrivalNoticeNotification') return undefined;
      const [stored] = await notifications.findVersions([key]);
      return stored && views.notification(stored);
    },
  };
}

function keyedLoader<V = StoredVersion | undefined>(
  load: (keys: readonly VersionKey[]) => Promise<V[]>,
): DataLoader<VersionKey, V, string> {
  return new DataLoader<VersionKey, V, string>(load, { cacheKeyFn: ({ thing, order }) => `${order}\n${thing}` });
}

function versionKeyOf(text: string): VersionKey | undefined {
  try {
    const key: unknown = JSON.parse(text);
    if (!Array.isArray(key) || typeof key[0] !== 'string' || typeof key[1] !== 'string') return undefined;
    return { thing: key[0], order: key[1] };
  } catch {
    return undefined;
  }
}
