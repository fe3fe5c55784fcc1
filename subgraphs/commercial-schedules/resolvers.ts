import { missingOf } from '@landfall/matching/match-visits.ts';
import { type Caller, requireOperator } from '#platform/access/entitlement.ts';
import { constantFields } from '#platform/cache/constant-fields.ts';
import {
  assessmentFields,
  DateScalar,
  DateTime,
  JSONScalar,
  type PartnerNameOf,
  pageFields,
  partnerField,
  portAt,
  portOf,
  sourceReportFields,
  vesselAndPortEntries,
  vesselOf,
} from '#platform/graphql/shared-types.ts';
import { type PartnerStandards, partnerStandardFields } from '#platform/process/subgraph.ts';
import { maxWaitMsOf } from '#platform/upstream/refresh.ts';
import { maxAgeMsOf, portRequestOf, type RequestOf, routeRequestOf, vesselRequestOf } from './arguments.ts';
import { callFields, callRecordFields } from './call-view.ts';
import type {
  Address,
  Facility,
  QueryPortSchedulesArgs,
  Resolvers,
  RouteLocation,
  RoutePlace,
  TransportCallLocation,
} from './generated/schema.ts';
import type { RouteMatchView } from './matching/matches.ts';
import {
  type LegRecord,
  type PortView,
  type RouteView,
  type ServiceView,
  type TransportRecord,
  type VesselRecord,
  viewOf,
} from './model.ts';
import type { PlacedRow, Queries } from './queries.ts';

/** The context that all resolvers of one request share. */
export interface RequestContext {
  readonly caller: Caller;
  readonly queries: Queries;
  readonly partnerNameOf: PartnerNameOf;
  readonly standardOf: PartnerStandards;
}

/** Pages of rows. The field that requested them determines their kind. */
const pagesOf = <View extends RouteView | PortView | ServiceView>() =>
  pageFields(({ row, answer }: PlacedRow, _: RequestContext) => viewOf(row, answer) as View);
const [routes, ports, services] = [pagesOf<RouteView>(), pagesOf<PortView>(), pagesOf<ServiceView>()];

/** Resolvers, each of which maps its arguments to one query and the result to the schema. */
export const resolvers: Resolvers<RequestContext> = {
  DateTime,
  Date: DateScalar,
  JSON: JSONScalar,
  Query: {
    pointToPointRoutes: (_, { filter, ...rest }, { queries }) => queries.schedules(optionsOf(routeRequestOf(filter), rest)),
    portSchedules: (_, { filter, ...rest }, { queries }) => queries.schedules(optionsOf(portRequestOf(filter), rest)),
    vesselSchedules: (_, { filter, ...rest }, { queries }) => queries.schedules(optionsOf(vesselRequestOf(filter), rest)),
    ...vesselAndPortEntries,
  },
  Partner: {
    commercialSchedules: ({ id }, _, { caller, standardOf }) => {
      requireOperator(caller, 'partners');
      return standardOf(id);
    },
  },
  PartnerStandard: partnerStandardFields,
  SourceReport: sourceReportFields,
  PointToPoint: partnerField,
  PortSchedule: partnerField,
  ServiceSchedule: partnerField,
  TransportCallTime: partnerField,
  PointToPointConnection: routes.connection,
  PointToPointEdge: routes.edge,
  PortScheduleConnection: ports.connection,
  PortScheduleEdge: ports.edge,
  ServiceScheduleConnection: services.connection,
  ServiceScheduleEdge: services.edge,
  Vessel: {
    __resolveReference: ({ vesselIMONumber }) => vesselOf(vesselIMONumber),
    vesselSchedules: ({ vesselIMONumber }, { startDate, endDate, ...rest }, { queries }) =>
      queries.schedules(optionsOf(vesselRequestOf({ vesselIMONumber, startDate, endDate }), rest)),
  },
  Port: {
    __resolveReference: ({ UNLocationCode }) => portOf(UNLocationCode),
    portSchedules: ({ UNLocationCode }, { date, ...rest }, { queries }) =>
      queries.schedules(optionsOf(portRequestOf({ UNLocationCode, date }), rest)),
  },
  RouteLeg: constantFields({ transport: transportOf }),
  RouteTransport: { __resolveType: ({ modeOfTransport }) => typeNames[modeOfTransport ?? ''] ?? 'OtherTransport' },
  // The standard has no references at the ends of a route, so any such member was not validated.
  RoutePlace: constantFields({
    transportCallReference: ({ transportCallReference: text }: RoutePlace) => (typeof text === 'string' ? text : null),
  }),
  RouteLocation: constantFields({
    address: ({ address }: RouteLocation) => addressOf(address),
    facility: ({ facility }: RouteLocation) => facilityOf(facility),
    port: portAt,
  }),
  PortScheduleLocation: constantFields({ port: portAt }),
  TransportCallLocation: constantFields({
    address: ({ address }: TransportCallLocation) => addressOf(address),
    port: portAt,
  }),
  CallMatchSet: {
    __resolveReference: ({ matchQuery }, { queries }) => queries.callsOf(matchQuery),
    outcome: ({ found }) => found.outcome,
    terminalOutcome: ({ found }) => found.terminalOutcome,
    rule: ({ found }) => found.doubt,
    missing: ({ found }) => missingOf(found),
    legRule: ({ matchKey }) => matchKey.legRule,
  },
  CallMatch: assessmentFields,
  TransportCall: callFields,
  TransportCallRecord: callRecordFields,
  PortCallEventMatchSet: {
    __resolveReference: (reference, { queries }) => ('matchQuery' in reference ? queries.keyOfCall(reference.matchQuery ?? '') : reference),
  },
  RouteMatchSet: { __resolveReference: ({ matchQuery }, { queries }) => queries.routesOf(matchQuery) },
  RouteMatch: constantFields({
    confidence: ({ match }: RouteMatchView) => match.confidence,
    matchedOn: ({ match }: RouteMatchView) => [...match.tradeLane, ...(match.sailing?.explain().matchedOn ?? [])],
    contradictions: ({ match }: RouteMatchView) => match.sailing?.explain().contradictions ?? [],
  }),
  ScheduledVessel: constantFields({ vessel: ({ vesselIMONumber }: VesselRecord) => vesselOf(vesselIMONumber) }),
};

function optionsOf(request: RequestOf, { maxAgeSeconds, maxWaitMs, ...page }: Omit<QueryPortSchedulesArgs, 'filter'>) {
  const mayBeStale = maxAgeSeconds === undefined || maxAgeSeconds === null;
  return { ...request, maxAgeMs: maxAgeMsOf(maxAgeSeconds), mayBeStale, maxWaitMs: maxWaitMsOf(maxWaitMs), page };
}

const typeNames: Readonly<Record<string, 'VesselTransport' | 'BargeTransport'>> = { VESSEL: 'VesselTransport', BARGE: 'BargeTransport' };

/** The reference inside a transport is ignored if either end of the leg has its own. */
function transportOf({ transport, departure, arrival }: LegRecord): TransportRecord | null {
  if (!transport) return null;
  const hasOwn = typeof departure?.transportCallReference === 'string' || typeof arrival?.transportCallReference === 'string';
  return hasOwn ? { ...transport, transportCallReference: null } : transport;
}

/** Leaves out attributes that addresses have in the graph but not in this standard, because they were not validated. */
function addressOf(address: Address | null | undefined): Address | null {
  return address ? { ...address, POBox: null, addressLines: null } : null;
}

function facilityOf(facility: Facility | null | undefined): Facility | null {
  return facility ? { ...facility, facilityName: null } : null;
}
