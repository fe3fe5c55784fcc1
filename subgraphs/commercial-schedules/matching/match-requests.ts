import { dayNumberOf, dayTextOf } from '#platform/matching/claims/days.ts';
import { type DaySpan, type MatchKey, windowOf } from '#platform/matching/keys/match-key.ts';
import type { PortConditions, ScheduleQuery, VesselConditions } from '../model.ts';

/** A question of joins to one partner. */
export interface MatchRequest {
  readonly question: ScheduleQuery;
  /** Id of the partner. */
  readonly partner: string;
  /** Whose calls it may find. */
  readonly askedFor: ReadonlySet<MatchKey>;
}

/** What a question for calls asks about, but for the days. */
export type CallTopic =
  | { readonly endpoint: 'vessel-schedules'; readonly conditions: VesselConditions }
  | { readonly endpoint: 'port-schedules'; readonly conditions: Omit<PortConditions, 'date'> };

/** A question for calls. Those that differ in their days only are asked as one. */
export interface CallQuestion extends MatchRequest {
  readonly topic: CallTopic;
  /** One text for all questions that ask the same partner the same, but for the days. */
  readonly subject: string;
  /** Undefined where nothing bounds the days. */
  readonly days: DaySpan | undefined;
}

/** Ids of the partners that are to be asked about a match key. */
export type PartnersFor = (matchKey: MatchKey) => readonly string[];

/** Days are rounded to a grid of so many, so that pages that differ a little ask the same. */
const gridDays = 14;

/**
 * Says what to ask so that the calls of match keys are found: vessel schedules of the port, because all its ships come in
 * one answer. Without a port or a time the ship is asked for, of those partners alone whose numbers the match key has.
 */
export function callRequestsOf(matchKeys: readonly MatchKey[], partnersFor: PartnersFor): CallQuestion[] {
  return matchKeys.flatMap((matchKey) => {
    const days = callDaysOf(matchKey);
    const ports = days === undefined ? [] : portsOf(matchKey);
    if (ports.length === 0) return shipQuestionsOf(matchKey, partnersFor(matchKey));
    return partnersFor(matchKey).flatMap((partner) =>
      ports.map((UNLocationCode) =>
        callQuestion({ endpoint: 'vessel-schedules', conditions: { UNLocationCode } }, { partner, days, askedFor: new Set([matchKey]) }),
      ),
    );
  });
}

/**
 * Says what to ask when vessel schedules do not know a voyage number: port schedules list the numbers of all partners of
 * a service side by side, so they translate one carrier's numbers into another's.
 */
export function translationLookupsOf(matchKeys: readonly MatchKey[], partnersFor: PartnersFor): CallQuestion[] {
  return matchKeys.flatMap((matchKey) => {
    const days = dictionaryDaysOf(matchKey);
    if (days === undefined) return [];
    return partnersFor(matchKey).flatMap((partner) =>
      portsOf(matchKey).map((UNLocationCode) =>
        callQuestion({ endpoint: 'port-schedules', conditions: { UNLocationCode } }, { partner, days, askedFor: new Set([matchKey]) }),
      ),
    );
  });
}

/** Makes one question, for the days of all of them, of those that have one key. */
export function joinQuestions(questions: readonly CallQuestion[], keyOf: (question: CallQuestion) => string): CallQuestion[] {
  const joined = new Map<string, CallQuestion>();
  for (const question of questions) {
    const key = keyOf(question);
    const held = joined.get(key);
    joined.set(key, held === undefined ? question : joinTwo(held, question));
  }
  return [...joined.values()];
}

