import type { NumbersOwner } from '../shared/joins/carriers.ts';
import type { JoinRules } from '../shared/joins/evidence.ts';
import type { DaySpan, KeySet } from '../shared/joins/key-set.ts';
import { type MatchContext, matchCalls, type VisitMatchSet } from '../shared/joins/match-visits.ts';
import { normalCarrier } from '../shared/joins/normal-values.ts';
import { answerOfStatus, type SourceAnswer } from '../shared/joins/outcome.ts';
import type { CallRecord } from '../shared/joins/records.ts';
import { createVisitPool, type VisitPool } from '../shared/joins/visit-pool.ts';
import { listAt, textAt, valueAt } from '../shared/joins/wire-values.ts';
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
 * Finds the calls of a page of key sets in steps, each of which asks only about what the steps before left open: vessel
 * schedules of the carrier that issued the notice, which knows its own voyage numbers; its port schedules, where a number
 * was not found; vessel schedules of everybody else, where that carrier does not know the ship; port schedules of those
 * that do, which translate one carrier's numbers into another's. Each key set is matched by the answers to its own
 * questions alone, so that what it comes to does not depend on what else is on its page.
 */
export async function matchCallPage(keySets: readonly KeySet[], matching: CallMatching): Promise<MatchedCalls> {
  const { producers, rules, ask } = matching;
  const issuers = new Map(keySets.map((keySet) => [keySet, issuersAmong(producers, keySet, rules)]));
  const issuersOf: PartnersFor = (keySet) => issuers.get(keySet) ?? [];
  const othersFor: PartnersFor = (keySet) => producers.filter((partner) => !issuersOf(keySet).includes(partner));

  const asked: AskedAnswer[] = [];
  const matched = new Map<KeySet, MatchedCall>();
  const askAbout = async (questions: readonly MatchQuestion[]) => {
    if (questions.length === 0) return;
    asked.push(...(await ask(questions, asked)));
    const concerned = keySets.filter((keySet) => questions.some(({ askedFor }) => askedFor.has(keySet)));
    for (const call of matchAll(concerned, asked, matching)) matched.set(call.keySet, call);
  };
  const openBy = (isOpen: (call: MatchedCall) => boolean) =>
    keySets.filter((keySet) => {
      const call = matched.get(keySet);
      return call !== undefined && isOpen(call);
    });

  /**
   * Asks what others call a call that is found, because port call events may go by their names: its operator, where that
   * one is stated, or else the issuer's port schedules. What was found stays found.
   */
  const askForNames = async (known: readonly KeySet[]) => {
    const callOf = (keySet: KeySet) => matched.get(keySet)?.found.unique?.visit;
    const isAsked = (keySet: KeySet, partner: string) =>
      asked.some(({ question }) => question.partner === partner && question.askedFor.has(keySet));
    const operatorsOf: PartnersFor = (keySet) => {
      const operators = (callOf(keySet)?.records ?? []).flatMap((record) => operatorOf(record) ?? []);
      const isOperator = (partner: string) => operators.some((operator) => rules.carriers.compare({ partner }, operator) === 'MATCH');
      return producers.filter((partner) => isOperator(partner) && !isAsked(keySet, partner));
    };
    const before = new Map(matched);
    await askAbout(callQuestionsOf(known, operatorsOf));
    const nameless = known.filter((keySet) => hasOneName(callOf(keySet)?.records ?? []));
    await askAbout(dictionaryQuestionsOf(nameless, issuersOf));
    for (const keySet of known) {
      const call = before.get(keySet);
      if (call !== undefined && callOf(keySet) === undefined) matched.set(keySet, call);
    }
  };

  for (const call of matchAll(keySets, [], matching)) matched.set(call.keySet, call);
  await askAbout(callQuestionsOf(keySets, issuersOf));
  const isOfNotice = ({ statements }: KeySet) => statements[0].kind === 'NOTICE';
  const haveAnswered = (keySet: KeySet, partners: readonly string[]) =>
    partners.every((partner) =>
      asked.some(
        ({ question, answer }) =>
          question.partner === partner && question.askedFor.has(keySet) && answerOfStatus(answer.report.status) === 'ANSWERED',
      ),
    );
  /** A carrier that has told of its vessels has told its numbers. */
  const isUntold = (call: MatchedCall) =>
    isOfNotice(call.keySet) && isUntranslated(call) && !haveAnswered(call.keySet, issuersOf(call.keySet));
  await askAbout(dictionaryQuestionsOf(openBy(isUntold), issuersOf));
  /** Nobody else could say more where the call is found, or where its own carrier knows the ship and has another call to offer. */
  const isUnknown = ({ keySet, found }: MatchedCall) => {
    if (found.unique !== undefined) return false;
    const own = issuersOf(keySet);
    return found.candidates.length === 0 || own.length === 0 || !haveAnswered(keySet, own);
  };
  await askAbout(callQuestionsOf(openBy(isUnknown), othersFor));
  const translatorsOf: PartnersFor = (keySet) => {
    const candidates = matched.get(keySet)?.found.candidates ?? [];
    const telling = new Set(candidates.flatMap(({ visit }) => visit.records.map(({ partner }) => partner)));
    return producers.filter((partner) => telling.has(partner) && !(isOfNotice(keySet) && issuersOf(keySet).includes(partner)));
  };
  await askAbout(dictionaryQuestionsOf(openBy(isUntranslated), translatorsOf));
  await askForNames(openBy(({ keySet, found }) => isOfNotice(keySet) && found.unique !== undefined));
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

/** Whether records have the voyage number of one carrier, and no universal reference that all would know. */
function hasOneName(records: readonly CallRecord[]): boolean {
  const isUniversal = records.some(
    ({ statement: { universalServiceReference: service, universalImportVoyageReference: voyage } }) =>
      service !== undefined && voyage !== undefined,
  );
  const names = new Set(records.flatMap(({ partner, statement }) => statement.numbers.map(({ index }) => `${partner} ${index}`)));
  return !isUniversal && names.size === 1;
}

/** The carrier that operates the ship, as a vessel schedule states it. */
function operatorOf({ statement, wire }: CallRecord): NumbersOwner | undefined {
  if (statement.kind !== 'VESSEL_SCHEDULE') return undefined;
  const vessel = valueAt(listAt(wire, 'vesselSchedules')[statement.at[0] ?? 0], ['vessel']);
  return normalCarrier(textAt(vessel, 'operatorCarrierCode'), textAt(vessel, 'operatorCarrierCodeListProvider'));
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
