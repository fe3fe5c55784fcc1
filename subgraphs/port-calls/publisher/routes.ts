import type { DeliveryKind } from '#platform/publisher/deliveries/message.ts';
import { createPartnerKind, documentWriters } from '#platform/publisher/deliveries/partner-kind.ts';
import { createLogRoute, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { createInvalidRows, type InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { type PortCallEventFilter, termOf, versionFilterOf } from '../model.ts';
import { eventsEndpoint, portCallProfile } from '../profile.ts';
import { partiesOfAnswer } from '../receiver/routes.ts';
import { eventShape } from '../wire/parse.ts';

/** Creates the GET endpoint of the Event Publisher role of Port Call 2.0.0. */
export function createPublisherRoutes(parts: LogPublisherParts): PublishRoute[] {
  const route = createLogRoute(parts, {
    standard: 'PORT_CALL',
    profile: eventsEndpoint,
    log: 'port-call-events',
    listName: 'events',
    rowKind: 'portCallEvents',
    shape: eventShape,
    answerHeaders: partiesOfAnswer,
    // The parameters have the names of the filter's attributes and have been checked by the profile.
    selectionOf: (values) => ({ filter: versionFilterOf(values as PortCallEventFilter) }),
  });
  return [route];
}

/** The ids and references of calls and services, by which a replay finds events, because events have no document. */
const documentTerms = ['portCallID', 'portVisitReference', 'terminalCallID', 'terminalCallReference', 'portCallServiceID'] as const;

/**
 * Creates the delivery of port call events: each version of each event that a subscriber may see.
 *
 * @param invalidRows records versions that cannot be sent as received
 */
export function createDeliveryKinds(invalidRows: Pick<InvalidRows, 'record'> = createInvalidRows()): DeliveryKind[] {
  const form = { to: 'portCallEvents', writerFor: documentWriters(eventShape, invalidRows) } as const;
  const termsOf = (document: string) => [documentTerms.map((name) => termOf(name, document))];
  return [
    createPartnerKind({ log: 'port-call-events', standard: 'PORT_CALL', newestVersion: portCallProfile.version, termsOf }, () => form),
  ];
}
