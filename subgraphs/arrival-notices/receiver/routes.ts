import type { AcceptParts } from '#platform/receiver/accept.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import { arrivalNoticeProfile } from '../profile.ts';
import { parseNotice, parseNotification } from './parse-object.ts';

/** Creates the two POST endpoints of the Subscriber role of Arrival Notice 1.0.1. */
export function createReceiverRoutes(accept: { readonly notices: AcceptParts; readonly notifications: AcceptParts }): PushRoute[] {
  const { receives, version: newestVersion } = arrivalNoticeProfile;
  const [notices, notifications] = receives;
  const common = { standard: 'ARRIVAL_NOTICE', newestVersion } as const;
  return [
    { ...common, ...notices, ingestFor: () => ({ parse: parseNotice, accept: accept.notices }) },
    { ...common, ...notifications, ingestFor: () => ({ parse: parseNotification, accept: accept.notifications }) },
  ];
}
