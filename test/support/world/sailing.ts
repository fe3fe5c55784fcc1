import type { Random } from '../../../partners/sandbox/random.ts';
import type { ServicePartner, WorldService, WorldShip } from './fleet.ts';
import type { WorldPort, WorldTerminal } from './geography.ts';

/** A half of a round: what carries one voyage number of each partner. */
export interface WorldVoyage {
  /** Counts the departures of the service, one a week. */
  readonly departure: number;
  readonly half: number;
  readonly direction: string;
}

/** The call at one terminal, in milliseconds since 1970. */
export interface WorldTerminalCall {
  readonly terminal: WorldTerminal;
  readonly arrivalMs: number;
  readonly departureMs: number;
}

/** One visit of a ship to a port as it really goes. */
export interface WorldCall {
  readonly id: string;
  readonly service: WorldService;
  readonly port: WorldPort;
  /** The ship that comes. */
  readonly ship: WorldShip;
  /** The ship that was to come; another one after a swap. */
  readonly plannedShip: WorldShip;
  readonly importVoyage: WorldVoyage;
  readonly exportVoyage: WorldVoyage;
  readonly portVisitReference: string;
  readonly plannedArrivalMs: number;
  /** One, or two between which the ship shifts. */
  readonly terminalCalls: readonly [WorldTerminalCall, ...WorldTerminalCall[]];
  readonly isOmitted: boolean;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Begin of the simulated time: a Monday. */
export const worldStartMs = Date.UTC(2026, 2, 2);
/** The moment at which all partners are asked. */
export const worldNowMs = worldStartMs + 45 * dayMs;

/** Sails every ship of a service for some weeks, with delays that grow and are made up for. */
export function sail(service: WorldService, random: Random, name: string): readonly WorldCall[] {
  const rounds = service.ships.flatMap((ship, place) => sailShip(service, { ship, place, random, name }));
  return swapShips(rounds, random);
}

/** What one partner of the service calls a voyage. */
export function voyageNumberOf({ numbering }: ServicePartner, { departure, half, direction }: WorldVoyage): string {
  if (numbering.kind === 'COUNT') return `${numbering.first + departure * 2 + half}${direction}`;
  return `6${20 + departure}${direction}`;
}

/** What all partners call it: unique within the service. */
export function universalVoyageReferenceOf({ departure, direction }: WorldVoyage): string {
  return `26${20 + departure}${direction}`;
}

interface Sailing {
  readonly ship: WorldShip;
  readonly place: number;
  readonly random: Random;
  readonly name: string;
}

function sailShip(service: WorldService, { ship, place, random, name }: Sailing): WorldCall[] {
  const { stops, turns, directions } = service.rotation;
  const calls: WorldCall[] = [];
  const roundDays = stops.reduce((total, stop) => total + stop.sailingDays + stop.stayHours / 24, 0);
  const voyageAt = (round: number, stop: number): WorldVoyage => {
    const half = turns.findLastIndex((turn) => turn <= stop);
    return {
      departure: place + round * Math.max(service.ships.length, Math.ceil(roundDays / 7)),
      half,
      direction: directions[half] ?? 'R',
    };
  };
  let atMs = worldStartMs + place * 7 * dayMs + random.integer(0, 48) * hourMs;
  let delayMs = 0;
  for (let round = 0; atMs < worldStartMs + 85 * dayMs; round += 1) {
    for (const [stop, { port, sailingDays, stayHours }] of stops.entries()) {
      atMs += sailingDays * dayMs;
      delayMs = Math.max(-dayMs, delayMs * 0.7 + (random.chance(0.15) ? random.integer(-12, 96) : random.integer(-8, 10)) * hourMs);
      const isOmitted = random.chance(0.04);
      calls.push({
        id: `${name}-${place}-${round}-${stop}`,
        service,
        port,
        ship,
        plannedShip: ship,
        importVoyage: stop === 0 ? voyageAt(round - 1, stops.length - 1) : voyageAt(round, stop - 1),
        exportVoyage: voyageAt(round, stop),
        portVisitReference: `${port.UNLocationCode}26${String(random.integer(0, 999_999)).padStart(6, '0')}`,
        plannedArrivalMs: atMs,
        terminalCalls: terminalCallsOf(port, { arrivalMs: atMs + delayMs, stayHours, random }),
        isOmitted,
      });
      atMs += stayHours * hourMs;
    }
  }
  return calls;
}

function terminalCallsOf(
  { terminals }: WorldPort,
  { arrivalMs, stayHours, random }: { arrivalMs: number; stayHours: number; random: Random },
): WorldCall['terminalCalls'] {
  const [first, second] = random.chance(0.7) ? terminals : [terminals[1], terminals[0]];
  const departureMs = arrivalMs + stayHours * hourMs;
  if (!random.chance(0.15)) return [{ terminal: first, arrivalMs, departureMs }];
  const shiftMs = arrivalMs + Math.floor(stayHours / 2) * hourMs;
  return [
    { terminal: first, arrivalMs, departureMs: shiftMs },
    { terminal: second, arrivalMs: shiftMs + 3 * hourMs, departureMs },
  ];
}

/**
 * Lets two ships of a service change places once: each goes on with the other's voyages, so that the ship that was
 * announced calls at the same ports a week later, on another voyage.
 */
function swapShips(calls: readonly WorldCall[], random: Random): readonly WorldCall[] {
  const [one, other] = [...new Set(calls.map(({ ship }) => ship))];
  if (one === undefined || other === undefined || !random.chance(0.4)) return calls;
  const fromMs = worldNowMs - random.integer(0, 10) * dayMs;
  return calls.map((call) => {
    if (call.plannedArrivalMs < fromMs || (call.ship !== one && call.ship !== other)) return call;
    return { ...call, ship: call.ship === one ? other : one };
  });
}
