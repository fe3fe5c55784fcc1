import type { Partner } from '#platform/partners/partner.ts';
import type { AcceptParts } from '#platform/receiver/accept.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import { parseNotice, parseNotification } from './parse-object.ts';

/** Supported version of the standard, and version of responses to partners without a configured one. */
const newestVersion = '1.0.1';

/** Creates the two POST endpoints of the Subscriber role of Arrival Notice 1.0.1. */
export function createReceiverRoutes(accept: { readonly notices: AcceptParts; readonly notifications: AcceptParts }): PushRoute[] {
  const versionFor = (partner: Partner | undefined) => partner?.arrivalNotices?.version ?? newestVersion;
  return [
    {
      path: '/arrival-notices',
      listName: 'arrivalNotices',
      newestVersion,
      versionFor,
      ingestFor: () => ({ parse: parseNotice, accept: accept.notices }),
    },
    {
      path: '/arrival-notice-notifications',
      listName: 'arrivalNoticeNotifications',
      newestVersion,
      versionFor,
      ingestFor: () => ({ parse: parseNotification, accept: accept.notifications }),
    },
  ];
}
