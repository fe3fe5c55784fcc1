import type { Random } from '@landfall/sandbox/random.ts';
import type { ServicePartner, WorldCarrier, WorldService, WorldShip } from './fleet.ts';
import type { WritingHabits } from './habits.ts';
import { believe, localText, shipKnownAt } from './knowledge.ts';
import type { WorldSettings } from './options.ts';
import { dayMs, type WorldCall, type WorldTerminalCall } from './sailing.ts';
import { placeholder, universalVoyageReferenceOf, voyageNumberOf } from './voyage-numbers.ts';

/** A JSON object in the form in which it is sent. */
export type Wire = Readonly<Record<string, unknown>>;

/** Records the true call that a sent object, or a part of it, is about. */
export type Remember = (wire: object, call: WorldCall) => void;

/** What is needed to write one partner's answers. */
export interface Author {
  readonly carrier: WorldCarrier;
  readonly random: Random;
  readonly remember: Remember;
  readonly settings: WorldSettings;
  readonly habits: WritingHabits;
}

/**
 * Returns the vessel schedules that one carrier publishes of a service: Commercial Schedules 1.0.3, `ServiceSchedule`.
 */
export function serviceScheduleOf(service: WorldService, calls: readonly WorldCall[], author: Author): Wire | undefined {
  const partner = service.partners.find(({ carrier }) => carrier === author.carrier);
  if (partner === undefined) return undefined;
  const { random, habits, settings } = author;
  // Carriers that are not the operator often use references of their own.
  const ownReferences = partner !== service.partners[0] && habits.references === 'OWN';
  const stated = calls.filter(({ isOmitted }) => !isOmitted || random.chance(0.5));
  const knownMs = knownMsOf(author);
  const ships = [...new Set(stated.map((call) => shipKnownAt(call, knownMs)))];
  return {
    carrierServiceName: `${partner.carrierServiceCode} loop`,
    carrierServiceCode: partner.carrierServiceCode,
    ...universal(service, random, { universalServiceReference: service.universalServiceReference }),
    vesselSchedules: ships.map((ship) => ({
      ...vesselOf(ship, service, author),
      transportCalls: stated
        .filter((call) => shipKnownAt(call, knownMs) === ship)
        .flatMap((call) => {
          const visit = random.chance(0.6) ? { portVisitReference: call.portVisitReference } : {};
          return call.terminalCalls.map((terminalCall, number) => {
            const reference = referenceOf(call, number);
            const transportCall = {
              ...visit,
              transportCallReference: ownReferences ? `${author.carrier.SMDG}-${reference.length}-${call.id}-${number}` : reference,
              ...numbersOf(partner, call, { random, settings }),
              ...universalVoyagesOf(call, random),
              location: {
                UNLocationCode: call.port.UNLocationCode,
                ...(random.chance(0.85) ? { facilitySMDGCode: terminalCall.terminal.SMDG } : {}),
              },
              timestamps: timestampsOf(call, terminalCall, author),
              ...(call.isPassage ? { isCargoOperationalCall: false } : {}),
            };
            author.remember(transportCall, call);
            return transportCall;
          });
        }),
    })),
  };
}

/**
 * Returns the port schedules that one carrier publishes: `PortSchedule`, one per terminal, with all partners' numbers.
 */
export function portSchedulesOf(calls: readonly WorldCall[], author: Author): readonly Wire[] {
  const byTerminal = new Map<string, { location: Wire; schedules: Wire[] }>();
  for (const call of calls) {
    const own = call.service.partners.find(({ carrier }) => carrier === author.carrier);
    if (own === undefined) continue;
    // Port schedules do not mark passages.
    if (call.isPassage && author.habits.withoutPassages) continue;
    if (call.isOmitted && author.random.chance(0.5)) continue;
    const listed = call.service.partners.filter((partner) => partner === own || !partner.isCodeshare);
    for (const terminalCall of call.terminalCalls) {
      const { SMDG } = terminalCall.terminal;
      const key = `${call.port.UNLocationCode} ${SMDG}`;
      const item = byTerminal.get(key) ?? { location: { UNLocationCode: call.port.UNLocationCode, facilitySMDGCode: SMDG }, schedules: [] };
      byTerminal.set(key, item);
      const schedule = {
        servicePartners: listed.map((partner) => servicePartnerOf(partner, call, author)),
        ...universal(call.service, author.random, { universalServiceReference: call.service.universalServiceReference }),
        ...vesselOf(shipKnownAt(call, knownMsOf(author)), call.service, author),
        ...universalVoyagesOf(call, author.random),
        timestamps: timestampsOf(call, terminalCall, author),
      };
      author.remember(schedule, call);
      item.schedules.push(schedule);
    }
  }
  return [...byTerminal.values()].map(({ location, schedules }) => ({ location, vesselSchedules: schedules }));
}

