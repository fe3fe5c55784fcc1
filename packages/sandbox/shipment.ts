import { containerNumberOf } from './check-digits.ts';
import { type Call, dayAt, voyageNumberOf } from './fleet/calls.ts';
import { type Assignment, type Fleet, fewestDaysAhead, mostDaysAhead } from './fleet/fleet.ts';
import type { Loop, LoopPartner, Port } from './fleet/loops.ts';
import { dayMs } from './fleet/times.ts';
import type { SandboxProfile } from './profile.ts';
import { createRandom } from './random.ts';

/** The attributes of a shipment that stay the same while its notices change. */
export type Shipment = ReturnType<typeof createShipment>;

/** The attributes that change from one notice of a shipment to the next. */
export type ShipmentState = ReturnType<typeof firstStateOf>;

const usualFreeDays = 5;

/** Shifts a day, `YYYY-MM-DD`. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Day of the call in the port's time zone, `YYYY-MM-DD`. */
export function dayOfArrival(call: Call): string {
  return dayAt(call.arrival, call);
}

/** Returns the carrier's number of the voyage of arrival. */
export function importVoyageNumberOf({ service, call }: Pick<Shipment, 'service' | 'call'>): string {
  return voyageNumberOf(service, call.importVoyage);
}

/**
 * Generates a shipment. Equal profiles, references and times generate equal shipments.
 *
 * @param options.now milliseconds since 1970; the ship arrives some days later
 * @param options.assignment the assignment of its call; absent: a call without one
 */
export function createShipment(
  profile: SandboxProfile,
  reference: string,
  options: { fleet: Fleet; seed: string; now: number; assignment?: Assignment | undefined; transshipped: boolean },
) {
  const { fleet, now, assignment } = options;
  const random = createRandom(`${profile.id} ${options.seed} ${reference}`);
  const special = (['OMITTED_CALL', 'UNLISTED_CALL', 'UNSTEADY_BERTH'] as const).map((each) => fleet.callFor(each, now).id);
  const [next, ...later] = fleet
    .calls(now + fewestDaysAhead * dayMs, now + mostDaysAhead * dayMs)
    .filter(({ id, loop, stop }) => stop.use === 'DISCHARGE' && !special.includes(id) && serviceOf(profile, { loop }) !== undefined);
  const call = assignment !== undefined ? fleet.callFor(assignment, now) : next && random.pick([next, ...later]);
  const service = call && serviceOf(profile, call);
  if (call === undefined || service === undefined) throw new Error(`${profile.carrierName} has no ship that arrives`);
  const [before, after] = [fleet.round(call.loop, call.departure - 1), fleet.round(call.loop, call.departure)];
  const portOfLoading = random.pick(portsOfLoading(call.loop));
  const isLoading = ({ port }: Call) => port === portOfLoading;
  const isTransshipping = ({ stop }: Call) => stop.use === 'TRANSSHIP';
  const [anyConsignee, ...others] = profile.consignees.filter(({ address }) => call.port.UNLocationCode.startsWith(address.countryCode));
  const number = random.integer(100_000, 899_999);
  const containers = Array.from({ length: random.integer(1, 2) }, (_, index) => ({
    equipmentReference: containerNumberOf(profile.containerOwner, number + 7 * index),
    sealNumber: `${profile.carrierCode.slice(0, 2)}${random.integer(100_000, 999_999)}`,
  }));
  return {
    transportDocumentReference: reference,
    carrierBookingReference: `${profile.carrierCode}B${number}`,
    /** The carrier's code of the loop. */
    service,
    /** The port of discharge at the time of the first notice. */
    call,
    /** The call at the port of loading, if the shipment is direct. */
    loading: callIn(after, isLoading),
    /** The calls of the transshipment, which the ship of the previous week discharged. Undefined if the shipment is direct. */
    transshipment: options.transshipped
      ? { loading: callIn(before, isLoading), unloading: callIn(before, isTransshipping), reloading: callIn(after, isTransshipping) }
      : undefined,
    shipper: random.pick(profile.shippers),
    consignee: anyConsignee === undefined ? profile.consignees[0] : random.pick([anyConsignee, ...others]),
    containers,
    /** Numbers of the carrier in varying formats. */
    number,
  };
}

/** Returns the state of a shipment when its first notice is issued. @param options.isProForma whether the notice states the day of the pro forma schedule */
export function firstStateOf(
  { call, loading, transshipment }: Shipment,
  options: { readonly assignment?: Assignment | undefined; readonly now: number; readonly isProForma?: boolean },
) {
  const { assignment, now, isProForma = false } = options;
  const arrivalDate = isProForma ? dayAt(call.plannedArrival, call) : dayOfArrival(call);
  // For cargo that has arrived, tomorrow is the last free day.
  const daysOnQuay = Math.round((Date.parse(dayAt(now, call)) - Date.parse(arrivalDate)) / dayMs);
  return {
    /** The call at the port of discharge, and at the port of loading if it is direct. */
    call,
    loading,
    /** The ship that is expected to carry the cargo, according to the carrier's import desk. */
    vessel: assignment === 'SHIP_SWAP' ? call.loop.shipInDock : call.vessel,
    arrivalDate,
    terminal: call.terminal,
    /** Whether the cargo still has a transshipment. */
    transshipped: transshipment !== undefined,
    /** Whether the day of arrival is stated as actual. */
    hasArrived: assignment === 'ARRIVED',
    /** Day of the cargo release. */
    releasedOn: undefined as string | undefined,
    /** Whether customs have stopped cargo that was released. */
    isHeld: false,
    /** Days of free time before pickup. */
    freeDays: assignment === 'ARRIVED' ? daysOnQuay + 1 : usualFreeDays,
    /** Whether customs have inspected the cargo, which is charged. */
    isInspected: false,
  };
}

/** Returns the carrier's code of a loop; undefined if it has no part in it. */
function serviceOf({ carrierCode }: SandboxProfile, { loop }: Pick<Call, 'loop'>): LoopPartner | undefined {
  return loop.partners.find((partner) => partner.carrierCode === carrierCode);
}

function callIn(round: readonly Call[], isMeant: (call: Call) => boolean): Call {
  const call = round.find(isMeant);
  if (call === undefined) throw new Error('a round without the call that a shipment needs');
  return call;
}

function portsOfLoading({ stops }: Loop): [Port, ...Port[]] {
  const [first, ...others] = stops.filter(({ use }) => use === 'LOAD').map(({ port }) => port);
  if (first === undefined) throw new Error('a loop without a port of loading');
  return [first, ...others];
}
