import { type Call, dayAt, voyageNumberOf } from '../fleet/calls.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { groupBy } from '../fleet/grouping.ts';
import type { LoopPartner } from '../fleet/loops.ts';
import { dayMs, hourMs, localTextOf } from '../fleet/times.ts';
import type { SandboxProfile } from '../profile.ts';

/** The parameters of a checked query. */
export type Conditions = Readonly<Record<string, string | undefined>>;

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
function vesselOf({ vessel, loop: { partners } }: Call): object {
  return {
    vesselIMONumber: vessel.vesselIMONumber,
    name: vessel.vesselName,
    flag: vessel.vesselFlag,
    callSign: vessel.vesselCallSign,
    operatorCarrierCode: partners[0].carrierCode,
    operatorCarrierCodeListProvider: partners[0].carrierCodeListProvider,
  };
}

/**
 * Returns the times of a call as its operator states them: planned, and estimated or actual for a ship that is near.
 */
function timestampsOf(call: Call, now: number) {
  const { timeZone } = call.port;
  const timesOf = (eventTypeCode: 'ARRI' | 'DEPA', planned: number, current: number) => {
    const at = (eventClassifierCode: 'PLN' | 'EST' | 'ACT', instant: number) => ({
      eventTypeCode,
      eventClassifierCode,
      eventDateTime: localTextOf(instant, timeZone),
    });
    if (current <= now) return [at('PLN', planned), at('ACT', current)];
    return current <= now + estimatedDays * dayMs ? [at('PLN', planned), at('EST', current)] : [at('PLN', planned)];
  };
  return [...timesOf('ARRI', call.plannedArrival, call.arrival), ...timesOf('DEPA', call.plannedDeparture, call.departs)];
}

/** Returns the days of the arrival times, in the port's time zone; the newest last. */
function arrivalDaysOf(call: Call, now: number): string[] {
  const arrivals = timestampsOf(call, now).filter(({ eventTypeCode }) => eventTypeCode === 'ARRI');
  return arrivals.map(({ eventDateTime }) => eventDateTime.slice(0, 10));
}

/** Returns the numbers of both voyages of a call, as one partner of the loop assigns them. */
function voyageNumbersOf(partner: LoopPartner, { importVoyage, exportVoyage }: Call) {
  return {
    carrierImportVoyageNumber: voyageNumberOf(partner, importVoyage),
    carrierExportVoyageNumber: voyageNumberOf(partner, exportVoyage),
  };
}

/** Returns the numbers that all partners use. */
function universalVoyagesOf({ importVoyage, exportVoyage }: Call) {
  return {
    universalImportVoyageReference: importVoyage.universalVoyageReference,
    universalExportVoyageReference: exportVoyage.universalVoyageReference,
  };
}

/** Returns the names of a call's service, and the numbers of its voyages, as each partner of the loop assigns them. */
function serviceOf(call: Call): object {
  const { universalServiceReference, partners } = call.loop;
  const servicePartners = partners.map(({ numbering, ...partner }) => ({
    ...partner,
    ...voyageNumbersOf({ numbering, ...partner }, call),
  }));
  return { universalServiceReference, servicePartners, ...universalVoyagesOf(call) };
}

/** Returns the terminal of a call. */
function locationOf({ port: { locationName, UNLocationCode }, terminal }: Call): object {
  return { locationName, facilityName: terminal.facilityName, UNLocationCode, facilitySMDGCode: terminal.facilityCode };
}

/** Returns the deadlines for cargo that is loaded at a call; none at other calls. */
function cutOffTimesOf({ stop, departs, port }: Call): { readonly cutOffTimes?: readonly object[] } {
  if (stop.use !== 'LOAD') return {};
  const at = (cutOffDateTimeCode: string, hoursAhead: number) => ({
    cutOffDateTimeCode,
    cutOffDateTime: localTextOf(departs - hoursAhead * hourMs, port.timeZone),
  });
  return { cutOffTimes: [at('DCO', 96), at('VCO', 72), at('FCO', 48)] };
}

/** Returns whether a day is in a range, either end of which may be open. */
function isWithin(day: string, first: string | undefined, last: string | undefined): boolean {
  return day >= (first ?? '') && day <= (last ?? '9999');
}

