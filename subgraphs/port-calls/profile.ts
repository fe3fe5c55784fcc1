import { portCallParameters } from '@landfall/dcsa/parameters.ts';
import { type EndpointProfile, rowsOfLog, type StandardProfile } from '#platform/publisher/get/endpoint.ts';

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
  role: 'Event Publisher',
  version,
  path: '/events',
  ...portCallParameters,
  refused: ['timestampID'],
  needsOneOf: [],
  unknownParameters: 'REFUSED',
  dates: [
    {
      parameters: ['eventTimestampMin', 'eventTimestampMax'],
      comparedWith: 'timestamp.serviceDateTime, without one eventUpdatedDateTime, as an instant',
      includesBounds: true,
      rowsWithout: 'do not match',
    },
  ],
  ...rowsOfLog,
  remarks: [
    'The current version of each event, identified by partner and eventID.',
    'eventTimestampMin and eventTimestampMax compare with timestamp.serviceDateTime, without one with eventUpdatedDateTime.',
    'An event that lacks the attribute of a filter does not match.',
    'Filters compare exactly, but UNLocationCode, vesselName and universalImportVoyageReference without case and further blanks, portVisitReference without blanks at its ends, and vesselIMONumber and vesselName also without IMO and MV in front.',
    '9999R is a placeholder for "no voyage" and is rejected as a filter.',
    'movesForecasts are omitted for subscribers that may see certain parties only.',
  ],
};

/** What Landfall does of Port Call. */
export const portCallProfile = {
  standard,
  version,
  roles: ['Event Publisher', 'Event Subscriber'],
  contents: {
    events: 'all kinds, as their partner sent them; movesForecasts only for subscribers that may see all parties',
  },
  lifecycle: {
    identity: 'partner and eventID identify an event, without eventID its content; with eventUpdatedDateTime, as an instant, a version',
    precedence: 'the version with the latest eventUpdatedDateTime is the current one; without one, the version received last',
    overriddenVersions: 'are kept byte for byte and pushed; GET returns current versions only',
    cancellation: 'none, as in the standard: an event that a later response does not contain is not withdrawn',
    maxIdentityLengths,
  },
  endpoints: [eventsEndpoint],
  // The standard allows a request without events.
  receives: [{ path: '/events', listName: 'events', model: 'COMPLETE_PUSH', mayBeEmpty: true }],
} as const satisfies StandardProfile;
