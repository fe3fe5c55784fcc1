import { isDay } from '@landfall/dcsa/instant.ts';
import { dayNumberOf, dayTextOf, localDayTextOf } from '@landfall/matching/claims/days.ts';
import {
  foldedName,
  foldedNumber,
  normalKeys,
  normalNumbers,
  normalUNLocationCode,
  type WrittenKeys,
} from '@landfall/matching/claims/normal-values.ts';
import type { RoutePlace, Schedule, ScheduledCall, VesselSchedule } from '../generated/schema.ts';
import type {
  PointToPointRecord,
  PortConditions,
  PortScheduleRecord,
  RouteConditions,
  ScheduleQuery,
  ScheduleRecord,
  VesselConditions,
  VesselScheduleRecord,
} from '../model.ts';

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

/**
 * Returns whether a Producer that applies the conditions may return all of a record. It may count days in the time of the
 * port or in the time that it writes, so days may be off by one.
 */
export function mayBeRequested(record: ScheduleRecord, { endpoint, conditions }: ScheduleQuery): boolean {
  const wide = Object.entries(conditions).map(([name, value]) => {
    const days = /endDate$/i.test(name) ? 1 : -1;
    return [name, /date$/i.test(name) && isDay(String(value)) ? dayTextOf(dayNumberOf(String(value)) + days) : value];
  });
  return postFilter(record, { endpoint, conditions: Object.fromEntries(wide) } as ScheduleQuery) === record;
}

/**
 * Returns whether a route may match the conditions. "Departure" is the start of the journey at the place of receipt and
 * "arrival" its end at the place of delivery. A route does not contain `cargoType`.
 */
export function isRouteWanted(route: PointToPointRecord, conditions: RouteConditions): boolean {
  const { placeOfReceipt, placeOfDelivery } = route;
  return !(
    isElsewhere(conditions.placeOfReceipt, placeOfReceipt) ||
    isElsewhere(conditions.placeOfDelivery, placeOfDelivery) ||
    isOnAnotherDay({ start: conditions.departureStartDate, end: conditions.departureEndDate }, placeOfReceipt) ||
    isOnAnotherDay({ start: conditions.arrivalStartDate, end: conditions.arrivalEndDate }, placeOfDelivery) ||
    differs(conditions.receiptTypeAtOrigin, route.receiptTypeAtOrigin ?? undefined) ||
    differs(conditions.deliveryTypeAtDestination, route.deliveryTypeAtDestination ?? undefined) ||
    (typeof conditions.maxTranshipment === 'number' && transhipmentsOf(route) > conditions.maxTranshipment)
  );
}

function isElsewhere(conditions: string, place: RoutePlace | null | undefined): boolean {
  return differs(conditions, normalUNLocationCode(place?.location?.UNLocationCode ?? undefined));
}

function isOnAnotherDay(conditions: DayRange, place: RoutePlace | null | undefined): boolean {
  const dateTime = place?.dateTime;
  return typeof dateTime === 'string' && !isWithin(localDayOf(dateTime, place?.location?.UNLocationCode), conditions);
}

/** Counts the transfers from vessel to vessel. Legs without a mode of transport may hide more of them. */
function transhipmentsOf({ legs }: PointToPointRecord): number {
  const modes = (legs ?? []).map(({ transport }) => transport?.modeOfTransport);
  return modes.filter((mode, index) => mode === 'VESSEL' && modes[index - 1] === 'VESSEL').length;
}

/** Returns the part of a port schedule that may match; undefined if no part does. */
export function wantedOfPortSchedule(record: PortScheduleRecord, conditions: PortConditions): PortScheduleRecord | undefined {
  if (differs(conditions.UNLocationCode, normalUNLocationCode(record.location?.UNLocationCode ?? undefined))) return undefined;
  const schedules = record.vesselSchedules ?? [];
  const wanted = keptOf(schedules, (schedule) => !isBefore(schedule, conditions));
  if (wanted === schedules) return record;
  return wanted.length === 0 ? undefined : { ...record, vesselSchedules: wanted };
}

