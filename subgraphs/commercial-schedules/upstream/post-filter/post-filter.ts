import type { PointToPointRecord, PortScheduleRecord, ScheduleQuery, ScheduleRecord, VesselScheduleRecord } from '../../model.ts';
import { isRouteWanted } from './point-to-point.ts';
import { wantedOfPortSchedule } from './port-schedules.ts';
import { wantedOfServiceSchedule } from './vessel-schedules.ts';

/**
 * Filters a record again, because a Producer may not know a filter, or ignore it. A missing value neither matches nor
 * contradicts, so only contradicting parts are removed.
 *
 * @param said of the kind that the question's endpoint answers with; never changed
 * @returns the same object when all of it may match; undefined when no part does
 */
export function postFilter(said: ScheduleRecord, question: ScheduleQuery): ScheduleRecord | undefined {
  switch (question.endpoint) {
    case 'point-to-point-routes':
      return isRouteWanted(said as PointToPointRecord, question.conditions) ? said : undefined;
    case 'port-schedules':
      return wantedOfPortSchedule(said as PortScheduleRecord, question.conditions);
    case 'vessel-schedules':
      return wantedOfServiceSchedule(said as VesselScheduleRecord, question.conditions);
  }
}