/** The question for routes on the trade lane of a notice, to the partner that sent it; undefined without both ends. */
export function routeRequestOf(matchKey: MatchKey): MatchRequest | undefined {
  const [from, to] = [matchKey.tradeLane?.from[0]?.value, matchKey.tradeLane?.to[0]?.value];
  if (from === undefined || to === undefined) return undefined;
  const span = windowOf(matchKey)?.near;
  const days = span === undefined ? {} : { arrivalStartDate: span.firstDay, arrivalEndDate: span.lastDay };
  const conditions = { placeOfReceipt: from, placeOfDelivery: to, ...days };
  const question = { endpoint: 'point-to-point-routes', conditions } as const;
  return { question, askedFor: new Set([matchKey]), partner: matchKey.claims[0].partner };
}

/**
 * The days of an answer that count for a match key: all in which its call may lie in vessel schedules, those near to it in
 * port schedules. Of an answer to a question for more days only these count, so that a page gives a match key what it
 * would get alone.
 */
export function daysThatCount(matchKey: MatchKey, endpoint: ScheduleQuery['endpoint']): DaySpan | undefined {
  return endpoint === 'port-schedules' ? dictionaryDaysOf(matchKey) : callDaysOf(matchKey);
}

function callDaysOf(matchKey: MatchKey): DaySpan | undefined {
  return onGrid(windowOf(matchKey)?.reach);
}

function dictionaryDaysOf(matchKey: MatchKey): DaySpan | undefined {
  return onGrid(windowOf(matchKey)?.near);
}

function onGrid(span: DaySpan | undefined): DaySpan | undefined {
  if (span === undefined) return undefined;
  return {
    firstDay: dayTextOf(gridDays * Math.floor(dayNumberOf(span.firstDay) / gridDays)),
    lastDay: dayTextOf(gridDays * (Math.floor(dayNumberOf(span.lastDay) / gridDays) + 1) - 1),
  };
}

/** UN/LOCODEs that the standard's query parameters can hold. */
export function portsOf({ claims }: MatchKey): string[] {
  const codes = claims.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code));
}

function shipQuestionsOf(matchKey: MatchKey, partners: readonly string[]): CallQuestion[] {
  return matchKey.claims.flatMap(({ partner, vesselIMONumber, vesselName }): CallQuestion[] => {
    const ship = vesselIMONumber !== undefined && /^\d{7,8}$/.test(vesselIMONumber) ? { vesselIMONumber } : vesselName && { vesselName };
    if (!ship || !partners.includes(partner)) return [];
    const asked = { partner, days: callDaysOf(matchKey), askedFor: new Set([matchKey]) };
    return [callQuestion({ endpoint: 'vessel-schedules', conditions: ship }, asked)];
  });
}

function callQuestion(topic: CallTopic, asked: Omit<CallQuestion, 'question' | 'topic' | 'subject'>): CallQuestion {
  const { partner, days } = asked;
  // Without days a question asks for more than others that have some.
  const subject = JSON.stringify([partner, topic.endpoint, topic.conditions, days === undefined]);
  return { ...asked, topic, subject, question: questionOf(topic, days) };
}

function questionOf({ endpoint, conditions }: CallTopic, days: DaySpan | undefined): ScheduleQuery {
  // Port schedules are asked for from a day on, so the days are always known there.
  if (endpoint === 'port-schedules') return { endpoint, conditions: { ...conditions, date: days?.firstDay ?? '' } };
  const bounds = days === undefined ? {} : { startDate: days.firstDay, endDate: days.lastDay };
  return { endpoint, conditions: { ...conditions, ...bounds, responseScope: 'MATCHED_CALLS' } };
}

function joinTwo({ topic, partner, ...one }: CallQuestion, other: CallQuestion): CallQuestion {
  const days = one.days && other.days && unionOf(one.days, other.days);
  return callQuestion(topic, { partner, days, askedFor: new Set([...one.askedFor, ...other.askedFor]) });
}

function unionOf(left: DaySpan, right: DaySpan): DaySpan {
  return {
    firstDay: left.firstDay < right.firstDay ? left.firstDay : right.firstDay,
    lastDay: left.lastDay > right.lastDay ? left.lastDay : right.lastDay,
  };
}
