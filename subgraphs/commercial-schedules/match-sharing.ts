import type { CallRecord } from '@landfall/matching/claims/records.ts';
import { isAboutPassage } from '@landfall/matching/claims/schedule-claims.ts';
import { type MatchKey, windowOf } from '@landfall/matching/keys/match-key.ts';
import { stringOfClaim } from '@landfall/matching/keys/match-key-text.ts';
import { arrivalDaysOf, callsIn } from './matching/match-records.ts';
import { type CallRequest, daysThatCount, mergeRequests, type RequestedAnswer, translationDaysOf } from './matching/match-requests.ts';

/** A request for calls and the answer of its partner. */
export type RequestedCalls = RequestedAnswer<CallRequest>;

/**
 * Merges the requests of single match keys, and sends none for which an earlier answer suffices. Requests whose part of
 * a merged answer may have been truncated are sent again separately.
 *
 * @returns all answers, including the earlier ones, each with the match keys that it serves now
 */
export async function requestTogether(
  requests: readonly CallRequest[],
  before: readonly RequestedCalls[],
  request: (requests: readonly CallRequest[], before: readonly RequestedCalls[]) => Promise<RequestedCalls[]>,
): Promise<readonly RequestedCalls[]> {
  const known = serveFrom(before, requests);
  if (known.left.length === 0) return known.requested;
  const joint = await request(
    mergeRequests(known.left, ({ subject }) => subject),
    known.requested,
  );
  const unassigned = joint.map(({ request, answer }) => ({ request: { ...request, requestedBy: new Set<MatchKey>() }, answer }));
  const now = serveFrom(unassigned, known.left);
  const requested = [...known.requested, ...now.requested];
  const own = mergeRequests(now.left, ({ subject, days }) => JSON.stringify([subject, days]));
  return own.length === 0 ? requested : [...requested, ...(await request(own, requested))];
}

/** Adds the match keys of requests to the answers that serve them, and returns the remaining requests. */
function serveFrom(
  requested: readonly RequestedCalls[],
  requests: readonly CallRequest[],
): { readonly requested: readonly RequestedCalls[]; readonly left: readonly CallRequest[] } {
  const bySubject = new Map<string, RequestedCalls[]>();
  for (const one of requested) bySubject.set(one.request.subject, [...(bySubject.get(one.request.subject) ?? []), one]);
  const served = new Map<RequestedCalls, MatchKey[]>();
  const left = requests.filter((request) => {
    const serving = bySubject.get(request.subject)?.find((one) => serves(one, request));
    if (serving !== undefined) served.set(serving, [...(served.get(serving) ?? []), ...request.requestedBy]);
    return serving === undefined;
  });
  const widened = requested.map((one): RequestedCalls => {
    const { request, answer } = one;
    return { request: { ...request, requestedBy: new Set([...request.requestedBy, ...(served.get(one) ?? [])]) }, answer };
  });
  return { requested: widened, left };
}

/**
 * Returns whether an answer contains everything that a match key's own request would return. Answers may be truncated
 * without a cursor. So one that begins earlier has to continue after the days in which the call is probably.
 */
function serves({ request: wide, answer }: RequestedCalls, own: CallRequest): boolean {
  if (own.days === undefined || wide.days === undefined) return true;
  if (wide.days.firstDay > own.days.firstDay) return false;
  if (own.topic.endpoint === 'vessel-schedules' && wide.days.lastDay < own.days.lastDay) return false;
  if (wide.days.firstDay === own.days.firstDay || !isOfPort(wide)) return true;
  const { lastArrivalDay: last } = callsIn(wide, answer);
  return last === undefined || [...own.requestedBy].every((matchKey) => last > (translationDaysOf(matchKey)?.lastDay ?? ''));
}

/**
 * Returns the calls of answers that count for a match key, without those of port schedules that are passages in a vessel
 * schedule.
 */
export function recordsOfAnswers(matchKey: MatchKey, answers: readonly RequestedCalls[]): readonly CallRecord[] {
  const records = distinct(
    answers.flatMap((one) => recordsThatCount(matchKey, one)),
    answers,
  );
  const passages = answers.flatMap(({ request, answer }) => callsIn(request, answer).passages);
  if (passages.length === 0) return records;
  const claims = records.map(({ claim }) => claim);
  return records.filter(({ claim }) => claim.kind !== 'PORT_SCHEDULE' || !isAboutPassage(claim, passages, claims));
}

/** Leaves out what a partner states in several answers, such as those by ship and by voyage. */
function distinct(records: readonly CallRecord[], answers: readonly RequestedCalls[]): readonly CallRecord[] {
  const endpoints = answers.map(({ request: { partner, topic } }) => `${partner} ${topic.endpoint}`);
  if (new Set(endpoints).size === endpoints.length) return records;
  const known = new Map(records.map((record) => [stringOfClaim({ ...record.claim, at: [] }), record]));
  return [...known.values()];
}

/**
 * Returns the calls of an answer that count for a match key: one of their arrivals is within the requested days, or they
 * state none.
 */
function recordsThatCount(matchKey: MatchKey, { request, answer }: RequestedCalls): readonly CallRecord[] {
  const { records } = callsIn(request, answer);
  const { endpoint } = request.topic;
  const days = daysThatCount(matchKey, endpoint);
  if (days === undefined) return records;
  return records.filter((record) => {
    const arrivals = arrivalDaysOf(record);
    if (arrivals.length === 0) return true;
    if (endpoint === 'vessel-schedules') return arrivals.some((day) => days.firstDay <= day && day <= days.lastDay);
    // The standard does not define which of several arrivals a Producer filters by.
    return arrivals.every((day) => days.firstDay <= day) && arrivals.some((day) => day <= days.lastDay);
  });
}

/**
 * Returns whether an answer contains calls, but none on the stated day or later. Schedules continue for weeks, so the
 * Producer has probably truncated it without a cursor.
 */
export function endsBeforeStatedDay(matchKey: MatchKey, { request, answer }: RequestedCalls): boolean {
  if (!isOfPort(request)) return false;
  const [statedDay, last] = [windowOf(matchKey)?.lastStatedDay, callsIn(request, answer).lastArrivalDay];
  return statedDay !== undefined && last !== undefined && last < statedDay;
}

/** Returns whether the answer has all ships of a port, of which there are always later ones. */
function isOfPort({ topic: { conditions } }: CallRequest): boolean {
  return 'UNLocationCode' in conditions;
}
