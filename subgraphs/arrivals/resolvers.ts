import type { Caller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import { connectionFields } from '#platform/graphql/connection-fields.ts';
import { type PartnerNameOf, partnerField } from '#platform/graphql/partner-names.ts';
import { DateScalar, DateTime } from '#platform/graphql/scalars.ts';
import { portOf, vesselOf } from '#platform/matching/vessels-and-ports.ts';
import { deliveredLogOf, deliveryFields } from '#platform/publisher/deliveries/operations.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type AlertReader, type AlertView, globalIdOfAlert, parseAlertId } from './alerts.ts';
import { alertFilterOf, arrivalFilterOf, arrivalIdOfArguments } from './arguments.ts';
import { checksOf } from './checks.ts';
import type { Resolvers } from './generated/schema.ts';
import { type Marks, snoozeEndOf } from './marks.ts';
import { globalIdOfArrival, keyOfGlobalId } from './model.ts';
import type { AlertPage, ArrivalPage, ArrivalView, Queries } from './queries.ts';
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
const alertPages = connectionFields(({ alert }: AlertPage['rows'][number]) => alert);

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
    acknowledgeAlert: (_, { id }, context) => markAlert(id, context, 'set', { kind: 'ACKNOWLEDGED' }),
    unacknowledgeAlert: (_, { id }, context) => markAlert(id, context, 'remove', { kind: 'ACKNOWLEDGED' }),
    snoozeAlert: (_, { id, until }, context) =>
      markAlert(id, context, 'set', { kind: 'SNOOZED', until: snoozeEndOf(until, context.clock.now()) }),
    unsnoozeAlert: (_, { id }, context) => markAlert(id, context, 'remove', { kind: 'SNOOZED' }),
    markCollected: (_, { id }, context) => markCollected(id, context, 'set'),
    unmarkCollected: (_, { id }, context) => markCollected(id, context, 'remove'),
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
    isOpen: async (arrival, _, { queries, clock }) => {
      const { isOpen, openUntilMs = Number.POSITIVE_INFINITY } = arrival;
      return isOpen && openUntilMs > clock.now() && (await queries.collectedMark(arrival)) === undefined;
    },
    openUntil: ({ openUntilMs }) => (openUntilMs === undefined ? null : new Date(openUntilMs).toISOString()),
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
    transition: ({ closedAt }) => (closedAt === undefined ? 'RAISED' : 'CLOSED'),
    threshold: ({ step }) => step,
    equipmentReferences: ({ equipmentReferences }) => equipmentReferences ?? [],
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

/** Sets or removes a mark on an alert that the caller may see. @throws {LandfallError} NOT_FOUND */
async function markAlert(
  id: string,
  { queries, marks }: RequestContext,
  change: keyof Marks,
  mark: Pick<ArrivalMark, 'kind' | 'until'>,
): Promise<AlertView> {
  const parsed = parseAlertId(id);
  if (parsed === undefined) throw new LandfallError('NOT_FOUND', 'There is no such alert.');
  const alert = await queries.alertById(parsed);
  await marks[change]({ arrivalId: alert.arrivalId, target: alert.alertId, ...mark });
  queries.forget(alert.arrivalId);
  return alert;
}

/** Marks an arrival as collected, or not. @throws {LandfallError} NOT_FOUND */
async function markCollected(id: string, context: RequestContext, change: keyof Marks): Promise<ArrivalView> {
  const { arrivalId } = await arrivalOf(id, context);
  await context.marks[change]({ arrivalId, target: arrivalId, kind: 'COLLECTED' });
  context.queries.forget(arrivalId);
  return arrivalOf(id, context);
}

/** Returns an arrival that the caller may see. @throws {LandfallError} NOT_FOUND */
async function arrivalOf(id: string, { queries }: RequestContext): Promise<ArrivalView> {
  const arrivalId = keyOfGlobalId('Arrival', id);
  const arrival = arrivalId === undefined ? undefined : await queries.arrivalById(arrivalId);
  if (arrival === undefined) throw new LandfallError('NOT_FOUND', 'There is no such arrival.');
  return arrival;
}
