import { dayNumberOf, dayTextOf } from '@landfall/matching/claims/days.ts';
import { type DaySpan, type MatchKey, windowOf } from '@landfall/matching/keys/match-key.ts';
import type { PortConditions, ScheduleQuery, VesselConditions } from '../model.ts';

/** A request to one partner for match keys. */
export interface MatchRequest {
  readonly query: ScheduleQuery;
  /** Id of the partner. */
  readonly partner: string;
  /** The match keys whose calls it may find. */
  readonly requestedBy: ReadonlySet<MatchKey>;
}

/** The endpoint and conditions of a request for calls, without the days. */
export type CallTopic =
  | { readonly endpoint: 'vessel-schedules'; readonly conditions: VesselConditions }
  | { readonly endpoint: 'port-schedules'; readonly conditions: Omit<PortConditions, 'date'> };

/** A request for calls. Requests that differ only in their days are merged. */
export interface CallRequest extends MatchRequest {
  readonly topic: CallTopic;
  /** Equal for requests to one partner that differ only in their days. */
  readonly subject: string;
  /** Undefined if the days are not limited. */
  readonly days: DaySpan | undefined;
}

/** Returns the ids of the partners that get requests for a match key. */
export type PartnersFor = (matchKey: MatchKey) => readonly string[];

/** Days are rounded to a grid, so that pages that differ slightly send equal requests. */
const gridDays = 14;

/**
 * Creates the requests that find the calls of match keys: for vessel schedules of the port, because one answer has all
 * its ships. Without a port or a time they are for the ship, and sent to the partners whose numbers the match key has.
 */
export function callRequestsOf(matchKeys: readonly MatchKey[], partnersFor: PartnersFor): CallRequest[] {
  return matchKeys.flatMap((matchKey) => {
    const days = callDaysOf(matchKey);
    const ports = days === undefined ? [] : portsOf(matchKey);
    if (ports.length === 0) return vesselRequestsOf(matchKey, partnersFor(matchKey));
    return partnersFor(matchKey).flatMap((partner) =>
      ports.map((UNLocationCode) =>
        callRequest({ endpoint: 'vessel-schedules', conditions: { UNLocationCode } }, { partner, days, requestedBy: new Set([matchKey]) }),
      ),
    );
  });
}

/**
 * Creates the requests that translate a voyage number which is in no vessel schedule: port schedules list the numbers
 * of all partners of a service side by side.
 */
export function translationLookupsOf(matchKeys: readonly MatchKey[], partnersFor: PartnersFor): CallRequest[] {
  return matchKeys.flatMap((matchKey) => {
    const days = translationDaysOf(matchKey);
    if (days === undefined) return [];
    return partnersFor(matchKey).flatMap((partner) =>
      portsOf(matchKey).map((UNLocationCode) =>
        callRequest({ endpoint: 'port-schedules', conditions: { UNLocationCode } }, { partner, days, requestedBy: new Set([matchKey]) }),
      ),
    );
  });
}

/** Merges requests with the same key into one request for the days of all of them. */
export function mergeRequests(requests: readonly CallRequest[], keyOf: (request: CallRequest) => string): CallRequest[] {
  const joined = new Map<string, CallRequest>();
  for (const request of requests) {
    const key = keyOf(request);
    const existing = joined.get(key);
    joined.set(key, existing === undefined ? request : mergeTwo(existing, request));
  }
  return [...joined.values()];
}

/**
 * Creates the request for routes on the trade lane of a notice, to the partner that sent it; undefined unless both ends
 * are known.
 */
export function routeRequestOf(matchKey: MatchKey): MatchRequest | undefined {
  const [from, to] = [matchKey.tradeLane?.from[0]?.value, matchKey.tradeLane?.to[0]?.value];
  if (from === undefined || to === undefined) return undefined;
  const span = windowOf(matchKey)?.near;
  const days = span === undefined ? {} : { arrivalStartDate: span.firstDay, arrivalEndDate: span.lastDay };
  const conditions = { placeOfReceipt: from, placeOfDelivery: to, ...days };
  const query = { endpoint: 'point-to-point-routes', conditions } as const;
  return { query, requestedBy: new Set([matchKey]), partner: matchKey.claims[0].partner };
}

/**
 * Returns the days of an answer that count for a match key: in vessel schedules all in which its call may be, in port
 * schedules those near to it. Other days of a merged request do not count, so that a match key has the same result by
 * itself and on any page.
 */
export function daysThatCount(matchKey: MatchKey, endpoint: ScheduleQuery['endpoint']): DaySpan | undefined {
  return endpoint === 'port-schedules' ? translationDaysOf(matchKey) : callDaysOf(matchKey);
}

function callDaysOf(matchKey: MatchKey): DaySpan | undefined {
  return onGrid(windowOf(matchKey)?.reach);
}

/** Returns the days, on the grid, in which the call of a match key probably is. */
export function translationDaysOf(matchKey: MatchKey): DaySpan | undefined {
  return onGrid(windowOf(matchKey)?.near);
}

function onGrid(span: DaySpan | undefined): DaySpan | undefined {
  if (span === undefined) return undefined;
  return {
    firstDay: dayTextOf(gridDays * Math.floor(dayNumberOf(span.firstDay) / gridDays)),
    lastDay: dayTextOf(gridDays * (Math.floor(dayNumberOf(span.lastDay) / gridDays) + 1) - 1),
  };
}

/** Returns the UN/LOCODEs that the standard's query parameters allow. */
function portsOf({ claims }: MatchKey): string[] {
  const codes = claims.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code));
}

function vesselRequestsOf(matchKey: MatchKey, partners: readonly string[]): CallRequest[] {
  return matchKey.claims.flatMap(({ partner, vesselIMONumber, vesselName }): CallRequest[] => {
    const ship = vesselIMONumber !== undefined && /^\d{7,8}$/.test(vesselIMONumber) ? { vesselIMONumber } : vesselName && { vesselName };
    if (!ship || !partners.includes(partner)) return [];
    const parts = { partner, days: callDaysOf(matchKey), requestedBy: new Set([matchKey]) };
    return [callRequest({ endpoint: 'vessel-schedules', conditions: ship }, parts)];
  });
}

function callRequest(topic: CallTopic, parts: Omit<CallRequest, 'query' | 'topic' | 'subject'>): CallRequest {
  const { partner, days } = parts;
  // A request without days covers more than those with days.
  const subject = JSON.stringify([partner, topic.endpoint, topic.conditions, days === undefined]);
  return { ...parts, topic, subject, query: scheduleQueryOf(topic, days) };
}

function scheduleQueryOf({ endpoint, conditions }: CallTopic, days: DaySpan | undefined): ScheduleQuery {
  // Requests for port schedules have a first day, so the days are always known there.
  if (endpoint === 'port-schedules') return { endpoint, conditions: { ...conditions, date: days?.firstDay ?? '' } };
  const bounds = days === undefined ? {} : { startDate: days.firstDay, endDate: days.lastDay };
  return { endpoint, conditions: { ...conditions, ...bounds, responseScope: 'MATCHED_CALLS' } };
}

function mergeTwo({ topic, partner, ...one }: CallRequest, other: CallRequest): CallRequest {
  const days = one.days && other.days && unionOf(one.days, other.days);
  return callRequest(topic, { partner, days, requestedBy: new Set([...one.requestedBy, ...other.requestedBy]) });
}

function unionOf(left: DaySpan, right: DaySpan): DaySpan {
  return {
    firstDay: left.firstDay < right.firstDay ? left.firstDay : right.firstDay,
    lastDay: left.lastDay > right.lastDay ? left.lastDay : right.lastDay,
  };
}
