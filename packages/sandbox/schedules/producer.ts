import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { cursorOptionsOf, type Deviations, findVersionIssue, withoutIgnored } from '../deviations.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { createOneShotCursors } from '../one-shot-cursors.ts';
import type { SandboxProfile } from '../profile.ts';
import type { SandboxRequest, SandboxResponse } from '../server.ts';
import { type Conditions, type Endpoint, type ParameterIssue, readParameters } from './schedule-parameters.ts';
import { portSchedulesOf, routesOf, type ScheduleParts, serviceSchedulesOf } from './schedules.ts';

interface ProducerParts {
  readonly profile: SandboxProfile;
  readonly fleet: Fleet;
  readonly deviations: Deviations;
  readonly clock: Clock;
}

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
 * Answers the three GETs of Commercial Schedules (Producer role) in the selected version. Its cursors are valid for one
 * use; up to 1.0.1 they must be sent without other parameters.
 */
export function createProducer(parts: ProducerParts): (request: SandboxRequest) => SandboxResponse {
  const { profile, fleet, deviations, clock } = parts;
  const isOld = deviations.schedulesVersion === '1.0.1';
  const cursors = createOneShotCursors(cursorOptionsOf({ ...deviations, loneCursors: deviations.loneCursors || isOld }, clock));
  const passedOver = { ...deviations, ignoredFilters: [...deviations.ignoredFilters, ...(isOld ? laterParameters : [])] };
  const refuse = createScheduleRefusal(parts);

  return (request) => {
    const { path, method, key } = request;
    const endpoint = path.slice(prefix.length);
    if (!isEndpoint(endpoint)) return refuse(request, 404, { message: 'there is no such path' });
    if (method !== 'GET') {
      const answer = refuse(request, 405, { message: `${method} is not served here` });
      return { ...answer, headers: { ...answer.headers, Allow: 'GET' } };
    }
    if (key !== profile.ownKey) return refuse(request, 401, { message: 'the credential is missing or not known' });
    const version = findVersionIssue(request.apiVersion, deviations.schedulesVersion, deviations);
    if (version !== undefined) return refuse(request, 400, { property: 'API-Version', message: version });

    const parameters = withoutIgnored(request.query, passedOver);
    const query = cursors.wholeOf(parameters);
    const { conditions, issues } = readParameters(endpoint, query);
    const refused = deviations.refusedFilters.filter((name) => query.has(name)).map((property) => ({ property, message: 'not supported' }));
    if (issues.length + refused.length > 0) return refuse(request, 400, ...issues, ...refused);
    const place = cursors.take(parameters);
    if (place === null) {
      return refuse(request, 400, { property: 'cursor', message: 'not known, used before, or given for other parameters' });
    }

    const rows = endpoints[endpoint](conditions, { profile, fleet, now: clock.now() });
    const start = Number(place?.position ?? 0);
    const size = place?.isPause ? 0 : Math.min(Number(conditions['limit'] ?? profile.pageSize), profile.pageSize);
    const isLast = rows.length <= start + size;
    const more: Record<string, string> = isLast ? {} : { 'Next-Page-Cursor': cursors.give(query, String(start + size), place) };
    const body = rows.slice(start, start + size).map((row) => (isOld ? asOf101(row) : row));
    return { status: 200, headers: { 'API-Version': deviations.schedulesVersion, ...more }, body, summary: `${body.length} rows` };
  };
}

function isEndpoint(text: string): text is Endpoint {
  return Object.hasOwn(endpoints, text);
}

const reasons: Readonly<Record<number, string>> = {
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Creates the function that writes an `ErrorResponse` with one entry per issue. */
export function createScheduleRefusal({ deviations, clock }: Pick<ProducerParts, 'deviations' | 'clock'>) {
  return ({ method, uri }: SandboxRequest, status: number, ...issues: readonly ParameterIssue[]): SandboxResponse => {
    const body = {
      // The standard's list of methods spells it without an S.
      httpMethod: method === 'OPTIONS' ? 'OPTION' : method,
      requestUri: uri,
      statusCode: status,
      statusCodeText: reasons[status],
      providerCorrelationReference: randomUUID(),
      errorDateTime: new Date(clock.now()).toISOString(),
      errors: issues.map(({ property, value, message }) => ({
        ...(property === undefined ? {} : { property }),
        ...(value === undefined ? {} : { value }),
        errorCodeText: 'invalidRequest',
        errorCodeMessage: property === undefined ? message : `${property}: ${message}`,
      })),
    };
    return { status, headers: { 'API-Version': deviations.schedulesVersion }, body, summary: body.errors[0]?.errorCodeMessage };
  };
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
