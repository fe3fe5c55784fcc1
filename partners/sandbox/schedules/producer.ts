import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../subgraphs/shared/clock.ts';
import { checkApiVersion } from '../../../subgraphs/shared/partners/dcsa.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { createOneShotCursors } from '../one-shot-cursors.ts';
import type { SandboxProfile } from '../profile.ts';
import type { Answer, Question } from '../server.ts';
import { portSchedulesOf } from './port-schedules.ts';
import { routesOf } from './routes.ts';
import { type Conditions, type Endpoint, type ParameterFault, readParameters } from './schedule-parameters.ts';
import type { ScheduleParts } from './schedule-parts.ts';
import { serviceSchedulesOf } from './vessel-schedules.ts';

const apiVersion = '1.0.3';
const prefix = '/v1/';

const endpoints: Readonly<Record<Endpoint, (conditions: Conditions, parts: ScheduleParts) => readonly object[]>> = {
  'point-to-point-routes': routesOf,
  'port-schedules': portSchedulesOf,
  'vessel-schedules': serviceSchedulesOf,
};

/** Whether a question is for the Producer role of Commercial Schedules. */
export function isScheduleQuestion({ path }: Question): boolean {
  return path.startsWith(prefix);
}

/** Answers the three GETs of Commercial Schedules 1.0.3 (Producer role). Its cursors are good for one use. */
export function createProducer(profile: SandboxProfile, fleet: Fleet, clock: Clock): (question: Question) => Answer {
  const cursors = createOneShotCursors();

  return (question) => {
    const { path, method, key, query } = question;
    const refuse = (status: number, ...faults: readonly ParameterFault[]) => refusal(question, { status, faults, now: clock.now() });
    const endpoint = path.slice(prefix.length);
    if (!isEndpoint(endpoint)) return refuse(404, { message: 'there is no such path' });
    if (method !== 'GET') return refuse(405, { message: `${method} is not served here` });
    if (key !== profile.ownKey) return refuse(401, { message: 'the credential is missing or not known' });
    const version = checkApiVersion(question.apiVersion, apiVersion);
    if (version !== undefined) return refuse(400, { property: 'API-Version', message: version });
    const { conditions, faults } = readParameters(endpoint, query);
    if (faults.length > 0) return refuse(400, ...faults);
    const position = cursors.take(query);
    if (position === null) return refuse(400, { property: 'cursor', message: 'not known, used before, or given for other parameters' });
    const rows = endpoints[endpoint](conditions, { profile, fleet, now: clock.now() });
    const [start, size] = [Number(position ?? 0), Math.min(Number(conditions['limit'] ?? profile.pageSize), profile.pageSize)];
    const more = rows.length > start + size ? { 'Next-Page-Cursor': cursors.give(query, String(start + size)) } : {};
    const body = rows.slice(start, start + size);
    return { status: 200, headers: { 'API-Version': apiVersion, ...more }, body, summary: `${body.length} rows` };
  };
}

function isEndpoint(text: string): text is Endpoint {
  return Object.hasOwn(endpoints, text);
}

const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 405: 'Method Not Allowed' };

/** An `ErrorResponse` with one entry per fault. */
function refusal(
  { method, uri }: Question,
  { status, faults, now }: { readonly status: number; readonly faults: readonly ParameterFault[]; readonly now: number },
): Answer {
  const body = {
    httpMethod: method,
    requestUri: uri,
    statusCode: status,
    statusCodeText: reasons[status],
    providerCorrelationReference: randomUUID(),
    errorDateTime: new Date(now).toISOString(),
    errors: faults.map(({ property, value, message }) => ({
      ...(property === undefined ? {} : { property }),
      ...(value === undefined ? {} : { value }),
      errorCodeText: 'invalidRequest',
      errorCodeMessage: property === undefined ? message : `${property}: ${message}`,
    })),
  };
  return { status, headers: { 'API-Version': apiVersion }, body, summary: body.errors[0]?.errorCodeMessage };
}
