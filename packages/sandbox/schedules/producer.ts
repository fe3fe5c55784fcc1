import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { type EndpointParameters, scheduleParameters } from '@landfall/dcsa/parameters.ts';
import type { Clock } from '../clock.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { createList, findIssues, type Issue } from '../lists.ts';
import type { SandboxProfile } from '../profile.ts';
import type { SandboxRequest, SandboxResponse } from '../server.ts';
import { type Conditions, portSchedulesOf, routesOf, type ScheduleParts, serviceSchedulesOf } from './schedules.ts';

type Endpoint = keyof typeof scheduleParameters;

const answers: Readonly<Record<Endpoint, (conditions: Conditions, parts: ScheduleParts) => readonly object[]>> = {
  'point-to-point-routes': routesOf,
  'port-schedules': portSchedulesOf,
  'vessel-schedules': serviceSchedulesOf,
};

const endpointOf = ({ path }: SandboxRequest) => path.slice('/v1/'.length) as Endpoint;

/** Returns whether a request is for the Producer role of Commercial Schedules. */
export function isScheduleRequest({ path }: SandboxRequest): boolean {
  return path.startsWith('/v1/');
}

/**
 * Creates the function that answers the three GETs of Commercial Schedules (Producer role) in the version of the carrier.
 * Up to 1.0.1, cursors must be sent without other parameters.
 */
export function createProducer(profile: SandboxProfile, { fleet, clock }: { readonly fleet: Fleet; readonly clock: Clock }) {
  const { schedulesVersion: version = '1.0.4', refusedFilters = [], ignoredFilters = [] } = profile.deviations;
  const isOld = version === '1.0.1';
  /** Returns an `ErrorResponse` with one entry per issue. */
  const refuse = ({ method, uri }: SandboxRequest, status: number, issues: readonly Issue[]): SandboxResponse => {
    const body = {
      // The standard's list of methods spells it without an S.
      httpMethod: method === 'OPTIONS' ? 'OPTION' : method,
      requestUri: uri,
      statusCode: status,
      statusCodeText: STATUS_CODES[status],
      providerCorrelationReference: randomUUID(),
      errorDateTime: new Date(clock.now()).toISOString(),
      errors: issues.map(({ property, value, message }) => ({
        property,
        value,
        errorCodeText: 'invalidRequest',
        errorCodeMessage: property === undefined ? message : `${property}: ${message}`,
      })),
    };
    return { status, headers: { 'API-Version': version }, body, summary: body.errors[0]?.errorCodeMessage };
  };
  return createList<object>({
    ...profile,
    paths: Object.keys(answers).map((endpoint) => `/v1/${endpoint}`),
    version,
    isLone: isOld,
    ignored: [...ignoredFilters, ...(isOld ? laterParameters : [])],
    refuse,
    check: (query, request) => [
      ...findParameterIssues(endpointOf(request), query),
      ...refusedFilters.filter((name) => query.has(name)).map((property) => ({ property, message: 'not supported' })),
    ],
    rowsOf: (query, request) =>
      answers[endpointOf(request)](Object.fromEntries(query), { profile, fleet, now: clock.now() }).map((row, index) => [
        String(index).padStart(6, '0'),
        isOld ? asOf101(row) : row,
      ]),
    bodyOf: (rows) => rows,
  });
}

/** Returns all issues of a query. Parameters that the standard does not define are ignored. */
function findParameterIssues(endpoint: Endpoint, query: URLSearchParams): Issue[] {
  const { parameters, ranges }: EndpointParameters = scheduleParameters[endpoint];
  const issues = findIssues(query, parameters);
  for (const { name: property, required } of parameters) {
    if (required && !query.has(property)) issues.push({ property, message: 'is required' });
  }
  for (const [start, end] of ranges) {
    if ((query.get(start) ?? '') > (query.get(end) ?? '9999')) issues.push({ property: start, message: `is later than ${end}` });
  }
  if (endpoint === 'vessel-schedules' && !selectingConditions.some((name) => query.has(name))) {
    issues.push({ property: 'vesselIMONumber', message: 'at least one filter besides the dates is required' });
  }
  return issues;
}

/** Parameters that Commercial Schedules 1.0.1 lacks; they are ignored like any unknown one. */
const laterParameters: readonly string[] = ['cargoType', 'responseScope'];

/** Attributes that Commercial Schedules 1.0.1 lacks. */
const laterAttributes: readonly string[] = ['intermediateCalls', 'facilityName'];

/**
 * Converts a row to the shape of Commercial Schedules 1.0.1: the ends of a leg share one reference, which is next to
 * the transport.
 */
function asOf101(row: object): object {
  return JSON.parse(
    JSON.stringify(row, (key, value) => {
      if (laterAttributes.includes(key)) return undefined;
      return key === 'legs' ? value.map(withOneReference) : value;
    }),
  );
}

function withOneReference({ departure, arrival, transport, ...leg }: Readonly<Record<string, Readonly<Record<string, unknown>>>>): object {
  const { transportCallReference, ...from } = departure ?? {};
  const { transportCallReference: _to, ...to } = arrival ?? {};
  return { ...leg, departure: from, arrival: to, transport: { ...transport, transportCallReference } };
}
