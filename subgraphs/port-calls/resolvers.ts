import { instantOf, receivedAtOf } from '@landfall/dcsa/instant.ts';
import { missingOf } from '@landfall/matching/match-visits.ts';
import { requireOperator } from '#platform/access/entitlement.ts';
import { constantFields } from '#platform/cache/constant-fields.ts';
import { badFilter } from '#platform/errors.ts';
import {
  assessmentFields,
  connectionFields,
  DateTime,
  JSONScalar,
  partnerField,
  portAt,
  receiptFields,
  sourceReportFields,
  vesselAndPortEntries,
  vesselOf,
} from '#platform/graphql/shared-types.ts';
import { encodeMatchQuery } from '#platform/matching/match-sets.ts';
import { partnerStandardFields } from '#platform/process/subgraph.ts';
import { deliveryFields } from '#platform/publisher/deliveries/operations.ts';
import type { CurrentRow } from '#platform/store/version-store.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import type { PortCallEventFilter as FilterArgument, PortCallVessel, Resolvers } from './generated/schema.ts';
import { kindsOf, type PortCallEventFilter } from './model.ts';
import type { EventContext, Queries } from './queries.ts';
import { eventIdOf, type PortCallEvent, sendingPartyOf } from './store/port-call-events.ts';

/** The context that all resolvers of one request share. */
export interface RequestContext extends EventContext {
  readonly queries: Queries;
}

const eventPages = connectionFields(({ current }: CurrentRow, { views }: RequestContext) => views.event(current));

/** Resolvers, each of which maps its arguments to one query and the result to the schema. */
export const resolvers: Resolvers<RequestContext> = {
  DateTime,
  JSON: JSONScalar,
  Query: {
    ...vesselAndPortEntries,
    portCallEvents: (_, { filter, orderBy, maxAgeSeconds, maxWaitMs, ...page }, { queries }) =>
      queries.events(orderBy ?? 'NEWEST_FIRST', { filter: eventFilterOf(filter), page, maxAgeSeconds, maxWaitMs }),
    portCallTimeline: (_, { partner, portCallID }, { queries }) => queries.timeline(partner, portCallID),
    portCallEventLog: (_, { filter, after, first }, { queries }) =>
      queries.eventLog({ filter: eventFilterOf(filter), after, first: first ?? 100 }),
  },
  Partner: {
    portCalls: ({ id }, _, { caller, standardOf }) => {
      requireOperator(caller, 'partners');
      return standardOf(id);
    },
    portCallDeliveries: ({ id }, _, { caller, deliveriesTo }) => {
      requireOperator(caller, 'partners');
      return deliveriesTo(id);
    },
  },
  PartnerStandard: partnerStandardFields,
  SourceReport: sourceReportFields,
  Delivery: deliveryFields,
  PortCallEventConnection: {
    ...eventPages.connection,
    sources: ({ partners, reports }, _, { sourcesOf }) => sourcesOf(partners, reports),
  },
  PortCallEventEdge: eventPages.edge,
  PortCallEventPayload: { event: ({ version }, _, { views }) => version && views.event(version) },
  PortCallEvent: {
    __resolveReference: ({ id }, { queries }) => queries.eventById(id),
    ...receiptFields,
    ...constantFields({
      id: ({ stored }: PortCallEvent) => eventIdOf(stored),
      kinds: kindsOf,
      sendingParty: ({ stored }: PortCallEvent) => sendingPartyOf(stored),
    }),
    replyTo: (event, _, { queries }) => queries.replyTo(event),
    timeline: ({ stored, portCall }, _, { queries }) =>
      portCall?.portCallID === undefined ? null : queries.timeline(stored.partner, portCall.portCallID),
    isCurrent: (event, _, { queries }) => queries.isCurrent(event),
    versions: (event, _, { queries }) => queries.versionsOf(event),
    call: async (event, wished, { queries }) => ({ matchQuery: encodeMatchQuery(await queries.matchKeyTextOf(event), wished) }),
    arrivalNotices: async (event, _, { queries }) => ({ matchKey: await queries.matchKeyTextOf(event) }),
    clashes: (event, _, { queries }) => queries.clashesOf(event),
    document: ({ stored }, _, { views }) => views.document(stored),
    violations: ({ stored }, _, { views }) => views.violations(stored),
  },
  PortCallTimeline: partnerField,
  PortCallEventClash: { document: (clash, _, { views }) => views.document(clash) },
  PortCallEventMatchSet: {
    __resolveReference: ({ matchKey }, { queries }) => queries.eventsOfCall(matchKey),
    outcome: ({ found }) => found.outcome,
    terminalOutcome: ({ found }) => found.terminalOutcome,
    rule: ({ found }) => found.doubt,
    missing: ({ found }) => missingOf(found),
    events: ({ events }, _, { rows }) => counted(events, rows),
    currentTimes: ({ currentTimes }, _, { rows }) => counted(currentTimes, rows),
    dependsOn: ({ dependsOn }, _, { partnerNameOf }) => dependsOn.map(partnerNameOf),
  },
  PortCallEventMatch: assessmentFields,
  PortCall: constantFields({ port: portAt }),
  Location: constantFields({ port: portAt }),
  PortCallVessel: constantFields({ vessel: ({ vesselIMONumber }: PortCallVessel) => vesselOf(vesselIMONumber) }),
  Vessel: {
    portCallEvents: ({ vesselIMONumber }, { UNLocationCode, ...page }, { queries }) =>
      queries.events('NEWEST_FIRST', { filter: eventFilterOf({ vesselIMONumber, UNLocationCode }), page }),
  },
  Port: {
    portCallEvents: ({ UNLocationCode }, { vesselIMONumber, ...page }, { queries }) =>
      queries.events('NEWEST_FIRST', { filter: eventFilterOf({ UNLocationCode, vesselIMONumber }), page }),
  },
};

/** Match sets are cached across requests, so their rows are counted when they are shown. */
function counted<T extends { readonly event: PortCallEvent }>(shown: readonly T[], rows: RequestContext['rows']): readonly T[] {
  for (const { event } of shown) rows.add('portCallEvents', event.stored);
  return shown;
}

/**
 * Checks a filter of GraphQL and converts it to the model's: without `null`s, and with instants in the format of the
 * store.
 *
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function eventFilterOf(filter: FilterArgument | null | undefined): PortCallEventFilter {
  const { partners, receivedAfter, receivedBefore, ...conditions } = filter ?? {};
  requireFilterStrings(filter ?? {});
  // Sorted independently of the caller's order, so that equal queries have the same key.
  const given = Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined);
  const checked: PortCallEventFilter = Object.fromEntries(given.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  const { eventTimestampMin: min, eventTimestampMax: max } = checked;
  if (min !== undefined && max !== undefined && (instantOf(min) ?? '') > (instantOf(max) ?? '')) {
    throw badFilter('eventTimestampMin', `${min} is later than eventTimestampMax ${max}`);
  }
  return {
    ...checked,
    ...(partners ? { partners } : {}),
    ...(receivedAfter ? { receivedAfter: receivedAtOf(receivedAfter) } : {}),
    ...(receivedBefore ? { receivedBefore: receivedAtOf(receivedBefore) } : {}),
  };
}
