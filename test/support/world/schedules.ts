import type { Random } from '../../../partners/sandbox/random.ts';
import type { ServicePartner, WorldCarrier, WorldService, WorldShip } from './fleet.ts';
import { believe, localText } from './knowledge.ts';
import { universalVoyageReferenceOf, voyageNumberOf, type WorldCall, type WorldTerminalCall } from './sailing.ts';

/** A JSON object as it goes over the wire. */
export type Wire = Readonly<Record<string, unknown>>;

/** Says of which true call a wire object, or a part of it, speaks. */
export type Remember = (wire: object, call: WorldCall) => void;

/** What is needed to write one partner's answers. */
export interface Author {
  readonly carrier: WorldCarrier;
  readonly random: Random;
  readonly remember: Remember;
}

/** The vessel schedules that one carrier publishes of a service: Commercial Schedules 1.0.3, `ServiceSchedule`. */
export function serviceScheduleOf(service: WorldService, calls: readonly WorldCall[], author: Author): Wire | undefined {
  const partner = service.partners.find(({ carrier }) => carrier === author.carrier);
  if (partner === undefined) return undefined;
  const isOperator = partner === service.partners[0];
  // Carriers that are not the operator often fill in references of their own.
  const ownReferences = !isOperator && author.random.chance(0.5);
  const stated = calls.filter(({ isOmitted }) => !isOmitted || author.random.chance(0.5));
  const ships = [...new Set(stated.map(({ ship }) => ship))];
  return {
    carrierServiceName: `${partner.carrierServiceCode} loop`,
    carrierServiceCode: partner.carrierServiceCode,
    ...universal(service, author.random, { universalServiceReference: service.universalServiceReference }),
    vesselSchedules: ships.map((ship) => ({
      ...vesselOf(ship, author.random),
      transportCalls: stated
        .filter((call) => call.ship === ship)
        .flatMap((call) => {
          const visit = author.random.chance(0.6) ? { portVisitReference: call.portVisitReference } : {};
          return call.terminalCalls.map((terminalCall, number) => {
            const reference = referenceOf(call, number);
            const transportCall = {
              ...visit,
              transportCallReference: ownReferences ? `${author.carrier.SMDG}-${reference.length}-${call.id}-${number}` : reference,
              carrierImportVoyageNumber: voyageNumberOf(partner, call.importVoyage),
              carrierExportVoyageNumber: voyageNumberOf(partner, call.exportVoyage),
              ...universalVoyagesOf(call, author.random),
              location: {
                UNLocationCode: call.port.UNLocationCode,
                ...(author.random.chance(0.85) ? { facilitySMDGCode: terminalCall.terminal.SMDG } : {}),
              },
              timestamps: timestampsOf(call, terminalCall, author.random),
            };
            author.remember(transportCall, call);
            return transportCall;
          });
        }),
    })),
  };
}

/** The port schedules that one carrier publishes: `PortSchedule`, one per terminal, with all partners' numbers. */
export function portSchedulesOf(calls: readonly WorldCall[], author: Author): readonly Wire[] {
  const byTerminal = new Map<string, { location: Wire; schedules: Wire[] }>();
  for (const call of calls) {
    if (!call.service.partners.some(({ carrier }) => carrier === author.carrier)) continue;
    if (call.isOmitted && author.random.chance(0.5)) continue;
    for (const terminalCall of call.terminalCalls) {
      const { SMDG } = terminalCall.terminal;
      const key = `${call.port.UNLocationCode} ${SMDG}`;
      const item = byTerminal.get(key) ?? { location: { UNLocationCode: call.port.UNLocationCode, facilitySMDGCode: SMDG }, schedules: [] };
      byTerminal.set(key, item);
      const schedule = {
        servicePartners: call.service.partners.map((partner) => servicePartnerOf(partner, call, author)),
        ...universal(call.service, author.random, { universalServiceReference: call.service.universalServiceReference }),
        ...vesselOf(call.ship, author.random),
        ...universalVoyagesOf(call, author.random),
        timestamps: timestampsOf(call, terminalCall, author.random),
      };
      author.remember(schedule, call);
      item.schedules.push(schedule);
    }
  }
  return [...byTerminal.values()].map(({ location, schedules }) => ({ location, vesselSchedules: schedules }));
}

