import type { Random } from '@landfall/sandbox/random.ts';
import type { PublishingHabits } from './habits.ts';
import { believe, utcText } from './knowledge.ts';
import { dayMs, hourMs, type WorldCall, type WorldTerminalCall } from './sailing.ts';
import { type Author, referenceOf, universal, type Wire } from './schedules.ts';
import { universalVoyageReferenceOf, voyageNumberOf } from './voyage-numbers.ts';

/** What is needed to write one publisher's events. */
export interface Publisher extends Omit<Author, 'carrier' | 'habits'> {
  /** Id of the partner. */
  readonly id: string;
  readonly habits: PublishingHabits;
}

/** Returns the events of a publisher about a visit, Port Call 2.0.0, up to the present of the simulated world. */
export function eventsOf(call: WorldCall, publisher: Publisher): readonly Wire[] {
  const { random, settings } = publisher;
  const { nowMs } = settings;
  if (call.isPassage || call.plannedArrivalMs < nowMs - 21 * dayMs || call.plannedArrivalMs > nowMs + 14 * dayMs) return [];
  if (!random.chance(publisher.habits.coverage)) return [];
  const portCallID = random.chance(0.7) ? uuidOf(random) : undefined;
  const events: Wire[] = [];
  for (const [number, terminalCall] of call.terminalCalls.entries()) {
    const chain = chainOf(call, { ...publisher, portCallID, number });
    for (const step of stepsOf(call, terminalCall, publisher)) {
      const event = { eventID: uuidOf(random), eventUpdatedDateTime: utcText(step.statedMs), ...chain, ...step.wire };
      for (const version of [...earlierVersionsOf(event, call, publisher), event]) {
        publisher.remember(version, call);
        events.push(version);
      }
    }
  }
  if (call.isOmitted) {
    const { portCall, ...chain } = chainOf(call, { ...publisher, portCallID, number: 0 });
    const statedMs = Math.min(nowMs, call.plannedArrivalMs - hourMs);
    const omission = {
      eventID: uuidOf(random),
      eventUpdatedDateTime: utcText(statedMs),
      ...chain,
      portCall: { ...(portCall as Wire), isOmitted: true },
    };
    publisher.remember(omission, call);
    events.push(omission);
  }
  return events;
}

/** Returns earlier versions of an estimate, the oldest first: what the publisher believed before, turned back by days. */
function earlierVersionsOf(event: Wire, call: WorldCall, { random, settings }: Publisher): readonly Wire[] {
  const { classifierCode } = event['timestamp'] as Wire;
  if (!settings.has('UNSTEADY_PORTS') || classifierCode !== 'EST' || random.chance(0.5)) return [];
  const statedMs = Date.parse(String(event['eventUpdatedDateTime']));
  return [6, 4, 2].map((days, place) => {
    const { shiftMs } = believe(call, random, statedMs - days * dayMs);
    const ms = call.plannedArrivalMs + shiftMs + (place % 2) * random.integer(0, 36) * hourMs;
    const timestamp = { classifierCode, serviceDateTime: utcText(ms) };
    return { ...event, eventUpdatedDateTime: utcText(statedMs - days * dayMs), timestamp };
  });
}

interface Chain extends Publisher {
  readonly portCallID: string | undefined;
  readonly number: number;
}

function chainOf(call: WorldCall, { random, settings, portCallID, number, habits }: Chain): Wire {
  // Usually the operator's numbers, sometimes those of a sharing partner; nothing states whose numbers they are.
  const partner = random.chance(habits.ofPartner) ? random.pick(call.service.partners) : call.service.partners[0];
  const turns = call.service.rotation.turns.length;
  const voyages = {
    importVoyageNumberOrReference: {
      carrierVoyageNumber: voyageNumberOf(partner, call.importVoyage, turns, settings),
      ...universal(call.service, random, { universalVoyageReference: universalVoyageReferenceOf(call.importVoyage) }),
    },
    exportVoyageNumberOrReference: { carrierVoyageNumber: voyageNumberOf(partner, call.exportVoyage, turns, settings) },
  };
  return {
    isFYI: random.chance(0.05),
    portCall: {
      ...(portCallID === undefined ? {} : { portCallID }),
      ...(random.chance(0.6) ? { portVisitReference: call.portVisitReference } : {}),
      UNLocationCode: call.port.UNLocationCode,
    },
    terminalCall: {
      ...(random.chance(habits.withReference) ? { terminalCallReference: referenceOf(call, number) } : {}),
      serviceCodeOrReference: {
        carrierServiceCode: partner.carrierServiceCode,
        ...universal(call.service, random, { universalServiceReference: call.service.universalServiceReference }),
      },
      ...(random.chance(habits.withVoyage) ? voyages : {}),
    },
    vessel: random.chance(habits.withIMO)
      ? { vesselIMONumber: call.ship.vesselIMONumber, vesselName: call.ship.name }
      : { vesselName: call.ship.name },
  };
}

/**
 * Returns the steps of a visit: estimated and, if they have happened, actual arrival and departure, and the operations
 * in between.
 */
function stepsOf(
  call: WorldCall,
  terminalCall: WorldTerminalCall,
  { random, settings: { nowMs } }: Publisher,
): readonly { statedMs: number; wire: Wire }[] {
  const statedMs = Math.min(nowMs, terminalCall.arrivalMs - random.integer(1, 5) * dayMs);
  const believed = believe(call, random, statedMs);
  const estimateMs = terminalCall.arrivalMs - (call.terminalCalls[0].arrivalMs - call.plannedArrivalMs) + believed.shiftMs;
  const { SMDG, BIC } = terminalCall.terminal;
  const facility = random.chance(0.8)
    ? { facilityCode: SMDG, facilityCodeListProvider: 'SMDG' }
    : { facilityCode: BIC, facilityCodeListProvider: 'BIC' };
  const step = (type: string, at: { said: number; ms: number; classifier: string; service?: string }) => ({
    statedMs: at.said,
    wire: {
      portCallService: {
        portCallServiceID: uuidOf(random),
        portCallServiceTypeCode: at.service ?? 'BERTH',
        portCallServiceEventTypeCode: type,
        facilityTypeCode: 'BRTH',
        serviceLocation: { UNLocationCode: call.port.UNLocationCode, facility },
      },
      timestamp: { classifierCode: at.classifier, serviceDateTime: utcText(at.ms) },
    },
  });
  const { arrivalMs, departureMs } = terminalCall;
  return [
    step('ARRI', { said: statedMs, ms: estimateMs, classifier: 'EST' }),
    ...(call.isOmitted || arrivalMs > nowMs ? [] : [step('ARRI', { said: arrivalMs, ms: arrivalMs, classifier: 'ACT' })]),
    ...(call.isOmitted || arrivalMs + 2 * hourMs > nowMs
      ? []
      : [step('STRT', { said: arrivalMs + 2 * hourMs, ms: arrivalMs + 2 * hourMs, classifier: 'ACT', service: 'CARGO_OPERATIONS' })]),
    ...(call.isOmitted || departureMs > nowMs ? [] : [step('DEPA', { said: departureMs, ms: departureMs, classifier: 'ACT' })]),
  ];
}

function uuidOf(random: Random): string {
  const hex = (length: number) =>
    random
      .integer(0, 16 ** length - 1)
      .toString(16)
      .padStart(length, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}
