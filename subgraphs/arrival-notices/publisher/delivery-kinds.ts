import { parseExactly, stringifyExactly } from '#platform/json/exact-numbers.ts';
import { createInvalidRows, type InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { createFindInvalid } from '#platform/publisher/object-bytes.ts';
import type { DeliveryKind } from '#platform/publisher/webhooks/delivery.ts';
import { findDeliveryRoute } from '#platform/publisher/webhooks/delivery-route.ts';
import { createDocumentWriter, createSharedWriter, eachWriter } from '#platform/publisher/webhooks/shared-writer.ts';
import { termOf } from '../model.ts';
import { type NotifiedNotice, notificationOf } from '../wire/notification-of.ts';
import { shapes } from '../wire/parse.ts';
import { arrivalNoticesProfile } from './profile.ts';

/**
 * Creates the deliveries of both logs. A subscriber with a URL for notices is sent every version, as by GET without
 * `includeVisualization`; if it also has a URL for notifications, it is sent partners' notifications too. A subscriber
 * with a URL for notifications only is sent a notification of every version, which we create, and fetches the notice.
 *
 * @param invalidRows records versions that cannot be sent as received
 */
export function createDeliveryKinds(invalidRows: Pick<InvalidRows, 'record'> = createInvalidRows()): DeliveryKind[] {
  const ofNotices = { findInvalid: createFindInvalid(shapes.arrivalNotice), invalidRows };
  const ofNotifications = { findInvalid: createFindInvalid(shapes.notification), invalidRows };
  const noticeWriters = eachWriter((hidden, mode) =>
    createDocumentWriter(new Set([...hidden, 'arrivalNoticeVisualization']), mode, ofNotices),
  );
  const announcementWriters = eachWriter((hidden) => {
    // Notifications that we create are always valid, so the mode of invalid rows does not apply.
    const writeNotice = noticeWriters(hidden, 'clean');
    return createSharedWriter((version) => {
      const notice = writeNotice(version);
      return notice && Buffer.from(stringifyExactly(notificationOf(parseExactly(notice.toString()) as NotifiedNotice)));
    });
  });
  const notificationWriters = eachWriter((hidden, mode) => createDocumentWriter(hidden, mode, ofNotifications));

  const { path, version: newestVersion } = arrivalNoticesProfile;
  const notices = {
    standard: 'ARRIVAL_NOTICE',
    log: 'arrival-notice-versions',
    path,
    listName: 'arrivalNotices',
    newestVersion,
    writerFor: noticeWriters,
  } as const;
  const announcements = {
    ...notices,
    path: '/arrival-notice-notifications',
    listName: 'arrivalNoticeNotifications',
    writerFor: announcementWriters,
  } as const;
  const notifications = { ...announcements, log: 'arrival-notice-notifications', writerFor: notificationWriters } as const;
  const termsOf = (document: string) => [[termOf('document', document)]];
  return [
    {
      log: notices.log,
      routeFor: (recipient) => {
        const push = recipient.partner?.publish?.push;
        if (push?.arrivalNotices === undefined) return findDeliveryRoute(recipient, { ...announcements, url: push?.notifications });
        return findDeliveryRoute(recipient, { ...notices, url: push.arrivalNotices });
      },
      termsOf,
    },
    {
      log: notifications.log,
      routeFor: (recipient) => {
        const push = recipient.partner?.publish?.push;
        return push?.arrivalNotices === undefined ? undefined : findDeliveryRoute(recipient, { ...notifications, url: push.notifications });
      },
      termsOf,
    },
  ];
}
