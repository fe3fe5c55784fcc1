import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import type { ScheduledCall } from '../generated/schema.ts';
import type { ScheduleQuery, ScheduleRecord, VesselScheduleRecord } from '../model.ts';

/**
 * Finds passages of waterways in a row that do not comply with the rules that Commercial Schedules 1.0.4 states in words
 * only: a call at a point of a waterway has no cargo, belongs to no visit of a port, and has a UN/LOCODE.
 *
 * @returns paths as in `findShapeViolations`, `$` being the row
 */
export function passageViolationsOf(endpoint: ScheduleQuery['endpoint'], row: ScheduleRecord): SchemaViolation[] {
  if (endpoint !== 'vessel-schedules') return [];
  return ((row as VesselScheduleRecord).vesselSchedules ?? []).flatMap(({ transportCalls }, schedule) =>
    (transportCalls ?? []).flatMap((call, index) =>
      passageFaultsOf(call).map(([attribute, message]) => ({
        path: `$.vesselSchedules[${schedule}].transportCalls[${index}].${attribute}`,
        message,
      })),
    ),
  );
}

/**
 * Marks passages as these rules demand, because a reader takes a call without the mark for a call of a port. @returns the
 * row itself if all comply
 */
export function withMarkedPassages(endpoint: ScheduleQuery['endpoint'], row: ScheduleRecord): ScheduleRecord {
  if (passageViolationsOf(endpoint, row).length === 0) return row;
  const vesselSchedules = (row as VesselScheduleRecord).vesselSchedules?.map((schedule) =>
    schedule.transportCalls ? { ...schedule, transportCalls: schedule.transportCalls.map(markedCall) } : schedule,
  );
  return { ...(row as VesselScheduleRecord), vesselSchedules };
}

function passageFaultsOf(call: ScheduledCall): [attribute: string, message: string][] {
  if (!isAtWaterway(call)) return [];
  const { isCargoOperationalCall: flag, portVisitReference, location } = call;
  const faults: [string, string][] = [];
  if (flag !== false) faults.push(['isCargoOperationalCall', `expected false at a point of a waterway, got ${flag}`]);
  if (portVisitReference !== undefined) faults.push(['portVisitReference', 'is not allowed at a point of a waterway']);
  if (!location?.UNLocationCode) faults.push(['location.UNLocationCode', 'is required at a point of a waterway and absent']);
  return faults;
}

function markedCall(call: ScheduledCall): ScheduledCall {
  if (!isAtWaterway(call)) return call;
  const { portVisitReference: _visit, location, ...others } = call;
  const { waterwaySMDGEntryPointCode: _code, ...place } = location ?? {};
  // Without a UN/LOCODE the code of the point identifies nothing.
  return { ...others, isCargoOperationalCall: false, location: place.UNLocationCode ? location : place };
}

function isAtWaterway({ location }: ScheduledCall): boolean {
  return Boolean(location?.waterwaySMDGEntryPointCode?.trim());
}
