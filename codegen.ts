import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, Kind, OperationTypeNode, parse } from 'graphql';
import { operationDocuments } from './gateway/supergraph/composition.ts';
import { readSubgraphSdl } from './subgraphs/platform/graphql/subgraph-sdl.ts';

const header = '// Written by codegen.ts. Do not edit; run `npm run codegen`.';

/** Returns the configuration for the types of one subgraph's resolvers; `mappers` name the types of their parents. */
function typesOf(subgraph: string, mappers: Readonly<Record<string, string>>): NonNullable<CodegenConfig['generates']> {
  return {
    [`subgraphs/${subgraph}/generated/schema.ts`]: {
      schema: readSubgraphSdl(subgraph),
      plugins: [{ add: { content: header } }, 'typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        useTypeImports: true,
        immutableTypes: true,
        enumsAsTypes: true,
        maybeValue: 'T | null | undefined',
        scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
        contextType: '../resolvers.ts#RequestContext',
        avoidOptionals: { field: false, inputValue: false, object: false, defaultValue: false },
        mappers: { ...referencesIn(subgraph), ...mappers },
      },
    },
  };
}

/** Entities of all subgraphs, represented by their keys. */
const references = {
  Vessel: '\\#platform/graphql/shared-types.ts#VesselReference',
  Port: '\\#platform/graphql/shared-types.ts#PortReference',
  Partner: '\\#platform/process/subgraph.ts#PartnerReference',
  SourceReport: '\\#platform/upstream/sources.ts#SourceReport as PartnerReport',
  PartnerStandard: '\\#platform/process/subgraph.ts#PartnerStandardView',
};

/** Returns the mappers of the entities that a subgraph has. */
function referencesIn(subgraph: string): Readonly<Record<string, string>> {
  const { definitions } = parse(readSubgraphSdl(subgraph));
  const types = new Set(
    definitions.flatMap((definition) => (definition.kind === Kind.OBJECT_TYPE_DEFINITION ? definition.name.value : [])),
  );
  return Object.fromEntries(Object.entries(references).filter(([type]) => types.has(type)));
}

/**
 * Writes each operation as a constant of type `TypedDocument`, with exactly the text that the manifest of trusted
 * documents contains. The existing plugins write another text, and a class around it.
 */
const documentConstants: Awaited<ReturnType<NonNullable<CodegenConfig['pluginLoader']>>> = {
  plugin: (_schema, files, { isTyped }: { readonly isTyped: boolean }) => {
    const documents = files.flatMap(({ document }) => document ?? []);
    const constants = [...operationDocuments(documents)].map(([name, text]) => {
      const type = `${name}${kindOf(documents, name)}`;
      const annotation = isTyped ? `: TypedDocument<${type}, ${type}Variables>` : '';
      return `export const ${name}Document${annotation} = \`${text.replaceAll(/[\\`$]/g, '\\$&')}\`;\n`;
    });
    return { prepend: isTyped ? ["import type { TypedDocument } from '../document.ts';"] : [], content: constants.join('\n') };
  },
};

/** Returns the suffix of the names of an operation's types. */
function kindOf(documents: readonly DocumentNode[], name: string): string {
  const definitions = documents.flatMap((document) => document.definitions);
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name);
  const kind = operation?.kind === Kind.OPERATION_DEFINITION ? operation.operation : OperationTypeNode.QUERY;
  if (kind === OperationTypeNode.MUTATION) return 'Mutation';
  return kind === OperationTypeNode.SUBSCRIPTION ? 'Subscription' : 'Query';
}

/** The document that the client itself uses, separate so that the client need not contain all documents. */
const ownDocuments = 'schema/operations/log-heads.graphql';

/** Returns the configuration for documents and their types. @param isTyped whether the constants carry the types of a client */
function operationsOf(documents: string, isTyped = true): NonNullable<CodegenConfig['generates']>[string] {
  return {
    schema: 'schema/api.graphql',
    documents,
    plugins: [{ add: { content: header } }, 'typescript-operations', 'document-constants'],
    config: {
      isTyped,
      namingConvention: 'keep',
      useTypeImports: true,
      immutableTypes: true,
      enumsAsTypes: true,
      skipTypename: true,
      scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
    },
  };
}