/** Offers of one carrier: `PointToPoint` with one leg at sea between two calls of one ship. */
export function pointToPointOf(calls: readonly WorldCall[], author: Author): readonly Wire[] {
  return calls.flatMap((from, place) => {
    const to = calls.slice(place + 1, place + 4).findLast((call) => call.ship === from.ship && call.service === from.service);
    const partner = from.service.partners.find(({ carrier }) => carrier === author.carrier);
    if (to === undefined || partner === undefined || from.isOmitted || to.isOmitted || !author.random.chance(0.2)) return [];
    const end = (call: WorldCall, isArrival: boolean): Wire => {
      const times = timesOf(call, isArrival ? call.terminalCalls[0] : (call.terminalCalls.at(-1) ?? call.terminalCalls[0]), author.random);
      const written = {
        ...(author.random.chance(0.5) ? { transportCallReference: referenceOf(call, isArrival ? 0 : call.terminalCalls.length - 1) } : {}),
        facilityTypeCode: 'POTE',
        location: { UNLocationCode: call.port.UNLocationCode },
        dateTime: isArrival ? times.arrival : times.departure,
      };
      author.remember(written, call);
      return written;
    };
    const [departure, arrival] = [end(from, false), end(to, true)];
    const place2 = (wire: Wire): Wire => ({ facilityTypeCode: 'POTE', location: wire['location'], dateTime: wire['dateTime'] });
    const transport = {
      modeOfTransport: 'VESSEL',
      servicePartners: [
        {
          carrierCode: author.carrier.NMFTA,
          carrierCodeListProvider: 'NMFTA',
          carrierServiceCode: partner.carrierServiceCode,
          carrierImportVoyageNumber: voyageNumberOf(partner, to.importVoyage),
          carrierExportVoyageNumber: voyageNumberOf(partner, from.exportVoyage),
        },
      ],
      vessel: { vesselIMONumber: from.ship.vesselIMONumber, name: from.ship.name },
    };
    return [
      { placeOfReceipt: place2(departure), placeOfDelivery: place2(arrival), legs: [{ sequenceNumber: 1, transport, departure, arrival }] },
    ];
  });
}

/** The operator's reference of the call at one of the terminals: a composite with some operators, opaque with others. */
export function referenceOf(call: WorldCall, number: number): string {
  const [operator] = call.service.partners;
  if (operator.numbering.kind === 'COUNT') return `${call.portVisitReference.slice(-6)}${call.ship.vesselIMONumber.slice(-4)}${number}`;
  const { UNLocationCode } = call.port;
  return [call.service.universalServiceReference, call.ship.vesselIMONumber, call.id, UNLocationCode, number + 1].join('-');
}

/** Universal values, where the service has them and the record bothers. */
export function universal<T extends object>(service: WorldService, random: Random, values: T): T | Record<string, never> {
  return service.isUniversal && random.chance(0.85) ? values : {};
}

function universalVoyagesOf(call: WorldCall, random: Random): Wire {
  return universal(call.service, random, {
    universalImportVoyageReference: universalVoyageReferenceOf(call.importVoyage),
    universalExportVoyageReference: universalVoyageReferenceOf(call.exportVoyage),
  });
}

function servicePartnerOf(partner: ServicePartner, call: WorldCall, { random }: Author): Wire {
  const { carrier, carrierServiceCode } = partner;
  const smdg = { carrierCode: carrier.SMDG, carrierCodeListProvider: 'SMDG' };
  const nmfta = { carrierCode: carrier.NMFTA, carrierCodeListProvider: 'NMFTA' };
  return {
    ...(random.chance(0.9) ? (random.chance(0.5) ? smdg : nmfta) : {}),
    carrierServiceName: `${carrierServiceCode} loop`,
    carrierServiceCode,
    carrierImportVoyageNumber: voyageNumberOf(partner, call.importVoyage),
    carrierExportVoyageNumber: voyageNumberOf(partner, call.exportVoyage),
  };
}

/** Some records name the ship only, some none: for these it is a dummy. */
function vesselOf(ship: WorldShip, random: Random): Wire {
  const kind = random.integer(1, 100);
  if (kind <= 3) return { isDummyVessel: true };
  if (kind <= 8) return { isDummyVessel: false, vessel: { name: ship.name } };
  return { isDummyVessel: false, vessel: { vesselIMONumber: ship.vesselIMONumber, name: ship.name, callSign: ship.callSign } };
}

function timesOf(call: WorldCall, terminalCall: WorldTerminalCall, random: Random) {
  const { shiftMs, classifier } = believe(call, random);
  const delayMs = call.terminalCalls[0].arrivalMs - call.plannedArrivalMs;
  const text = (ms: number) => localText(ms - delayMs + shiftMs, call.port.timeZone);
  return { classifier, arrival: text(terminalCall.arrivalMs), departure: text(terminalCall.departureMs) };
}

function timestampsOf(call: WorldCall, terminalCall: WorldTerminalCall, random: Random): readonly Wire[] {
  const { classifier, arrival, departure } = timesOf(call, terminalCall, random);
  const plannedMs = call.plannedArrivalMs + terminalCall.arrivalMs - call.terminalCalls[0].arrivalMs;
  const planned = { eventTypeCode: 'ARRI', eventClassifierCode: 'PLN', eventDateTime: localText(plannedMs, call.port.timeZone) };
  return [
    ...(classifier !== 'PLN' && random.chance(0.7) ? [planned] : []),
    { eventTypeCode: 'ARRI', eventClassifierCode: classifier, eventDateTime: arrival },
    { eventTypeCode: 'DEPA', eventClassifierCode: classifier === 'ACT' ? 'EST' : classifier, eventDateTime: departure },
  ];
}
