import { createMatchCache } from '#platform/matching/match-sets.ts';
import { openStoredStandard, type Subgraph, type SubgraphParts } from '#platform/process/subgraph.ts';
import { hasSameContent } from './completeness.ts';
import type { NoticeMatchSetView } from './matching/matches.ts';
import { versionFilterOf } from './model.ts';
import { createDeliveryKinds, createPublisherRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { createReceiverRoutes, parseNotice, parseNotification } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createNoticeViews, type NoticeVersion, type NoticeViews } from './store/notice-versions.ts';
import { noticeSubjectRules } from './store/subject-rule.ts';
import { followNotifications } from './upstream/named-notices.ts';
import { arrivalNoticeProbes } from './upstream/probes.ts';
import { type ArrivalNoticesQuery, arrivalNoticesRequest } from './upstream/request-urls.ts';
import { shapes } from './wire/parse.ts';

const name = 'arrival-notices';

/** How dead letters of the two logs are ingested again. */
export const ingestRules = {
  'arrival-notice-versions': { parse: parseNotice, hasSameContent },
  'arrival-notice-notifications': { parse: parseNotification, hasSameContent },
} as const;

/** Which data subjects the versions of the two logs are about. */
export const erasureRules = noticeSubjectRules;

/** The shapes of the objects of the two logs in the standard. */
export const publishedShapes = {
  'arrival-notice-versions': shapes.arrivalNotice,
  'arrival-notice-notifications': shapes.notification,
} as const;

/** Deliveries of the two logs to subscribers, for the commands of operators. */
export const deliveryKinds = createDeliveryKinds;

/** Probes for partners that offer the standard. */
export const probes = arrivalNoticeProbes;

/** Opens the subgraph: its schema, its receiver, and the tasks of its two logs. */
export async function openSubgraph(parts: SubgraphParts): Promise<Subgraph<RequestContext>> {
  const { store, logger, partners, signer } = parts;
  const [log, notifications] = ['arrival-notice-versions', 'arrival-notice-notifications'] as const;
  const opened = await openStoredStandard<NoticeViews, NoticeMatchSetView, ArrivalNoticesQuery>(parts, {
    standard: 'ARRIVAL_NOTICE',
    log,
    createViews: createNoticeViews,
    rowKinds: { notice: 'noticeVersions', version: 'noticeVersions', notification: 'notifications' },
    createDeliveryKinds,
    hasSameContent,
    requestOf: arrivalNoticesRequest,
    parse: parseNotice,
    filterOf: versionFilterOf,
  });
  const { accept, acceptFor, pull, part } = opened;
  const earlierCache = createMatchCache<readonly NoticeVersion[]>();
  const named = followNotifications({ store, partners, pull, logger });
  return {
    name,
    resolvers,
    ...part,
    routes: createReceiverRoutes({ notices: accept, notifications: acceptFor(notifications, named.wake) }),
    published: createPublisherRoutes({ store, signer, ...part }),
    logs: [log, notifications],
    contextFor: (caller, request) => {
      const context = opened.contextFor(caller, request);
      return { ...context, queries: createQueries({ ...context, earlierCache }) };
    },
    [Symbol.asyncDispose]: async () => {
      await named[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}
