import type { JoinRules } from '../shared/joins/evidence.ts';
import type { DaySpan, KeySet } from '../shared/joins/key-set.ts';
import { type MatchContext, matchCalls, type VisitMatchSet } from '../shared/joins/match-visits.ts';
import { answerOfStatus, type SourceAnswer } from '../shared/joins/outcome.ts';
import type { CallRecord } from '../shared/joins/records.ts';
import { createVisitPool, type VisitPool } from '../shared/joins/visit-pool.ts';
import type { SourceReport } from '../shared/sources.ts';
import type { AskedAnswer } from './match-asking.ts';
import { type MatchQuestion, spanOf } from './match-questions.ts';
import { callRecordsOf } from './match-records.ts';
import { reportOf } from './upstream/collect.ts';

/** A key set with what it came to. */
export interface MatchedCall {
  readonly keySet: KeySet;
  readonly found: VisitMatchSet<CallRecord>;
  readonly sources: readonly SourceReport[];
}

export interface CallMatching {
  /** Ids of the partners that offer schedules and that the caller may see. */
  readonly producers: readonly string[];
  readonly rules: JoinRules;
  /** What more is to be taken into account than what the sources say of themselves. */
  readonly unseen: readonly SourceAnswer[];
  /** Asks partners; `before` is what has been answered so far. */
  readonly ask: (questions: readonly MatchQuestion[], before: readonly AskedAnswer[]) => Promise<AskedAnswer[]>;
}

/** The key sets of a page while partners are asked about them. */
export interface MatchPage {
  /** What each key set has come to so far, in the order of the page. */
  calls(): readonly MatchedCall[];
  callOf(keySet: KeySet): MatchedCall;
  /** All answers so far. */
  readonly asked: readonly AskedAnswer[];
  /** Asks, and matches the key sets concerned anew. */
  ask(questions: readonly MatchQuestion[]): Promise<void>;
  /** Takes back what a key set has come to. */
  restore(call: MatchedCall): void;
  isAsked(keySet: KeySet, partner: string): boolean;
  /** Whether all of these have answered a question about the key set. */
  haveAnswered(keySet: KeySet, partners: readonly string[]): boolean;
}

/**
 * Opens a page. Each key set is matched by the answers to its own questions alone, so that what it comes to does not
 * depend on what else is on its page.
 */
export function openMatchPage(keySets: readonly KeySet[], matching: CallMatching): MatchPage {
  const asked: AskedAnswer[] = [];
  const matched = new Map(matchAll(keySets, asked, matching).map((call) => [call.keySet, call]));
  const isAnsweredBy = (keySet: KeySet, partner: string) =>
    asked.some(({ question, answer }) => isAbout(question, keySet, partner) && answerOfStatus(answer.report.status) === 'ANSWERED');
  return {
    calls: () => [...matched.values()],
    callOf: (keySet) => matched.get(keySet) as MatchedCall,
    asked,
    ask: async (questions) => {
      if (questions.length === 0) return;
      asked.push(...(await matching.ask(questions, asked)));
      const concerned = keySets.filter((keySet) => questions.some(({ askedFor }) => askedFor.has(keySet)));
      for (const call of matchAll(concerned, asked, matching)) matched.set(call.keySet, call);
    },
    restore: (call) => {
      matched.set(call.keySet, call);
    },
    isAsked: (keySet, partner) => asked.some(({ question }) => isAbout(question, keySet, partner)),
    haveAnswered: (keySet, partners) => partners.every((partner) => isAnsweredBy(keySet, partner)),
  };
}

function isAbout({ askedFor, partner: whom }: MatchQuestion, keySet: KeySet, partner: string): boolean {
  return whom === partner && askedFor.has(keySet);
}

/** Key sets with the same answers and the same days share a pool. */
function matchAll(keySets: readonly KeySet[], asked: readonly AskedAnswer[], matching: CallMatching): MatchedCall[] {
  const { producers, rules, unseen } = matching;
  const pools = new Map<string, VisitPool<CallRecord>>();
  return keySets.map((keySet) => {
    const span = spanOf(keySet);
    const places = asked.flatMap(({ question }, place) => (question.askedFor.has(keySet) ? [place] : []));
    const answers = places.flatMap((place) => asked[place] ?? []);
    const key = `${span?.firstDay} ${span?.lastDay} ${places.join()}`;
    const pool = pools.get(key) ?? poolOf(answers, span, rules);
    pools.set(key, pool);
    const sources = sourcesOf(keySet, answers, producers);
    const context: MatchContext = { rules, sources: [...sources.map(({ status }) => answerOfStatus(status)), ...unseen] };
    return { keySet, found: matchCalls(keySet, pool, context), sources };
  });
}

function poolOf(answers: readonly AskedAnswer[], span: DaySpan | undefined, rules: JoinRules): VisitPool<CallRecord> {
  const records = answers.flatMap(({ question, answer }) => callRecordsOf(question, answer));
  return createVisitPool(
    records.filter((record) => span === undefined || isWithin(record, span)),
    rules,
  );
}

/** Whether one of the arrivals lies in the days, as Producers select calls; what states none is not left out. */
function isWithin({ statement: { times } }: CallRecord, { firstDay, lastDay }: DaySpan): boolean {
  const days = times.flatMap(({ kind, text }) => (kind === 'ARRIVAL' ? [text.slice(0, 10)] : []));
  return days.length === 0 || days.some((day) => firstDay <= day && day <= lastDay);
}

/**
 * One report per partner that was asked for a key set: the answer that fell short, if any did, or else one with rows. A
 * carrier that would know and was not asked has one, too.
 */
function sourcesOf(keySet: KeySet, asked: readonly AskedAnswer[], producers: readonly string[]): SourceReport[] {
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
