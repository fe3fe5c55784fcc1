import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import { requireOperator } from '#platform/access/entitlement.ts';
import { badFilter } from '#platform/errors.ts';
import {
  assessmentFields,
  connectionFields,
  DateScalar,
  DateTime,
  JSONScalar,
  portAt,
  receiptFields,
  sourceReportFields,
  vesselAndPortEntries,
  vesselOf,
} from '#platform/graphql/shared-types.ts';
import type { LogPage } from '#platform/log/log-page.ts';
import type { PlacedVersion } from '#platform/log/log-queries.ts';
import { sizeOf } from '#platform/log/page.ts';
import { encodeMatchQuery } from '#platform/matching/match-sets.ts';
import { credentialKindsOf } from '#platform/partners/partner.ts';
import { partnerStandardFields } from '#platform/process/subgraph.ts';
import { deliveryFields } from '#platform/publisher/deliveries/operations.ts';
import type { CurrentRow } from '#platform/store/version-store.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import type { ArrivalNoticeFilter, ArrivalNoticeNotificationFilter, Resolvers } from './generated/schema.ts';
import type { NoticeFilter } from './model.ts';
import type { NoticeContext, NoticePage, Queries } from './queries.ts';
import {
  type Notice,
  type NoticeVersion,
  type Notification,
  noticeIdOf,
  noticeOf,
  notificationIdOf,
  versionIdOf,
} from './store/notice-versions.ts';
import { changesBetween } from './wire/changes.ts';

/** The context that all resolvers of one request share. */
export interface RequestContext extends NoticeContext {
  readonly queries: Queries;
}

const noticePages = connectionFields((row: CurrentRow, { views }: RequestContext) => views.notice(row));
const notificationPages = connectionFields(({ current }: CurrentRow, { views }: RequestContext) => views.notification(current));
const versionPages = connectionFields((version: PlacedVersion, { views }: RequestContext) => views.version(version));

function sourcesOfPage({ partners, reports }: NoticePage, _: unknown, { sourcesOf }: RequestContext) {
  return sourcesOf(partners, reports);
}

