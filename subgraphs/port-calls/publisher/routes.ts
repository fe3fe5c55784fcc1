import { hiddenAttributesOf } from '../../shared/access/visibility-attributes.ts';
import type { PublishRoute } from '../../shared/publish/edge.ts';
import { createLogPublisher, type LogPublisherParts } from '../../shared/publish/log-page.ts';
import { publishedVersionOf } from '../../shared/publish/published-version.ts';
import { feedbackRefusal } from '../../shared/publish/refusal.ts';
import { type PortCallEventFilter, versionFilterOf } from '../model.ts';
import { partiesOfAnswer } from '../receiver/routes.ts';
import { shape } from '../wire/parse.ts';
import { eventsProfile } from './profile.ts';

export type PublisherParts = Pick<LogPublisherParts, 'store' | 'signer' | 'invalidRows'>;

/** The Event Publisher role of Port Call 2.0.0: its GET endpoint. */
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
      answer: (question) =>
        pageOf(question, {
          // Parameters are named as the filter's attributes, and the profile has checked them.
          filter: versionFilterOf(question.values as PortCallEventFilter),
          hidden: hiddenAttributesOf(log, question.subscriber.caller.entitlement),
        }),
    },
  ];
}
