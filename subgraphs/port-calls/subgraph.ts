import { openStoredStandard, type Subgraph, type SubgraphParts } from '#platform/process/subgraph.ts';
import { createEventIndexes } from './matching/event-indexes.ts';
import type { EventMatchSetView } from './matching/matches.ts';
import { versionFilterOf } from './model.ts';
import { createDeliveryKinds, createPublisherRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { assignSortKeys, createReceiverRoutes, hasSameContent, parseEvent } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createEventViews, type EventViews } from './store/port-call-events.ts';
import { eventSubjectRules } from './store/subject-rule.ts';
import { portCallProbes } from './upstream/probes.ts';
import { type EventsQuery, eventsRequest } from './upstream/request-urls.ts';
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
  const { store, signer } = parts;
  const log = 'port-call-events';
  const opened = await openStoredStandard<EventViews, EventMatchSetView, EventsQuery>(parts, {
    standard: 'PORT_CALL',
    log,
    createViews: createEventViews,
    rowKinds: { event: 'portCallEvents' },
    createDeliveryKinds,
    hasSameContent,
    assignSortKeys,
    reportRepeats: true,
    requestOf: eventsRequest,
    parse: parseEvent,
    filterOf: versionFilterOf,
    mayKnow: ({ portCalls }) => portCalls !== undefined,
  });
  const eventIndexes = createEventIndexes();
  return {
    name,
    resolvers,
    ...opened.part,
    routes: createReceiverRoutes(opened.accept),
    published: createPublisherRoutes({ store, signer, ...opened.part }),
    logs: [log],
    contextFor: (caller, request) => {
      const context = opened.contextFor(caller, request);
      return { ...context, queries: createQueries({ ...context, eventIndexes }) };
    },
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}
