import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Clock } from '../clock.ts';
import { findVersionIssue, withoutIgnored } from '../deviations.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { createPages } from '../pages.ts';
import type { SandboxProfile } from '../profile.ts';
import type { SandboxRequest, SandboxResponse } from '../server.ts';
import { type Conditions, type Endpoint, type ParameterIssue, readParameters } from './schedule-parameters.ts';
import { portSchedulesOf, routesOf, type ScheduleParts, serviceSchedulesOf } from './schedules.ts';

const prefix = '/v1/';

const endpoints: Readonly<Record<Endpoint, (conditions: Conditions, parts: ScheduleParts) => readonly object[]>> = {
  'point-to-point-routes': routesOf,
  'port-schedules': portSchedulesOf,
  'vessel-schedules': serviceSchedulesOf,
};

/** Returns whether a request is for the Producer role of Commercial Schedules. */
export function isScheduleRequest({ path }: SandboxRequest): boolean {
  return path.startsWith(prefix);
}

/**
 * Creates the function that answers the three GETs of Commercial Schedules (Producer role) in the version of the carrier.
 * Up to 1.0.1, cursors must be sent without other parameters.
 */
export function createProducer(
  profile: SandboxProfile,
  { fleet, clock }: { readonly fleet: Fleet; readonly clock: Clock },
): (request: SandboxRequest) => SandboxResponse {
  const { deviations, pageSize } = profile;
  const { schedulesVersion = '1.0.4', refusedFilters = [], ignoredFilters = [], cursorTtlMs, emptyPages } = deviations;
  const isOld = schedulesVersion === '1.0.1';
  const pages = createPages({ pageSize, ttlMs: cursorTtlMs, isLone: isOld, hasEmptyPages: emptyPages, now: () => clock.now() });

  /** Returns an `ErrorResponse` with one entry per issue. */
  const refuse = ({ method, uri }: SandboxRequest, status: number, ...issues: readonly ParameterIssue[]): SandboxResponse => {
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
    return { status, headers: { 'API-Version': schedulesVersion }, body, summary: body.errors[0]?.errorCodeMessage };
  };
  return (request) => {
    const { path, method, key } = request;
    const endpoint = path.slice(prefix.length);
    if (!isEndpoint(endpoint)) return refuse(request, 404, { message: 'there is no such path' });
    if (method !== 'GET') {
      const answer = refuse(request, 405, { message: `${method} is not served here` });
      return { ...answer, headers: { ...answer.headers, Allow: 'GET' } };
    }
    if (key !== profile.ownKey) return refuse(request, 401, { message: 'the credential is missing or not known' });
    const version = findVersionIssue(request.apiVersion, schedulesVersion, deviations);
    if (version !== undefined) return refuse(request, 400, { property: 'API-Version', message: version });

    const parameters = withoutIgnored(request.query, [...ignoredFilters, ...(isOld ? laterParameters : [])]);
    const query = pages.wholeOf(parameters);
    const { conditions, issues } = readParameters(endpoint, query);
    const refused = refusedFilters.filter((name) => query.has(name)).map((property) => ({ property, message: 'not supported' }));
    if (issues.length + refused.length > 0) return refuse(request, 400, ...issues, ...refused);
    const rows = endpoints[endpoint](conditions, { profile, fleet, now: clock.now() });
    const page = pages.read(
      parameters,
      rows.map((row, index) => [String(index).padStart(6, '0'), isOld ? asOf101(row) : row]),
    );
    if (page === undefined) {
      return refuse(request, 400, { property: 'cursor', message: 'not known, used before, or given for other parameters' });
    }
    const headers = { 'API-Version': schedulesVersion, ...page.headers };
    return { status: 200, headers, body: page.rows, summary: `${page.rows.length} rows` };
  };
}

function isEndpoint(text: string): text is Endpoint {
  return Object.hasOwn(endpoints, text);
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
  return JSON.parse(JSON.stringify(row, (key, value) => (laterAttributes.includes(key) ? undefined : withOneReference(value))));
}

function withOneReference(value: unknown): unknown {
  if (!isLeg(value)) return value;
  const { departure, arrival, transport } = value;
  const { transportCallReference, ...from } = departure;
  const { transportCallReference: _to, ...to } = arrival;
  return { ...value, departure: from, arrival: to, transport: { ...transport, transportCallReference } };
}

interface Leg {
  readonly departure: { readonly transportCallReference?: string };
  readonly arrival: { readonly transportCallReference?: string };
  readonly transport: object;
}

function isLeg(value: unknown): value is Leg {
  return typeof value === 'object' && value !== null && 'departure' in value && 'arrival' in value && 'transport' in value;
}
