import type { Call } from '../fleet/call.ts';
import { dayMs } from '../fleet/durations.ts';
import { groupBy } from '../fleet/grouping.ts';
import type { Conditions } from './schedule-parameters.ts';
import {
  arrivalDayOf,
  cutOffTimesOf,
  type ScheduleParts,
  timestampsOf,
  universalVoyagesOf,
  vesselOf,
  voyageNumbersOf,
} from './schedule-parts.ts';

/** Number of days ahead that a port's schedule covers, which the standard does not define. */
const daysAhead = 70;

/**
 * Answers `GET /v1/port-schedules`: one row per terminal, by its code, with the ships that the carrier operates. Each
 * call lists the numbers of all partners of its service, so that the number of one partner can be translated into that
 * of another.
 */
export function portSchedulesOf({ UNLocationCode, date = '' }: Conditions, { profile, fleet, now }: ScheduleParts): readonly object[] {
  const calls = fleet
    // The day at the port may start before the day in UTC.
    .calls(Date.parse(date) - dayMs, Date.parse(date) + daysAhead * dayMs)
    .filter(({ port, loop }) => port.UNLocationCode === UNLocationCode && loop.partners[0].carrierCode === profile.carrierCode)
    .filter((call) => !call.isOmitted && !call.isUnlisted && arrivalDayOf(call, now) >= date);
  return [...groupBy(calls, ({ terminal }) => terminal)]
    .toSorted(([left], [right]) => (left.facilityCode < right.facilityCode ? -1 : 1))
    .map(([terminal, ships]) => ({
      location: {
        locationName: ships[0].port.locationName,
        facilityName: terminal.facilityName,
        UNLocationCode,
        facilitySMDGCode: terminal.facilityCode,
      },
      vesselSchedules: ships.map((call) => scheduleOf(call, now)),
    }));
}

function scheduleOf(call: Call, now: number): object {
  return {
    universalServiceReference: call.loop.universalServiceReference,
    servicePartners: call.loop.partners.map((partner) => ({
      carrierCode: partner.carrierCode,
      carrierCodeListProvider: partner.carrierCodeListProvider,
      carrierServiceName: partner.carrierServiceName,
      carrierServiceCode: partner.carrierServiceCode,
      ...voyageNumbersOf(partner, call),
    })),
    vessel: vesselOf(call),
    isDummyVessel: false,
    ...universalVoyagesOf(call),
    timestamps: timestampsOf(call, now),
    ...cutOffTimesOf(call),
  };
}
