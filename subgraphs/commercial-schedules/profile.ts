import { STATUS_CODES } from 'node:http';
import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { scheduleParameters } from '@landfall/dcsa/parameters.ts';
import {
  type DateRange,
  type EndpointProfile,
  type Refusal,
  type RefusedRequest,
  requestLimits,
  type StandardProfile,
} from '#platform/publisher/get/endpoint.ts';
import type { ScheduleQuery } from './model.ts';

/** Lifetime of snapshots, and therefore of cursors. */
export const snapshotMs = 15 * 60 * 1_000;
/** Maximum age of an answer that is reused, whatever `maxAgeSeconds` is. */
export const maxAnswerMs = 60 * 60 * 1_000;
/** Schedules are never pushed, so without `maxAgeSeconds` an answer of up to a quarter of an hour ago is accepted. */
export const defaultMaxAgeSeconds = 900;

const [snapshotMinutes, defaultAgeMinutes, maxAnswerMinutes] = [snapshotMs / 60_000, defaultMaxAgeSeconds / 60, maxAnswerMs / 60_000];
const pinned = `as answered for the first page; stored for ${snapshotMinutes} minutes`;
const standard = 'Commercial Schedules';
const version = '1.0.4';
const dates = (comparedWith: string, ...parameters: string[]): DateRange => ({
  parameters,
  comparedWith: `the local day of ${comparedWith}`,
  includesBounds: true,
  rowsWithout: 'match',
});

const common = {
  standard,
  role: 'Producer',
  version,
  refused: [],
  needsOneOf: [],
  // Unknown parameters are ignored without a remark, because the body has no place for one.
  unknownParameters: 'IGNORED',
  order: `by partner, then in the order of each partner, ${pinned}`,
  answersFrom: `answers of partners; an answer of the last ${defaultAgeMinutes} minutes is reused, an older one of up to ${maxAnswerMinutes} minutes while the partner is queried again`,
  stability: 'all pages are of the answers of the first page; changes of partners appear in the next request for a first page',
  cursorExpiryMs: snapshotMs,
  refusalBody: errorResponseOf,
  remarks: [
    'Rows of several partners are never merged; Landfall-Row-Sources names the partner of each row.',
    'A cursor comes with all parameters, or alone as before 1.0.2; it has at most 1,024 characters.',
    'A partner that sends a request is not itself queried for it.',
    `A partner that has not answered within ${requestLimits.sourcesLimitMs / 1_000} s is missing (PENDING); its later answer is used for the next request.`,
    'A partner that accepts no requests for longer than that is missing at once (PARTNER_BUSY).',
  ],
} as const;

/** The profiles of the three GETs of the Producer role. */
export const scheduleEndpoints: Readonly<Record<ScheduleQuery['endpoint'], EndpointProfile>> = {
  'point-to-point-routes': {
    ...common,
    path: '/v1/point-to-point-routes',
    ...scheduleParameters['point-to-point-routes'],
    dates: [
      dates('placeOfReceipt.dateTime', 'departureStartDate', 'departureEndDate'),
      dates('placeOfDelivery.dateTime', 'arrivalStartDate', 'arrivalEndDate'),
    ],
    remarks: [...common.remarks, 'A transport of another mode than VESSEL or BARGE is its modeOfTransport alone, as the standard has it.'],
  },
  'port-schedules': {
    ...common,
    path: '/v1/port-schedules',
    ...scheduleParameters['port-schedules'],
    dates: [dates('the latest arrival of a call, without one its latest departure; calls from this day on match', 'date')],
    order: `by facilitySMDGCode, then by earliest timestamp, then by partner, then in the order of each partner, ${pinned}`,
  },
  'vessel-schedules': {
    ...common,
    path: '/v1/vessel-schedules',
    ...scheduleParameters['vessel-schedules'],
    needsOneOf: selectingConditions,
    dates: [dates('any arrival of a call', 'startDate', 'endDate')],
    remarks: [
      ...common.remarks,
      '9999R is a placeholder for "no voyage" and is rejected as a filter.',
      'Without startDate and endDate each partner uses its own default range.',
    ],
  },
};

/** What Landfall does of Commercial Schedules. */
export const commercialScheduleProfile: StandardProfile = {
  standard,
  version,
  roles: ['Producer', 'Consumer'],
  contents: { schedules: 'as their partner answered; a transport of a route is cut to what the standard has for its mode' },
  lifecycle: {
    identity: 'rows have none; rows of partners are never merged',
    precedence: 'a later answer of a partner replaces the earlier one',
    overriddenVersions: 'are not kept',
    cancellation: 'a schedule that a later answer does not contain is withdrawn',
  },
  endpoints: Object.values(scheduleEndpoints),
  receives: [],
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