/** Returns the routes that one carrier offers: `PointToPoint` with one leg at sea between two calls of one ship. */
export function pointToPointOf(all: readonly WorldCall[], author: Author): readonly Wire[] {
  const calls = all.filter(({ isPassage }) => !isPassage);
  return calls.flatMap((from, place) => {
    const to = calls.slice(place + 1, place + 4).findLast((call) => call.ship === from.ship && call.service === from.service);
    const partner = from.service.partners.find(({ carrier }) => carrier === author.carrier);
    if (to === undefined || partner === undefined || from.isOmitted || to.isOmitted || !author.random.chance(0.2)) return [];
    const end = (call: WorldCall, isArrival: boolean): Wire => {
      const times = timesOf(call, isArrival ? call.terminalCalls[0] : (call.terminalCalls.at(-1) ?? call.terminalCalls[0]), author);
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
    const ship = shipKnownAt(from, knownMsOf(author));
    const place2 = (wire: Wire): Wire => ({ facilityTypeCode: 'POTE', location: wire['location'], dateTime: wire['dateTime'] });
    const transport = {
      modeOfTransport: 'VESSEL',
      servicePartners: [
        {
          carrierCode: author.carrier.NMFTA,
          carrierCodeListProvider: 'NMFTA',
          carrierServiceCode: partner.carrierServiceCode,
          carrierImportVoyageNumber: numbersOf(partner, to, author).carrierImportVoyageNumber,
          carrierExportVoyageNumber: numbersOf(partner, from, author).carrierExportVoyageNumber,
        },
      ],
      vessel: { vesselIMONumber: ship.vesselIMONumber, name: ship.name },
    };
    return [
      { placeOfReceipt: place2(departure), placeOfDelivery: place2(arrival), legs: [{ sequenceNumber: 1, transport, departure, arrival }] },
    ];
  });
}

/**
 * Returns the operator's reference of the call at one of the terminals: composite for some operators, opaque for
 * others.
 */
export function referenceOf(call: WorldCall, number: number): string {
  const [operator] = call.service.partners;
  if (operator.numbering.kind === 'COUNT') return `${call.operatorsNumber}${call.ship.vesselIMONumber.slice(-4)}${number}`;
  const { UNLocationCode } = call.port;
  return [call.service.universalServiceReference, call.ship.vesselIMONumber, call.id, UNLocationCode, number + 1].join('-');
}

/** Returns universal values, if the service has them and the record includes them. */
export function universal<T extends object>(service: WorldService, random: Random, values: T): T | Record<string, never> {
  return service.isUniversal && random.chance(0.85) ? values : {};
}

function universalVoyagesOf(call: WorldCall, random: Random): Wire {
  return universal(call.service, random, {
    universalImportVoyageReference: universalVoyageReferenceOf(call.importVoyage),
    universalExportVoyageReference: universalVoyageReferenceOf(call.exportVoyage),
  });
}

/** Returns the moment at which a party's schedules were correct. */
function knownMsOf({ settings, habits }: Pick<Author, 'settings' | 'habits'>): number {
  return settings.nowMs - habits.lagDays * dayMs;
}

/** Returns a partner's numbers of a call as schedules state them, occasionally wrong or missing. */
function numbersOf(partner: ServicePartner, call: WorldCall, { random, settings }: Pick<Author, 'random' | 'settings'>) {
  const turns = call.service.rotation.turns.length;
  const numbers = {
    carrierImportVoyageNumber: voyageNumberOf(partner, call.importVoyage, turns, settings),
    carrierExportVoyageNumber: voyageNumberOf(partner, call.exportVoyage, turns, settings),
  };
  if (settings.has('PLACEHOLDERS') && random.chance(0.06)) return { ...numbers, carrierImportVoyageNumber: placeholder };
  if (settings.has('SCHEDULE_ERRORS') && random.chance(0.02)) {
    return { ...numbers, carrierImportVoyageNumber: mistyped(numbers.carrierImportVoyageNumber, random) };
  }
  return numbers;
}

/** Replaces the last digit. */
function mistyped(number: string, random: Random): string {
  return number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + random.integer(1, 9)) % 10));
}

