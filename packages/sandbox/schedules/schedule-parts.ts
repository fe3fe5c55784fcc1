import type { Call } from '../fleet/call.ts';
import { dayMs, hourMs } from '../fleet/durations.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { localDayOf, localTextOf } from '../fleet/local-time.ts';
import type { LoopPartner } from '../fleet/loops.ts';
import { voyageNumberOf } from '../fleet/voyages.ts';
import type { SandboxProfile } from '../profile.ts';

/** The data from which a carrier's responses are created. */
export interface ScheduleParts {
  readonly profile: SandboxProfile;
  readonly fleet: Fleet;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Days beyond which a ship has only its pro forma times. */
const estimatedDays = 7;

/** Returns a ship and the carrier that operates it. */
export function vesselOf({ vessel, loop: { partners } }: Call): object {
  return {
    vesselIMONumber: vessel.vesselIMONumber,
    name: vessel.vesselName,
    flag: vessel.vesselFlag,
    callSign: vessel.vesselCallSign,
    operatorCarrierCode: partners[0].carrierCode,
    operatorCarrierCodeListProvider: partners[0].carrierCodeListProvider,
  };
}

/** A time of a call. */
export interface Timestamp {
  readonly eventTypeCode: 'ARRI' | 'DEPA';
  readonly eventClassifierCode: 'PLN' | 'EST' | 'ACT';
  readonly eventDateTime: string;
}

/**
 * Returns the times of a call as its operator states them: planned, and estimated or actual for a ship that is near.
 */
export function timestampsOf(call: Call, now: number): readonly Timestamp[] {
  const { timeZone } = call.port;
  const timesOf = (eventTypeCode: 'ARRI' | 'DEPA', planned: number, current: number): Timestamp[] => {
    const at = (eventClassifierCode: Timestamp['eventClassifierCode'], instant: number) => ({
      eventTypeCode,
      eventClassifierCode,
      eventDateTime: localTextOf(instant, timeZone),
    });
    if (current <= now) return [at('PLN', planned), at('ACT', current)];
    return current <= now + estimatedDays * dayMs ? [at('PLN', planned), at('EST', current)] : [at('PLN', planned)];
  };
  return [...timesOf('ARRI', call.plannedArrival, call.arrival), ...timesOf('DEPA', call.plannedDeparture, call.departs)];
}

/** Returns the day of the newest arrival time, in the port's time zone. */
export function arrivalDayOf(call: Call, now: number): string {
  return (
    timestampsOf(call, now)
      .findLast(({ eventTypeCode }) => eventTypeCode === 'ARRI')
      ?.eventDateTime.slice(0, 10) ?? ''
  );
}

/** Returns the numbers of both voyages of a call, as one partner of the loop assigns them. */
export function voyageNumbersOf(partner: LoopPartner, { importVoyage, exportVoyage }: Call) {
  return {
    carrierImportVoyageNumber: voyageNumberOf(partner, importVoyage),
    carrierExportVoyageNumber: voyageNumberOf(partner, exportVoyage),
  };
}

/** Returns the numbers that all partners use. */
export function universalVoyagesOf({ importVoyage, exportVoyage }: Call) {
  return {
    universalImportVoyageReference: importVoyage.universalVoyageReference,
    universalExportVoyageReference: exportVoyage.universalVoyageReference,
  };
}

/** Returns the deadlines for cargo that is loaded at a call; none at other calls. */
export function cutOffTimesOf({ stop, departs, port }: Call): { readonly cutOffTimes?: readonly object[] } {
  if (stop.use !== 'LOAD') return {};
  const at = (cutOffDateTimeCode: string, hoursAhead: number) => ({
    cutOffDateTimeCode,
    cutOffDateTime: localTextOf(departs - hoursAhead * hourMs, port.timeZone),
  });
  return { cutOffTimes: [at('DCO', 96), at('VCO', 72), at('FCO', 48)] };
}

/** Returns whether a day is in a range, either end of which may be open. */
export function isWithin(day: string, first: string | undefined, last: string | undefined): boolean {
  return day >= (first ?? '') && day <= (last ?? '9999');
}

/** Returns the day of an instant in a port's time zone. */
export function dayAt(instant: number, { port }: Call): string {
  return localDayOf(instant, port.timeZone);
}
