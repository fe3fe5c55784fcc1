import type { RowCounter } from '#platform/access/row-counter.ts';
import { type AttributeNames, faultsOutside, withoutAttributes } from '#platform/access/visibility-attributes.ts';
import { alwaysReread } from '#platform/cache/memory-bounds.ts';
import { globalIdOf } from '#platform/log/global-id.ts';
import { stringOfVersionKey } from '#platform/log/log-queries.ts';
import { bytesOfParsed } from '#platform/store/version-bytes.ts';
import type { CurrentRow, StoredVersion } from '#platform/store/version-store.ts';
import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { type NoticeKey, noticeKeyOf } from '../model.ts';
import { cleanOf } from '../wire/parse.ts';

/** A notice. Its head is known when it came out of a list, else loaded when asked for. */
export interface Notice {
  readonly __typename: 'ArrivalNotice';
  readonly entityId: string;
  readonly key: NoticeKey;
  readonly currentRow?: CurrentRow | undefined;
}

/** A notice version: the standard's attributes as its own, and the row of the store they came from. */
export interface NoticeVersion {
  readonly __typename: 'ArrivalNoticeVersion';
  readonly stored: StoredVersion;
  readonly issueDateTime: string;
  readonly transportDocumentReference: string;
}

/** A notification: the standard's attributes as its own, and the row of the store they came from. */
export interface Notification {
  readonly __typename: 'ArrivalNoticeNotification';
  readonly stored: StoredVersion;
  readonly issueDateTime: string;
  readonly transportDocumentReference: string;
  readonly typeLabel?: string | undefined;
}

/** Turns rows of the store into what resolvers read from. Versions never change, so parsed ones are kept for a while. */
export interface NoticeViews {
  readonly notice: (head: CurrentRow) => Notice;
  readonly version: (stored: StoredVersion) => NoticeVersion;
  readonly notification: (stored: StoredVersion) => Notification;
  /** The JSON of a version, a notification or a clash, as it came but for what is hidden. */
  readonly document: (kept: Pick<StoredVersion, 'document'>) => Record<string, unknown>;
  readonly violations: (stored: StoredVersion) => readonly SchemaViolation[];
  /** The version as the one that its visualization hangs on; null without one, or where it is hidden. */
  readonly visualization: (version: NoticeVersion) => NoticeVersion | null;
}

/** What joins ask about a version, which hangs on it: statements and their texts. */
const keySetBytes = 4_000;

/** @param hidden attributes that are shown nowhere */
export function createNoticeViews(hidden: AttributeNames): NoticeViews {
  const versions = alwaysReread.open<string, NoticeVersion>();
  const document = (kept: Pick<StoredVersion, 'document'>): Record<string, unknown> => withoutAttributes(documentOf(kept), hidden);
  const attributesOf = (stored: StoredVersion): { issueDateTime: string; transportDocumentReference: string } =>
    cleanOf(document(stored), stored.violations);
  return {
    notice: (currentRow) => ({
      __typename: 'ArrivalNotice',
      entityId: currentRow.entityId,
      key: noticeKeyOf(currentRow.entityId),
      currentRow,
    }),
    version: (stored) => {
      // The hash is part of the key because a fuller view may complete a version.
      const key = `${stored.entityId}\n${stored.sortKey}\n${stored.contentHash}`;
      const held = versions.get(key);
      if (held !== undefined) return held;
      const view: NoticeVersion = { ...attributesOf(stored), __typename: 'ArrivalNoticeVersion', stored };
      versions.set(key, view, bytesOfParsed(stored, keySetBytes));
      return view;
    },
    notification: (stored) => ({ ...attributesOf(stored), __typename: 'ArrivalNoticeNotification', stored }),
    document,
    violations: ({ violations }) => faultsOutside(violations, hidden),
    visualization: (version) => (version.stored.blob === undefined || hidden.has('arrivalNoticeVisualization') ? null : version),
  };
}

/** The same views, with every row counted that they make something to be shown of. */
export function countedViews(views: NoticeViews, rows: RowCounter): NoticeViews {
  return {
    ...views,
    notice: (head) => {
      rows.add('noticeVersions', head.current);
      return views.notice(head);
    },
    version: (stored) => {
      rows.add('noticeVersions', stored);
      return views.version(stored);
    },
    notification: (stored) => {
      rows.add('notifications', stored);
      return views.notification(stored);
    },
  };
}

/** A notice by its identity, its head not loaded. */
export function noticeOf(entityId: string): Notice {
  return { __typename: 'ArrivalNotice', entityId, key: noticeKeyOf(entityId) };
}

export function noticeIdOf(entityId: string): string {
  return globalIdOf('ArrivalNotice', entityId);
}

export function versionIdOf(stored: StoredVersion): string {
  return globalIdOf('ArrivalNoticeVersion', stringOfVersionKey(stored));
}

export function notificationIdOf(stored: StoredVersion): string {
  return globalIdOf('ArrivalNoticeNotification', stringOfVersionKey(stored));
}

/** The whole document as JSON, for nobody's eyes. Identity attributes were checked when it was taken in. */
export function documentOf(stored: Pick<StoredVersion, 'document'>): Record<string, unknown> {
  return JSON.parse(stored.document.toString());
}
