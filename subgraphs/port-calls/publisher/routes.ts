import { createLogRoute, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { type PortCallEventFilter, versionFilterOf } from '../model.ts';
import { eventsEndpoint } from '../profile.ts';
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
