import { eachHidden } from '../../shared/access/visibility-attributes.ts';
import type { DeliveryKind } from '../../shared/deliver/delivery.ts';
import { findDeliveryRoute } from '../../shared/deliver/delivery-route.ts';
import { createDocumentWriter, createSharedWriter } from '../../shared/deliver/shared-writer.ts';
import { termOf } from '../model.ts';
import { notificationOf } from '../wire/notification-of.ts';
import { shapes } from '../wire/parse.ts';
import { arrivalNoticesProfile } from './profile.ts';

/**
 * What subscribers are sent of the two logs. One with a URL for notices is sent each version whole, as by GET without
 * `includeVisualization`, and partners' notifications where it has a URL for these, too. One with a URL for notifications
 * alone is sent a notification of each version, made by us, and fetches the notice.
 */
export function createDeliveryKinds(): DeliveryKind[] {
  const noticeWriters = eachHidden((hidden) =>
    createDocumentWriter(new Set([...hidden, 'arrivalNoticeVisualization']), shapes.arrivalNotice),
  );
  const announcementWriters = eachHidden((hidden) => {
    const writeNotice = noticeWriters(hidden);
    return createSharedWriter((version) => Buffer.from(JSON.stringify(notificationOf(JSON.parse(writeNotice(version).toString())))));
  });
  const notificationWriters = eachHidden((hidden) => createDocumentWriter(hidden, shapes.notification));

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
      routeFor: (partner) => {
        const push = partner.publish?.push;
        if (push?.arrivalNotices === undefined) return findDeliveryRoute(partner, { ...announcements, url: push?.notifications });
        return findDeliveryRoute(partner, { ...notices, url: push.arrivalNotices });
      },
      termsOf,
    },
    {
      log: notifications.log,
      routeFor: (partner) => {
        const push = partner.publish?.push;
        return push?.arrivalNotices === undefined ? undefined : findDeliveryRoute(partner, { ...notifications, url: push.notifications });
      },
      termsOf,
    },
  ];
}
