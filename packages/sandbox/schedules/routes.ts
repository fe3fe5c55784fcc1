import type { Call } from '../fleet/call.ts';
import { dayMs } from '../fleet/durations.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { localTextOf } from '../fleet/local-time.ts';
import { voyageNumberOf } from '../fleet/voyages.ts';
import type { Conditions } from './schedule-parameters.ts';
import { cutOffTimesOf, dayAt, isWithin, type ScheduleParts, universalVoyagesOf, vesselOf } from './schedule-parts.ts';

/** Number of days ahead whose departures are offered for a request without dates. */
const offeredDays = 42;
/** Longer than any transport takes, and than any booking is made in advance. */
const [daysBack, daysAhead] = [90, 180];

/**
 * Answers `GET /v1/point-to-point-routes` for all services that the carrier sells, including its partners' ships:
 * direct, and with a transshipment. `cargoType` makes no difference here.
 */
export function routesOf(conditions: Conditions, { profile, fleet, now }: ScheduleParts): readonly object[] {
  const { placeOfReceipt, placeOfDelivery, maxTranshipment } = conditions;
  const { departureStartDate, departureEndDate, arrivalStartDate, arrivalEndDate } = conditions;
  const isDated = [departureStartDate, departureEndDate, arrivalStartDate, arrivalEndDate].some((day) => day !== undefined);
  const starts = fleet
    .calls(isDated ? now - daysBack * dayMs : now, now + (isDated ? daysAhead : offeredDays) * dayMs)
    .filter(({ stop, port }) => stop.use === 'LOAD' && port.UNLocationCode === placeOfReceipt)
    .filter(({ loop }) => loop.partners.some(({ carrierCode }) => carrierCode === profile.carrierCode));
  return starts
    .flatMap((start) => waysFrom(start, placeOfDelivery, fleet))
    .filter(({ length }) => length - 1 <= Number(maxTranshipment ?? length))
    .filter(([first, last = first]) => {
      const isDeparture = isWithin(dayAt(first.from.departs, first.from), departureStartDate, departureEndDate);
      return isDeparture && isWithin(dayAt(last.to.arrival, last.to), arrivalStartDate, arrivalEndDate);
    })
    .map((legs) => routeOf(legs, conditions));
}

interface Leg {
  readonly from: Call;
  /** Calls during which the cargo stays on board. */
  readonly between: readonly Call[];
  readonly to: Call;
}

/** One leg, or two with a transshipment. */
type Way = readonly [Leg] | readonly [Leg, Leg];

function waysFrom(start: Call, placeOfDelivery: string | undefined, fleet: Fleet): Way[] {
  const { loop, departure } = start;
  const isEnd = ({ stop, port, isOmitted, isUnlisted }: Call) =>
    stop.use === 'DISCHARGE' && port.UNLocationCode === placeOfDelivery && !isOmitted && !isUnlisted;
  const isHub = ({ stop }: Call) => stop.use === 'TRANSSHIP';
  const direct = legOf(fleet.round(loop, departure), start, isEnd);
  const toHub = legOf(fleet.round(loop, departure), start, isHub);
  const nextRound = fleet.round(loop, departure + 1);
  const onward = legOf(nextRound, nextRound.find(isHub), isEnd);
  return [
    ...(direct === undefined ? [] : [[direct] as const]),
    ...(toHub === undefined || onward === undefined ? [] : [[toHub, onward] as const]),
  ];
}

function legOf(round: readonly Call[], from: Call | undefined, isEnd: (call: Call) => boolean): Leg | undefined {
  const calls = from === undefined ? [] : round.slice(round.findIndex(({ id }) => id === from.id) + 1);
  const index = calls.findIndex(isEnd);
  const to = calls[index];
  if (from === undefined || to === undefined) return undefined;
  return { from, between: calls.slice(0, index).filter(({ isOmitted }) => !isOmitted), to };
}

function routeOf(legs: Way, { receiptTypeAtOrigin = 'CY', deliveryTypeAtDestination = 'CY' }: Conditions): object {
  const [first, last = first] = legs;
  return {
    placeOfReceipt: endOf(first.from, first.from.departs),
    placeOfDelivery: endOf(last.to, last.to.arrival),
    receiptTypeAtOrigin,
    deliveryTypeAtDestination,
    ...cutOffTimesOf(first.from),
    solutionNumber: legs.length,
    routingReference: legs.map(({ from, to }) => `${from.transportCallReference}>${to.port.UNLocationCode}`).join('+'),
    transitTime: Math.round((last.to.arrival - first.from.departs) / dayMs),
    legs: legs.map(({ from, between, to }, index) => ({
      sequenceNumber: index + 1,
      transport: transportOf(from, to),
      departure: { transportCallReference: from.transportCallReference, ...endOf(from, from.departs) },
      intermediateCalls: between.map((call) => ({
        transportCallReference: call.transportCallReference,
        location: { UNLocationCode: call.port.UNLocationCode },
        arrivalDateTime: localTextOf(call.arrival, call.port.timeZone),
        departureDateTime: localTextOf(call.departs, call.port.timeZone),
      })),
      arrival: { transportCallReference: to.transportCallReference, ...endOf(to, to.arrival) },
    })),
  };
}

function endOf({ port, terminal }: Call, instant: number): object {
  return {
    facilityTypeCode: 'POTE',
    location: {
      locationName: port.locationName,
      UNLocationCode: port.UNLocationCode,
      facility: { facilityCode: terminal.facilityCode, facilityCodeListProvider: 'SMDG' },
    },
    dateTime: localTextOf(instant, port.timeZone),
  };
}

/**
 * The ship departs on the voyage of one end and arrives on that of the other. They differ if the ship turns in between.
 */
function transportOf(from: Call, to: Call): object {
  return {
    modeOfTransport: 'VESSEL',
    servicePartners: from.loop.partners.map((partner) => ({
      carrierCode: partner.carrierCode,
      carrierCodeListProvider: partner.carrierCodeListProvider,
      carrierServiceName: partner.carrierServiceName,
      carrierServiceCode: partner.carrierServiceCode,
      carrierImportVoyageNumber: voyageNumberOf(partner, to.importVoyage),
      carrierExportVoyageNumber: voyageNumberOf(partner, from.exportVoyage),
    })),
    universalServiceReference: from.loop.universalServiceReference,
    universalImportVoyageReference: universalVoyagesOf(to).universalImportVoyageReference,
    universalExportVoyageReference: universalVoyagesOf(from).universalExportVoyageReference,
    vessel: vesselOf(from),
  };
}
