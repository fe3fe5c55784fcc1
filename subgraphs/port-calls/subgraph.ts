import { watchComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { uncounted } from '#platform/access/row-counter.ts';
import { eachHidden, hiddenAttributesOf, visibilityOf } from '#platform/access/visibility.ts';
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
import type { AcceptParts } from '#platform/receiver/accept.ts';
import { createReceivedRemarks } from '#platform/receiver/received-remarks.ts';
import { createPull } from '#platform/upstream/pull.ts';
import { createRefresh } from '#platform/upstream/refresh.ts';
import { createSources } from '#platform/upstream/sources.ts';
import { createEventIndexes } from './matching/event-indexes.ts';
import type { EventMatchSetView } from './matching/matches.ts';
import { versionFilterOf } from './model.ts';
import { createDeliveryKinds } from './publisher/delivery-kinds.ts';
import { createPublisherRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { assignSortKeys, hasSameContent, parseEvent } from './receiver/parse-object.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { countedViews, createEventViews } from './store/port-call-events.ts';
import { eventSubjectRules } from './store/subject-rule.ts';
import { portCallProbes } from './upstream/probes.ts';
import { eventsRequest } from './upstream/request-urls.ts';
import { shape } from './wire/parse.ts';

const name = 'port-calls';

/** How dead letters of the log are ingested again. */
export const ingestRules = { 'port-call-events': { parse: parseEvent, hasSameContent, assignSortKeys } } as const;

/** Which data subjects the versions of the log are about. */
export const erasureRules = eventSubjectRules;

/** The shape of the objects of the log in the standard. */
export const publishedShapes = { 'port-call-events': shape } as const;

/** Deliveries of the log to subscribers, for the commands of operators. */
export const deliveryKinds = createDeliveryKinds;

/** Probes for partners that offer the standard. */
export const probes = portCallProbes;

/** Opens the subgraph: its schema, its receiver, and the tasks of its log. */
export async function openSubgraph(parts: SubgraphParts): Promise<Subgraph<RequestContext>> {
  const { store, logger, partners, upstream, signer } = parts;
  const log = 'port-call-events';
  const viewsOf = eachHidden(createEventViews);
  const invalidRows = createInvalidRows();
  const sourcesFor = createSources({ standard: 'PORT_CALL', log, partners, versions: store.versions(log) });
  const rules = watchComparisonRules(partners);
  const matchCache = createMatchCache<EventMatchSetView>();
  const eventIndexes = createEventIndexes();
  const tasks = startLogTasks(log, parts);
  const receivedRemarks = createReceivedRemarks();
  const accept: AcceptParts = {
    log,
    store,
    logger,
    hasSameContent,
    assignSortKeys,
    reportRepeats: true,
    receivedRemarks,
    wake: tasks.wake,
  };
  const pull = createPull({ requestOf: eventsRequest, parse: parseEvent, filterOf: versionFilterOf, accept, upstream, logger });
  const standardOf = createPartnerStandards({
    standard: 'PORT_CALL',
    partners,
    upstream,
    versions: store.versions(log),
    invalidRows,
    receivedRemarks,
  });
  const refresh = createRefresh({ standard: 'PORT_CALL', log, partners, pull, logger });
  const kinds = createDeliveryKinds(invalidRows);
  const deliveriesTo = createDeliveriesTo({ store, kinds, findRecipient: subscribersOf(partners).find });
  const deliverers = await openDeliveries(kinds, parts);
  return {
    name,
    resolvers,
    routes: createReceiverRoutes(accept),
    published: createPublisherRoutes({ store, signer, invalidRows }),
    logs: [log],
    deliverers,
    invalidRows,
    receivedRemarks,
    contextFor: (caller, { rows = uncounted } = {}) => {
      const sourcesOf = sourcesFor(caller);
      const { showsPartner } = visibilityOf(log, caller.entitlement);
      const mightKnow = (partner: string) => showsPartner(partner) && partners.find(partner)?.portCalls !== undefined;
      const possibleSources = async () =>
        (await sourcesOf(undefined)).filter(({ partner, retrievedAt }) => retrievedAt !== undefined || mightKnow(partner));
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
        eventIndexes,
        caller,
      });
      const partnerNameOf = createPartnerNameOf(partners, caller);
      return { caller, queries, views, rows, sourcesOf, partnerNameOf, standardOf, deliveriesTo: deliveriesTo() };
    },
    [Symbol.asyncDispose]: async () => {
      await disposeAll(deliverers);
      await tasks[Symbol.asyncDispose]();
    },
  };
}
