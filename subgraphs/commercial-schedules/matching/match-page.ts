import { feedback } from '@landfall/dcsa/feedback.ts';
import type { CallRecord } from '@landfall/matching/claims/records.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import { type MatchContext, matchCalls, type VisitMatchSet } from '@landfall/matching/match-visits.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex, type VisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { answerOfStatus } from '#platform/matching/match-sets.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { endsBeforeStatedDay, type RequestedCalls, recordsOfAnswers, requestTogether } from '../match-sharing.ts';
import { reportOf } from '../upstream/collect.ts';
import { callsIn } from './match-records.ts';
import { type CallRequest, type CallWay, callWaysOf, daysThatCount, type HasFilter, type PartnersFor } from './match-requests.ts';

/** A match key with its result. */
export interface MatchedCall {
  readonly matchKey: MatchKey;
  readonly found: VisitMatchSet<CallRecord>;
  readonly sources: readonly SourceReport[];
}

export interface CallMatching {
  /** Ids of the partners that offer schedules and are visible to the caller. */
  readonly producers: readonly string[];
  readonly hasFilter: HasFilter;
  readonly rules: ComparisonRules;
  /** Answers of sources that are not visible to the caller. */
  readonly unseen: readonly SourceAnswer[];
  /** Sends requests to partners. @param before the answers so far */
  readonly request: (requests: readonly CallRequest[], before: readonly RequestedCalls[]) => Promise<RequestedCalls[]>;
}

/** The match keys of a page while requests are sent for them. */
export type MatchPage = ReturnType<typeof openMatchPage>;

/**
 * Opens a page. Each match key is matched only by the answers to its own requests, so that its result does not depend
 * on what else is on its page.
 */
