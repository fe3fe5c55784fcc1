import { dayTextOf } from '@landfall/matching/claims/days.ts';
import { type MatchKey, matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RequestedCalls, recordsOfAnswers, requestTogether } from './match-sharing.ts';
import { type CallRequest, callWaysOf, translationLookupsOf } from './matching/match-requests.ts';
import type { Answer, ScheduleRow } from './model.ts';

const partner = 'acme';
const port = { UNLocationCode: 'SGSIN' };

/** Creates the match key of a notice about a ship that arrives in Singapore on a day, counted from 1970. */
function matchKeyAt(day: number): MatchKey {
  const portOfDischargeArrivalDate = { value: dayTextOf(day), classifier: 'EST' };
  return matchKeyOfNotice({ transport: { portOfDischarge: port, portOfDischargeArrivalDate } }, { partner });
}

const vesselRequest = (matchKey: MatchKey) =>
  one(callWaysOf(matchKey, partner, { rules: createComparisonRules(), hasFilter: () => true }).flatMap(({ requests }) => requests));
const portRequest = (matchKey: MatchKey) => one(translationLookupsOf([matchKey], () => [partner], createComparisonRules()));

function one<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('there is nothing');
  return first;
}

/** The content of the Producer: ships that arrive on these days. */
interface Producer {
  readonly days: readonly number[];
  /** Maximum number of calls in its port schedules. */
  readonly most: number;
}

/** Answers like a Producer with calls on some days that truncates port schedules. */
function answerOf({ days, most }: Producer, { query }: CallRequest): Answer {
  const sorted = days.toSorted((left, right) => left - right).map(dayTextOf);
  const timestampsOf = (day: string) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `${day}T12:00:00+08:00` }];
  const row = (document: object): ScheduleRow => ({ document, violations: [], byteLength: 100 });
  const report = { partner, standard: 'COMMERCIAL_SCHEDULES', status: 'OK', feedback: [] } as const;
  if (query.endpoint === 'port-schedules') {
    const from = query.conditions.date;
    const listedDays = sorted.filter((day) => day >= from).slice(0, most);
    const vesselSchedules = listedDays.map((day) => ({ timestamps: timestampsOf(day) }));
    return { id: '', report, rows: listedDays.length === 0 ? [] : [row({ location: port, vesselSchedules })] };
  }
  if (query.endpoint !== 'vessel-schedules') throw new Error('no routes are requested here');
  const { startDate = '', endDate = '9' } = query.conditions;
  const listedDays = sorted.filter((day) => startDate <= day && day <= endDate);
  const vesselSchedules = listedDays.map((day) => ({ transportCalls: [{ location: port, timestamps: timestampsOf(day) }] }));
  return { id: '', report, rows: listedDays.length === 0 ? [] : [row({ vesselSchedules })] };
}

/** Sends requests to a Producer, and records them. */
function recordingProducer(producer: Producer) {
  const requests: CallRequest[] = [];
  const sendQuery = async (more: readonly CallRequest[]): Promise<RequestedCalls[]> => {
    requests.push(...more);
    return more.map((request) => ({ request, answer: answerOf(producer, request) }));
  };
  return { query: sendQuery, requests };
}

/** Returns the arrivals that count for a match key, from the answers to its requests. */
function arrivalsFor(matchKey: MatchKey, requested: readonly RequestedCalls[]): readonly string[] {
  const answers = requested.filter(({ request }) => request.requestedBy.has(matchKey));
  return recordsOfAnswers(matchKey, answers)
    .flatMap(({ claim }) => claim.times.map(({ text }) => text))
    .toSorted();
}

const start = 20_000;
const everyDay = Array.from({ length: 120 }, (_, place) => start + place);

describe('requests of several match keys to one partner', () => {
  test('are merged into one request, whose days are not requested again', async () => {
    const { query: sendQuery, requests } = recordingProducer({ days: everyDay, most: 1_000 });
    const [early, late, between] = [matchKeyAt(start + 10), matchKeyAt(start + 60), matchKeyAt(start + 35)];
    const requested = await requestTogether([early, late].map(vesselRequest), [], sendQuery);
    const after = await requestTogether([vesselRequest(between)], requested, sendQuery);
    expect(requests).toHaveLength(1);
    expect(arrivalsFor(between, after).length).toBeGreaterThan(0);
  });

  test('are sent separately where a merged answer in port schedules may have been truncated', async () => {
    const { query: sendQuery, requests } = recordingProducer({ days: everyDay, most: 40 });
    const [early, late] = [matchKeyAt(start + 10), matchKeyAt(start + 100)];
    const requested = await requestTogether([early, late].map(portRequest), [], sendQuery);
    expect(requests.map(({ requestedBy }) => [...requestedBy])).toEqual([[early, late], [late]]);
    expect(arrivalsFor(late, requested)).toEqual(arrivalsFor(late, await requestTogether([portRequest(late)], [], sendQuery)));
  });

  test('are not sent separately where a merged answer in port schedules continues after their days', async () => {
    const { query: sendQuery, requests } = recordingProducer({ days: everyDay, most: 1_000 });
    await requestTogether([matchKeyAt(start + 10), matchKeyAt(start + 60)].map(portRequest), [], sendQuery);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['vessel schedules', vesselRequest],
    ['port schedules', portRequest],
  ])(
    'for %s give each key what it would receive alone, whatever else was requested and wherever answers are truncated',
    async (_, scheduleQueryOf) => {
      const dayOfPage = fc.integer({ min: start, max: start + 120 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(dayOfPage, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
          fc.record({
            days: fc.uniqueArray(fc.integer({ min: start - 40, max: start + 200 }), { maxLength: 60 }),
            most: fc.integer({ min: 0, max: 60 }),
          }),
          async (pages, producer) => {
            const { query: sendQuery } = recordingProducer(producer);
            const rounds = pages.map((days) => days.map(matchKeyAt));
            let requested: readonly RequestedCalls[] = [];
            for (const matchKeys of rounds) requested = await requestTogether(matchKeys.map(scheduleQueryOf), requested, sendQuery);
            for (const matchKey of rounds.flat()) {
              expect(arrivalsFor(matchKey, requested)).toEqual(
                arrivalsFor(matchKey, await requestTogether([scheduleQueryOf(matchKey)], [], sendQuery)),
              );
            }
          },
        ),
      );
    },
  );
});