/**
 * Returns whether a call is before the date, by its latest arrival, otherwise by its latest departure. A call without
 * either is kept.
 */
function isBefore({ timestamps }: Schedule, { UNLocationCode, date }: PortConditions): boolean {
  const days = (type: string) =>
    (timestamps ?? []).flatMap(({ eventTypeCode, eventDateTime }) =>
      eventTypeCode === type && typeof eventDateTime === 'string' ? [localDayOf(eventDateTime, UNLocationCode)] : [],
    );
  const arrivals = days('ARRI');
  const latest = (arrivals.length > 0 ? arrivals : days('DEPA')).toSorted().at(-1);
  return latest !== undefined && latest < date;
}

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
    keys: foldedKeys({
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
  const { universalServiceReference } = foldedKeys({ universalServiceReference: record.universalServiceReference ?? undefined });
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
  const stated = foldedKeys({ vesselIMONumber: vessel?.vesselIMONumber ?? undefined, vesselName: vessel?.name ?? undefined });
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
  const keys = foldedKeys({
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
function isOutside({ timestamps, location }: ScheduledCall, days: WantedValues['days']): boolean {
  if ((days.start === undefined && days.end === undefined) || !timestamps?.length) return false;
  return !timestamps.some(
    ({ eventTypeCode, eventDateTime }) =>
      eventTypeCode === 'ARRI' && (!eventDateTime || isWithin(localDayOf(eventDateTime, location?.UNLocationCode), days)),
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
  const numbers = normalNumbers({
    owner: 'PARTNER',
    index: 0,
    carrierServiceCode: written.carrierServiceCode ?? undefined,
    carrierImportVoyageNumber: written.carrierImportVoyageNumber ?? undefined,
    carrierExportVoyageNumber: written.carrierExportVoyageNumber ?? undefined,
  });
  const { carrierImportVoyageNumber: imported, carrierExportVoyageNumber: exported } = numbers ?? {};
  return {
    carrierServiceCode: numbers?.carrierServiceCode,
    carrierImportVoyageNumber: imported && foldedNumber(imported),
    carrierExportVoyageNumber: exported && foldedNumber(exported),
  };
}

/** Normalizes keys in the form that all spellings have in common. */
function foldedKeys(written: WrittenKeys) {
  const keys = normalKeys(written);
  return keys.vesselName === undefined ? keys : { ...keys, vesselName: foldedName(keys.vesselName) };
}

function codeOf(written: string | null | undefined): string | undefined {
  return written?.trim().toUpperCase() || undefined;
}

/** A range of local days `YYYY-MM-DD`, both ends included. An absent end is open. */
export interface DayRange {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** Returns whether both values exist and differ. A missing value neither matches nor contradicts. */
export function differs(wanted: string | undefined, value: string | undefined): boolean {
  return wanted !== undefined && value !== undefined && wanted !== value;
}

/** Returns whether values exist and none of them is the requested one. */
export function noneIs(wanted: string | undefined, values: readonly (string | undefined)[]): boolean {
  const present = values.filter((value) => value !== undefined);
  return wanted !== undefined && present.length > 0 && !present.includes(wanted);
}

function localDayOf(dateTime: string, UNLocationCode: string | null | undefined): string {
  return localDayTextOf(dateTime, normalUNLocationCode(UNLocationCode ?? undefined));
}

/** Returns whether a day is in a range. Days are compared as strings. */
export function isWithin(day: string, { start, end }: DayRange): boolean {
  return (start === undefined || day >= start) && (end === undefined || day <= end);
}

/** Filters a list; returns the same object when all elements remain. */
export function keptOf<T>(list: readonly T[], isKept: (element: T, index: number) => boolean): readonly T[] {
  const kept = list.filter(isKept);
  return kept.length === list.length ? list : kept;
}
