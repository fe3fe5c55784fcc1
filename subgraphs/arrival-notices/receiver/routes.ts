import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { AcceptParts } from '#platform/receiver/accept.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import type { Store } from '#platform/store/store.ts';
import { hasSameContent } from '../reduced-views.ts';
import { parseNotice, parseNotification } from './parse-object.ts';

/** Supported version of the standard, and version of responses to partners without a configured one. */
const newestVersion = '1.0.1';

export interface ReceiverOptions {
  readonly store: Store;
  readonly logger: Logger;
  readonly wake: { readonly notices: () => void; readonly notifications: (partner: Partner) => void };
}

/** Creates the two POST endpoints of the Subscriber role of Arrival Notice 1.0.1. */
export function createReceiverRoutes(options: ReceiverOptions): PushRoute[] {
  const { store, logger } = options;
  const shared = { deadLetters: store.deadLetters, logger, hasSameContent };
  const noticeParts: AcceptParts = {
    ...shared,
    log: 'arrival-notice-versions',
    versions: store.versions('arrival-notice-versions'),
    wake: options.wake.notices,
  };
  const versionFor = (partner: Partner | undefined) => partner?.arrivalNotices?.version ?? newestVersion;
  return [
    {
      path: '/arrival-notices',
      listName: 'arrivalNotices',
      newestVersion,
      versionFor,
      ingestFor: () => ({ parse: parseNotice, accept: noticeParts }),
    },
    {
      path: '/arrival-notice-notifications',
      listName: 'arrivalNoticeNotifications',
      newestVersion,
      versionFor,
      ingestFor: (partner) => ({
        parse: parseNotification,
        accept: {
          ...shared,
          log: 'arrival-notice-notifications',
          versions: store.versions('arrival-notice-notifications'),
          wake: () => options.wake.notifications(partner),
        },
      }),
    },
  ];
}
