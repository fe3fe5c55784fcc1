import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { hiddenAttributesOf } from '#platform/access/visibility.ts';
import type { EndpointProfile, ParameterProfile } from '#platform/publisher/get/endpoint.ts';
import { createLogPublisher, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import { feedbackRefusal, type PublishRoute } from '#platform/publisher/get/routes.ts';
import { publishedVersionOf } from '#platform/publisher/recipient.ts';
import { type PortCallEventFilter, versionFilterOf } from '../model.ts';
import { partiesOfAnswer } from '../receiver/routes.ts';
import { shape } from '../wire/parse.ts';

/**
 * `GET /events`, Event Publisher role. Unknown filters are refused, because ignoring them would return too many rows.
 */
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
  // No event has this attribute.
  refused: ['timestampID'],
  needsOneOf: [],
  ranges: [['eventTimestampMin', 'eventTimestampMax']],
  unknownParameters: 'REFUSED',
  order: 'by the time first received, earliest first; new versions do not move rows',
  answersFrom: 'stored rows; no partner is queried',
  remarks: [
    'The current version of each event, identified by partner and eventID.',
    'eventTimestampMin and eventTimestampMax compare with timestamp.serviceDateTime, without one with eventUpdatedDateTime.',
    'An event that lacks the attribute of a filter does not match.',
    'Filters compare exactly, but UNLocationCode, vesselName and universalImportVoyageReference without case and further blanks, portVisitReference without blanks at its ends, and vesselIMONumber and vesselName also without IMO and MV in front.',
    '9999R is a placeholder for "no voyage" and is rejected as a filter.',
    'movesForecasts are omitted for subscribers that may see certain parties only.',
  ],
};

export type PublisherParts = Pick<LogPublisherParts, 'store' | 'signer' | 'invalidRows'>;

/** Creates the GET endpoint of the Event Publisher role of Port Call 2.0.0. */
export function createPublisherRoutes({ store, signer, invalidRows }: PublisherParts): PublishRoute[] {
  const log = 'port-call-events';
  const pageOf = createLogPublisher({ store, signer, log, shape, invalidRows });
  return [
    {
      profile: eventsProfile,
      listName: 'events',
      rowKind: 'portCallEvents',
      refusalBody: feedbackRefusal,
      versionFor: (partner) => publishedVersionOf(partner, 'PORT_CALL') ?? eventsProfile.version,
      answerHeaders: partiesOfAnswer,
      answer: (request) =>
        pageOf(request, {
          // The parameters have the names of the filter's attributes and have been checked by the profile.
          filter: versionFilterOf(request.values as PortCallEventFilter),
          hidden: hiddenAttributesOf(log, request.subscriber.caller.entitlement),
        }),
    },
  ];
}
