import { arrivalNoticeParameters } from '@landfall/dcsa/parameters.ts';
import type { EndpointProfile, StandardProfile } from '#platform/publisher/get/endpoint.ts';

const standard = 'Arrival Notice';
/** Supported version of the standard, and version of responses to partners without a configured one. */
const version = '1.0.1';

/**
 * Maximum lengths of identity attributes, in code points. Values that exceed the standard's limits, 20 and 1,000, get a
 * remark. Cursors contain the identity, which has to fit into a URL.
 */
export const maxIdentityLengths = { transportDocumentReference: 100, typeLabel: 1_000 } as const;

/**
 * `GET /arrival-notices`, Publisher role. Filters may be used alone or in any combination; a row must match all of
 * them.
 */
export const arrivalNoticesEndpoint: EndpointProfile = {
  standard,
  version,
  path: '/arrival-notices',
  ...arrivalNoticeParameters,
  refused: [],
  needsOneOf: [],
  unknownParameters: 'IGNORED_WITH_WARN',
};

/** What Landfall does of Arrival Notice. */
export const arrivalNoticeProfile = {
  standard,
  version,
  endpoints: [arrivalNoticesEndpoint],
  receives: [
    { path: '/arrival-notices', listName: 'arrivalNotices' },
    { path: '/arrival-notice-notifications', listName: 'arrivalNoticeNotifications' },
  ],
  figures: { noticeIdentityLengths: maxIdentityLengths },
} as const satisfies StandardProfile;
