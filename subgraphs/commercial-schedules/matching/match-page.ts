import type { CallRecord } from '#platform/matching/claims/records.ts';
import type { MatchKey } from '#platform/matching/keys/match-key.ts';
import { type MatchContext, matchCalls, type VisitMatchSet } from '#platform/matching/match-visits.ts';
import { answerOfStatus, type SourceAnswer } from '#platform/matching/outcome.ts';
import type { MatchRules } from '#platform/matching/rules/comparison.ts';
import { createVisitIndex, type VisitIndex } from '#platform/matching/visits/visit-candidates.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { type AskedCalls, askTogether, countsFor } from '../match-sharing.ts';
import { reportOf } from '../upstream/collect.ts';
import { callRecordsOf } from './match-records.ts';
import { type CallQuestion, daysThatCount } from './match-requests.ts';

/** A match key with what it came to. */
export interface MatchedCall {
  readonly matchKey: MatchKey;
  readonly found: VisitMatchSet<CallRecord>;
  readonly sources: readonly SourceReport[];
}

export interface CallMatching {
  /** Ids of the partners that offer schedules and that the caller may see. */
  readonly producers: readonly string[];
  readonly rules: MatchRules;
  /** What more is to be taken into account than what the sources say of themselves. */
  readonly unseen: readonly SourceAnswer[];
  /** Asks partners; `before` is what has been answered so far. */
  readonly ask: (questions: readonly CallQuestion[], before: readonly AskedCalls[]) => Promise<AskedCalls[]>;
}

/** The match keys of a page while partners are asked about them. */
export interface MatchPage {
  /** What each match key has come to so far, in the order of the page. */
  calls(): readonly MatchedCall[];
  callOf(matchKey: MatchKey): MatchedCall;
  /** All answers so far. */
  asked(): readonly AskedCalls[];
  /** Asks what single match keys want to know, together where that is possible, and matches them anew. */
  ask(questions: readonly CallQuestion[]): Promise<void>;
  /** Takes back what a match key has come to. */
  restore(call: MatchedCall): void;
  isAsked(matchKey: MatchKey, partner: string): boolean;
  /** All calls that partners have told of when they were asked about the match key. */
  recordsFor(matchKey: MatchKey): readonly CallRecord[];
  /** Whether all of these have answered a question about the match key. */
  haveAnswered(matchKey: MatchKey, partners: readonly string[]): boolean;
}

/**
 * Opens a page. Each match key is matched by the answers to its own questions alone, so that what it comes to does not
 * depend on what else is on its page.
 */
export function openMatchPage(matchKeys: readonly MatchKey[], matching: CallMatching): MatchPage {
  let asked: readonly AskedCalls[] = [];
  const matched = new Map(matchAll(matchKeys, asked, matching).map((call) => [call.matchKey, call]));
  const isAnsweredBy = (matchKey: MatchKey, partner: string) =>
    asked.some(({ question, answer }) => isAbout(question, matchKey, partner) && answerOfStatus(answer.report.status) === 'ANSWERED');
  return {
    calls: () => [...matched.values()],
    callOf: (matchKey) => matched.get(matchKey) as MatchedCall,
    asked: () => asked,
    ask: async (questions) => {
      if (questions.length === 0) return;
      asked = await askTogether(questions, asked, matching.ask);
      const concerned = matchKeys.filter((matchKey) => questions.some(({ askedFor }) => askedFor.has(matchKey)));
      for (const call of matchAll(concerned, asked, matching)) matched.set(call.matchKey, call);
    },
    restore: (call) => {
      matched.set(call.matchKey, call);
    },
    isAsked: (matchKey, partner) => asked.some(({ question }) => isAbout(question, matchKey, partner)),
    recordsFor: (matchKey) => asked.flatMap((one) => (one.question.askedFor.has(matchKey) ? recordsThatCount(matchKey, one) : [])),
    haveAnswered: (matchKey, partners) => partners.every((partner) => isAnsweredBy(matchKey, partner)),
  };
}

function isAbout({ askedFor, partner: whom }: CallQuestion, matchKey: MatchKey, partner: string): boolean {
  return whom === partner && askedFor.has(matchKey);
}

/** Match keys with the same answers and the same days share a index. */
function matchAll(matchKeys: readonly MatchKey[], asked: readonly AskedCalls[], matching: CallMatching): MatchedCall[] {
  const { producers, rules, unseen } = matching;
  const pools = new Map<string, VisitIndex<CallRecord>>();
  const placeOf = new Map(asked.map(({ answer }, place) => [answer, place]));
  return matchKeys.map((matchKey) => {
    const answers = asked.filter(({ question }) => question.askedFor.has(matchKey));
    const places = answers.map(({ answer }) => placeOf.get(answer));
    const key = JSON.stringify([daysThatCount(matchKey, 'vessel-schedules'), daysThatCount(matchKey, 'port-schedules'), places]);
    const index =
      pools.get(key) ??
      createVisitIndex(
        answers.flatMap((one) => recordsThatCount(matchKey, one)),
        rules,
      );
    pools.set(key, index);
    const sources = sourcesOf(matchKey, answers, producers);
    const context: MatchContext = { rules, sources: [...sources.map(({ status }) => answerOfStatus(status)), ...unseen] };
    return { matchKey, found: matchCalls(matchKey, index, context), sources };
  });
}

function recordsThatCount(matchKey: MatchKey, asked: AskedCalls): readonly CallRecord[] {
  return callRecordsOf(asked.question, asked.answer).filter((record) => countsFor(matchKey, asked, record));
}

/**
 * One report per partner that was asked for a match key: the answer that fell short, if any did, or else one with rows. A
 * carrier that would know and was not asked has one, too.
 */
function sourcesOf(matchKey: MatchKey, asked: readonly AskedCalls[], producers: readonly string[]): SourceReport[] {
  const reports = new Map<string, SourceReport>();
  for (const { answer } of asked) {
    const held = reports.get(answer.report.partner);
    if (held === undefined || weightOf(held) < weightOf(answer.report)) reports.set(answer.report.partner, answer.report);
  }
  const { kind, partner: own } = matchKey.claims[0];
  // A carrier that issues notices knows its schedules; who reports on port calls need not have any.
  const wouldKnow = kind === 'NOTICE' || reports.size === 0;
  if (wouldKnow && !reports.has(own)) {
    reports.set(own, reportOf(own, { status: producers.includes(own) ? 'REFUSED_FILTER' : 'NOT_CONNECTED' }));
  }
  return [...reports.values()].toSorted((left, right) => placeOf(left) - placeOf(right));

  /** In the order of the partners' files, whoever was asked first; one that offers no schedules behind them. */
  function placeOf({ partner }: SourceReport): number {
    const place = producers.indexOf(partner);
    return place === -1 ? producers.length : place;
  }
}

function weightOf({ status }: SourceReport): number {
  if (answerOfStatus(status) !== 'ANSWERED') return 2;
  return status === 'EMPTY' ? 0 : 1;
}
