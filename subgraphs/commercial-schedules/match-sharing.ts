import type { CallRecord } from '#platform/matching/claims/records.ts';
import type { MatchKey } from '#platform/matching/keys/match-key.ts';
import type { RequestedAnswer } from './matching/ask-partners.ts';
import { callRecordsOf } from './matching/match-records.ts';
import { type CallQuestion, daysThatCount, joinQuestions } from './matching/match-requests.ts';

/** A question for calls with what the partner said to it. */
export type AskedCalls = RequestedAnswer<CallQuestion>;

/**
 * Asks questions of single match keys as few ones, and not at all where an answer of before says it already. Those whose
 * part of a joint answer may have been cut off are asked for themselves.
 *
 * @returns all answers, those of before included, each with the question for the match keys that it serves now
 */
export async function askTogether(
  questions: readonly CallQuestion[],
  before: readonly AskedCalls[],
  ask: (questions: readonly CallQuestion[], before: readonly AskedCalls[]) => Promise<AskedCalls[]>,
): Promise<readonly AskedCalls[]> {
  const known = serveFrom(before, questions);
  if (known.left.length === 0) return known.asked;
  const joint = await ask(
    joinQuestions(known.left, ({ subject }) => subject),
    known.asked,
  );
  const nobodys = joint.map(({ question, answer }) => ({ question: { ...question, askedFor: new Set<MatchKey>() }, answer }));
  const now = serveFrom(nobodys, known.left);
  const asked = [...known.asked, ...now.asked];
  const own = joinQuestions(now.left, ({ subject, days }) => JSON.stringify([subject, days]));
  return own.length === 0 ? asked : [...asked, ...(await ask(own, asked))];
}

/** Adds the match keys of questions to the answers that serve them, and says which questions are left. */
function serveFrom(
  asked: readonly AskedCalls[],
  questions: readonly CallQuestion[],
): { readonly asked: readonly AskedCalls[]; readonly left: readonly CallQuestion[] } {
  const bySubject = new Map<string, AskedCalls[]>();
  for (const one of asked) bySubject.set(one.question.subject, [...(bySubject.get(one.question.subject) ?? []), one]);
  const served = new Map<AskedCalls, MatchKey[]>();
  const left = questions.filter((question) => {
    const serving = bySubject.get(question.subject)?.find((one) => serves(one, question));
    if (serving !== undefined) served.set(serving, [...(served.get(serving) ?? []), ...question.askedFor]);
    return serving === undefined;
  });
  const widened = asked.map((one): AskedCalls => {
    const { question, answer } = one;
    return { question: { ...question, askedFor: new Set([...question.askedFor, ...(served.get(one) ?? [])]) }, answer };
  });
  return { asked: widened, left };
}

/**
 * Whether an answer gives a match key all that the question of the match key alone would bring. An answer in port schedules
 * has no last day and may have been cut, so it has to go on behind the days that count.
 */
function serves({ question: wide, answer }: AskedCalls, own: CallQuestion): boolean {
  if (own.days === undefined || wide.days === undefined) return true;
  if (wide.days.firstDay > own.days.firstDay) return false;
  if (own.topic.endpoint === 'vessel-schedules') return wide.days.lastDay >= own.days.lastDay;
  const { lastDay } = own.days;
  const isSame = wide.days.firstDay === own.days.firstDay;
  return (
    isSame || answer.rows.length === 0 || callRecordsOf(wide, answer).some((record) => arrivalDaysOf(record).some((day) => day > lastDay))
  );
}

/** Whether a call counts for a match key: one of its arrivals lies in the days that do, or it states none. */
export function countsFor(matchKey: MatchKey, { question }: AskedCalls, record: CallRecord): boolean {
  const days = daysThatCount(matchKey, question.topic.endpoint);
  const arrivals = arrivalDaysOf(record);
  if (days === undefined || arrivals.length === 0) return true;
  if (question.topic.endpoint === 'vessel-schedules') return arrivals.some((day) => days.firstDay <= day && day <= days.lastDay);
  // Which of several arrivals a Producer goes by is its own affair.
  return arrivals.every((day) => days.firstDay <= day) && arrivals.some((day) => day <= days.lastDay);
}

function arrivalDaysOf({ claim: { times } }: CallRecord): string[] {
  return times.flatMap(({ kind, text }) => (kind === 'ARRIVAL' ? [text.slice(0, 10)] : []));
}
