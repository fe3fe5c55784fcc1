import { type AttributeNames, hiddenAttributesOf } from '#platform/access/visibility.ts';
import type { ParameterValues } from '#platform/publisher/get/parameters.ts';
import { createLogPublisher, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { publishedVersionOf } from '#platform/publisher/recipient.ts';
import { type NoticeFilter, versionFilterOf } from '../model.ts';
import { arrivalNoticesEndpoint } from '../profile.ts';
import { shapes } from '../wire/parse.ts';

export type PublisherParts = Pick<LogPublisherParts, 'store' | 'signer' | 'invalidRows'>;

/** Creates the GET endpoint of the Publisher role of Arrival Notice 1.0.1. */
export function createPublisherRoutes({ store, signer, invalidRows }: PublisherParts): PublishRoute[] {
  const log = 'arrival-notice-versions';
  const pageOf = createLogPublisher({ store, signer, log, shape: shapes.arrivalNotice, invalidRows });
  return [
    {
      profile: arrivalNoticesEndpoint,
      listName: 'arrivalNotices',
      rowKind: 'noticeVersions',
      versionFor: (partner) => publishedVersionOf(partner, 'ARRIVAL_NOTICE') ?? arrivalNoticesEndpoint.version,
      answer: (request) => {
        const { filter, withVisualization, withCharges } = controlsOf(request.values);
        // The content controls can only restrict what the subscriber may see.
        const hidden = new Set([
          ...hiddenAttributesOf(log, request.subscriber.caller.entitlement),
          ...(withCharges ? [] : hiddenWithCharges),
          ...(withVisualization ? [] : ['arrivalNoticeVisualization']),
        ]);
        const withBlobs = !hidden.has('arrivalNoticeVisualization');
        return pageOf(request, { filter: versionFilterOf(filter), hidden, withBlobs });
      },
    },
  ];
}

/** A visualization may show charges, so it is hidden together with them. */
const hiddenWithCharges: AttributeNames = new Set(['charges', 'arrivalNoticeVisualization']);

/** Splits the parameters, which have been checked by the profile, into filter and content controls. */
function controlsOf({ includeVisualization = false, removeCharges = false, ...filter }: ParameterValues) {
  return { filter: filter as NoticeFilter, withVisualization: includeVisualization === true, withCharges: removeCharges === false };
}
