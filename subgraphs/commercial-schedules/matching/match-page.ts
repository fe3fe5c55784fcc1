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

/** A key set with what it came to. */
export interface MatchedCall {
  readonly keySet: MatchKey;
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

/** The key sets of a page while partners are asked about them. */
export interface MatchPage {
  /** What each key set has come to so far, in the order of the page. */
  calls(): readonly MatchedCall[];
  callOf(keySet: MatchKey): MatchedCall;
  /** All answers so far. */
  asked(): readonly AskedCalls[];
  /** Asks what single key sets want to know, together where that is possible, and matches them anew. */
  ask(questions: readonly CallQuestion[]): Promise<void>;
  /** Takes back what a key set has come to. */
  restore(call: MatchedCall): void;
  isAsked(keySet: MatchKey, partner: string): boolean;
  /** All calls that partners have told of when they were asked about the key set. */
  recordsFor(keySet: MatchKey): readonly CallRecord[];
  /** Whether all of these have answered a question about the key set. */
  haveAnswered(keySet: MatchKey, partners: readonly string[]): boolean;
}

/**
 * Opens a page. Each key set is matched by the answers to its own questions alone, so that what it comes to does not
 * depend on what else is on its page.
 */
export function openMatchPage(keySets: readonly MatchKey[], matching: CallMatching): MatchPage {
  let asked: readonly AskedCalls[] = [];
  const matched = new Map(matchAll(keySets, asked, matching).map((call) => [call.keySet, call]));
  const isAnsweredBy = (keySet: MatchKey, partner: string) =>
    asked.some(({ question, answer }) => isAbout(question, keySet, partner) && answerOfStatus(answer.report.status) === 'ANSWERED');
  return {
    calls: () => [...matched.values()],
    callOf: (keySet) => matched.get(keySet) as MatchedCall,
    asked: () => asked,
    ask: async (questions) => {
      if (questions.length === 0) return;
      asked = await askTogether(questions, asked, matching.ask);
      const concerned = keySets.filter((keySet) => questions.some(({ askedFor }) => askedFor.has(keySet)));
      for (const call of matchAll(concerned, asked, matching)) matched.set(call.keySet, call);
    },
    restore: (call) => {
      matched.set(call.keySet, call);
    },
    isAsked: (keySet, partner) => asked.some(({ question }) => isAbout(question, keySet, partner)),
    recordsFor: (keySet) => asked.flatMap((one) => (one.question.askedFor.has(keySet) ? recordsThatCount(keySet, one) : [])),
    haveAnswered: (keySet, partners) => partners.every((partner) => isAnsweredBy(keySet, partner)),
  };
}

function isAbout({ askedFor, partner: whom }: CallQuestion, keySet: MatchKey, partner: string): boolean {
  return whom === partner && askedFor.has(keySet);
}

/** Key sets with the same answers and the same days share a pool. */
function matchAll(keySets: readonly MatchKey[], asked: readonly AskedCalls[], matching: CallMatching): MatchedCall[] {
  const { producers, rules, unseen } = matching;
  const pools = new Map<string, VisitIndex<CallRecord>>();
  const placeOf = new Map(asked.map(({ answer }, place) => [answer, place]));
  return keySets.map((keySet) => {
    const answers = asked.filter(({ question }) => question.askedFor.has(keySet));
    const places = answers.map(({ answer }) => placeOf.get(answer));
    const key = JSON.stringify([daysThatCount(keySet, 'vessel-schedules'), daysThatCount(keySet, 'port-schedules'), places]);
    const pool =
      pools.get(key) ??
      createVisitIndex(
        answers.flatMap((one) => recordsThatCount(keySet, one)),
        rules,
      );
    pools.set(key, pool);
    const sources = sourcesOf(keySet, answers, producers);
    const context: MatchContext = { rules, sources: [...sources.map(({ status }) => answerOfStatus(status)), ...unseen] };
    return { keySet, found: matchCalls(keySet, pool, context), sources };
  });
}

function recordsThatCount(keySet: MatchKey, asked: AskedCalls): readonly CallRecord[] {
  return callRecordsOf(asked.question, asked.answer).filter((record) => countsFor(keySet, asked, record));
}

/**
 * One report per partner that was asked for a key set: the answer that fell short, if any did, or else one with rows. A
 * carrier that would know and was not asked has one, too.
 */
function sourcesOf(keySet: MatchKey, asked: readonly AskedCalls[], producers: readonly string[]): SourceReport[] {
  const reports = new Map<string, SourceReport>();
  for (const { answer } of asked) {
    const held = reports.get(answer.report.partner);
    if (held === undefined || weightOf(held) < weightOf(answer.report)) reports.set(answer.report.partner, answer.report);
  }
  const { kind, partner: own } = keySet.statements[0];
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
