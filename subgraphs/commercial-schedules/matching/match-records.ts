import { dayTextOf, localDayOf } from '@landfall/matching/claims/days.ts';
import {
  type CallRecord,
  callRecordsOfPointToPoint,
  callRecordsOfPortSchedule,
  callRecordsOfVesselSchedules,
} from '@landfall/matching/claims/records.ts';
import { claimsOfPassages } from '@landfall/matching/claims/schedule-claims.ts';
import type { RouteRecord } from '@landfall/matching/match-routes.ts';
import { heapBytesOf } from '#platform/cache/bounded-cache.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import type { Answer, ScheduleRow } from '../model.ts';
import type { MatchRequest } from './match-requests.ts';

/** What matching reads of an answer. Answers never change, and all match keys of a page use them. */
type AnsweredCalls = ReturnType<typeof readCalls>;

const callsOfAnswers = sharedCachePool.open<Answer, AnsweredCalls>();

/** Returns what an answer says of calls, read once per answer. */
export function callsIn(request: MatchRequest, answer: Answer): AnsweredCalls {
  const cached = callsOfAnswers.get(answer);
  if (cached !== undefined) return cached;
  const calls = readCalls(request, answer);
  callsOfAnswers.set(answer, calls, heapBytesOf(calls));
  return calls;
}

function readCalls({ query, partner }: MatchRequest, { rows, report }: Answer) {
  const { apiVersion, retrievedAt } = report;
  const stamp = { partner: report.partner, apiVersion, retrievedAt };
  const isOfPort = query.endpoint === 'port-schedules';
  const schedules = rows.map(({ record, document }) => record ?? document);
  const records = schedules.flatMap((schedule) =>
    isOfPort ? callRecordsOfPortSchedule(schedule, stamp) : callRecordsOfVesselSchedules(schedule, stamp),
  );
  return {
    records,
    /** Passages of waterways and other calls without cargo. */
    passages: query.endpoint === 'vessel-schedules' ? schedules.flatMap((schedule) => claimsOfPassages(schedule, partner)) : [],
    /** Calls of which no time can be read. */
    untimed: records.flatMap(({ claim }) => (claim.times.length === 0 ? [claim] : [])),
    lastArrivalDay: records.flatMap(arrivalDaysOf).toSorted().at(-1),
  };
}

/** Returns the local days of the arrivals of a call. */
export function arrivalDaysOf({ claim }: CallRecord): string[] {
  return claim.times.flatMap((time) => (time.kind === 'ARRIVAL' ? [dayTextOf(localDayOf(time, claim).day)] : []));
}

/** Creates the record of a route, for comparison with a trade lane. */
export function routeRecordOf({ record, document }: ScheduleRow, { report }: Answer): RouteRecord {
  const { partner, apiVersion, retrievedAt } = report;
  const route = record ?? document;
  return { route, partner, calls: callRecordsOfPointToPoint(route, { partner, apiVersion, retrievedAt }) };
}