/** Resolvers, each of which maps its arguments to one query and the result to the schema. */
export const resolvers: Resolvers<RequestContext> = {
  DateTime,
  Date: DateScalar,
  JSON: JSONScalar,
  Query: {
    ...vesselAndPortEntries,
    arrivalNotices: (_, { filter, orderBy, maxAgeSeconds, maxWaitMs, ...page }, { queries }) =>
      queries.notices(orderBy ?? 'NEWEST_FIRST', { filter: noticeFilterOf(filter), page, maxAgeSeconds, maxWaitMs }),
    arrivalNotice: (_, { partner, transportDocumentReference, typeLabel }, { queries }) =>
      queries.notice({ partner, transportDocumentReference, ...(typeLabel ? { typeLabel } : {}) }),
    arrivalNoticeNotifications: (_, { filter, ...page }, { queries }) => queries.notifications({ filter: noticeFilterOf(filter), page }),
    arrivalNoticeVersionLog: (_, { filter, after, first }, { queries }) =>
      queries.versionLog({ filter: noticeFilterOf(filter), after, first: first ?? 100 }),
    arrivalNoticeNotificationLog: (_, { filter, after, first }, { queries }) =>
      queries.notificationLog({ filter: noticeFilterOf(filter), after, first: first ?? 100 }),
    partners: (_, _arguments, { caller, partners }) => {
      requireOperator(caller, 'partners');
      return partners.partners();
    },
    node: (_, { id }, { queries }) => queries.node(id),
  },
  Partner: {
    __resolveReference: ({ id }, { caller, partners }) => {
      requireOperator(caller, 'partners');
      return partners.find(id);
    },
    carriers: ({ carriers }) => (Array.isArray(carriers) ? carriers : []),
    inboundAuth: ({ inbound }) => credentialKindsOf(inbound),
    outboundAuth: ({ outbound }) => credentialKindsOf(outbound)[0],
    arrivalNotices: ({ id }, _, { standardOf }) => standardOf(id),
    arrivalNoticeDeliveries: ({ id }, _, { deliveriesTo }) => deliveriesTo(id),
  },
  PartnerStandard: partnerStandardFields,
  SourceReport: sourceReportFields,
  Delivery: deliveryFields,
  ArrivalNoticeConnection: { ...noticePages.connection, sources: sourcesOfPage },
  ArrivalNoticeEdge: noticePages.edge,
  ArrivalNoticeNotificationConnection: { ...notificationPages.connection, sources: sourcesOfPage },
  ArrivalNoticeNotificationEdge: notificationPages.edge,
  ArrivalNoticeVersionConnection: {
    ...versionPages.connection,
    sources: ({ notice }, _, { sourcesOf }) => sourcesOf([notice.key.partner]),
  },
  ArrivalNoticeVersionEdge: versionPages.edge,
  ArrivalNoticeVersionLogPage: { events: eventsOf },
  ArrivalNoticeVersionPayload: { version: ({ version }, _, { views }) => version && views.version(version) },
  ArrivalNoticeNotificationLogPage: { events: eventsOf },
  ArrivalNoticeNotificationPayload: { notification: ({ version }, _, { views }) => version && views.notification(version) },
  ArrivalNotice: {
    __resolveReference: ({ id }, { queries }) => queries.node(id) as Promise<Notice>,
    id: ({ entityId }) => noticeIdOf(entityId),
    partner: ({ key }, _, { partnerNameOf }) => partnerNameOf(key.partner),
    transportDocumentReference: ({ key }) => key.transportDocumentReference,
    typeLabel: ({ key }) => key.typeLabel,
    firstReceivedAt: async (notice, _, { queries }) => (await queries.currentRowOf(notice)).firstReceivedAt,
    current: async (notice, _, { queries, views }) => views.version((await queries.currentRowOf(notice)).current),
    versions: async (notice, page, { queries }) => ({ ...(await queries.versionsOf(notice, page)), notice }),
    asOf: (notice, { receivedBefore }, { queries }) => queries.versionAsOf(notice, receivedBefore),
  },
  ArrivalNoticeVersion: {
    __resolveReference: ({ id }, { queries }) => queries.node(id) as Promise<NoticeVersion>,
    id: ({ stored }) => versionIdOf(stored),
    ...receiptFields,
    notice: ({ stored }) => noticeOf(stored.entityId),
    visualization: (version, _, { views }) => views.visualization(version),
    isCurrent: (version, _, { queries }) => queries.isCurrent(version),
    supersedes: (version, _, { queries }) => queries.predecessorOf(version),
    changes: async (version, { since }, { queries, views }) => {
      const before = await (since ? queries.siblingOf(version, since) : queries.predecessorOf(version));
      return before === undefined ? [] : changesBetween(views.document(before.stored), views.document(version.stored));
    },
    document: ({ stored }, _, { views }) => views.document(stored),
    violations: ({ stored }, _, { views }) => views.violations(stored),
    vessel: (version, _, { queries }) => {
      const [only, ...others] = queries.matchKeysOf(version).arrival.claims;
      return others.length > 0 ? null : vesselOf(only.vesselIMONumber);
    },
    arrivalMatchKey: (version, _, { queries }) => queries.arrivalMatchKeyOf(version),
    arrivalCall: async (version, wished, { queries }) => ({ matchQuery: await queries.arrivalQueryOf(version, wished) }),
    loadingCall: (version, wished, { queries }) => ({ matchQuery: encodeMatchQuery(queries.matchKeysOf(version).loadingText(), wished) }),
    portCallEvents: async (version, wished, { queries }) => ({ matchQuery: await queries.arrivalQueryOf(version, wished) }),
    comparableRoutes: (version, wished, { queries }) => ({
      matchQuery: encodeMatchQuery(queries.matchKeysOf(version).routeText(), wished),
    }),
    clashes: (version, _, { queries }) => queries.clashesOf(version),
  },
  Arrival: {
    notice: ({ id }, _, { queries }) => queries.noticeOfArrival(id),
  },
  NoticeMatchSet: {
    __resolveReference: ({ matchKey }, { queries }) => queries.noticesOfCall(matchKey),
    notices: ({ notices }, { first }, { rows }) => {
      const shown = notices.slice(0, sizeOf('first', first ?? 20));
      for (const { version } of shown) rows.add('noticeVersions', version.stored);
      return shown;
    },
  },
  NoticeMatch: assessmentFields,
  Location: { port: portAt },
  VesselVoyage: { vessel: ({ vesselIMONumber }) => vesselOf(vesselIMONumber) },
  Vessel: {
    arrivalNotices: ({ vesselIMONumber }, { portOfDischarge, ...page }, { queries }) =>
      queries.notices('NEWEST_FIRST', { filter: noticeFilterOf({ vesselIMONumber, portOfDischarge }), page }),
  },
  Port: {
    arrivalNotices: ({ UNLocationCode }, { vesselIMONumber, ...page }, { queries }) =>
      queries.notices('NEWEST_FIRST', { filter: noticeFilterOf({ portOfDischarge: UNLocationCode, vesselIMONumber }), page }),
  },
  Visualization: {
    name: ({ stored }) => stored.blob?.name,
    contentType: ({ stored }) => stored.blob?.contentType,
    byteLength: ({ stored }) => stored.blob?.byteLength ?? 0,
    url: ({ stored }) => `visualizations/${versionIdOf(stored)}`,
    content: (version, _, { queries }) => queries.visualizationContentOf(version),
  },
  VersionClash: { document: (clash, _, { views }) => views.document(clash) },
  ArrivalNoticeNotification: {
    __resolveReference: ({ id }, { queries }) => queries.node(id) as Promise<Notification>,
    id: ({ stored }) => notificationIdOf(stored),
    ...receiptFields,
    document: ({ stored }, _, { views }) => views.document(stored),
    violations: ({ stored }, _, { views }) => views.violations(stored),
    notice: (notification, _, { queries }) => queries.noticeOfNotification(notification),
    announces: (notification, _, { queries }) => queries.versionOfNotification(notification),
  },
};

function eventsOf(page: LogPage): readonly LogPage['events'][number][] {
  return page.events;
}

/**
 * Checks a filter of GraphQL and converts it to the model's: without `null`s, and with instants in the format of the
 * store.
 *
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function noticeFilterOf(filter: ArrivalNoticeFilter | ArrivalNoticeNotificationFilter | null | undefined): NoticeFilter {
  const given: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries<string | readonly string[] | null | undefined>(filter ?? {})) {
    if (value === null || value === undefined) continue;
    const isInstant = typeof value === 'string' && (name === 'receivedAfter' || name === 'receivedBefore');
    given[name] = isInstant ? (receivedAtOf(value) ?? '') : value;
  }
  requireFilterStrings(given);
  const checked: NoticeFilter = given;
  const { portOfDischargeArrivalDateMin: min, portOfDischargeArrivalDateMax: max } = checked;
  if (min !== undefined && max !== undefined && min > max) {
    throw badFilter('portOfDischargeArrivalDateMin', `${min} is later than portOfDischargeArrivalDateMax ${max}`);
  }
  return checked;
}
