import type { Caller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import {
  connectionFields,
  DateScalar,
  DateTime,
  type PartnerNameOf,
  partnerField,
  portAt,
  portOf,
  vesselOf,
} from '#platform/graphql/shared-types.ts';
import { globalIdOf } from '#platform/log/global-id.ts';
import { deliveredLogOf, deliveryFields } from '#platform/publisher/deliveries/operations.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type AlertReader, type AlertView, globalIdOfAlert } from './alerts.ts';
import { applyMark, applyMarks } from './apply-marks.ts';
import { alertFilterOf, arrivalFilterOf, arrivalIdOfArguments, namedContainersOf } from './arguments.ts';
import type { ContainerFreeTime } from './arrival/free-time.ts';
import { checksOf, textOfCheck } from './checks.ts';
import { collectedOf, isContainerCollected } from './collected.ts';
import type { MarkInput, Resolvers } from './generated/schema.ts';
import type { Marks } from './marks.ts';
import { globalIdOfArrival, keyOfGlobalId, type NoticeParty, type NoticePickup } from './model.ts';
import type { AlertPage, ArrivalPage, ArrivalView, ContainerPage, ContainerView, Queries, VisitPage } from './queries.ts';
import { isSilencing } from './store/state-rows.ts';
import type { WebhookOperations } from './webhooks/webhook-operations.ts';

/** The context that all resolvers of one request share. */
export interface RequestContext {
  readonly caller: Caller;
  readonly queries: Queries;
  readonly marks: Marks;
  readonly webhooks: WebhookOperations;
  /** View, thresholds and rights of the caller, which decide how it reads alerts. */
  readonly reader: AlertReader;
  readonly partnerNameOf: PartnerNameOf;
  readonly clock: Pick<Clock, 'now'>;
}

const arrivalPages = connectionFields(({ view }: ArrivalPage['rows'][number]) => view);
const visitPages = connectionFields(({ view }: VisitPage['rows'][number]) => view);
const containerPages = connectionFields((container: ContainerPage['rows'][number]): ContainerView => container);
const alertPages = connectionFields(({ alert }: AlertPage['rows'][number]) => alert);

/** Resolvers, each of which maps its arguments to one query and the result to the schema. */
export const resolvers: Resolvers<RequestContext> = {
  DateTime,
  Date: DateScalar,
  Query: {
    arrivals: (_, { filter, orderBy, ...page }, { queries, reader }) =>
      queries.arrivals(orderBy ?? 'ATTENTION', { filter: arrivalFilterOf(filter, reader), page }),
    arrivalContainers: (_, { filter, orderBy, ...page }, { queries, reader }) => {
      const of = { filter: arrivalFilterOf(filter, reader), namedIn: namedContainersOf(filter), page };
      return queries.containers(orderBy ?? 'ATTENTION', of);
    },
    arrivalVisits: (_, { filter, orderBy, ...page }, { queries, reader }) =>
      queries.visits(orderBy ?? 'ATTENTION', { filter: arrivalFilterOf(filter, reader), page }),
    arrival: (_, key, { queries }) => {
      const arrivalId = arrivalIdOfArguments(key);
      return arrivalId === undefined ? null : queries.arrivalById(arrivalId);
    },
    arrivalAlerts: (_, { filter, orderBy, ...page }, { queries, reader }) =>
      queries.alerts(orderBy ?? 'NEWEST_FIRST', { filter: alertFilterOf(filter, reader, 'alerts'), page }),
    arrivalAlertLog: (_, { filter, after, first }, { queries, reader }) =>
      queries.alertLog({ filter: alertFilterOf(filter, reader, 'log'), after, first: first ?? 100 }),
    webhooks: (_, _arguments, { webhooks }) => webhooks.list(),
  },
  Mutation: {
    acknowledgeAlert: (_, { id }, context) => markAlert({ id, action: 'ACKNOWLEDGE' }, context),
    unacknowledgeAlert: (_, { id }, context) => markAlert({ id, action: 'UNACKNOWLEDGE' }, context),
    snoozeAlert: (_, { id, until }, context) => markAlert({ id, until, action: 'SNOOZE' }, context),
    unsnoozeAlert: (_, { id }, context) => markAlert({ id, action: 'UNSNOOZE' }, context),
    markCollected: (_, marked, context) => markCollected({ ...marked, action: 'MARK_COLLECTED' }, context),
    unmarkCollected: (_, marked, context) => markCollected({ ...marked, action: 'UNMARK_COLLECTED' }, context),
    applyMarks: (_, { marks }, context) => applyMarks(marks, context),
    pauseWebhook: (_, { id, log, reason }, { webhooks }) =>
      webhooks.pause({ id, log: deliveredLogOf(log) }, reason ?? 'requested by an operator'),
    resumeWebhook: (_, { id, log }, { webhooks }) => webhooks.resume({ id, log: deliveredLogOf(log) }),
    replayWebhook: (_, { id, log, ...selection }, { webhooks }) => webhooks.replay({ id, log: deliveredLogOf(log) }, selection),
  },
  Delivery: deliveryFields,
  ArrivalConnection: arrivalPages.connection,
  ArrivalEdge: arrivalPages.edge,
  ArrivalAlertConnection: alertPages.connection,
  ArrivalAlertEdge: alertPages.edge,
  ArrivalNotice: {
    __resolveReference: ({ id }) => ({ id }),
    arrival: ({ id }, _, { queries }) => {
      const arrivalId = keyOfGlobalId('ArrivalNotice', id);
      return arrivalId === undefined ? null : queries.arrivalById(arrivalId);
    },
  },
  // The other fields are attributes of the view.
  Arrival: {
    __resolveReference: ({ id }, context) => arrivalOf(id, context),
    id: ({ arrivalId }) => globalIdOfArrival(arrivalId),
    partner: ({ partner }, _, { partnerNameOf }) => partnerNameOf(partner),
    sameDocument: (arrival, _, { queries }) => queries.sameDocument(arrival),
    vessel: ({ vesselIMONumber }) => vesselOf(vesselIMONumber),
    port: ({ UNLocationCode }) => portOf(UNLocationCode),
    equipmentReferences: ({ containers }) => containers.map(({ equipmentReference }) => equipmentReference),
    containers: (arrival) => arrival.notice.containers.map((container) => ({ arrival, container })),
    consignee: (arrival) => partiesOf(arrival, 'CN')[0],
    notifyParties: (arrival) => partiesOf(arrival, 'N1', 'N2', 'NI'),
    shipper: (arrival) => partiesOf(arrival, 'OS')[0],
    carrierBookingReferences: ({ notice }) => notice.cargo?.carrierBookingReferences ?? [],
    purchaseOrderReferences: ({ notice }) => notice.cargo?.purchaseOrderReferences ?? [],
    houseBillOfLadingReferences: ({ notice }) => notice.cargo?.houseBillOfLadingReferences ?? [],
    customerReferences: ({ notice }) => notice.cargo?.customerReferences ?? [],
    descriptionOfGoods: ({ notice }) => notice.cargo?.descriptionOfGoods ?? [],
    cargoGrossWeight: ({ notice }) => notice.cargo?.cargoGrossWeight,
    pickupNumbers: ({ notice: { cargo, containers } }) => [
      ...new Set([cargo, ...containers].flatMap((part) => part?.pickup?.pickupNumber ?? [])),
    ],
    lastFree: async (arrival, _, { queries }) => (await queries.collectedOf(arrival)).lastFree,
    changedAt: ({ changedAtMs }) => new Date(changedAtMs).toISOString(),
    isOpen: async (arrival, _, { queries, clock }) => {
      const { isCollected, openUntilMs = Number.POSITIVE_INFINITY } = await queries.collectedOf(arrival);
      return arrival.isOpen && openUntilMs > clock.now() && !isCollected;
    },
    openUntil: async (arrival, _, { queries }) => {
      const { openUntilMs } = await queries.collectedOf(arrival);
      return openUntilMs === undefined ? null : new Date(openUntilMs).toISOString();
    },
    isCollected: async (arrival, _, { queries }) => (await queries.collectedOf(arrival)).isCollected,
    collectedBy: async (arrival, _, { queries }) => {
      const { isCollected, last } = await queries.collectedOf(arrival);
      return isCollected ? last?.by : null;
    },
    needsAttention: async (arrival, _, { queries }) =>
      (await Promise.all(queries.openAlerts(arrival).map(queries.needsAttention))).includes(true),
    isUrgent: async (arrival, _, { queries }) => (await Promise.all(queries.openAlerts(arrival).map(queries.isUrgent))).includes(true),
    openAlerts: (arrival, _, { queries }) => queries.openAlerts(arrival),
    visit: (arrival, _, { queries }) => queries.visitOf(arrival),
    checks: async (arrival, _, { queries, reader, clock }) => {
      const { collected } = await queries.collectedOf(arrival);
      return checksOf(arrival, reader, { nowMs: clock.now(), collected });
    },
  },
  AlertCheck: { reason: textOfCheck },
  ArrivalVisitConnection: visitPages.connection,
  ArrivalVisitEdge: visitPages.edge,
  ArrivalVisit: {
    id: ({ key }) => globalIdOf('ArrivalVisit', key),
    vessel: ({ first }) => vesselOf(first.vesselIMONumber ?? first.shown.schedule.call?.vesselIMONumber),
    vesselName: ({ first }) => first.vesselName ?? first.shown.schedule.call?.vesselName,
    carrierImportVoyageNumber: ({ first }) => first.carrierImportVoyageNumber,
    universalImportVoyageReference: ({ first }) => first.universalImportVoyageReference,
    port: ({ first }) => portOf(first.UNLocationCode),
    portName: ({ first }) => first.portName,
    bestTime: ({ first }) => first.bestTime,
    state: ({ first }) => first.state,
    arrivals: ({ key, filter }, { orderBy, ...page }, { queries }) =>
      queries.arrivals(orderBy ?? 'ATTENTION', { filter: { ...filter, visits: [key] }, page }),
    alerts: (visit, page, { queries }) => queries.visitAlerts(visit, page),
  },
  ArrivalContainerConnection: containerPages.connection,
  ArrivalContainerEdge: containerPages.edge,
  MarkResult: {
    alert: ({ arrivalId, alertId }, _, { queries }) =>
      arrivalId === undefined || alertId === undefined ? null : queries.alertById({ arrivalId, alertId }),
    arrival: ({ arrivalId }, _, { queries }) => (arrivalId === undefined ? null : queries.arrivalById(arrivalId)),
  },
  ArrivalContainer: {
    id: ({ arrival, container }) => globalIdOf('ArrivalContainer', JSON.stringify([arrival.arrivalId, container?.equipmentReference])),
    equipmentReference: ({ container }) => container?.equipmentReference,
    ISOEquipmentCode: ({ container }) => container?.ISOEquipmentCode,
    lastFree: (of) => freeTimeOf(of)?.pickup,
    freeTime: freeTimeOf,
    pickupNumber: (of) => pickupOf(of, 'pickupNumber'),
    pickupLocation: (of) => pickupOf(of, 'pickupLocation'),
    cargoGrossWeight: ({ container }) => container?.cargoGrossWeight,
    release: ({ arrival }) => arrival.release,
    isCollected: async (of, _, { queries }) => (await collectedMarkOf(of, queries)) !== undefined,
    collectedAt: async (of, _, { queries }) => (await collectedMarkOf(of, queries))?.at,
    collectedBy: async (of, _, { queries }) => (await collectedMarkOf(of, queries))?.by,
    openAlerts: async (of, _, { queries }) => {
      const { arrival, container } = of;
      if ((await collectedMarkOf(of, queries)) !== undefined) return [];
      const isAbout = ({ kind, equipmentReferences }: AlertView) =>
        container === undefined ? kind.startsWith('LAST_FREE_DAY') : equipmentReferences?.includes(container.equipmentReference);
      return queries.openAlerts(arrival).filter(isAbout);
    },
  },
  Location: { port: portAt },
  ArrivalAlert: {
    id: globalIdOfAlert,
    transition: ({ closedAt }) => (closedAt === undefined ? 'RAISED' : 'CLOSED'),
    threshold: ({ step }) => step,
    equipmentReferences: ({ equipmentReferences }) => equipmentReferences ?? [],
    arrival: ({ arrivalId }, _, { queries }) => queries.arrivalById(arrivalId),
    visit: async ({ arrivalId }, _, { queries }) => {
      const arrival = await queries.arrivalById(arrivalId);
      return arrival && queries.visitOf(arrival);
    },
    acknowledgedAt: async (alert, _, { queries }) => (await queries.marksOn(alert)).find(({ kind }) => kind === 'ACKNOWLEDGED')?.at,
    acknowledgedBy: async (alert, _, { queries }) => (await queries.marksOn(alert)).find(({ kind }) => kind === 'ACKNOWLEDGED')?.by,
    snoozedUntil: async (alert, _, { queries, clock }) => snoozeOf(await queries.marksOn(alert), clock.now())?.until,
    snoozedBy: async (alert, _, { queries, clock }) => snoozeOf(await queries.marksOn(alert), clock.now())?.by,
    needsAttention: (alert, _, { queries }) => queries.needsAttention(alert),
    isUrgent: (alert, _, { queries }) => queries.isUrgent(alert),
  },
  Evidence: partnerField,
};

/** Returns the mark that currently snoozes an alert. */
function snoozeOf(marks: readonly ArrivalMark[], nowMs: number): ArrivalMark | undefined {
  return marks.find((mark) => mark.kind === 'SNOOZED' && isSilencing(mark, nowMs));
}

/** Sets or removes a mark on an alert. @throws {LandfallError} NOT_FOUND, BAD_USER_INPUT */
async function markAlert(mark: MarkInput, context: RequestContext): Promise<AlertView> {
  const { arrivalId = '', alertId = '' } = await applyMark(mark, context);
  return context.queries.alertById({ arrivalId, alertId });
}

/** Marks containers of an arrival as collected, or not. @throws {LandfallError} NOT_FOUND, BAD_USER_INPUT */
async function markCollected(mark: MarkInput, context: RequestContext): Promise<ArrivalView> {
  await applyMark(mark, context);
  return arrivalOf(mark.id, context);
}

/** Returns the parties with some roles, in the order of the roles. */
function partiesOf({ notice }: ArrivalView, ...roles: readonly string[]): NoticeParty[] {
  return roles.flatMap((role) => (notice.cargo?.parties ?? []).filter(({ partyFunction }) => partyFunction?.trim().toUpperCase() === role));
}

function freeTimeOf({ arrival, container }: ContainerView): ContainerFreeTime | undefined {
  return arrival.freeTimes.find(({ equipmentReference }) => equipmentReference === container?.equipmentReference);
}

/** Returns an attribute of the pickup of a container, or of the whole notice. */
function pickupOf<Name extends keyof NoticePickup>({ arrival, container }: ContainerView, name: Name): NoticePickup[Name] {
  return container?.pickup?.[name] ?? arrival.notice.cargo?.pickup?.[name];
}

/** Returns the mark of the caller's tenant by which a container is collected. */
async function collectedMarkOf({ arrival, container }: ContainerView, queries: Queries): Promise<ArrivalMark | undefined> {
  const own = (await queries.collectedOf(arrival)).marks;
  return own.find((mark) => isContainerCollected(collectedOf([mark]), container?.equipmentReference));
}

/** Returns an arrival that the caller may see. @throws {LandfallError} NOT_FOUND */
async function arrivalOf(id: string, { queries }: RequestContext): Promise<ArrivalView> {
  const arrivalId = keyOfGlobalId('Arrival', id);
  const arrival = arrivalId === undefined ? undefined : await queries.arrivalById(arrivalId);
  if (arrival === undefined) throw new LandfallError('NOT_FOUND', 'There is no such arrival.');
  return arrival;
}
