import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';
import { operationTexts } from './gateway/operation-texts.ts';

const header = '// Written by codegen.ts. Do not edit; run `npm run codegen`.';

/** Types of one subgraph's resolvers; `mappers` name what its resolvers are given as parents. */
function typesOf(subgraph: string, mappers: Readonly<Record<string, string>>): NonNullable<CodegenConfig['generates']> {
  return {
    [`subgraphs/${subgraph}/generated/schema.ts`]: {
      schema: `schema/${subgraph}.graphql`,
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
        mappers: { ...references, ...mappers },
      },
    },
  };
}

/** Entities of all subgraphs, handed out by their key alone. */
const references = {
  Vessel: '../../shared/vessels-and-ports.ts#VesselReference',
  Port: '../../shared/vessels-and-ports.ts#PortReference',
  Partner: '../../shared/partner-standards.ts#PartnerReference',
  PartnerStandard: '../../shared/partner-standards.ts#PartnerStandardView',
};

/**
 * Writes each operation as a constant of type `Document`, in the very text that the manifest of trusted documents has.
 * The plugins there are write another text, and a class around it.
 */
const documentConstants: Awaited<ReturnType<NonNullable<CodegenConfig['pluginLoader']>>> = {
  plugin: (_schema, files) => {
    const documents = files.flatMap(({ document }) => document ?? []);
    const constants = [...operationTexts(documents)].map(([name, text]) => {
      const type = `${name}${kindOf(documents, name)}`;
      return `export const ${name}Document: Document<${type}, ${type}Variables> = \`${text.replaceAll(/[\\`$]/g, '\\$&')}\`;\n`;
    });
    return { prepend: ["import type { Document } from '../document.ts';"], content: constants.join('\n') };
  },
};

/** As the types of an operation are called at the end. */
function kindOf(documents: readonly DocumentNode[], name: string): string {
  const definitions = documents.flatMap((document) => document.definitions);
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name);
  const kind = operation?.kind === Kind.OPERATION_DEFINITION ? operation.operation : OperationTypeNode.QUERY;
  return kind === OperationTypeNode.SUBSCRIPTION ? 'Subscription' : 'Query';
}

/** What the client asks for of its own accord, apart so that it need not carry all documents. */
const ownDocuments = 'schema/operations/log-heads.graphql';

/** Types of what clients ask, and the documents. */
function operationsOf(documents: string): NonNullable<CodegenConfig['generates']>[string] {
  return {
    schema: 'schema/api.graphql',
    documents,
    plugins: [{ add: { content: header } }, 'typescript-operations', 'document-constants'],
    config: {
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
    'gateway/client/generated/log-heads.ts': operationsOf(ownDocuments),
    // What the board and users of the client ask.
    'gateway/client/generated/operations.ts': operationsOf('schema/operations/*.graphql'),
    ...typesOf('arrival-notices', {
      ArrivalNotice: '../store/notice-versions.ts#Notice',
      Partner: '../../shared/partners/partner.ts#Partner as PartnerFile',
      Delivery: '../../shared/deliver/report.ts#DeliveryReport',
      ArrivalNoticeVersion: '../store/notice-versions.ts#NoticeVersion',
      ArrivalNoticeNotification: '../store/notice-versions.ts#Notification',
      PortCallEvent: '../questions.ts#ForeignNode',
      TransportCall: '../questions.ts#ForeignNode',
      CallMatchSet: '../../shared/joins/references.ts#QuestionReference',
      RouteMatchSet: '../../shared/joins/references.ts#QuestionReference',
      PortCallEventMatchSet: '../../shared/joins/references.ts#QuestionReference',
      NoticeMatchSet: '../matches.ts#NoticeMatchSetView',
      NoticeMatch: '../matches.ts#NoticeMatchView',
      Visualization: '../store/notice-versions.ts#NoticeVersion',
      VersionClash: '../../shared/store/version-store.ts#Clash',
      ArrivalNoticeConnection: '../questions.ts#NoticePage',
      ArrivalNoticeEdge: '../questions.ts#NoticeRow',
      ArrivalNoticeNotificationConnection: '../questions.ts#NoticePage',
      ArrivalNoticeNotificationEdge: '../questions.ts#NoticeRow',
      ArrivalNoticeVersionConnection: '../questions.ts#VersionPage',
      ArrivalNoticeVersionEdge: '../questions.ts#VersionRow',
      ArrivalNoticeVersionLogPage: '../../shared/events/log-page.ts#LogPage',
      ArrivalNoticeVersionEvent: '../../shared/events/log-page.ts#LogEvent',
      ArrivalNoticeNotificationLogPage: '../../shared/events/log-page.ts#LogPage',
      ArrivalNoticeNotificationEvent: '../../shared/events/log-page.ts#LogEvent',
    }),
    ...typesOf('commercial-schedules', {
      CallMatchSet: '../matches.ts#CallMatchSetView',
      CallMatch: '../matches.ts#CallMatchView',
      RouteMatchSet: '../matches.ts#RouteMatchSetView',
      RouteMatch: '../matches.ts#RouteMatchView',
      TransportCall: '../matches.ts#Call',
      TransportCallRecord: '../../shared/joins/records.ts#CallRecord',
      PortCallEventMatchSet: '../../shared/joins/references.ts#KeySetReference',
      NoticeMatchSet: '../../shared/joins/references.ts#KeySetReference',
      PointToPoint: '../model.ts#RouteView',
      PortSchedule: '../model.ts#PortView',
      ServiceSchedule: '../model.ts#ServiceView',
      RouteLeg: '../model.ts#LegStatement',
      ScheduledVessel: '../model.ts#ShipStatement',
      PointToPointConnection: '../questions.ts#SchedulePage',
      PointToPointEdge: '../questions.ts#ScheduleEdge',
      PortScheduleConnection: '../questions.ts#SchedulePage',
      PortScheduleEdge: '../questions.ts#ScheduleEdge',
      ServiceScheduleConnection: '../questions.ts#SchedulePage',
      ServiceScheduleEdge: '../questions.ts#ScheduleEdge',
    }),
    ...typesOf('port-calls', {
      PortCallEvent: '../store/port-call-events.ts#PortCallEvent as StoredPortCallEvent',
      CallMatchSet: '../../shared/joins/references.ts#QuestionReference',
      Delivery: '../../shared/deliver/report.ts#DeliveryReport',
      NoticeMatchSet: '../../shared/joins/references.ts#KeySetReference',
      PortCallEventClash: '../../shared/store/version-store.ts#Clash',
      PortCallEventMatchSet: '../matches.ts#EventMatchSetView',
      PortCallEventMatch: '../matches.ts#EventMatchView',
      PortCallTimeline: '../timeline.ts#PortCallTimeline as Timeline',
      CurrentTime: '../timeline.ts#CurrentTime as TimelineTime',
      PortCallEventConnection: '../questions.ts#EventPage',
      PortCallEventEdge: '../questions.ts#EventRow',
      PortCallEventLogPage: '../../shared/events/log-page.ts#LogPage',
      PortCallEventEvent: '../../shared/events/log-page.ts#LogEvent',
    }),
  },
};

export default config;
