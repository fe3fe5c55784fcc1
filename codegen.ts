import type { CodegenConfig } from '@graphql-codegen/cli';

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

const config: CodegenConfig = {
  generates: {
    // What the board and users of the client ask, with the types of the answers.
    'gateway/client/generated/operations.ts': {
      schema: 'schema/api.graphql',
      documents: 'schema/operations/*.graphql',
      plugins: [{ add: { content: header } }, 'typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        useTypeImports: true,
        immutableTypes: true,
        enumsAsTypes: true,
        skipTypename: true,
        scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
      },
    },
    ...typesOf('arrival-notices', {
      ArrivalNotice: '../store/notice-versions.ts#Notice',
      Partner: '../../shared/partners/partner.ts#Partner as PartnerFile',
      ArrivalNoticeVersion: '../store/notice-versions.ts#NoticeVersion',
      ArrivalNoticeNotification: '../store/notice-versions.ts#Notification',
      PortCallEvent: '../questions.ts#ForeignNode',
      TransportCall: '../questions.ts#ForeignNode',
      CallMatchSet: '../../shared/joins/references.ts#QuestionReference',
      RouteMatchSet: '../../shared/joins/references.ts#QuestionReference',
      PortCallEventMatchSet: '../../shared/joins/references.ts#KeySetReference',
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
