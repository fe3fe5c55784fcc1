import type { selectingConditions } from '@landfall/dcsa/filters.ts';
import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import { dayNumberOf, dayTextOf } from '@landfall/matching/claims/days.ts';
import { type DaySpan, type MatchKey, windowOf } from '@landfall/matching/keys/match-key.ts';
import { isOwnCarrier } from '@landfall/matching/rules/carrier-numbers.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { SoftTimeout } from '#platform/upstream/joined-requests.ts';
import type { Answer, PortConditions, ScheduleQuery, VesselConditions } from '../model.ts';

/** A request to one partner for match keys. */
export interface MatchRequest {
  readonly query: ScheduleQuery;
  /** Id of the partner. */
  readonly partner: string;
  /** The match keys whose calls it may find. */
  readonly requestedBy: ReadonlySet<MatchKey>;
}

/** Maximum age of answers, and the time to wait for them. */
export type RequestTerms = SoftTimeout & { readonly maxAgeMs: number };

/** A request with the answer of its partner. */
export interface RequestedAnswer<Q extends MatchRequest = MatchRequest> {
  readonly request: Q;
  readonly answer: Answer;
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

/** A way to find the call of a match key in vessel schedules: by one filter. */
export interface CallWay {
  readonly filter: (typeof selectingConditions)[number];
  /** One request for each value that the match key states; at least one. */
  readonly requests: readonly CallRequest[];
}

/** Returns whether a partner processes a filter of vessel schedules. */
export type HasFilter = (partner: string, filter: CallWay['filter']) => boolean;

/**
 * Returns the ways to request the call of a match key from a partner. A partner with a filter by port is requested by
 * that alone, because one answer has all ships of the port and serves all match keys. For others the narrowest filter
 * comes first: the ship, the voyage, the service. Without a port or a time, only the partners whose numbers the match key
 * has are requested, for the ship.
 */
export function callWaysOf(
  matchKey: MatchKey,
  partner: string,
  { rules, hasFilter }: { readonly rules: ComparisonRules; readonly hasFilter: HasFilter },
): readonly CallWay[] {
  const { claims } = matchKey;
  const days = callDaysOf(matchKey);
  const wayBy = (filter: CallWay['filter'], values: readonly (string | undefined)[]): CallWay[] => {
    const stated = [...new Set(values)].filter((value) => value !== undefined);
    const requests = stated.map((value) =>
      callRequest({ endpoint: 'vessel-schedules', conditions: { [filter]: value } }, { partner, days, requestedBy: new Set([matchKey]) }),
    );
    return requests.length === 0 ? [] : [{ filter, requests }];
  };
  const byPort = days === undefined ? [] : wayBy('UNLocationCode', portsOf(matchKey, partner, rules));
  if (byPort.length > 0 && hasFilter(partner, 'UNLocationCode')) return byPort;
  const bySide = <T>({ sides }: CallClaim, imported: T, exported: T) => (sides === 'EXPORT' ? exported : imported);
  const byShip = [
    ...wayBy(
      'vesselIMONumber',
      claims.map(({ vesselIMONumber: number }) => (number !== undefined && /^\d{7,8}$/.test(number) ? number : undefined)),
    ),
    ...wayBy(
      'vesselName',
      claims.map(({ vesselName }) => vesselName),
    ),
  ];
  if (byPort.length === 0) {
    const first = byShip.find(({ filter }) => hasFilter(partner, filter)) ?? byShip[0];
    return first === undefined || !claims.some((claim) => claim.partner === partner) ? [] : [first];
  }
  const numbers = claims.flatMap((claim) =>
    claim.numbers
      .filter((numbers) => mayOwn(partner, { claim, numbers }, rules))
      .map((own) => ({
        service: own.carrierServiceCode,
        voyage: bySide(claim, own.carrierImportVoyageNumber, own.carrierExportVoyageNumber),
      })),
  );
  return [
    ...byPort,
    ...byShip,
    ...wayBy(
      'universalVoyageReference',
      claims.map((claim) => bySide(claim, claim.universalImportVoyageReference, claim.universalExportVoyageReference)),
    ),
    ...wayBy(
      'carrierVoyageNumber',
      numbers.map(({ voyage }) => voyage),
    ),
    ...wayBy(
      'universalServiceReference',
      claims.map(({ universalServiceReference }) => universalServiceReference),
    ),
    ...wayBy(
      'carrierServiceCode',
      numbers.map(({ service }) => service),
    ),
  ];
}

/**
 * Creates the requests that translate a voyage number which is in no vessel schedule: port schedules list the numbers
 * of all partners of a service side by side.
 */
export function translationLookupsOf(matchKeys: readonly MatchKey[], partnersFor: PartnersFor, rules: ComparisonRules): CallRequest[] {
  return lookupsNear('port-schedules', matchKeys, { partnersFor, rules });
}

/** Creates the requests of one endpoint for the port of each match key, in the days in which its call probably is. */
export function lookupsNear(
  endpoint: CallTopic['endpoint'],
  matchKeys: readonly MatchKey[],
  { partnersFor, rules }: { readonly partnersFor: PartnersFor; readonly rules: ComparisonRules },
): CallRequest[] {
  return matchKeys.flatMap((matchKey) => {
    const days = translationDaysOf(matchKey);
    if (days === undefined) return [];
    return partnersFor(matchKey).flatMap((partner) =>
      portsOf(matchKey, partner, rules).map((UNLocationCode) =>
        callRequest({ endpoint, conditions: { UNLocationCode } }, { partner, days, requestedBy: new Set([matchKey]) }),
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

/** Returns whether numbers may be those of a partner: they are, or nothing states whose they are. */
function mayOwn(partner: string, numbered: Parameters<typeof isOwnCarrier>[0], rules: ComparisonRules): boolean {
  const { claim, numbers } = numbered;
  if (numbers.owner === undefined || isOwnCarrier(numbered, { partner }, rules)) return true;
  return rules.compareOwners({ partner }, numbers.owner === 'PARTNER' ? claim : numbers.owner) === 'MATCH';
}

/** Returns the UN/LOCODEs of the port that a partner may use and that the standard's query parameters allow. */
function portsOf({ claims }: MatchKey, partner: string, rules: ComparisonRules): string[] {
  const codes = claims.flatMap(({ UNLocationCode }) => (UNLocationCode === undefined ? [] : rules.portCodesOf(UNLocationCode, partner)));
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code));
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
