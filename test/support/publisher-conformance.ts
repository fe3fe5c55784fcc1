import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { expect } from 'vitest';
import { type ConformanceProfile, failedChecks, failedNotificationChecks } from './an-conformance.ts';
import type { RecordedRequest } from './fake-partner.ts';
import { contractViolations, type PublishedBody } from './standard-types.ts';

/**
 * Acts as the Subscriber of the public conformance gateway against a Publisher. Scenarios G1 to G3 request documents by
 * repeated parameters, like a Java client that knows the major version only.
 *
 * @param references documents that have notices satisfying every profile
 */
export async function playNoticeScenarios(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  references: readonly string[],
): Promise<void> {
  const query = references.map((reference) => `transportDocumentReferences=${encodeURIComponent(reference)}`).join('&');
  const answer = await fetch(`${baseUrl}/arrival-notices?${query}`, {
    headers: { ...headers, 'api-version': '1', 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('api-version')).toMatch(/^1\.0\.[01]$/);
  const body: unknown = await answer.json();
  expect(contractViolations('GetArrivalNoticesResponse', body)).toEqual([]);
  for (const profiles of [[], ['FREIGHTED'], ['FREE_TIME']] as const) {
    expect(failedChecks(listAt(body, 'arrivalNotices'), profiles)).toEqual([]);
  }
}

/** Scenarios in which a Publisher pushes: P1 to P4 of Arrival Notice, and the two kinds of events of Port Call. */
export type PushScenario = ConformanceProfile | 'NOTIFICATION' | EventScenario;
export type EventScenario = 'TIMESTAMP' | 'MOVE_FORECAST';

/**
 * Checks one request of a Publisher like the gateway: its path, its schema and its content, by the schemas of all
 * versions that differ.
 *
 * @returns what fails: `path`, `schema ...`, ids of content checks; empty when the request conforms
 */
export function failedPushChecks(scenario: PushScenario, { url, body }: Pick<RecordedRequest, 'url' | 'body'>): string[] {
  const { path, type, listName, check } = pushOf(scenario);
  const message: unknown = JSON.parse(body.toString());
  return [
    ...(url.replace(/\?.*/s, '').endsWith(path) ? [] : ['path']),
    ...contractViolations(type, message).map((violation) => `schema ${violation}`),
    ...check(valueAt(message, [listName])),
  ];
}

interface PushCheck {
  readonly path: string;
  readonly type: PublishedBody;
  readonly listName: string;
  readonly check: (list: unknown) => string[];
}

function pushOf(scenario: PushScenario): PushCheck {
  switch (scenario) {
    case 'NOTIFICATION':
      return {
        path: '/arrival-notice-notifications',
        type: 'PostArrivalNoticeNotificationsRequest',
        listName: 'arrivalNoticeNotifications',
        check: failedNotificationChecks,
      };
    case 'TIMESTAMP':
    case 'MOVE_FORECAST':
      return { path: '/events', type: 'PostEventsRequest', listName: 'events', check: (events) => failedEventChecks(events, [scenario]) };
    default:
      return {
        path: '/arrival-notices',
        type: 'PostArrivalNoticesRequest',
        listName: 'arrivalNotices',
        check: (notices) => failedChecks(notices, [scenario]),
      };
  }
}

const unitKinds = ['totalUnits', 'ladenUnits', 'emptyUnits', 'pluggedReeferUnits', 'outOfGaugeUnits'];
const sizes = ['totalUnits', 'size20Units', 'size40Units', 'size45Units'];

/**
 * Checks events, pushed or returned, like the newer version of the gateway. @returns failed ones of E1, T1 to T3 and M1
 * to M15
 */
export function failedEventChecks(events: unknown, scenarios: readonly EventScenario[]): string[] {
  if (!Array.isArray(events) || events.length === 0) return ['E1'];
  const forecasts = events.flatMap((event) => listAt(event, 'movesForecasts'));
  const blocks = (...path: readonly string[]) =>
    forecasts.map((forecast) => valueAt(forecast, path)).filter((block) => block !== undefined);
  const isCounted = (block: unknown) => sizes.some((size) => typeof valueAt(block, [size]) === 'number');
  const isTyped = (block: unknown) => unitKinds.some((kind) => isFilledObject(valueAt(block, [kind])));
  const inTimestamp = (name: string) => events.some((event) => textAt(event, 'timestamp', name)?.trim());
  const sizeBlocks = [['restowUnits'], ...['loadUnits', 'dischargeUnits'].flatMap((side) => unitKinds.map((kind) => [side, kind]))];
  const ofTimestamps = {
    T1: events.some((event) => isFilledObject(valueAt(event, ['timestamp']))),
    T2: inTimestamp('classifierCode'),
    T3: inTimestamp('serviceDateTime'),
  };
  const ofMoves = {
    M1: forecasts.length > 0,
    M2: ['restowUnits', 'loadUnits', 'dischargeUnits'].some((name) => blocks(name).some(isFilledObject)),
    M3: blocks('loadUnits').every(isTyped),
    M4: blocks('dischargeUnits').every(isTyped),
    ...Object.fromEntries(sizeBlocks.map((path, index) => [`M${5 + index}`, blocks(...path).every(isCounted)])),
  };
  return failing({ ...(scenarios.includes('TIMESTAMP') ? ofTimestamps : {}), ...(scenarios.includes('MOVE_FORECAST') ? ofMoves : {}) });
}

const cutOffCodes = 'DCO VCO FCO LCO PCO ECP EFC RCO DGC OBC TCO STA SPA CUA AFC'.split(' ');

/**
 * Checks the rows of a Producer's answer like both versions of the gateway, and cut-offs of legs like those of routes.
 *
 * @returns failed ones of A2 to A4, B4 to B8 and O1 to O6
 */
export function failedScheduleChecks(
  endpoint: 'point-to-point-routes' | 'port-schedules' | 'vessel-schedules',
  rows: readonly unknown[],
): string[] {
  const schedules = rows.flatMap((row) => listAt(row, 'vesselSchedules'));
  const calls = schedules.flatMap((schedule) => listAt(schedule, 'transportCalls'));
  const [sailings, legs] = [endpoint === 'port-schedules' ? schedules : calls, rows.flatMap((route) => listAt(route, 'legs'))];
  const hasKnownCutOffs = (source: unknown) =>
    listAt(source, 'cutOffTimes').every((cutOff) => cutOffCodes.includes(textAt(cutOff, 'cutOffDateTimeCode') ?? ''));
  const isReceivedAtStation = (route: unknown) => textAt(route, 'receiptTypeAtOrigin')?.toUpperCase() === 'CFS';
  const hasLooseCutOff = (source: unknown) =>
    listAt(source, 'cutOffTimes').some((cutOff) => textAt(cutOff, 'cutOffDateTimeCode') === 'LCO');
  const ofEach = { B4: rows.length > 0 };
  switch (endpoint) {
    case 'point-to-point-routes':
      return failing({
        ...ofEach,
        A2: rows.every((route) => isReceivedAtStation(route) || ![route, ...listAt(route, 'legs')].some(hasLooseCutOff)),
        A3: [...rows, ...legs].every(hasKnownCutOffs),
        O1: isStatedSomewhere([...rows, ...legs], 'cutOffTimes'),
        O2: isStatedSomewhere(rows, 'routingReference'),
        O3: isStatedSomewhere(rows, 'solutionFootprint'),
        O4: isStatedSomewhere(legs, 'footprint'),
      });
    case 'port-schedules':
      return failing({
        ...ofEach,
        A4: sailings.every(hasKnownCutOffs),
        B5: schedules.length > 0,
        O5: isStatedSomewhere(sailings, 'cutOffTimes'),
      });
    case 'vessel-schedules':
      return failing({
        ...ofEach,
        B6: schedules.length > 0,
        B7: calls.length > 0,
        B8: calls.some((call) => isFilledObject(valueAt(call, ['location']))),
        O6: isStatedSomewhere(sailings, 'cutOffTimes'),
      });
  }
}

/** Returns whether an attribute is absent everywhere, or has a value in at least one place. */
function isStatedSomewhere(sources: readonly unknown[], name: string): boolean {
  const said = sources.map((source) => valueAt(source, [name])).filter((value) => value !== undefined);
  return said.length === 0 || said.some((value) => (typeof value === 'string' ? value.trim() !== '' : isFilledObject(value)));
}

function isFilledObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function failing(checks: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(checks).filter((id) => !checks[id]);
}
