import type { PointToPointRecord, PortScheduleRecord, ScheduleQuery, ScheduleRecord, VesselScheduleRecord } from '../../model.ts';
import { isRouteWanted } from './point-to-point.ts';
import { wantedOfPortSchedule } from './port-schedules.ts';
import { wantedOfServiceSchedule } from './vessel-schedules.ts';

/**
 * Filters a record again, because a Producer may not know a filter, or ignore it. A missing value neither matches nor
 * contradicts, so only contradicting parts are removed.
 *
 * @param record a row of the endpoint of the query; never changed
 * @returns the same object if all of it may match; undefined if no part does
 */
export function postFilter(record: ScheduleRecord, query: ScheduleQuery): ScheduleRecord | undefined {
  switch (query.endpoint) {
    case 'point-to-point-routes':
      return isRouteWanted(record as PointToPointRecord, query.conditions) ? record : undefined;
    case 'port-schedules':
      return wantedOfPortSchedule(record as PortScheduleRecord, query.conditions);
    case 'vessel-schedules':
      return wantedOfServiceSchedule(record as VesselScheduleRecord, query.conditions);
  }
}
