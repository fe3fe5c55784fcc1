import { startLogTasks } from '#platform/log/log-tasks.ts';
import { createMatchCache } from '#platform/matching/match-sets.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { openStoredStandard, type Subgraph, type SubgraphParts } from '#platform/process/subgraph.ts';
import { createPull } from '#platform/upstream/pull.ts';
import { createRefresh } from '#platform/upstream/refresh.ts';
import { hasSameContent } from './completeness.ts';
import type { NoticeMatchSetView } from './matching/matches.ts';
import { versionFilterOf } from './model.ts';
import { createDeliveryKinds } from './publisher/delivery-kinds.ts';
import { createPublisherRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { parseNotice, parseNotification } from './receiver/parse-object.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { countedViews, createNoticeViews, type NoticeVersion, type NoticeViews } from './store/notice-versions.ts';
import { noticeSubjectRules } from './store/subject-rule.ts';
import { followNotifications } from './upstream/named-notices.ts';
import { arrivalNoticeProbes } from './upstream/probes.ts';
import { arrivalNoticesRequest } from './upstream/request-urls.ts';
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
  const { store, logger, partners, upstream, signer } = parts;
  const [standard, log] = ['ARRIVAL_NOTICE', 'arrival-notice-versions'] as const;
  const opened = await openStoredStandard<NoticeViews, NoticeMatchSetView>(parts, {
    standard,
    log,
    createViews: createNoticeViews,
    createDeliveryKinds,
  });
  const { invalidRows, receivedRemarks, deliverers } = opened;
  const earlierCache = createMatchCache<readonly NoticeVersion[]>();
  const notices = startLogTasks(log, parts);
  const notifications = startLogTasks('arrival-notice-notifications', parts);
  const accepted = { store, logger, hasSameContent, receivedRemarks };
  const accept = {
    notices: { ...accepted, log, wake: notices.wake },
    notifications: {
      ...accepted,
      log: 'arrival-notice-notifications',
      wake: () => {
        notifications.wake();
        named.wake();
      },
    },
  } as const;
  const pull = createPull({
    requestOf: arrivalNoticesRequest,
    parse: parseNotice,
    filterOf: versionFilterOf,
    accept: accept.notices,
    upstream,
    logger,
  });
  const refresh = createRefresh({ standard, log, partners, pull, logger });
  const named = followNotifications({ store, partners, pull, logger });
  return {
    name,
    resolvers,
    routes: createReceiverRoutes(accept),
    published: createPublisherRoutes({ store, signer, invalidRows }),
    logs: [log, 'arrival-notice-notifications'],
    deliverers,
    invalidRows,
    receivedRemarks,
    contextFor: (caller, { rows } = {}) => {
      const context = opened.contextFor(caller, rows);
      const views = countedViews(context.candidates, context.rows);
      const possibleSources = async () => (await context.sourcesOf(undefined)).filter(({ retrievedAt }) => retrievedAt !== undefined);
      const queries = createQueries({ ...context, views, refresh, possibleSources, earlierCache });
      return { ...context, views, queries };
    },
    [Symbol.asyncDispose]: async () => {
      await disposeAll(deliverers);
      await named[Symbol.asyncDispose]();
      await notices[Symbol.asyncDispose]();
      await notifications[Symbol.asyncDispose]();
    },
  };
}
