import { parseExactly, stringifyExactly } from '#platform/json/exact-numbers.ts';
import type { DeliveryKind } from '#platform/publisher/deliveries/message.ts';
import { cachedWriters, createPartnerKind, documentWriters } from '#platform/publisher/deliveries/partner-kind.ts';
import { createLogRoute, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { createInvalidRows, type InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { type NoticeFilter, termOf, versionFilterOf } from '../model.ts';
import { arrivalNoticeProfile, arrivalNoticesEndpoint } from '../profile.ts';
import { notificationOf } from '../wire/notification-of.ts';
import { shapes } from '../wire/parse.ts';

/** Creates the GET endpoint of the Publisher role of Arrival Notice 1.0.1. */
export function createPublisherRoutes(parts: LogPublisherParts): PublishRoute[] {
  const route = createLogRoute(parts, {
    standard: 'ARRIVAL_NOTICE',
    profile: arrivalNoticesEndpoint,
    log: 'arrival-notice-versions',
    listName: 'arrivalNotices',
    rowKind: 'noticeVersions',
    shape: shapes.arrivalNotice,
    // The content controls can only restrict what the subscriber may see.
    selectionOf: ({ includeVisualization, removeCharges, ...filter }, hiddenFrom) => {
      // A visualization may show charges, so it is hidden together with them.
      const withBlobs = includeVisualization === true && removeCharges !== true && !hiddenFrom.has(visualization);
      const hidden = new Set([...hiddenFrom, ...(removeCharges === true ? ['charges'] : []), ...(withBlobs ? [] : [visualization])]);
      return { filter: versionFilterOf(filter as NoticeFilter), hidden, withBlobs };
    },
  });
  return [route];
}

const visualization = 'arrivalNoticeVisualization';

/**
 * Creates the deliveries of both logs. A subscriber with a URL for notices is sent every version, as by GET without
 * `includeVisualization`; if it also has a URL for notifications, it is sent partners' notifications too. A subscriber
 * with a URL for notifications only is sent a notification of every version, which we create, and fetches the notice.
 *
 * @param invalidRows records versions that cannot be sent as received
 */
export function createDeliveryKinds(invalidRows: Pick<InvalidRows, 'record'> = createInvalidRows()): DeliveryKind[] {
  const noticeWriters = documentWriters(shapes.arrivalNotice, invalidRows, ['arrivalNoticeVisualization']);
  const announcementWriters = cachedWriters((hidden) => {
    // Notifications that we create are always valid, so the mode of invalid rows does not apply.
    const writeNotice = noticeWriters(hidden, 'clean');
    return (version) => {
      const notice = writeNotice(version);
      return notice && Buffer.from(stringifyExactly(notificationOf(parseExactly(notice.toString()) as object)));
    };
  });
  const announced = { to: 'notifications', writerFor: announcementWriters } as const;
  const noticed = { to: 'arrivalNotices', writerFor: noticeWriters } as const;
  const forwarded = { to: 'notifications', writerFor: documentWriters(shapes.notification, invalidRows) } as const;
  const parts = {
    standard: 'ARRIVAL_NOTICE',
    newestVersion: arrivalNoticeProfile.version,
    termsOf: (document: string) => [[termOf('document', document)]],
  } as const;
  return [
    createPartnerKind({ log: 'arrival-notice-versions', ...parts }, (push) => (push.arrivalNotices === undefined ? announced : noticed)),
    createPartnerKind({ log: 'arrival-notice-notifications', ...parts }, (push) =>
      push.arrivalNotices === undefined ? undefined : forwarded,
    ),
  ];
}
