import { listAt, textAt } from '@landfall/dcsa/wire-values.ts';
import type { RecordedRequest, ScriptedAnswer } from './fake-partner.ts';
import { portFor, routesFor, servicesFor } from './producer-filters.ts';
import type { Endpoint, ProducerHabits } from './producer-habits.ts';

/** The data of a Producer of Commercial Schedules: the rows of its three GETs. */
export interface Schedules {
  readonly vesselSchedules: readonly object[];
  readonly portSchedules: readonly object[];
  readonly routes: readonly object[];
}

const defaultLimit = 100;

/** Answers one request as the standard requires, except for the habits of the Producer. */
export function answerOf(
  schedules: Partial<Schedules>,
  { url, query: sent }: Pick<RecordedRequest, 'url' | 'query'>,
  habits: ProducerHabits,
): ScriptedAnswer {
  const { lacks = [], nothingIs404 = false, pageSize = Number.POSITIVE_INFINITY, apiVersion = '1.0.3' } = habits;
  const headers = { 'api-version': apiVersion };
  const endpoint = endpointOf(url);
  if (lacks.includes(endpoint)) return { status: 404, headers: { 'content-type': 'text/plain' }, body: `Cannot GET ${url}` };
  const cursor = cursorOf(sent);
  // Up to 1.0.1 a cursor represents all parameters and is sent alone.
  if (cursor !== undefined && apiVersion === '1.0.1' && sent.size > 1) return { ...errorAnswer(400, 'invalidCursor'), headers };
  const query = withoutCursor(cursor === undefined || sent.size > 1 ? sent : new URLSearchParams(cursor.query));
  const rows = rowsOf(schedules, { endpoint, query: understood(query, habits), today: habits.today });
  if (rows.length === 0 && nothingIs404) return { ...errorAnswer(404, 'noSchedulesFound'), headers };
  const limit = Math.min(Number(query.get('limit') ?? defaultLimit), pageSize);
  const { page, next } = pageOf(rows, { endpoint, query, limit, habits, offset: cursor?.offset ?? 0 });
  const cursorHeader = next === undefined ? {} : { 'next-page-cursor': textOfCursor({ offset: next, query: query.toString() }) };
  return { headers: { ...headers, ...cursorHeader }, body: page };
}

interface QueryResult {
  readonly endpoint: Endpoint;
  readonly query: URLSearchParams;
  readonly today: string | undefined;
}

function rowsOf(
  { vesselSchedules = [], portSchedules = [], routes = [] }: Partial<Schedules>,
  { endpoint, query, today }: QueryResult,
): object[] {
  switch (endpoint) {
    case 'vessel-schedules':
      return servicesFor(vesselSchedules, query, today);
    case 'port-schedules':
      return portSchedules.flatMap((port) => portFor(port, query));
    case 'point-to-point-routes':
      return routesFor(routes, query);
  }
}

function endpointOf(url: string): Endpoint {
  const name = /\/v1\/([\w-]+)/.exec(url)?.[1];
  if (name === 'vessel-schedules' || name === 'port-schedules' || name === 'point-to-point-routes') return name;
  throw new Error(`no Producer is asked for ${url}`);
}

/** Returns the parameters that a Producer with these habits processes. */
function understood(query: URLSearchParams, { ignores = [], apiVersion = '1.0.3' }: ProducerHabits): URLSearchParams {
  const left = new URLSearchParams(query);
  if (apiVersion !== '1.0.3') left.delete('responseScope');
  if (ignores.includes('DAYS')) for (const name of ['startDate', 'endDate', 'date']) left.delete(name);
  if (ignores.includes('UNLocationCode')) left.delete('UNLocationCode');
  return left;
}

interface Paging {
  readonly endpoint: Endpoint;
  readonly query: URLSearchParams;
  readonly limit: number;
  readonly habits: ProducerHabits;
  readonly offset: number;
}

/** Returns a page of rows, or of calls if the Producer counts these; `next` is the start of the next page. */
function pageOf(rows: object[], { endpoint, limit, habits, offset }: Paging): { page: object[]; next?: number } {
  const { callsPerAnswer, continues = false } = habits;
  if (callsPerAnswer !== undefined && endpoint !== 'point-to-point-routes') {
    const days = rows.flatMap(callsOf).map(dayOf).toSorted();
    const page = cutCalls(rows, new Set(callsInOrder(rows).slice(offset, offset + callsPerAnswer)));
    const end = offset + callsPerAnswer;
    return continues && end < days.length ? { page, next: end } : { page };
  }
  const end = offset + limit;
  return end < rows.length ? { page: rows.slice(offset, end), next: end } : { page: rows.slice(offset, end) };
}

/** Returns the calls in a row: those of a ship on a service, or those of a ship at a terminal. */
function callsOf(row: object): readonly object[] {
  return listAt(row, 'vesselSchedules').flatMap((schedule) => {
    const calls = listAt(schedule, 'transportCalls');
    return (calls.length === 0 ? [schedule] : calls) as object[];
  });
}

function callsInOrder(rows: readonly object[]): readonly object[] {
  return rows.flatMap(callsOf).toSorted((left, right) => (dayOf(left) < dayOf(right) ? -1 : 1));
}

function dayOf(call: object): string {
  return listAt(call, 'timestamps').reduce<string>((latest, time) => textAt(time, 'eventDateTime')?.slice(0, 10) ?? latest, '');
}

function cutCalls(rows: readonly object[], kept: ReadonlySet<object>): object[] {
  return rows.flatMap((row) => {
    const vesselSchedules = listAt(row, 'vesselSchedules').flatMap((schedule) => {
      const calls = listAt(schedule, 'transportCalls') as object[];
      if (calls.length === 0) return kept.has(schedule as object) ? [schedule] : [];
      const transportCalls = calls.filter((call) => kept.has(call));
      return transportCalls.length === 0 ? [] : [{ ...(schedule as object), transportCalls }];
    });
    return vesselSchedules.length === 0 ? [] : [{ ...row, vesselSchedules }];
  });
}

interface Cursor {
  readonly offset: number;
  /** The parameters of the first page. */
  readonly query: string;
}

function cursorOf(query: URLSearchParams): Cursor | undefined {
  const text = query.get('cursor');
  return text === null ? undefined : (JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor);
}

function textOfCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function withoutCursor(query: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(query);
  left.delete('cursor');
  return left;
}

/** Returns the standard's `ErrorResponse`. */
function errorAnswer(statusCode: 400 | 404, errorCodeText: string): ScriptedAnswer {
  const errors = [{ errorCode: 7001, errorCodeText, errorCodeMessage: 'The request could not be answered.' }];
  const body = {
    httpMethod: 'GET',
    requestUri: '/v1',
    statusCode,
    statusCodeText: statusCode === 404 ? 'Not Found' : 'Bad Request',
    errorDateTime: '2026-01-01T00:00:00Z',
    errors,
  };
  return { status: statusCode, body };
}
