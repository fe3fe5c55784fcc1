import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
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

/** Records by answer; answers never change. */
const recordsOfAnswers = sharedCachePool.open<Answer, readonly CallRecord[]>();

/** Returns the call records of an answer, which are created once per answer. */
export function callRecordsOf(request: MatchRequest, answer: Answer): readonly CallRecord[] {
  const cached = recordsOfAnswers.get(answer);
  if (cached !== undefined) return cached;
  const records = makeRecords(request, answer);
  recordsOfAnswers.set(answer, records, heapBytesOf(records));
  return records;
}

/** Returns the passages of waterways and other calls without cargo that an answer shows, found once per answer. */
export function passagesOf({ query, partner }: MatchRequest, answer: Answer): readonly CallClaim[] {
  const held = passagesOfAnswers.get(answer);
  if (held !== undefined) return held;
  const schedules = query.endpoint === 'vessel-schedules' ? answer.rows : [];
  const passages = schedules.flatMap(({ record, document }) => claimsOfPassages(record ?? document, partner));
  passagesOfAnswers.set(answer, passages);
  return passages;
}

/** Returns the calls of an answer of which no time can be read, found once per answer. */
export function untimedCallsOf(request: MatchRequest, answer: Answer): readonly CallClaim[] {
  const held = untimedCallsOfAnswers.get(answer);
  if (held !== undefined) return held;
  const untimed = callRecordsOf(request, answer).flatMap(({ claim }) => (claim.times.length === 0 ? [claim] : []));
  untimedCallsOfAnswers.set(answer, untimed);
  return untimed;
}

const untimedCallsOfAnswers = new WeakMap<Answer, readonly CallClaim[]>();

const passagesOfAnswers = new WeakMap<Answer, readonly CallClaim[]>();

/** Creates the record of a route, for comparison with a trade lane. */
export function routeRecordOf({ record, document }: ScheduleRow, { report }: Answer): RouteRecord {
  const { partner, apiVersion, retrievedAt } = report;
  const route = record ?? document;
  return { route, partner, calls: callRecordsOfPointToPoint(route, { partner, apiVersion, retrievedAt }) };
}

function makeRecords({ query }: MatchRequest, { rows, report }: Answer): readonly CallRecord[] {
  const { partner, apiVersion, retrievedAt } = report;
  const stamp = { partner, apiVersion, retrievedAt };
  return rows.flatMap((row) => {
    const schedule = row.record ?? row.document;
    return query.endpoint === 'port-schedules' ? callRecordsOfPortSchedule(schedule, stamp) : callRecordsOfVesselSchedules(schedule, stamp);
  });
}
