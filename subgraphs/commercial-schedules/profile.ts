import { STATUS_CODES } from 'node:http';
import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { scheduleParameters } from '@landfall/dcsa/parameters.ts';
import type { EndpointProfile, Refusal, RefusedRequest, StandardProfile } from '#platform/publisher/get/endpoint.ts';
import type { ScheduleQuery } from './model.ts';

/** Lifetime of snapshots, and therefore of cursors. */
export const snapshotMs = 15 * 60 * 1_000;
/** Maximum age of an answer that is reused, whatever `maxAgeSeconds` is. */
export const maxAnswerMs = 60 * 60 * 1_000;
/** Schedules are never pushed, so without `maxAgeSeconds` an answer of up to a quarter of an hour ago is accepted. */
export const defaultMaxAgeSeconds = 900;

const standard = 'Commercial Schedules';
const version = '1.0.4';
/** What the three GETs of the Producer role have in common. */
const common = {
  standard,
  version,
  refused: [],
  needsOneOf: [],
  // Unknown parameters are ignored without a remark, because the body has no place for one.
  unknownParameters: 'IGNORED',
  refusalBody: errorResponseOf,
} as const;

const parametersOf = (endpoint: ScheduleQuery['endpoint']) => ({ ...common, path: `/v1/${endpoint}`, ...scheduleParameters[endpoint] });

/** The profiles of the three GETs of the Producer role. */
export const scheduleEndpoints: Readonly<Record<ScheduleQuery['endpoint'], EndpointProfile>> = {
  'point-to-point-routes': parametersOf('point-to-point-routes'),
  'port-schedules': parametersOf('port-schedules'),
  'vessel-schedules': { ...parametersOf('vessel-schedules'), needsOneOf: selectingConditions },
};

/** What Landfall does of Commercial Schedules. */
export const commercialScheduleProfile: StandardProfile = {
  standard,
  version,
  endpoints: Object.values(scheduleEndpoints),
  receives: [],
  figures: {
    snapshotMs,
    snapshotMinutes: snapshotMs / 60_000,
    reusedMinutes: defaultMaxAgeSeconds / 60,
    staleMinutes: maxAnswerMs / 60_000,
  },
};

/** The standard's closed list, which contains the misspelling OPTION. */
const httpMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTION', 'PATCH']);

/** Creates the `ErrorResponse` of Commercial Schedules 1.0.4, within its lengths. */
function errorResponseOf({ status, message, issues }: Refusal, { method, url, id }: RefusedRequest): object {
  const statusCodeText = STATUS_CODES[status] ?? 'Error';
  return {
    httpMethod: httpMethodOf(method),
    requestUri: url,
    statusCode: status,
    statusCodeText,
    providerCorrelationReference: id,
    errorDateTime: new Date().toISOString(),
    errors:
      issues.length === 0
        ? [{ errorCodeText: statusCodeText, errorCodeMessage: message }]
        : issues.map((issue) => ({
            property: issue.property,
            ...(issue.value === undefined ? {} : { value: issue.value.slice(0, 500) }),
            errorCodeText: 'invalidQuery',
            errorCodeMessage: `${issue.property}: ${issue.message}.`,
          })),
  };
}

/** Replaces a method that is not in the list by GET. The message contains the received method. */
function httpMethodOf(method: string): string {
  const listed = method === 'OPTIONS' ? 'OPTION' : method;
  return httpMethods.has(listed) ? listed : 'GET';
}