export function openMatchPage(matchKeys: readonly MatchKey[], matching: CallMatching) {
  let requested: readonly RequestedCalls[] = [];
  const matched = new Map(matchAll(matchKeys, requested, matching).map((call) => [call.matchKey, call]));
  const isAnsweredBy = (matchKey: MatchKey, partner: string) =>
    requested.some(({ request, answer }) => isAbout(request, matchKey, partner) && answerOfStatus[answer.report.status] === 'ANSWERED');
  const isAnswered = (matchKey: MatchKey, { requests }: CallWay) =>
    requests.every(({ subject }) =>
      requested.some(
        ({ request, answer }) =>
          request.subject === subject && request.requestedBy.has(matchKey) && answerOfStatus[answer.report.status] === 'ANSWERED',
      ),
    );
  const waysOf = (matchKey: MatchKey, partner: string, hasFilter: HasFilter) =>
    callWaysOf(matchKey, partner, { ...matching, hasFilter }).filter(({ filter }) => hasFilter(partner, filter));
  const refusesPort = (matchKey: MatchKey, partner: string) =>
    requested.some(
      ({ request, answer }) =>
        isAbout(request, matchKey, partner) &&
        request.topic.endpoint === 'vessel-schedules' &&
        request.topic.conditions.UNLocationCode !== undefined &&
        answer.report.status === 'REFUSED_FILTER',
    );
  const sendRequests = async (requests: readonly CallRequest[]): Promise<void> => {
    if (requests.length === 0) return;
    requested = await requestTogether(requests, requested, matching.request);
    const concerned = matchKeys.filter((matchKey) => requests.some(({ requestedBy }) => requestedBy.has(matchKey)));
    for (const call of matchAll(concerned, requested, matching)) matched.set(call.matchKey, call);
  };
  /** Sends the requests of all first ways, then of the second ones where no call was found, and so on. */
  const requestInTurn = async (plans: readonly { readonly matchKey: MatchKey; readonly ways: readonly CallWay[] }[]): Promise<void> => {
    for (let place = 0; plans.some(({ ways }) => place < ways.length); place += 1) {
      const open = plans.filter(({ matchKey, ways }) => {
        if (place === 0) return true;
        return matched.get(matchKey)?.found.unique === undefined && ways.slice(0, place).every((way) => isAnswered(matchKey, way));
      });
      await sendRequests(open.flatMap(({ ways }) => ways[place]?.requests ?? []));
    }
  };
  return {
    /** Returns the results so far, in the order of the page. */
    calls: (): readonly MatchedCall[] => [...matched.values()],
    callOf: (matchKey: MatchKey) => matched.get(matchKey) as MatchedCall,
    /** Returns all answers so far. */
    requested: () => requested,
    /** Sends the requests of single match keys, together if possible, and matches them again. */
    request: sendRequests,
    /**
     * Requests vessel schedules of partners. One without a filter by port, or that refuses it, is requested by its filters
     * one after the other until a call is found or a request fails.
     */
    requestCalls: async (wanted: readonly MatchKey[], partnersFor: PartnersFor): Promise<void> => {
      const asked = wanted.flatMap((matchKey) => partnersFor(matchKey).map((partner) => ({ matchKey, partner })));
      await requestInTurn(
        asked.map(({ matchKey, partner }) => {
          const processed = waysOf(matchKey, partner, matching.hasFilter);
          // A request that the partner cannot process is not sent, and its report says why.
          return { matchKey, ways: processed.length === 0 ? callWaysOf(matchKey, partner, matching).slice(0, 1) : processed };
        }),
      );
      // The filter by port may be a default of the file that the partner does not know.
      const hasOther: HasFilter = (partner, filter) => filter !== 'UNLocationCode' && matching.hasFilter(partner, filter);
      const refused = asked.filter(({ matchKey, partner }) => refusesPort(matchKey, partner));
      await requestInTurn(refused.map(({ matchKey, partner }) => ({ matchKey, ways: waysOf(matchKey, partner, hasOther) })));
    },
    /** Restores an earlier result of a match key. */
    restore: (call: MatchedCall): void => void matched.set(call.matchKey, call),
    isRequested: (matchKey: MatchKey, partner: string, endpoint?: CallRequest['topic']['endpoint']) =>
      requested.some(
        ({ request }) => isAbout(request, matchKey, partner) && (endpoint === undefined || request.topic.endpoint === endpoint),
      ),
    /** Returns the call records of all answers to requests for the match key. */
    recordsFor: (matchKey: MatchKey): readonly CallRecord[] =>
      recordsOfAnswers(
        matchKey,
        requested.filter(({ request }) => request.requestedBy.has(matchKey)),
      ),
    /** Returns whether all of these partners have answered a request for the match key. */
    haveAnswered: (matchKey: MatchKey, partners: readonly string[]) => partners.every((partner) => isAnsweredBy(matchKey, partner)),
  };
}

function isAbout({ requestedBy, partner: whom }: CallRequest, matchKey: MatchKey, partner: string): boolean {
  return whom === partner && requestedBy.has(matchKey);
}

/** Match keys with the same answers and days share an index. */
function matchAll(matchKeys: readonly MatchKey[], requested: readonly RequestedCalls[], matching: CallMatching): MatchedCall[] {
  const { producers, rules, unseen } = matching;
  const indexes = new Map<string, VisitIndex<CallRecord>>();
  const placeOf = new Map(requested.map(({ answer }, place) => [answer, place]));
  return matchKeys.map((matchKey) => {
    const answers = requested.filter(({ request }) => request.requestedBy.has(matchKey));
    const places = answers.map(({ answer }) => placeOf.get(answer));
    const key = JSON.stringify([daysThatCount(matchKey, 'vessel-schedules'), daysThatCount(matchKey, 'port-schedules'), places]);
    const index = indexes.get(key) ?? createVisitIndex(recordsOfAnswers(matchKey, answers), rules);
    indexes.set(key, index);
    const sources = sourcesOf(matchKey, answers, producers);
    const limited = sources.map((report) => limitedReportOf(matchKey, report, answers, matching));
    const context: MatchContext = { rules, sources: [...limited.map(({ status }) => answerOfStatus[status]), ...unseen] };
    const found = matchCalls(matchKey, index, context);
    return { matchKey, found, sources: found.unique === undefined ? limited : sources };
  });
}

/**
 * Returns one report per partner that got a request for a match key: that of an incomplete answer if there is one,
 * otherwise that of an answer with rows. An answer that ends before the stated day is incomplete, and so is one with a
 * call at the port of which no time can be read. A carrier that may know the call and got no request has a report as well.
 */
