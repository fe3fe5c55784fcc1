import { normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import type { Schedule } from '../../generated/schema.ts';
import type { PortConditions, PortScheduleRecord } from '../../model.ts';
import { differs, keptOf, localDayOf } from './comparable-values.ts';

/** Returns the part of a port schedule that may match; undefined if no part does. */
export function wantedOfPortSchedule(record: PortScheduleRecord, conditions: PortConditions): PortScheduleRecord | undefined {
  if (differs(conditions.UNLocationCode, normalUNLocationCode(record.location?.UNLocationCode ?? undefined))) return undefined;
  const schedules = record.vesselSchedules ?? [];
  const wanted = keptOf(schedules, (schedule) => !isBefore(schedule, conditions.date));
  if (wanted === schedules) return record;
  return wanted.length === 0 ? undefined : { ...record, vesselSchedules: wanted };
}

/**
 * Returns whether a call is before the date, by its latest arrival, otherwise by its latest departure. A call without
 * either is kept.
 */
function isBefore({ timestamps }: Schedule, date: string): boolean {
  const days = (type: string) =>
    (timestamps ?? []).flatMap(({ eventTypeCode, eventDateTime }) =>
      eventTypeCode === type && typeof eventDateTime === 'string' ? [localDayOf(eventDateTime)] : [],
    );
  const arrivals = days('ARRI');
  const latest = (arrivals.length > 0 ? arrivals : days('DEPA')).toSorted().at(-1);
  return latest !== undefined && latest < date;
}
