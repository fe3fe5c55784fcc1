import { type AttributeNames, violationsOutside, withoutAttributes } from '#platform/access/visibility.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import { globalIdOf } from '#platform/log/global-id.ts';
import { stringOfVersionKey } from '#platform/log/log-queries.ts';
import { bytesOfParsed, type CurrentRow, type StoredVersion } from '#platform/store/version-store.ts';
import { type NoticeKey, noticeKeyOf } from '../model.ts';
import { cleanOf } from '../wire/parse.ts';

/** A notice. Its current row is known if it comes from a list, otherwise it is loaded on demand. */
export interface Notice {
  readonly __typename: 'ArrivalNotice';
  readonly entityId: string;
  readonly key: NoticeKey;
  readonly currentRow?: CurrentRow | undefined;
}

/** A notice version: the standard's attributes and the stored version. */
export interface NoticeVersion {
  readonly __typename: 'ArrivalNoticeVersion';
  readonly stored: StoredVersion;
  readonly issueDateTime: string;
  readonly transportDocumentReference: string;
}

/** A notification: the standard's attributes and the stored version. */
export interface Notification {
  readonly __typename: 'ArrivalNoticeNotification';
  readonly stored: StoredVersion;
  readonly issueDateTime: string;
  readonly transportDocumentReference: string;
  readonly typeLabel?: string | undefined;
}

/** Memory of the match keys that are cached with a version, and of their strings. */
const keySetBytes = 4_000;

export type NoticeViews = ReturnType<typeof createNoticeViews>;

/**
 * Converts stored versions to the objects that resolvers read. Versions never change, so parsed ones are cached.
 *
 * @param hidden attributes that the caller may not see
 */
export function createNoticeViews(hidden: AttributeNames) {
  const versions = sharedCachePool.open<string, NoticeVersion>();
  const attributesOf = (stored: StoredVersion): { issueDateTime: string; transportDocumentReference: string } =>
    cleanOf(withoutAttributes(documentOf(stored), hidden), stored.violations);
  return {
    notice: (currentRow: CurrentRow): Notice => ({
      __typename: 'ArrivalNotice',
      entityId: currentRow.entityId,
      key: noticeKeyOf(currentRow.entityId),
      currentRow,
    }),
    version: (stored: StoredVersion): NoticeVersion => {
      // The hash is part of the key because a more complete view may replace the content.
      const key = `${stored.entityId}\n${stored.sortKey}\n${stored.contentHash}`;
      const cached = versions.get(key);
      if (cached !== undefined) return cached;
      const view: NoticeVersion = { ...attributesOf(stored), __typename: 'ArrivalNoticeVersion', stored };
      versions.set(key, view, bytesOfParsed(stored, keySetBytes));
      return view;
    },
    notification: (stored: StoredVersion): Notification => ({ ...attributesOf(stored), __typename: 'ArrivalNoticeNotification', stored }),
    /** Returns the JSON of a version, a notification or a clash as received, without hidden attributes and without rounding. */
    document: ({ document }: Pick<StoredVersion, 'document'>) => withoutAttributes(parseExactly(document.toString()), hidden),
    violations: ({ violations }: StoredVersion) => violationsOutside(violations, hidden),
    /** Returns the version whose visualization is shown; null if it has none, or if it is hidden. */
    visualization: (version: NoticeVersion) =>
      version.stored.blob === undefined || hidden.has('arrivalNoticeVisualization') ? null : version,
  };
}

/** Creates a notice without its current row. */
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

/** Parses the whole document for the typed model, including hidden attributes. Identity attributes were validated when it was received. */
export function documentOf(stored: Pick<StoredVersion, 'document'>): Record<string, unknown> {
  return JSON.parse(stored.document.toString());
}
