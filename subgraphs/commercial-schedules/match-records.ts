import type { RouteRecord } from '../shared/joins/match-routes.ts';
import {
  type CallRecord,
  callRecordsOfPointToPoint,
  callRecordsOfPortSchedule,
  callRecordsOfVesselSchedules,
} from '../shared/joins/records.ts';
import type { MatchQuestion } from './match-questions.ts';
import type { Answer, ScheduleRow } from './model.ts';

/** Records of answers, which never change. */
const recordsOfAnswers = new WeakMap<Answer, readonly CallRecord[]>();

/** The calls that an answer tells of; made once per answer. */
export function callRecordsOf(question: MatchQuestion, answer: Answer): readonly CallRecord[] {
  const held = recordsOfAnswers.get(answer) ?? makeRecords(question, answer);
  recordsOfAnswers.set(answer, held);
  return held;
}

/** A row of point-to-point routes, as it is compared with a lane. */
export function routeRecordOf({ statement, document }: ScheduleRow, { report }: Answer): RouteRecord {
  const { partner, apiVersion, retrievedAt } = report;
  const route = statement ?? document;
  return { route, partner, calls: callRecordsOfPointToPoint(route, { partner, apiVersion, retrievedAt }) };
}

function makeRecords({ question }: MatchQuestion, { rows, report }: Answer): readonly CallRecord[] {
  const { partner, apiVersion, retrievedAt } = report;
  const stamp = { partner, apiVersion, retrievedAt };
  return rows.flatMap((row) => {
    const statement = row.statement ?? row.document;
    return question.endpoint === 'port-schedules'
      ? callRecordsOfPortSchedule(statement, stamp)
      : callRecordsOfVesselSchedules(statement, stamp);
  });
}
