import { type AttributeNames, hiddenAttributesOf } from '#platform/access/visibility-attributes.ts';
import type { ParameterValues } from '#platform/publisher/get/parameters.ts';
import { createLogPublisher, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import { feedbackRefusal } from '#platform/publisher/get/refusal.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { publishedVersionOf } from '#platform/publisher/published-version.ts';
import { type NoticeFilter, versionFilterOf } from '../model.ts';
import { shapes } from '../wire/parse.ts';
import { arrivalNoticesProfile } from './profile.ts';

export type PublisherParts = Pick<LogPublisherParts, 'store' | 'signer' | 'invalidRows'>;

/** The Publisher role of Arrival Notice 1.0.1: its GET endpoint. */
export function createPublisherRoutes({ store, signer, invalidRows }: PublisherParts): PublishRoute[] {
  const log = 'arrival-notice-versions';
  const pageOf = createLogPublisher({ store, signer, log, shape: shapes.arrivalNotice, invalidRows });
  return [
    {
      profile: arrivalNoticesProfile,
      listName: 'arrivalNotices',
      rowKind: 'noticeVersions',
      refusalBody: feedbackRefusal,
      versionFor: (partner) => publishedVersionOf(partner, 'ARRIVAL_NOTICE') ?? arrivalNoticesProfile.version,
      answer: (question) => {
        const { filter, withVisualization, withCharges } = wishesOf(question.values);
        // Neither control widens what the subscriber may see.
        const hidden = new Set([
          ...hiddenAttributesOf(log, question.subscriber.caller.entitlement),
          ...(withCharges ? [] : hiddenWithCharges),
          ...(withVisualization ? [] : ['arrivalNoticeVisualization']),
        ]);
        const withBlobs = !hidden.has('arrivalNoticeVisualization');
        return pageOf(question, { filter: versionFilterOf(filter), hidden, withBlobs });
      },
    },
  ];
}

/** Nobody can tell what is printed on a partner's page, so the file goes with the charges. */
const hiddenWithCharges: AttributeNames = new Set(['charges', 'arrivalNoticeVisualization']);

/** Parameters are named as the filter's attributes, and the profile has checked them. */
function wishesOf({ includeVisualization = false, removeCharges = false, ...filter }: ParameterValues) {
  return { filter: filter as NoticeFilter, withVisualization: includeVisualization === true, withCharges: removeCharges === false };
}