const config: CodegenConfig = {
  pluginLoader: async (name) => (name === 'document-constants' ? documentConstants : import(name)),
  generates: {
    'packages/client/generated/log-heads.ts': operationsOf(ownDocuments),
    // The documents of the board and of other users of the client.
    'packages/client/generated/operations.ts': operationsOf('schema/operations/*.graphql'),
    ...typesOf('arrival-notices', {
      ArrivalNotice: '../store/notice-versions.ts#Notice',
      Partner: '\\#platform/partners/partner.ts#Partner as PartnerFile',
      Delivery: '\\#platform/publisher/deliveries/operations.ts#DeliveryReport',
      ArrivalNoticeVersion: '../store/notice-versions.ts#NoticeVersion',
      ArrivalNoticeNotification: '../store/notice-versions.ts#Notification',
      PortCallEvent: '../queries.ts#ForeignNode',
      TransportCall: '../queries.ts#ForeignNode',
      CallMatchSet: '\\#platform/matching/match-sets.ts#MatchQueryReference',
      RouteMatchSet: '\\#platform/matching/match-sets.ts#MatchQueryReference',
      PortCallEventMatchSet: '\\#platform/matching/match-sets.ts#MatchQueryReference',
      NoticeMatchSet: '../matching/matches.ts#NoticeMatchSetView',
      NoticeMatch: '../matching/matches.ts#NoticeMatchView',
      Visualization: '../store/notice-versions.ts#NoticeVersion',
      VersionClash: '\\#platform/store/version-store.ts#Clash',
      ArrivalNoticeConnection: '../queries.ts#NoticePage',
      ArrivalNoticeEdge: '../queries.ts#NoticeEdge',
      ArrivalNoticeNotificationConnection: '../queries.ts#NoticePage',
      ArrivalNoticeNotificationEdge: '../queries.ts#NoticeEdge',
      ArrivalNoticeVersionConnection: '../queries.ts#VersionPage',
      ArrivalNoticeVersionEdge: '../queries.ts#VersionEdge',
      ArrivalNoticeVersionLogPage: '\\#platform/log/log-page.ts#LogPage',
      ArrivalNoticeVersionPayload: '\\#platform/log/log-page.ts#LogEvent',
      ArrivalNoticeNotificationLogPage: '\\#platform/log/log-page.ts#LogPage',
      ArrivalNoticeNotificationPayload: '\\#platform/log/log-page.ts#LogEvent',
    }),
    ...typesOf('commercial-schedules', {
      CallMatchSet: '../matching/matches.ts#CallMatchSetView',
      CallMatch: '../matching/matches.ts#CallMatchView',
      RouteMatchSet: '../matching/matches.ts#RouteMatchSetView',
      RouteMatch: '../matching/matches.ts#RouteMatchView',
      TransportCall: '../matching/matches.ts#Call',
      TransportCallTime: '../call-view.ts#CallTime',
      TransportCallRecord: '@landfall/matching/claims/records.ts#CallRecord',
      PortCallEventMatchSet: '\\#platform/matching/match-sets.ts#MatchKeyReference',
      NoticeMatchSet: '\\#platform/matching/match-sets.ts#MatchKeyReference',
      PointToPoint: '../model.ts#RouteView',
      PortSchedule: '../model.ts#PortView',
      ServiceSchedule: '../model.ts#ServiceView',
      RouteLeg: '../model.ts#LegRecord',
      ScheduledVessel: '../model.ts#VesselRecord',
      PointToPointConnection: '../queries.ts#SchedulePage',
      PointToPointEdge: '../queries.ts#ScheduleEdge',
      PortScheduleConnection: '../queries.ts#SchedulePage',
      PortScheduleEdge: '../queries.ts#ScheduleEdge',
      ServiceScheduleConnection: '../queries.ts#SchedulePage',
      ServiceScheduleEdge: '../queries.ts#ScheduleEdge',
    }),
    ...typesOf('port-calls', {
      PortCallEvent: '../store/port-call-events.ts#PortCallEvent as StoredPortCallEvent',
      CallMatchSet: '\\#platform/matching/match-sets.ts#MatchQueryReference',
      Delivery: '\\#platform/publisher/deliveries/operations.ts#DeliveryReport',
      NoticeMatchSet: '\\#platform/matching/match-sets.ts#MatchKeyReference',
      PortCallEventClash: '\\#platform/store/version-store.ts#Clash',
      PortCallEventMatchSet: '../matching/matches.ts#EventMatchSetView',
      PortCallEventMatch: '../matching/matches.ts#EventMatchView',
      PortCallTimeline: '../timeline.ts#PortCallTimeline as Timeline',
      CurrentTime: '../timeline.ts#CurrentTime as TimelineTime',
      PortCallEventConnection: '../queries.ts#EventPage',
      PortCallEventEdge: '../queries.ts#EventEdge',
      PortCallEventLogPage: '\\#platform/log/log-page.ts#LogPage',
      PortCallEventPayload: '\\#platform/log/log-page.ts#LogEvent',
    }),
    // The queries of the evaluator of arrivals to the other subgraphs.
    'subgraphs/arrivals/generated/queries.ts': operationsOf('subgraphs/arrivals/evaluator/queries.graphql', false),
    ...typesOf('arrivals', {
      Arrival: '../queries.ts#ArrivalView',
      ArrivalContainer: '../queries.ts#ContainerView',
      ArrivalContainerConnection: '../queries.ts#ContainerPage',
      ArrivalContainerEdge: '../queries.ts#ContainerEdge',
      ArrivalVisit: '../queries.ts#VisitView',
      ArrivalVisitConnection: '../queries.ts#VisitPage',
      ArrivalVisitEdge: '../queries.ts#VisitEdge',
      MarkResult: '../apply-marks.ts#AppliedMark',
      ArrivalParty: '../model.ts#NoticeParty',
      Webhook: '../webhooks/webhook-operations.ts#WebhookView',
      Delivery: '\\#platform/publisher/deliveries/operations.ts#DeliveryReport',
      ArrivalConnection: '../queries.ts#ArrivalPage',
      ArrivalEdge: '../queries.ts#ArrivalPageEdge',
      ArrivalAlert: '../alerts.ts#AlertView',
      ArrivalAlertConnection: '../queries.ts#AlertPage',
      ArrivalAlertEdge: '../queries.ts#AlertEdge',
      ArrivalAlertLogPage: '../queries.ts#AlertLogPage',
      ArrivalAlertPayload: '../queries.ts#AlertEvent',
      SideStatement: '../model.ts#SideStatement as StatedSide',
      ArrivalTime: '../model.ts#StatedArrivalTime',
      Evidence: '../model.ts#EvidenceRef',
      AlertCheck: '../checks.ts#Check',
      CheckReason: '../facts/fact-context.ts#CheckReason as ExplainedReason',
      AlertValue: '../alerts.ts#AlertValue as StatedValue',
    }),
  },
};

export default config;
