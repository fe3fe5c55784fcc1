import { portCallFilters } from '#platform/partners/partner.ts';
import type { EndpointProfile, ParameterProfile } from '#platform/publisher/get/endpoint-profile.ts';

/** `GET /events`, Event Publisher role. Filters are refused or applied, never passed over: too much would look like an answer. */
export const eventsProfile: EndpointProfile = {
  standard: 'Port Call',
  role: 'Event Publisher',
  version: '2.0.0',
  path: '/events',
  parameters: portCallFilters.map(
    (name): ParameterProfile =>
      name === 'eventTimestampMin' || name === 'eventTimestampMax'
        ? { name, type: 'date-time' }
        : { name, type: 'string', maxLength: 1_000 },
  ),
  // No event carries it.
  refused: ['timestampID'],
  needsOneOf: [],
  ranges: [['eventTimestampMin', 'eventTimestampMax']],
  unknownParameters: 'REFUSED',
  order: 'first received first; new versions move no row',
  answersFrom: 'what is held; no partner is asked',
  remarks: [
    'The current version of each event, identified by partner and eventID.',
    'eventTimestampMin and eventTimestampMax compare with timestamp.serviceDateTime, without one with eventUpdatedDateTime.',
    'An event that lacks what is asked for does not match.',
    'Filters compare exactly, but UNLocationCode, vesselName and universalImportVoyageReference without case and further blanks, portVisitReference without blanks at its ends, and vesselIMONumber and vesselName also without IMO and MV in front.',
    '9999R stands for no voyage, and is refused as a filter.',
    'movesForecasts are left out for subscribers that see single parties only.',
  ],
};
