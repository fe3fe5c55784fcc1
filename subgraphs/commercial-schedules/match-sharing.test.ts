import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayTextOf } from '#platform/matching/claims/days.ts';
import { type MatchKey, matchKeyOfNotice } from '#platform/matching/keys/match-key.ts';
import { type AskedCalls, askTogether, countsFor } from './match-sharing.ts';
import { callRecordsOf } from './matching/match-records.ts';
import { type CallQuestion, callRequestsOf, translationLookupsOf } from './matching/match-requests.ts';
import type { Answer, ScheduleRow } from './model.ts';

const partner = 'acme';
const port = { UNLocationCode: 'SGSIN' };

/** A notice of a ship that comes to Singapore on a day counted from 1970. */
function matchKeyAt(day: number): MatchKey {
  const portOfDischargeArrivalDate = { value: dayTextOf(day), classifier: 'EST' };
  return matchKeyOfNotice({ transport: { portOfDischarge: port, portOfDischargeArrivalDate } }, { partner });
}

const vesselQuestion = (matchKey: MatchKey) => one(callRequestsOf([matchKey], () => [partner]));
const portQuestion = (matchKey: MatchKey) => one(translationLookupsOf([matchKey], () => [partner]));

function one<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('there is nothing');
  return first;
}

/** What the Producer has: ships that arrive on these days. */
interface Producer {
  readonly days: readonly number[];
  /** It gives so many calls of port schedules at most. */
  readonly most: number;
}

/** Answers as a Producer does that knows the days it is asked for, and cuts port schedules off. */
function answerOf({ days, most }: Producer, { question }: CallQuestion): Answer {
  const sorted = days.toSorted((left, right) => left - right).map(dayTextOf);
  const timestampsOf = (day: string) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `${day}T12:00:00+08:00` }];
  const row = (document: object): ScheduleRow => ({ document, faults: [], byteLength: 100 });
  const report = { partner, standard: 'COMMERCIAL_SCHEDULES', status: 'OK', feedback: [] } as const;
  if (question.endpoint === 'port-schedules') {
    const from = question.conditions.date;
    const told = sorted.filter((day) => day >= from).slice(0, most);
    const vesselSchedules = told.map((day) => ({ timestamps: timestampsOf(day) }));
    return { id: '', report, rows: told.length === 0 ? [] : [row({ location: port, vesselSchedules })] };
  }
  if (question.endpoint !== 'vessel-schedules') throw new Error('joins ask no routes here');
  const { startDate = '', endDate = '9' } = question.conditions;
  const told = sorted.filter((day) => startDate <= day && day <= endDate);
  const vesselSchedules = told.map((day) => ({ transportCalls: [{ location: port, timestamps: timestampsOf(day) }] }));
  return { id: '', report, rows: told.length === 0 ? [] : [row({ vesselSchedules })] };
}

/** Asks a Producer, and remembers what it was asked. */
function askingOf(producer: Producer) {
  const questions: CallQuestion[] = [];
  const ask = async (more: readonly CallQuestion[]): Promise<AskedCalls[]> => {
    questions.push(...more);
    return more.map((question) => ({ question, answer: answerOf(producer, question) }));
  };
  return { ask, questions };
}

/** The arrivals that count for a match key, in the answers to its questions. */
function toldTo(matchKey: MatchKey, asked: readonly AskedCalls[]): readonly string[] {
  const records = asked
    .filter(({ question }) => question.askedFor.has(matchKey))
    .flatMap((answered) => callRecordsOf(answered.question, answered.answer).filter((record) => countsFor(matchKey, answered, record)));
  return records.flatMap(({ claim }) => claim.times.map(({ text }) => text)).toSorted();
}

const start = 20_000;
const everyDay = Array.from({ length: 120 }, (_, place) => start + place);

describe('questions of several match keys to one partner', () => {
  test('are asked as one, and what the answer says is not asked for again', async () => {
    const { ask, questions } = askingOf({ days: everyDay, most: 1_000 });
    const [early, late, between] = [matchKeyAt(start + 10), matchKeyAt(start + 60), matchKeyAt(start + 35)];
    const asked = await askTogether([early, late].map(vesselQuestion), [], ask);
    const after = await askTogether([vesselQuestion(between)], asked, ask);
    expect(questions).toHaveLength(1);
    expect(toldTo(between, after).length).toBeGreaterThan(0);
  });

  test('are asked apart, where a joint answer in port schedules may have been cut', async () => {
    const { ask, questions } = askingOf({ days: everyDay, most: 40 });
    const [early, late] = [matchKeyAt(start + 10), matchKeyAt(start + 100)];
    const asked = await askTogether([early, late].map(portQuestion), [], ask);
    expect(questions.map(({ askedFor }) => [...askedFor])).toEqual([[early, late], [late]]);
    expect(toldTo(late, asked)).toEqual(toldTo(late, await askTogether([portQuestion(late)], [], ask)));
  });

  test('are not asked apart, where a joint answer in port schedules goes on behind their days', async () => {
    const { ask, questions } = askingOf({ days: everyDay, most: 1_000 });
    await askTogether([matchKeyAt(start + 10), matchKeyAt(start + 60)].map(portQuestion), [], ask);
    expect(questions).toHaveLength(1);
  });

  test.each([
    ['vessel schedules', vesselQuestion],
    ['port schedules', portQuestion],
  ])('for %s bring each what it would be told alone, whatever else was asked and wherever answers are cut', async (_, questionOf) => {
    const dayOfPage = fc.integer({ min: start, max: start + 120 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(dayOfPage, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        fc.record({
          days: fc.uniqueArray(fc.integer({ min: start - 40, max: start + 200 }), { maxLength: 60 }),
          most: fc.integer({ min: 0, max: 60 }),
        }),
        async (pages, producer) => {
          const { ask } = askingOf(producer);
          const rounds = pages.map((days) => days.map(matchKeyAt));
          let asked: readonly AskedCalls[] = [];
          for (const matchKeys of rounds) asked = await askTogether(matchKeys.map(questionOf), asked, ask);
          for (const matchKey of rounds.flat()) {
            expect(toldTo(matchKey, asked)).toEqual(toldTo(matchKey, await askTogether([questionOf(matchKey)], [], ask)));
          }
        },
      ),
    );
  });
});
