import { containerNumberOf } from './check-digits.ts';
import type { Port, Terminal } from './places.ts';
import type { Party, SandboxProfile, Service, Shipper, Vessel } from './profile.ts';
import { createRandom } from './random.ts';

/** A sailing of a ship. */
export interface Voyage {
  readonly vessel: Vessel;
  readonly voyageNumber: string;
  readonly universalVoyageReference: string;
}

/** What stays true of one shipment while its notices change. */
export interface Shipment {
  readonly transportDocumentReference: string;
  readonly carrierBookingReference: string;
  readonly service: Service;
  /** The sailing that arrives at the port of discharge. */
  readonly voyage: Voyage;
  /** The one that was to bring it to the port of transshipment; undefined where it goes direct from the start. */
  readonly feeder: Voyage | undefined;
  readonly portOfLoading: Port;
  readonly portOfDischarge: Port;
  /** Day of departure from the port of loading and day of the first estimate of arrival, `YYYY-MM-DD`. */
  readonly departureDate: string;
  readonly arrivalDate: string;
  readonly shipper: Shipper;
  readonly consignee: Party;
  readonly containers: readonly { readonly equipmentReference: string; readonly sealNumber: string }[];
  /** Carrier's numbers that look different in each shipment. */
  readonly number: number;
}

/** What changes from one notice of a shipment to the next. */
export interface ShipmentState {
  readonly arrivalDate: string;
  readonly terminal: Terminal;
  /** Whether the goods still go by way of the port of transshipment. */
  readonly transshipped: boolean;
  /** Day of the cargo release. */
  readonly releasedOn: string | undefined;
}

const dayMs = 86_400_000;

/** The calendar day of an instant plus some days, `YYYY-MM-DD`, in UTC. */
export function dayOf(instant: number, plusDays = 0): string {
  return new Date(instant + plusDays * dayMs).toISOString().slice(0, 10);
}

/** Moves a day. */
export function shiftDay(day: string, days: number): string {
  return dayOf(Date.parse(day), days);
}

/**
 * Invents a shipment. The same profile, reference and time give the same one.
 *
 * @param options.now milliseconds since 1970; the ship arrives in some days from then
 */
export function createShipment(
  profile: SandboxProfile,
  reference: string,
  options: { seed: string; now: number; transshipped: boolean },
): Shipment {
  const random = createRandom(`${profile.id} ${options.seed} ${reference}`);
  const service = random.pick(profile.services);
  const vessel = random.pick(service.vessels);
  const portOfDischarge = random.pick(service.portsOfDischarge);
  const [week, year] = [random.integer(2, 52), new Date(options.now).getUTCFullYear() % 100];
  const voyageIn = (weekOfYear: number, ship: Vessel): Voyage => {
    const sailing = `${String(weekOfYear).padStart(2, '0')}${service.direction}`;
    return { vessel: ship, voyageNumber: `${year % 10}${sailing}`, universalVoyageReference: `${year}${sailing}` };
  };
  const feeder = options.transshipped ? service.vessels.find((other) => other !== vessel) : undefined;
  const [anyConsignee, ...others] = profile.consignees.filter(({ address }) =>
    portOfDischarge.UNLocationCode.startsWith(address.countryCode),
  );
  const number = random.integer(100_000, 899_999);
  const containers = Array.from({ length: random.integer(1, 2) }, (_, index) => ({
    equipmentReference: containerNumberOf(profile.containerOwner, number + 7 * index),
    sealNumber: `${profile.carrierCode.slice(0, 2)}${random.integer(100_000, 999_999)}`,
  }));
  return {
    transportDocumentReference: reference,
    carrierBookingReference: `${profile.carrierCode}B${number}`,
    service,
    voyage: voyageIn(week, vessel),
    feeder: feeder === undefined ? undefined : voyageIn(week - 1, feeder),
    portOfLoading: random.pick(service.portsOfLoading),
    portOfDischarge,
    departureDate: dayOf(options.now, -random.integer(16, 28)),
    arrivalDate: dayOf(options.now, random.integer(4, 9)),
    shipper: random.pick(profile.shippers),
    consignee: anyConsignee === undefined ? profile.consignees[0] : random.pick([anyConsignee, ...others]),
    containers,
    number,
  };
}

/** How a shipment stands when its first notice is issued. */
export function firstStateOf(shipment: Shipment): ShipmentState {
  return {
    arrivalDate: shipment.arrivalDate,
    terminal: shipment.portOfDischarge.terminals[0],
    transshipped: shipment.feeder !== undefined,
    releasedOn: undefined,
  };
}
