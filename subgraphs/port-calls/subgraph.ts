import { visibilityOf } from '#platform/access/visibility.ts';
import { startLogTasks } from '#platform/log/log-tasks.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { openStoredStandard, type Subgraph, type SubgraphParts } from '#platform/process/subgraph.ts';
import type { AcceptParts } from '#platform/receiver/accept.ts';
import { createPull } from '#platform/upstream/pull.ts';
import { createRefresh } from '#platform/upstream/refresh.ts';
import { createEventIndexes } from './matching/event-indexes.ts';
import type { EventMatchSetView } from './matching/matches.ts';
import { versionFilterOf } from './model.ts';
import { createDeliveryKinds } from './publisher/delivery-kinds.ts';
import { createPublisherRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { assignSortKeys, hasSameContent, parseEvent } from './receiver/parse-object.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { countedViews, createEventViews, type EventViews } from './store/port-call-events.ts';
import { eventSubjectRules } from './store/subject-rule.ts';
import { portCallProbes } from './upstream/probes.ts';
import { eventsRequest } from './upstream/request-urls.ts';
import { eventShape } from './wire/parse.ts';

const name = 'port-calls';

/** How dead letters of the log are ingested again. */
export const ingestRules = { 'port-call-events': { parse: parseEvent, hasSameContent, assignSortKeys } } as const;

/** Which data subjects the versions of the log are about. */
export const erasureRules = eventSubjectRules;

/** The shape of the objects of the log in the standard. */
export const publishedShapes = { 'port-call-events': eventShape } as const;

/** Deliveries of the log to subscribers, for the commands of operators. */
export const deliveryKinds = createDeliveryKinds;

/** Probes for partners that offer the standard. */
export const probes = portCallProbes;

/** Opens the subgraph: its schema, its receiver, and the tasks of its log. */
export async function openSubgraph(parts: SubgraphParts): Promise<Subgraph<RequestContext>> {
  const { store, logger, partners, upstream, signer } = parts;
  const [standard, log] = ['PORT_CALL', 'port-call-events'] as const;
  const opened = await openStoredStandard<EventViews, EventMatchSetView>(parts, {
    standard,
    log,
    createViews: createEventViews,
    createDeliveryKinds,
  });
  const { invalidRows, receivedRemarks, deliverers } = opened;
  const eventIndexes = createEventIndexes();
  const tasks = startLogTasks(log, parts);
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
  const refresh = createRefresh({ standard, log, partners, pull, logger });
  return {
    name,
    resolvers,
    routes: createReceiverRoutes(accept),
    published: createPublisherRoutes({ store, signer, invalidRows }),
    logs: [log],
    deliverers,
    invalidRows,
    receivedRemarks,
    contextFor: (caller, { rows } = {}) => {
      const context = opened.contextFor(caller, rows);
      const { showsPartner } = visibilityOf(log, caller.entitlement);
      const mightKnow = (partner: string) => showsPartner(partner) && partners.find(partner)?.portCalls !== undefined;
      const possibleSources = async () =>
        (await context.sourcesOf(undefined)).filter(({ partner, retrievedAt }) => retrievedAt !== undefined || mightKnow(partner));
      const views = countedViews(context.candidates, context.rows);
      const queries = createQueries({ ...context, views, refresh, possibleSources, eventIndexes });
      return { ...context, views, queries };
    },
    [Symbol.asyncDispose]: async () => {
      await disposeAll(deliverers);
      await tasks[Symbol.asyncDispose]();
    },
  };
}
