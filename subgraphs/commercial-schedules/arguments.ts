import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { type EndpointParameters, expectationOf, parameterValueOf, scheduleParameters } from '@landfall/dcsa/parameters.ts';
import { badFilter, LandfallError } from '#platform/errors.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import type { PointToPointFilter, PortScheduleFilter, VesselScheduleFilter } from './generated/schema.ts';
import type { PortConditions, RouteConditions, ScheduleQuery, VesselConditions } from './model.ts';
import { defaultMaxAgeSeconds } from './profile.ts';

/** A voyage is unique only within a service or for a ship. */
const voyageCompanions = ['carrierServiceCode', 'universalServiceReference', 'vesselIMONumber', 'vesselName'] as const;

/** A query and its partners. */
export interface RequestOf {
  readonly query: ScheduleQuery;
  readonly partners: readonly string[] | undefined;
}

/** Checks a filter of routes. @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule */
export function routeRequestOf({ partners, ...filter }: PointToPointFilter) {
  const query = checkedQuery({ endpoint: 'point-to-point-routes', conditions: givenOf<RouteConditions>(filter) });
  const { maxTranshipment = 0 } = query.conditions;
  if (maxTranshipment < 0) throw badFilter('maxTranshipment', `expected 0 or more, got ${maxTranshipment}`);
  return { query, partners: partnersOf(partners) };
}

/** Checks a filter of port schedules. @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule */
export function portRequestOf({ partners, ...filter }: PortScheduleFilter) {
  const query = checkedQuery({ endpoint: 'port-schedules', conditions: givenOf<PortConditions>(filter) });
  return { query, partners: partnersOf(partners) };
}

/** Checks a filter of vessel schedules. @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule */
export function vesselRequestOf({ partners, ...filter }: VesselScheduleFilter) {
  const query = checkedQuery({ endpoint: 'vessel-schedules', conditions: givenOf<VesselConditions>(filter) });
  const has = (...names: (keyof VesselConditions)[]) => names.some((name) => query.conditions[name] !== undefined);
  if (!has(...selectingConditions)) {
    throw badFilter(selectingConditions.join(', '), 'expected at least one of them; days and responseScope alone do not select schedules');
  }
  if (has('facilitySMDGCode') && !has('UNLocationCode')) {
    throw badFilter('facilitySMDGCode', 'requires UNLocationCode, because terminals of two ports may have the same code');
  }
  const isUnique = has(...voyageCompanions);
  for (const voyage of ['carrierVoyageNumber', 'universalVoyageReference'] as const) {
    if (has(voyage) && !isUnique) throw badFilter(voyage, `requires a service or a ship (${voyageCompanions.join(', ')})`);
  }
  return { query, partners: partnersOf(partners) };
}

/** Returns the maximum age of an answer, in milliseconds. @throws {LandfallError} BAD_USER_INPUT */
export function maxAgeMsOf(maxAgeSeconds: number | null | undefined): number {
  const seconds = maxAgeSeconds ?? defaultMaxAgeSeconds;
  if (seconds < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxAgeSeconds: expected 0 or more seconds, got ${seconds}.`);
  return seconds * 1_000;
}

/** Checks conditions by the rules of the query parameters of the same names. */
function checkedQuery<Query extends ScheduleQuery>(query: Query): Query {
  const conditions: Readonly<Record<string, string | number | undefined>> = { ...query.conditions };
  const { parameters, ranges } = scheduleParameters[query.endpoint] as EndpointParameters;
  requireFilterStrings(conditions);
  for (const parameter of parameters) {
    const value = conditions[parameter.name];
    if (typeof value !== 'string' || parameterValueOf(parameter, value) !== undefined) continue;
    throw badFilter(parameter.name, `expected ${expectationOf(parameter)}, got ${JSON.stringify(value.slice(0, 100))}`);
  }
  for (const [from, to] of ranges) {
    const [start, end] = [conditions[from], conditions[to]];
    if (start !== undefined && end !== undefined && start > end) throw badFilter(from, `${start} is later than ${to} ${end}`);
  }
  return query;
}

function partnersOf(partners: readonly string[] | null | undefined): readonly string[] | undefined {
  if (partners === null || partners === undefined) return undefined;
  requireFilterStrings({ partners });
  return [...new Set(partners)].toSorted();
}

/** Removes nulls and sorts the conditions, so that equal queries have one key. */
function givenOf<C>(filter: object): C {
  const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.toSorted(([left], [right]) => (left < right ? -1 : 1))) as C;
}
