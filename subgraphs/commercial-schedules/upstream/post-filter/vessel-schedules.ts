import { normalKeys, normalNumbers } from '@landfall/matching/claims/normal-values.ts';
import type { ScheduledCall, VesselSchedule } from '../../generated/schema.ts';
import type { VesselConditions, VesselScheduleRecord } from '../../model.ts';
import { differs, isWithin, keptOf, localDayOf, noneIs } from './comparable-values.ts';

/**
 * Returns the part of a service's schedules that may match; undefined if no part does. All conditions on a call must
 * match the same call. With `MATCHED_CALLS` other calls are removed; otherwise a ship with a matching call keeps all of
 * its calls, because the voyages of that call are shown whole.
 */
export function wantedOfServiceSchedule(record: VesselScheduleRecord, conditions: VesselConditions): VesselScheduleRecord | undefined {
  const wantedValues = normalConditions(conditions);
  if (isOtherService(record, wantedValues)) return undefined;
  const schedules = record.vesselSchedules ?? [];
  if (schedules.length === 0) return record;
  const matching = schedules.map((schedule) => matchingCallsOf(schedule, wantedValues));
  const wanted = conditions.responseScope === 'MATCHED_CALLS' ? trimmedTo(schedules, matching) : wholeShipsOf(schedules, matching);
  if (wanted.length === 0) return undefined;
  return wanted === schedules ? record : { ...record, vesselSchedules: wanted };
}

type WantedValues = ReturnType<typeof normalConditions>;

function normalConditions(conditions: VesselConditions) {
  const { vesselIMONumber, vesselName, universalServiceReference, UNLocationCode, carrierServiceCode, carrierVoyageNumber } = conditions;
  return {
    keys: normalKeys({
      vesselIMONumber,
      vesselName,
      universalServiceReference,
      UNLocationCode,
      universalImportVoyageReference: conditions.universalVoyageReference,
    }),
    numbers: numbersOf({ carrierServiceCode, carrierImportVoyageNumber: carrierVoyageNumber }),
    facilitySMDGCode: codeOf(conditions.facilitySMDGCode),
    operator: codeOf(conditions.vesselOperatorCarrierCode),
    days: { start: conditions.startDate, end: conditions.endDate },
  };
}

function isOtherService(record: VesselScheduleRecord, { keys, numbers }: WantedValues): boolean {
  const { universalServiceReference } = normalKeys({ universalServiceReference: record.universalServiceReference ?? undefined });
  return (
    differs(keys.universalServiceReference, universalServiceReference) ||
    differs(numbers?.carrierServiceCode, numbersOf({ carrierServiceCode: record.carrierServiceCode })?.carrierServiceCode)
  );
}

/**
 * Returns the calls of a ship that may match; the same list if all do; undefined for another ship or if no call
 * matches.
 */
function matchingCallsOf({ vessel, transportCalls }: VesselSchedule, wantedValues: WantedValues): readonly ScheduledCall[] | undefined {
  const stated = normalKeys({ vesselIMONumber: vessel?.vesselIMONumber ?? undefined, vesselName: vessel?.name ?? undefined });
  const isOther =
    differs(wantedValues.keys.vesselIMONumber, stated.vesselIMONumber) ||
    differs(wantedValues.keys.vesselName, stated.vesselName) ||
    differs(wantedValues.operator, codeOf(vessel?.operatorCarrierCode));
  if (isOther) return undefined;
  const calls = transportCalls ?? [];
  const matching = keptOf(calls, (call) => !isOtherCall(call, wantedValues));
  return matching.length === 0 && calls.length > 0 ? undefined : matching;
}

function isOtherCall(call: ScheduledCall, wantedValues: WantedValues): boolean {
  const keys = normalKeys({
    UNLocationCode: call.location?.UNLocationCode ?? undefined,
    universalImportVoyageReference: call.universalImportVoyageReference ?? undefined,
    universalExportVoyageReference: call.universalExportVoyageReference ?? undefined,
  });
  const numbers = numbersOf(call);
  return (
    differs(wantedValues.keys.UNLocationCode, keys.UNLocationCode) ||
    differs(wantedValues.facilitySMDGCode, codeOf(call.location?.facilitySMDGCode)) ||
    noneIs(wantedValues.keys.universalImportVoyageReference, [keys.universalImportVoyageReference, keys.universalExportVoyageReference]) ||
    noneIs(wantedValues.numbers?.carrierImportVoyageNumber, [numbers?.carrierImportVoyageNumber, numbers?.carrierExportVoyageNumber]) ||
    isOutside(call, wantedValues.days)
  );
}

/**
 * Compares the local day of any arrival. A call with only departures (first port of a rotation) never matches by day.
 */
function isOutside({ timestamps }: ScheduledCall, days: WantedValues['days']): boolean {
  if ((days.start === undefined && days.end === undefined) || !timestamps?.length) return false;
  return !timestamps.some(
    ({ eventTypeCode, eventDateTime }) => eventTypeCode === 'ARRI' && (!eventDateTime || isWithin(localDayOf(eventDateTime), days)),
  );
}

function trimmedTo(
  schedules: readonly VesselSchedule[],
  matching: readonly (readonly ScheduledCall[] | undefined)[],
): readonly VesselSchedule[] {
  const trimmed = schedules.flatMap((schedule, index) => {
    const transportCalls = matching[index];
    if (transportCalls === undefined) return [];
    return transportCalls.length === (schedule.transportCalls ?? []).length ? schedule : { ...schedule, transportCalls };
  });
  return trimmed.length === schedules.length && trimmed.every((schedule, index) => schedule === schedules[index]) ? schedules : trimmed;
}

/** A Producer may list each voyage of a ship separately, so the second voyage of a matching call matches too. */
function wholeShipsOf(
  schedules: readonly VesselSchedule[],
  matching: readonly (readonly ScheduledCall[] | undefined)[],
): readonly VesselSchedule[] {
  const matched = schedules.filter((_, index) => matching[index] !== undefined);
  const ships = new Set(matched.map(({ vessel }) => vessel?.vesselIMONumber));
  ships.delete(undefined);
  return keptOf(schedules, ({ vessel }, index) => matching[index] !== undefined || ships.has(vessel?.vesselIMONumber));
}

interface WrittenNumbers {
  readonly carrierServiceCode?: string | null | undefined;
  readonly carrierImportVoyageNumber?: string | null | undefined;
  readonly carrierExportVoyageNumber?: string | null | undefined;
}

/** Normalizes the numbers, and removes the placeholder for "no voyage". */
function numbersOf(written: WrittenNumbers) {
  return normalNumbers({
    owner: 'PARTNER',
    index: 0,
    carrierServiceCode: written.carrierServiceCode ?? undefined,
    carrierImportVoyageNumber: written.carrierImportVoyageNumber ?? undefined,
    carrierExportVoyageNumber: written.carrierExportVoyageNumber ?? undefined,
  });
}

function codeOf(written: string | null | undefined): string | undefined {
  return written?.trim().toUpperCase() || undefined;
}
