import { watchComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { uncounted } from '#platform/access/row-counter.ts';
import { eachHidden, hiddenAttributesOf } from '#platform/access/visibility.ts';
import { createPartnerNameOf } from '#platform/graphql/partner-names.ts';
import { startLogTasks } from '#platform/log/log-tasks.ts';
import { createMatchCache } from '#platform/matching/match-cache.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { createPartnerStandards } from '#platform/process/partner-standards.ts';
import type { Subgraph, SubgraphParts } from '#platform/process/subgraph.ts';
import { createDeliveriesTo } from '#platform/publisher/deliveries/operations.ts';
import { openDeliveries } from '#platform/publisher/deliveries/partner-kind.ts';
import { createInvalidRows } from '#platform/publisher/invalid-rows.ts';
import { subscribersOf } from '#platform/publisher/recipient.ts';
import { createReceivedRemarks } from '#platform/receiver/received-remarks.ts';
import { createPull } from '#platform/upstream/pull.ts';
import { createRefresh } from '#platform/upstream/refresh.ts';
import { createSources } from '#platform/upstream/sources.ts';
import { hasSameContent } from './completeness.ts';
import type { NoticeMatchSetView } from './matching/matches.ts';
import { versionFilterOf } from './model.ts';
import { createDeliveryKinds } from './publisher/delivery-kinds.ts';
import { createPublisherRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { parseNotice, parseNotification } from './receiver/parse-object.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { countedViews, createNoticeViews, type NoticeVersion } from './store/notice-versions.ts';
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
  const viewsOf = eachHidden(createNoticeViews);
  const invalidRows = createInvalidRows();
  const rules = watchComparisonRules(partners);
  const matchCache = createMatchCache<NoticeMatchSetView>();
  const earlierCache = createMatchCache<readonly NoticeVersion[]>();
  const log = 'arrival-notice-versions';
  const sourcesFor = createSources({ standard: 'ARRIVAL_NOTICE', log, partners, versions: store.versions(log) });
  const notices = startLogTasks(log, parts);
  const notifications = startLogTasks('arrival-notice-notifications', parts);
  const receivedRemarks = createReceivedRemarks();
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
  const standardOf = createPartnerStandards({
    standard: 'ARRIVAL_NOTICE',
    partners,
    upstream,
    versions: store.versions(log),
    invalidRows,
    receivedRemarks,
  });
  const refresh = createRefresh({ standard: 'ARRIVAL_NOTICE', log, partners, pull, logger });
  const named = followNotifications({ store, partners, pull, logger });
  const kinds = createDeliveryKinds(invalidRows);
  const deliveriesTo = createDeliveriesTo({ store, kinds, findRecipient: subscribersOf(partners).find });
  const deliverers = await openDeliveries(kinds, parts);
  return {
    name,
    resolvers,
    routes: createReceiverRoutes(accept),
    published: createPublisherRoutes({ store, signer, invalidRows }),
    logs: [log, 'arrival-notice-notifications'],
    deliverers,
    invalidRows,
    receivedRemarks,
    contextFor: (caller, { rows = uncounted } = {}) => {
      const sourcesOf = sourcesFor(caller);
      const possibleSources = async () => (await sourcesOf(undefined)).filter(({ retrievedAt }) => retrievedAt !== undefined);
      const candidates = viewsOf(hiddenAttributesOf(log, caller.entitlement));
      const views = countedViews(candidates, rows);
      const queries = createQueries({
        store,
        signer,
        views,
        candidates,
        rows,
        refresh,
        rules,
        possibleSources,
        matchCache,
        earlierCache,
        caller,
      });
      const partnerNameOf = createPartnerNameOf(partners, caller);
      return { caller, queries, views, rows, sourcesOf, partners, partnerNameOf, standardOf, deliveriesTo: deliveriesTo() };
    },
    [Symbol.asyncDispose]: async () => {
      await disposeAll(deliverers);
      await named[Symbol.asyncDispose]();
      await notices[Symbol.asyncDispose]();
      await notifications[Symbol.asyncDispose]();
    },
  };
}
