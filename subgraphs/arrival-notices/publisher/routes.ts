import { createLogRoute, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { type NoticeFilter, versionFilterOf } from '../model.ts';
import { arrivalNoticesEndpoint } from '../profile.ts';
import { shapes } from '../wire/parse.ts';

/** Creates the GET endpoint of the Publisher role of Arrival Notice 1.0.1. */
export function createPublisherRoutes(parts: LogPublisherParts): PublishRoute[] {
  const route = createLogRoute(parts, {
    standard: 'ARRIVAL_NOTICE',
    profile: arrivalNoticesEndpoint,
    log: 'arrival-notice-versions',
    listName: 'arrivalNotices',
    rowKind: 'noticeVersions',
    shape: shapes.arrivalNotice,
    // The content controls can only restrict what the subscriber may see.
    selectionOf: ({ includeVisualization, removeCharges, ...filter }, hiddenFrom) => {
      // A visualization may show charges, so it is hidden together with them.
      const withBlobs = includeVisualization === true && removeCharges !== true && !hiddenFrom.has(visualization);
      const hidden = new Set([...hiddenFrom, ...(removeCharges === true ? ['charges'] : []), ...(withBlobs ? [] : [visualization])]);
      return { filter: versionFilterOf(filter as NoticeFilter), hidden, withBlobs };
    },
  });
  return [route];
}

const visualization = 'arrivalNoticeVisualization';
