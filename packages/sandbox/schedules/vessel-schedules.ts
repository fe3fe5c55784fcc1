import type { Call } from '../fleet/call.ts';
import { dayMs } from '../fleet/durations.ts';
import { groupBy } from '../fleet/grouping.ts';
import type { Conditions } from './schedule-parameters.ts';
import {
  cutOffTimesOf,
  isWithin,
  type ScheduleParts,
  timestampsOf,
  universalVoyagesOf,
  vesselOf,
  voyageNumbersOf,
} from './schedule-parts.ts';

/** Three months back and six ahead, as the standard prescribes for a request without dates. */
const [daysBack, daysAhead] = [92, 183];
/** Longer than any round, to include the parts of a voyage outside the requested days. */
const longestRoundMs = 100 * dayMs;

/**
 * Answers `GET /v1/vessel-schedules`: one row per service that the carrier operates. Services on which it only has
 * slots are published by its partner. All conditions must hold for the same call. `FULL_VOYAGE` then returns the whole
 * voyages of that call, both of them if it is between two. Other calls are omitted.
 */
export function serviceSchedulesOf(conditions: Conditions, { profile, fleet, now }: ScheduleParts): readonly object[] {
  const startDate = conditions['startDate'] ?? utcDayOf(now - daysBack * dayMs);
  const endDate = conditions['endDate'] ?? utcDayOf(now + daysAhead * dayMs);
  const own = fleet
    .calls(Date.parse(startDate) - longestRoundMs, Date.parse(endDate) + longestRoundMs)
    .filter(({ loop, isOmitted, isUnlisted }) => loop.partners[0].carrierCode === profile.carrierCode && !isOmitted && !isUnlisted);
  const matched = own.filter((call) => {
    const arrivals = timestampsOf(call, now).filter(({ eventTypeCode }) => eventTypeCode === 'ARRI');
    return satisfies(call, conditions) && arrivals.some(({ eventDateTime }) => isWithin(eventDateTime.slice(0, 10), startDate, endDate));
  });
  const voyages = new Set(matched.flatMap(voyageKeysOf));
  const isWhole = conditions['responseScope'] !== 'MATCHED_CALLS';
  const shown = isWhole ? own.filter((call) => voyageKeysOf(call).some((key) => voyages.has(key))) : matched;
  return [...groupBy(shown, ({ loop }) => loop)].map(([loop, calls]) => ({
    carrierServiceName: loop.partners[0].carrierServiceName,
    carrierServiceCode: loop.partners[0].carrierServiceCode,
    universalServiceReference: loop.universalServiceReference,
    vesselSchedules: [...groupBy(calls, ({ vessel }) => vessel.vesselIMONumber).values()].map((ofShip) => ({
      vessel: vesselOf(ofShip[0]),
      isDummyVessel: false,
      transportCalls: ofShip.map((call) => transportCallOf(call, now)),
    })),
  }));
}

/** A condition on a voyage applies to either side of a call. */
function satisfies(call: Call, conditions: Conditions): boolean {
  const { loop, port, terminal, vessel } = call;
  const [operator] = loop.partners;
  const values: Readonly<Record<string, readonly string[]>> = {
    vesselIMONumber: [vessel.vesselIMONumber],
    vesselName: [vessel.vesselName],
    carrierServiceCode: [operator.carrierServiceCode],
    universalServiceReference: [loop.universalServiceReference],
    carrierVoyageNumber: Object.values(voyageNumbersOf(operator, call)),
    universalVoyageReference: Object.values(universalVoyagesOf(call)),
    UNLocationCode: [port.UNLocationCode],
    facilitySMDGCode: [terminal.facilityCode],
    vesselOperatorCarrierCode: [operator.carrierCode],
  };
  return Object.entries(values).every(([name, has]) => {
    const wanted = conditions[name];
    return wanted === undefined || has.includes(wanted);
  });
}

function voyageKeysOf({ loop, importVoyage, exportVoyage }: Call): string[] {
  return [importVoyage, exportVoyage].map(({ departure, direction }) => `${loop.universalServiceReference} ${departure} ${direction}`);
}

function transportCallOf(call: Call, now: number): object {
  return {
    portVisitReference: call.portVisitReference,
    transportCallReference: call.transportCallReference,
    ...voyageNumbersOf(call.loop.partners[0], call),
    ...universalVoyagesOf(call),
    ...cutOffTimesOf(call),
    location: {
      locationName: call.port.locationName,
      facilityName: call.terminal.facilityName,
      UNLocationCode: call.port.UNLocationCode,
      facilitySMDGCode: call.terminal.facilityCode,
    },
    timestamps: timestampsOf(call, now),
  };
}

function utcDayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
