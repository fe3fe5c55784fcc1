import { hiddenAttributesOf } from '#platform/access/visibility.ts';
import { createLogPublisher, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { publishedVersionOf } from '#platform/publisher/recipient.ts';
import { type PortCallEventFilter, versionFilterOf } from '../model.ts';
import { eventsEndpoint } from '../profile.ts';
import { partiesOfAnswer } from '../receiver/routes.ts';
import { event as shape } from '../wire/port-call-2-0-0.ts';

export type PublisherParts = Pick<LogPublisherParts, 'store' | 'signer' | 'invalidRows'>;

/** Creates the GET endpoint of the Event Publisher role of Port Call 2.0.0. */
export function createPublisherRoutes({ store, signer, invalidRows }: PublisherParts): PublishRoute[] {
  const log = 'port-call-events';
  const pageOf = createLogPublisher({ store, signer, log, shape, invalidRows });
  return [
    {
      profile: eventsEndpoint,
      listName: 'events',
      rowKind: 'portCallEvents',
      versionFor: (partner) => publishedVersionOf(partner, 'PORT_CALL') ?? eventsEndpoint.version,
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