function servicePartnerOf(partner: ServicePartner, call: WorldCall, author: Author): Wire {
  const { carrier, carrierServiceCode } = partner;
  const { random, habits } = author;
  const isOwn = carrier === author.carrier;
  return {
    ...(random.chance(isOwn ? 0.05 : habits.anonymousPartners) ? {} : carrierCodeOf(carrier, author)),
    carrierServiceName: `${carrierServiceCode} loop`,
    carrierServiceCode,
    ...numbersOf(partner, call, author),
  };
}

/** Returns the code of a carrier, from the list that the writing party uses. */
export function carrierCodeOf({ SMDG, NMFTA }: WorldCarrier, { random, habits: { codeList } }: Pick<Author, 'random' | 'habits'>): Wire {
  const isSMDG = random.chance(0.5);
  return codeList === 'SMDG' || (codeList === 'EITHER' && isSMDG)
    ? { carrierCode: SMDG, carrierCodeListProvider: 'SMDG' }
    : { carrierCode: NMFTA, carrierCodeListProvider: 'NMFTA' };
}

/** Returns the ship of a record. Some records contain only its name, some a dummy. */
function vesselOf(ship: WorldShip, { partners: [{ carrier }] }: WorldService, { random, habits }: Author): Wire {
  if (random.chance(0.03)) return { isDummyVessel: true };
  const operator = habits.statesOperator ? { operatorCarrierCode: carrier.SMDG, operatorCarrierCodeListProvider: 'SMDG' } : {};
  if (random.chance(habits.withoutIMO)) return { isDummyVessel: false, vessel: { name: ship.name, ...operator } };
  const { vesselIMONumber, name, callSign } = ship;
  return { isDummyVessel: false, vessel: { vesselIMONumber, name, callSign, ...operator } };
}

function timesOf(call: WorldCall, terminalCall: WorldTerminalCall, author: Author) {
  const believed = believe(call, author.random, knownMsOf(author));
  const { shiftMs, classifier } = author.habits.plansOnly ? { shiftMs: 0, classifier: 'PLN' } : believed;
  const delayMs = call.terminalCalls[0].arrivalMs - call.plannedArrivalMs;
  const text = (ms: number) => localText(ms - delayMs + shiftMs, call.port.timeZone);
  return { classifier, arrival: text(terminalCall.arrivalMs), departure: text(terminalCall.departureMs) };
}

function timestampsOf(call: WorldCall, terminalCall: WorldTerminalCall, author: Author): readonly Wire[] {
  const { classifier, arrival, departure } = timesOf(call, terminalCall, author);
  const plannedMs = call.plannedArrivalMs + terminalCall.arrivalMs - call.terminalCalls[0].arrivalMs;
  const planned = { eventTypeCode: 'ARRI', eventClassifierCode: 'PLN', eventDateTime: localText(plannedMs, call.port.timeZone) };
  return [
    ...(classifier !== 'PLN' && author.random.chance(0.7) ? [planned] : []),
    { eventTypeCode: 'ARRI', eventClassifierCode: classifier, eventDateTime: arrival },
    { eventTypeCode: 'DEPA', eventClassifierCode: classifier === 'ACT' ? 'EST' : classifier, eventDateTime: departure },
  ];
}
