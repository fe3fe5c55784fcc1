import { portCallParameters } from '@landfall/dcsa/parameters.ts';
import type { EndpointProfile, StandardProfile } from '#platform/publisher/get/endpoint.ts';

const standard = 'Port Call';
/** Supported version of the standard, and version of responses to partners without a configured one. */
const version = '2.0.0';

/** Maximum length of an `eventID` that is stored, in code points; the standard's are UUIDs. */
export const maxIdentityLengths = { eventID: 1_000 } as const;

/**
 * `GET /events`, Event Publisher role. Unknown filters are refused, because ignoring them would return too many rows.
 */
export const eventsEndpoint: EndpointProfile = {
  standard,
  version,
  path: '/events',
  ...portCallParameters,
  refused: ['timestampID'],
  needsOneOf: [],
  unknownParameters: 'REFUSED',
};

/** What Landfall does of Port Call. */
export const portCallProfile = {
  standard,
  version,
  endpoints: [eventsEndpoint],
  // The standard allows a request without events.
  receives: [{ path: '/events', listName: 'events', mayBeEmpty: true }],
  figures: { eventIdentityLengths: maxIdentityLengths },
} as const satisfies StandardProfile;
