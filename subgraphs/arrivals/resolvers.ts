import type { Caller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import { type PartnerNameOf, partnerField } from '#platform/graphql/partner-names.ts';
import { DateScalar, DateTime } from '#platform/graphql/scalars.ts';
import { pageInfoOf } from '#platform/log/page.ts';
import { portOf, vesselOf } from '#platform/matching/vessels-and-ports.ts';
import { deliveredLogOf, deliveryFields } from '#platform/publisher/webhooks/delivery-report-view.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { AlertReader } from './alert-terms.ts';
import { type AlertView, globalIdOfAlert, parseAlertId } from './alert-view.ts';
import { alertFilterOf, arrivalFilterOf, arrivalIdOfArguments } from './arguments.ts';
import { arrivalIdOfNotice, globalIdOfArrival, parseArrivalId } from './arrival-id.ts';
import { checksOf } from './checks.ts';
import type { Resolvers } from './generated/schema.ts';
import { type Marks, snoozeEndOf } from './marks.ts';
import type { Queries } from './queries.ts';
import type { ArrivalView } from './query-parts.ts';
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

/** Resolvers, each of which maps its arguments to one query and the result to the schema. */
export const resolvers: Resolvers<RequestContext> = {
  DateTime,
  Date: DateScalar,
  Query: {
    arrivals: (_, { filter, orderBy, ...page }, { queries, reader }) =>
      queries.arrivals(orderBy ?? 'ATTENTION', { filter: arrivalFilterOf(filter, reader), page }),
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
    acknowledgeAlert: (_, { id }, context) =>
      markAlert(id, context, (alert, { marks }) => marks.set({ ...targetOf(alert), kind: 'ACKNOWLEDGED' })),
    unacknowledgeAlert: (_, { id }, context) =>
      markAlert(id, context, (alert, { marks }) => marks.remove({ ...targetOf(alert), kind: 'ACKNOWLEDGED' })),
    snoozeAlert: (_, { id, until }, context) => {
      const end = snoozeEndOf(until, context.clock.now());
      return markAlert(id, context, (alert, { marks }) => marks.set({ ...targetOf(alert), kind: 'SNOOZED', until: end }));
    },
    unsnoozeAlert: (_, { id }, context) =>
      markAlert(id, context, (alert, { marks }) => marks.remove({ ...targetOf(alert), kind: 'SNOOZED' })),
    markCollected: (_, { id }, context) =>
      markArrival(id, context, (arrivalId, { marks }) => marks.set({ arrivalId, target: arrivalId, kind: 'COLLECTED' })),
    unmarkCollected: (_, { id }, context) =>
      markArrival(id, context, (arrivalId, { marks }) => marks.remove({ arrivalId, target: arrivalId, kind: 'COLLECTED' })),
    pauseWebhook: (_, { id, log, reason }, { webhooks }) =>
      webhooks.pause({ id, log: deliveredLogOf(log) }, reason ?? 'requested by an operator'),
    resumeWebhook: (_, { id, log }, { webhooks }) => webhooks.resume({ id, log: deliveredLogOf(log) }),
    replayWebhook: (_, { id, log, ...selection }, { webhooks }) => webhooks.replay({ id, log: deliveredLogOf(log) }, selection),
  },
  Delivery: deliveryFields,
  ArrivalConnection: {
    edges: (page) =>
      page.rows.flatMap((row, index) => {
        const arrival = page.arrivals[index];
        return arrival === undefined ? [] : [{ row, arrival, page }];
      }),
    nodes: ({ arrivals }) => arrivals,
    pageInfo: pageInfoOf,
    totalCount: (page) => page.totalCount(),
  },
  ArrivalEdge: {
    cursor: ({ row, page }) => page.cursorOf(row),
    node: ({ arrival }) => arrival,
  },
  ArrivalAlertConnection: {
    edges: ({ alerts, cursorOf }) => alerts.map((row) => ({ ...row, cursorOf })),
    nodes: ({ alerts }) => alerts.map(({ alert }) => alert),
    pageInfo: pageInfoOf,
    totalCount: (page) => page.totalCount(),
  },
  ArrivalAlertEdge: {
    cursor: ({ row, cursorOf }) => cursorOf(row),
    node: ({ alert }) => alert,
  },
  ArrivalNotice: {
    __resolveReference: ({ id }) => ({ id }),
    arrival: ({ id }, _, { queries }) => {
      const arrivalId = arrivalIdOfNotice(id);
      return arrivalId === undefined ? null : queries.arrivalById(arrivalId);
    },
  },
  Arrival: {
    __resolveReference: async ({ id }, { queries }) => {
      const arrivalId = parseArrivalId(id);
      const arrival = arrivalId === undefined ? undefined : await queries.arrivalById(arrivalId);
      if (arrival === undefined) throw new LandfallError('NOT_FOUND', 'There is no such arrival.');
      return arrival;
    },
    id: ({ arrivalId }) => globalIdOfArrival(arrivalId),
    partner: ({ shown }, _, { partnerNameOf }) => partnerNameOf(shown.snapshot.partner),
    transportDocumentReference: ({ shown }) => shown.snapshot.transportDocumentReference,
    typeLabel: ({ shown }) => shown.snapshot.typeLabel,
    documentKey: ({ shown }) => shown.snapshot.documentKey,
    sameDocument: (arrival, _, { queries }) => queries.sameDocument(arrival),
    carrierCode: ({ shown }) => shown.snapshot.carrierCode,
    carrierCodeListProvider: ({ shown }) => shown.snapshot.carrierCodeListProvider,
    vessel: ({ shown }) => vesselOf(shown.snapshot.vesselIMONumber),
    vesselName: ({ shown }) => shown.snapshot.vesselName,
    carrierImportVoyageNumber: ({ shown }) => shown.snapshot.carrierImportVoyageNumber,
    universalImportVoyageReference: ({ shown }) => shown.snapshot.universalImportVoyageReference,
    port: ({ shown }) => portOf(shown.snapshot.UNLocationCode),
    portName: ({ shown }) => shown.snapshot.portName,
    facility: ({ shown }) => shown.snapshot.facility,
    equipmentReferences: ({ shown }) => shown.snapshot.containers.map(({ equipmentReference }) => equipmentReference),
    statements: ({ shown }) => shown.snapshot.statements,
    bestTime: ({ shown }) => shown.snapshot.bestTime,
    differences: ({ shown }) => shown.snapshot.differences,
    state: ({ shown }) => shown.snapshot.state,
    stateEvidence: ({ shown }) => shown.snapshot.stateEvidence,
    release: ({ shown }) => shown.snapshot.release,
    lastFree: ({ shown }) => shown.snapshot.lastFree,
    freeTimes: ({ shown }) => shown.snapshot.freeTimes,
    isOpen: async (arrival, _, { queries, clock }) => {
      const { isOpen, openUntilMs = Number.POSITIVE_INFINITY } = arrival.shown.snapshot;
      return isOpen && openUntilMs > clock.now() && (await queries.collectedMark(arrival)) === undefined;
    },
    openUntil: ({ shown: { snapshot } }) => (snapshot.openUntilMs === undefined ? null : new Date(snapshot.openUntilMs).toISOString()),
    isCollected: async (arrival, _, { queries }) => (await queries.collectedMark(arrival)) !== undefined,
    collectedBy: async (arrival, _, { queries }) => (await queries.collectedMark(arrival))?.by,
    needsAttention: async (arrival, _, { queries }) =>
      (await Promise.all(queries.openAlerts(arrival).map(queries.needsAttention))).includes(true),
    isUrgent: async (arrival, _, { queries }) => (await Promise.all(queries.openAlerts(arrival).map(queries.isUrgent))).includes(true),
    openAlerts: (arrival, _, { queries }) => queries.openAlerts(arrival),
    checks: async (arrival, _, { queries, reader, clock }) => {
      const isCollected = (await queries.collectedMark(arrival)) !== undefined;
      return checksOf(arrival, reader, { nowMs: clock.now(), isCollected });
    },
  },
  ArrivalAlert: {
    id: globalIdOfAlert,
    transition: ({ step }) => (step.closedAt === undefined ? 'RAISED' : 'CLOSED'),
    raisedAt: ({ step }) => step.raisedAt,
    closedAt: ({ step }) => step.closedAt,
    closeReason: ({ step }) => step.closeReason,
    threshold: ({ step }) => step.step,
    before: ({ step }) => step.before,
    after: ({ step }) => step.after,
    hoursMoved: ({ step }) => step.hoursMoved,
    arrival: ({ arrivalId }, _, { queries }) => queries.arrivalById(arrivalId),
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

function targetOf({ arrivalId, alertId }: AlertView): { readonly arrivalId: string; readonly target: string } {
  return { arrivalId, target: alertId };
}

/** Sets or removes a mark on an alert that the caller may see. @throws {LandfallError} NOT_FOUND */
async function markAlert(
  id: string,
  context: RequestContext,
  mark: (alert: AlertView, context: RequestContext) => Promise<void>,
): Promise<AlertView> {
  const parsed = parseAlertId(id);
  if (parsed === undefined) throw new LandfallError('NOT_FOUND', 'There is no such alert.');
  const alert = await context.queries.alertById(parsed);
  await mark(alert, context);
  context.queries.forget(alert.arrivalId);
  return alert;
}

/** Sets or removes a mark on an arrival that the caller may see. @throws {LandfallError} NOT_FOUND */
async function markArrival(
  id: string,
  context: RequestContext,
  mark: (arrivalId: string, context: RequestContext) => Promise<void>,
): Promise<ArrivalView> {
  const arrivalId = parseArrivalId(id);
  if (arrivalId === undefined || (await context.queries.arrivalById(arrivalId)) === undefined) {
    throw new LandfallError('NOT_FOUND', 'There is no such arrival.');
  }
  await mark(arrivalId, context);
  context.queries.forget(arrivalId);
  const arrival = await context.queries.arrivalById(arrivalId);
  if (arrival === undefined) throw new LandfallError('NOT_FOUND', 'There is no such arrival.');
  return arrival;
}
