import type { CallRecord } from '@landfall/matching/claims/records.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import { type MatchContext, matchCalls, type VisitMatchSet } from '@landfall/matching/match-visits.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex, type VisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { answerOfStatus } from '#platform/matching/source-answer.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { endsBeforeStatedDay, type RequestedCalls, recordsOfAnswers, requestTogether } from '../match-sharing.ts';
import { reportOf } from '../upstream/collect.ts';
import { type CallRequest, daysThatCount } from './match-requests.ts';

/** A match key with its result. */
export interface MatchedCall {
  readonly matchKey: MatchKey;
  readonly found: VisitMatchSet<CallRecord>;
  readonly sources: readonly SourceReport[];
}

export interface CallMatching {
  /** Ids of the partners that offer schedules and are visible to the caller. */
  readonly producers: readonly string[];
  readonly rules: ComparisonRules;
  /** Answers of sources that are not visible to the caller. */
  readonly unseen: readonly SourceAnswer[];
  /** Sends requests to partners. @param before the answers so far */
  readonly request: (requests: readonly CallRequest[], before: readonly RequestedCalls[]) => Promise<RequestedCalls[]>;
}

/** The match keys of a page while requests are sent for them. */
export interface MatchPage {
  /** The results so far, in the order of the page. */
  calls(): readonly MatchedCall[];
  callOf(matchKey: MatchKey): MatchedCall;
  /** All answers so far. */
  requested(): readonly RequestedCalls[];
  /** Sends the requests of single match keys, together if possible, and matches them again. */
  request(requests: readonly CallRequest[]): Promise<void>;
  /** Restores an earlier result of a match key. */
  restore(call: MatchedCall): void;
  isRequested(matchKey: MatchKey, partner: string): boolean;
  /** Call records of all answers to requests for the match key. */
  recordsFor(matchKey: MatchKey): readonly CallRecord[];
  /** Whether all of these partners have answered a request for the match key. */
  haveAnswered(matchKey: MatchKey, partners: readonly string[]): boolean;
}

/**
 * Opens a page. Each match key is matched only by the answers to its own requests, so that its result does not depend
 * on what else is on its page.
 */
export function openMatchPage(matchKeys: readonly MatchKey[], matching: CallMatching): MatchPage {
  let requested: readonly RequestedCalls[] = [];
  const matched = new Map(matchAll(matchKeys, requested, matching).map((call) => [call.matchKey, call]));
  const isAnsweredBy = (matchKey: MatchKey, partner: string) =>
    requested.some(({ request, answer }) => isAbout(request, matchKey, partner) && answerOfStatus(answer.report.status) === 'ANSWERED');
  return {
    calls: () => [...matched.values()],
    callOf: (matchKey) => matched.get(matchKey) as MatchedCall,
    requested: () => requested,
    request: async (requests) => {
      if (requests.length === 0) return;
      requested = await requestTogether(requests, requested, matching.request);
      const concerned = matchKeys.filter((matchKey) => requests.some(({ requestedBy }) => requestedBy.has(matchKey)));
      for (const call of matchAll(concerned, requested, matching)) matched.set(call.matchKey, call);
    },
    restore: (call) => {
      matched.set(call.matchKey, call);
    },
    isRequested: (matchKey, partner) => requested.some(({ request }) => isAbout(request, matchKey, partner)),
    recordsFor: (matchKey) =>
      recordsOfAnswers(
        matchKey,
        requested.filter(({ request }) => request.requestedBy.has(matchKey)),
      ),
    haveAnswered: (matchKey, partners) => partners.every((partner) => isAnsweredBy(matchKey, partner)),
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
    const context: MatchContext = { rules, sources: [...sources.map(({ status }) => answerOfStatus(status)), ...unseen] };
    return { matchKey, found: matchCalls(matchKey, index, context), sources };
  });
}

/**
 * Returns one report per partner that got a request for a match key: that of an incomplete answer if there is one,
 * otherwise that of an answer with rows. An answer that ends before the stated day is incomplete. A carrier that may
 * know the call and got no request has a report as well.
 */
function sourcesOf(matchKey: MatchKey, requested: readonly RequestedCalls[], producers: readonly string[]): SourceReport[] {
  const reports = new Map<string, SourceReport>();
  for (const one of requested) {
    const { report: received } = one.answer;
    const report: SourceReport = endsBeforeStatedDay(matchKey, one) ? { ...received, status: 'TRUNCATED' } : received;
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

function weightOf({ status }: SourceReport): number {
  if (answerOfStatus(status) !== 'ANSWERED') return 2;
  return status === 'EMPTY' ? 0 : 1;
}
