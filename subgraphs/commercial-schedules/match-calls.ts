import type { NumbersOwner } from '../shared/joins/carriers.ts';
import type { JoinRules } from '../shared/joins/evidence.ts';
import type { DaySpan, KeySet } from '../shared/joins/key-set.ts';
import { type MatchContext, matchCalls, type VisitMatchSet } from '../shared/joins/match-visits.ts';
import { answerOfStatus, type SourceAnswer } from '../shared/joins/outcome.ts';
import type { CallRecord } from '../shared/joins/records.ts';
import { createVisitPool, type VisitPool } from '../shared/joins/visit-pool.ts';
import type { SourceReport } from '../shared/sources.ts';
import type { AskedAnswer } from './match-asking.ts';
import { callQuestionsOf, dictionaryQuestionsOf, type MatchQuestion, type PartnersFor, spanOf } from './match-questions.ts';
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

/** The key sets of a page matched, in their order, and the answers that this rests on. */
export interface MatchedCalls {
  readonly matched: readonly MatchedCall[];
  readonly asked: readonly AskedAnswer[];
}

/**
 * Finds the calls of a page of key sets in three steps, each of which asks only about what the steps before left open:
 * vessel schedules of the carrier that issued the notice, which knows its own voyage numbers; those of everybody else;
 * port schedules, which translate one carrier's numbers into another's. Each key set is matched by the answers to its
 * own questions alone, so that what it comes to does not depend on what else is on its page.
 */
export async function matchCallPage(keySets: readonly KeySet[], matching: CallMatching): Promise<MatchedCalls> {
  const { producers, rules, ask } = matching;
  const issuersOf = memoized((keySet: KeySet) => issuersAmong(producers, keySet, rules));
  const othersFor: PartnersFor = (keySet) => producers.filter((partner) => !issuersOf(keySet).includes(partner));
  const translatorsFor = ({ keySet, found }: MatchedCall): readonly string[] => {
    const telling = new Set(found.candidates.flatMap(({ visit }) => visit.records.map(({ partner }) => partner)));
    for (const issuer of keySet.statements[0].kind === 'NOTICE' ? issuersOf(keySet) : []) telling.add(issuer);
    return producers.filter((partner) => telling.has(partner));
  };

  const asked: AskedAnswer[] = [];
  const matched = new Map<KeySet, MatchedCall>();
  const askAbout = async (open: readonly KeySet[], questions: readonly MatchQuestion[]) => {
    asked.push(...(await ask(questions, asked)));
    for (const call of matchAll(open, asked, matching)) matched.set(call.keySet, call);
    return open.flatMap((keySet) => matched.get(keySet) ?? []);
  };

  const first = await askAbout(keySets, callQuestionsOf(keySets, issuersOf));
  const unknown = first.filter((call) => !isKnownToIssuers(call, issuersOf(call.keySet))).map(({ keySet }) => keySet);
  if (unknown.length > 0) await askAbout(unknown, callQuestionsOf(unknown, othersFor));
  const untranslated = [...matched.values()].filter(isUntranslated);
  const translators = new Map(untranslated.map((call) => [call.keySet, translatorsFor(call)]));
  const open = [...translators.keys()];
  if (open.length > 0) {
    await askAbout(
      open,
      dictionaryQuestionsOf(open, (keySet) => translators.get(keySet) ?? []),
    );
  }
  return { matched: keySets.flatMap((keySet) => matched.get(keySet) ?? []), asked };
}

/**
 * The partners that are asked first: whoever sent the notice, and whose code stands in it. Nobody says whose the numbers
 * of an event are, so everybody is asked.
 */
function issuersAmong(producers: readonly string[], { statements }: KeySet, { carriers }: JoinRules): readonly string[] {
  if (statements[0].kind === 'EVENT') return producers;
  const owners: NumbersOwner[] = statements.flatMap(({ partner, numbers }) => [
    { partner },
    ...numbers.flatMap(({ owner }) => (owner === undefined || owner === 'PARTNER' ? [] : [owner])),
  ]);
  return producers.filter((partner) => owners.some((owner) => carriers.compare({ partner }, owner) === 'MATCH'));
}

/** Whether nobody else could say more: the call is found, or its own carrier has answered and has another one to offer. */
function isKnownToIssuers({ found, sources }: MatchedCall, issuers: readonly string[]): boolean {
  if (found.unique !== undefined) return true;
  const answered = sources.filter(({ status }) => answerOfStatus(status) === 'ANSWERED').map(({ partner }) => partner);
  return found.candidates.length > 0 && issuers.length > 0 && issuers.every((issuer) => answered.includes(issuer));
}

/** Whether the key set has a voyage and no candidate shares it. */
function isUntranslated({ keySet, found }: MatchedCall): boolean {
  const hasVoyage = keySet.statements.some(
    ({ numbers, universalImportVoyageReference: universal }) =>
      universal !== undefined || numbers.some(({ carrierImportVoyageNumber: number }) => number !== undefined),
  );
  return hasVoyage && found.candidates.every(({ basis }) => basis === 'PERIOD');
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

function memoized<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