/** Number of days ahead whose departures are offered for a request without dates. */
const offeredDays = 42;
/** Longer than any transport takes, and than any booking is made in advance. */
const [departureDaysBack, departureDaysAhead] = [90, 180];

/**
 * Answers `GET /v1/point-to-point-routes` for all services that the carrier sells, including its partners' ships:
 * direct, and with a transshipment. `cargoType` makes no difference here.
 */
export function routesOf(conditions: Conditions, { profile, fleet, now }: ScheduleParts): readonly object[] {
  const { placeOfReceipt, placeOfDelivery, maxTranshipment } = conditions;
  const { departureStartDate, departureEndDate, arrivalStartDate, arrivalEndDate } = conditions;
  const isDated = [departureStartDate, departureEndDate, arrivalStartDate, arrivalEndDate].some((day) => day !== undefined);
  const starts = fleet
    .calls(isDated ? now - departureDaysBack * dayMs : now, now + (isDated ? departureDaysAhead : offeredDays) * dayMs)
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
    ...serviceOf({ ...to, exportVoyage: from.exportVoyage }),
    vessel: vesselOf(from),
  };
}

/** Number of days ahead that a port's schedule covers, which the standard does not define. */
const portDaysAhead = 70;

/**
 * Answers `GET /v1/port-schedules`: one row per terminal, by its code, with the ships that the carrier operates. Each
 * call lists the numbers of all partners of its service, so that the number of one partner can be translated into that
 * of another.
 */
export function portSchedulesOf({ UNLocationCode, date = '' }: Conditions, { profile, fleet, now }: ScheduleParts): readonly object[] {
  const calls = fleet
    // The day at the port may start before the day in UTC.
    .calls(Date.parse(date) - dayMs, Date.parse(date) + portDaysAhead * dayMs)
    .filter(({ port, loop }) => port.UNLocationCode === UNLocationCode && loop.partners[0].carrierCode === profile.carrierCode)
    .filter((call) => !call.isOmitted && !call.isUnlisted && (arrivalDaysOf(call, now).at(-1) ?? '') >= date);
  return [...groupBy(calls, ({ terminal }) => terminal)]
    .toSorted(([left], [right]) => (left.facilityCode < right.facilityCode ? -1 : 1))
    .map(([, ships]) => ({
      location: locationOf(ships[0]),
      vesselSchedules: ships.map((call) => scheduleOf(call, now)),
    }));
}

function scheduleOf(call: Call, now: number): object {
  return {
    ...serviceOf(call),
    vessel: vesselOf(call),
    isDummyVessel: false,
    timestamps: timestampsOf(call, now),
    ...cutOffTimesOf(call),
  };
}

/** Three months back and six ahead, as the standard prescribes for a request without dates. */
const [vesselDaysBack, vesselDaysAhead] = [92, 183];
/** Longer than any round, to include the parts of a voyage outside the requested days. */
const longestRoundMs = 100 * dayMs;

/**
 * Answers `GET /v1/vessel-schedules`: one row per service that the carrier operates. Services on which it only has
 * slots are published by its partner. All conditions must hold for the same call. `FULL_VOYAGE` then returns the whole
 * voyages of that call, both of them if it is between two. Other calls are omitted.
 */
export function serviceSchedulesOf(conditions: Conditions, { profile, fleet, now }: ScheduleParts): readonly object[] {
  const startDate = conditions['startDate'] ?? utcDayOf(now - vesselDaysBack * dayMs);
  const endDate = conditions['endDate'] ?? utcDayOf(now + vesselDaysAhead * dayMs);
  const own = fleet
    .calls(Date.parse(startDate) - longestRoundMs, Date.parse(endDate) + longestRoundMs)
    .filter(({ loop, isOmitted, isUnlisted }) => loop.partners[0].carrierCode === profile.carrierCode && !isOmitted && !isUnlisted);
  const matched = own.filter(
    (call) => satisfies(call, conditions) && arrivalDaysOf(call, now).some((day) => isWithin(day, startDate, endDate)),
  );
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
    location: locationOf(call),
    timestamps: timestampsOf(call, now),
  };
}

function utcDayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