function sourcesOf(matchKey: MatchKey, requested: readonly RequestedCalls[], producers: readonly string[]): SourceReport[] {
  const reports = new Map<string, SourceReport>();
  for (const one of requested) {
    const { report: received } = one.answer;
    const isIncomplete = endsBeforeStatedDay(matchKey, one) || hasUntimedCall(matchKey, one);
    const report: SourceReport = isIncomplete ? { ...received, status: 'TRUNCATED' } : received;
    const previous = reports.get(report.partner);
    if (previous === undefined || weightOf(previous) < weightOf(report)) reports.set(report.partner, report);
  }
  const { kind, partner: own } = matchKey.claims[0];
  // A carrier that issues notices knows its schedules; a publisher of port call events need not have any.
  const wouldKnow = kind === 'NOTICE' || reports.size === 0;
  if (wouldKnow && !reports.has(own)) {
    reports.set(own, reportOf(own, { status: producers.includes(own) ? 'REFUSED_FILTER' : 'NOT_CONNECTED' }));
  }
  return [...reports.values()].toSorted((left, right) => placeOf(left) - placeOf(right));

  /** In the order of the partners' files; a partner without schedules comes last. */
  function placeOf({ partner }: SourceReport): number {
    const place = producers.indexOf(partner);
    return place === -1 ? producers.length : place;
  }
}

/**
 * Returns the report on a partner. One without a filter by port may have other calls, unless it knows the ship and was
 * requested for the voyage, which may have another ship by now; its report names the filters that are missing.
 */
function limitedReportOf(
  matchKey: MatchKey,
  report: SourceReport,
  requested: readonly RequestedCalls[],
  matching: Pick<CallMatching, 'rules' | 'hasFilter' | 'producers'>,
): SourceReport {
  const { partner } = report;
  const { hasFilter, producers } = matching;
  if (hasFilter(partner, 'UNLocationCode') || !producers.includes(partner)) return report;
  const ways = callWaysOf(matchKey, partner, matching).map(({ filter }) => filter);
  if (!ways.includes('UNLocationCode')) return report;
  const ofShip = ways.filter((filter) => shipFilters.includes(filter));
  const ofVoyage = ways.slice(1).filter((filter) => !shipFilters.includes(filter));
  const haveRows = (filters: readonly string[]) =>
    requested.some(
      ({ request, answer }) =>
        request.partner === partner &&
        answer.rows.length > 0 &&
        Object.keys(request.topic.conditions).some((filter) => filters.includes(filter)),
    );
  const isVoyageRequested = ofVoyage.includes('carrierVoyageNumber') && hasFilter(partner, 'carrierVoyageNumber');
  const isVoyageKnown = ofVoyage.length === 0 || isVoyageRequested || haveRows(ofVoyage);
  if (haveRows(ofShip) && isVoyageKnown) return report;
  const missing = ['UNLocationCode', ...(haveRows(ofShip) ? [] : ofShip), ...(isVoyageKnown ? [] : ofVoyage)] as const;
  const names = missing.filter((filter) => !hasFilter(partner, filter)).join(', ');
  const remark = feedback('WARN', `Calls may be missing, because the partner's file has no filter ${names}.`);
  const status = answerOfStatus[report.status] === 'ANSWERED' ? 'TRUNCATED' : report.status;
  return { ...report, status, feedback: [...report.feedback, remark] };
}

const shipFilters: readonly string[] = ['vesselIMONumber', 'vesselName'];

function hasUntimedCall({ claims }: MatchKey, { request, answer }: RequestedCalls): boolean {
  const untimed = answerOfStatus[answer.report.status] === 'ANSWERED' ? callsIn(request, answer).untimed : [];
  return untimed.some(({ UNLocationCode: port }) =>
    claims.some(({ UNLocationCode }) => port === undefined || UNLocationCode === undefined || port === UNLocationCode),
  );
}

function weightOf({ status }: SourceReport): number {
  if (answerOfStatus[status] !== 'ANSWERED') return 2;
  return status === 'EMPTY' ? 0 : 1;
}
