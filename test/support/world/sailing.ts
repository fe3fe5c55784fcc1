import type { Random } from '@landfall/sandbox/random.ts';
import type { WorldService, WorldShip } from './fleet.ts';
import type { WorldPort, WorldTerminal } from './geography.ts';
import type { WorldSettings } from './options.ts';

/**
 * The part of a ship's round that has one voyage number of each partner: a whole round, or the part between two turns.
 */
export interface WorldVoyage {
  /** Number of the departure of the service. */
  readonly departure: number;
  /** Number of the voyage within a round. */
  readonly part: number;
  readonly direction: string;
  /** When the round begins by the timetable of the service. */
  readonly beginsMs: number;
  /** Number of rounds of the service that begin in the seven days before. */
  readonly earlierInWeek: number;
}

/** The call at one terminal, in milliseconds since 1970. */
export interface WorldTerminalCall {
  readonly terminal: WorldTerminal;
  readonly arrivalMs: number;
  readonly departureMs: number;
}

/** A ship's actual visit to a port. */
export interface WorldCall {
  readonly id: string;
  readonly service: WorldService;
  readonly port: WorldPort;
  /** The ship that actually comes. */
  readonly ship: WorldShip;
  /** The planned ship, a different one after a swap. */
  readonly plannedShip: WorldShip;
  /** When partners learn of the swap. */
  readonly swapKnownMs: number;
  readonly importVoyage: WorldVoyage;
  readonly exportVoyage: WorldVoyage;
  readonly portVisitReference: string;
  /** Six digits of which the operator makes its own references. */
  readonly operatorsNumber: string;
  readonly plannedArrivalMs: number;
  /** One terminal call, or two if the ship shifts between terminals. */
  readonly terminalCalls: readonly [WorldTerminalCall, ...WorldTerminalCall[]];
  readonly isOmitted: boolean;
  /** Whether no party states the delay before the ship arrives. */
  readonly isSilent: boolean;
  /** Whether the ship handles no cargo. */
  readonly isPassage: boolean;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Range of days around the present for which ships are simulated. */
const spanDays = { before: 40, after: 50 };

/** Simulates every ship of a service for some weeks, with delays that grow and are made up for. */
export function sail(
  service: WorldService,
  random: Random,
  at: { readonly settings: WorldSettings; readonly name: string },
): readonly WorldCall[] {
  const { settings } = at;
  // Rounds begin at different hours of the week in every service and world.
  const startMs = settings.nowMs - (spanDays.before + service.roundDays) * dayMs + random.integer(0, 7 * 24) * hourMs;
  const rounds = service.ships.flatMap((ship, place) => sailShip(service, { ...at, ship, place, random, startMs }));
  const near = rounds.filter(
    ({ plannedArrivalMs }) =>
      plannedArrivalMs > settings.nowMs - spanDays.before * dayMs && plannedArrivalMs < settings.nowMs + spanDays.after * dayMs,
  );
  // Ships that follow one another within hours gain nothing by swapping places, and no matcher could tell them apart.
  const isSwapped = settings.has('SWAPS') && service.roundDays / service.departuresPerRound >= 3;
  return isSwapped ? swapShips(near, random, settings) : near;
}

interface Sailing {
  readonly settings: WorldSettings;
  readonly ship: WorldShip;
  readonly place: number;
  readonly random: Random;
  readonly name: string;
  readonly startMs: number;
}

function sailShip(service: WorldService, { settings, ship, place, random, name, startMs }: Sailing): WorldCall[] {
  const { rotation, roundDays, departuresPerRound } = service;
  const { stops, turns, directions } = rotation;
  const slotDays = Math.min(7, roundDays / departuresPerRound);
  const voyageAt = (round: number, stop: number): WorldVoyage => {
    const part = turns.findLastIndex((turn) => turn <= stop);
    const departure = place + round * departuresPerRound;
    const beginsMs = startMs + departure * slotDays * dayMs;
    const earlierInWeek = departure - Math.ceil((mondayBefore(beginsMs) - startMs) / (slotDays * dayMs));
    return { departure, part, direction: directions[part] ?? 'R', beginsMs, earlierInWeek };
  };
  const calls: WorldCall[] = [];
  let delayMs = 0;
  let leftMs = Number.NEGATIVE_INFINITY;
  for (let round = 0; ; round += 1) {
    let atMs = startMs + (place * slotDays + round * roundDays) * dayMs;
    if (atMs > settings.nowMs + spanDays.after * dayMs) return calls;
    for (const [stop, { port, sailingDays, stayHours }] of stops.entries()) {
      atMs += sailingDays * dayMs;
      delayMs = Math.max(-dayMs, delayMs * 0.7 + (random.chance(0.15) ? random.integer(-12, 96) : random.integer(-8, 10)) * hourMs);
      if (settings.has('LONG_DELAYS') && random.chance(0.06)) delayMs = longDelayMs(rotation, stop, random);
      // A ship with half a week for its round cannot lose four days.
      if (roundDays < 7) delayMs = Math.min(delayMs, dayMs);
      // No ship sails much faster than planned.
      delayMs = Math.max(delayMs, leftMs + 0.85 * sailingDays * dayMs - atMs);
      leftMs = atMs + delayMs + stayHours * hourMs;
      const call: WorldCall = {
        id: `${name}-${place}-${round}-${stop}`,
        service,
        port,
        ship,
        plannedShip: ship,
        swapKnownMs: Number.NEGATIVE_INFINITY,
        importVoyage: stop === 0 ? voyageAt(round - 1, stops.length - 1) : voyageAt(round, stop - 1),
        exportVoyage: voyageAt(round, stop),
        ...referencesOf(port, atMs, { random, settings }),
        plannedArrivalMs: atMs,
        terminalCalls: terminalCallsOf(port, { arrivalMs: atMs + delayMs, stayHours, random, settings }),
        isOmitted: random.chance(0.04) && settings.has('OMISSIONS'),
        isSilent: settings.has('OVERDUE') && delayMs > 2 * dayMs && random.chance(0.4),
        isPassage: false,
      };
      const isPassed = settings.has('PASSAGES') && sailingDays > 4 && random.chance(0.15);
      calls.push(...(isPassed ? [passageBefore(call, random)] : []), call);
      atMs += stayHours * hourMs;
    }
  }
}

/** Returns the days until the ship's next call at the port, if that is in one round, or more days than any window has. */
function longDelayMs({ stops }: WorldService['rotation'], stop: number, random: Random): number {
  const next = stops.findIndex(({ port }, place) => place > stop && port === stops[stop]?.port);
  const gapDays = stops.slice(stop, next).reduce((days, { stayHours }, place) => {
    return days + stayHours / 24 + (stops[stop + place + 1]?.sailingDays ?? 0);
  }, 0);
  return (next > 0 && gapDays < 10 && random.chance(0.7) ? gapDays : random.integer(4, 10)) * dayMs;
}

/** Returns the references of the visit; ports use theirs again after two or three weeks. */
function referencesOf(
  { UNLocationCode }: WorldPort,
  atMs: number,
  { random, settings }: { readonly random: Random; readonly settings: WorldSettings },
): Pick<WorldCall, 'portVisitReference' | 'operatorsNumber'> {
  const operatorsNumber = String(random.integer(0, 999_999)).padStart(6, '0');
  const days = UNLocationCode.charCodeAt(4) % 2 === 0 ? 14 : 21;
  const hours = String(Math.floor((atMs % (days * dayMs)) / hourMs)).padStart(6, '0');
  const number = settings.has('REUSED_REFERENCES') ? hours : operatorsNumber;
  return { portVisitReference: `${UNLocationCode}${settings.day.slice(2, 4)}${number}`, operatorsNumber };
}

/** Returns a call without cargo, one to three days before a call at the same port. */
function passageBefore(call: WorldCall, random: Random): WorldCall {
  const earlierMs = random.integer(30, 72) * hourMs;
  const [{ terminal, arrivalMs }] = call.terminalCalls;
  return {
    ...call,
    id: `${call.id}p`,
    importVoyage: call.importVoyage,
    exportVoyage: call.importVoyage,
    portVisitReference: `${call.portVisitReference.slice(0, -6)}P${random.integer(10_000, 99_999)}`,
    operatorsNumber: String(random.integer(100_000, 999_999)),
    plannedArrivalMs: call.plannedArrivalMs - earlierMs,
    terminalCalls: [{ terminal, arrivalMs: arrivalMs - earlierMs, departureMs: arrivalMs - earlierMs + 8 * hourMs }],
    isOmitted: false,
    isPassage: true,
  };
}

function mondayBefore(ms: number): number {
  const day = Math.floor(ms / dayMs);
  return (day - ((day + 3) % 7)) * dayMs;
}

interface Stay {
  readonly arrivalMs: number;
  readonly stayHours: number;
  readonly random: Random;
  readonly settings: WorldSettings;
}

function terminalCallsOf({ terminals }: WorldPort, { arrivalMs, stayHours, random, settings }: Stay): WorldCall['terminalCalls'] {
  const [first, second] = random.chance(0.7) ? terminals : [terminals[1], terminals[0]];
  const departureMs = arrivalMs + stayHours * hourMs;
  if (!random.chance(0.15) || !settings.has('TWO_TERMINALS')) return [{ terminal: first, arrivalMs, departureMs }];
  const shiftMs = arrivalMs + Math.floor(stayHours / 2) * hourMs;
  return [
    { terminal: first, arrivalMs, departureMs: shiftMs },
    { terminal: second, arrivalMs: shiftMs + 3 * hourMs, departureMs },
  ];
}

/**
 * Makes two ships of a service swap places once. Each continues with the other's voyages, so that the announced ship
 * calls at the same ports a week later, on another voyage.
 */
function swapShips(calls: readonly WorldCall[], random: Random, { nowMs }: WorldSettings): readonly WorldCall[] {
  const [one, other] = [...new Set(calls.map(({ ship }) => ship))];
  if (one === undefined || other === undefined || !random.chance(0.4)) return calls;
  const fromMs = nowMs - random.integer(0, 10) * dayMs;
  const swapKnownMs = fromMs - random.integer(0, 3) * dayMs;
  const swapped = calls.map((call) => {
    if (call.plannedArrivalMs < fromMs || (call.ship !== one && call.ship !== other)) return call;
    return { ...call, ship: call.ship === one ? other : one, swapKnownMs };
  });
  return swapped.filter((call) => !swapped.some((earlier) => isStillThere(earlier, call)));
}

/** Returns whether a ship would have to be at two ports at the same time. */
function isStillThere(earlier: WorldCall, call: WorldCall): boolean {
  if (earlier.isPassage || call.isPassage) return false;
  if (earlier.ship !== call.ship || earlier.plannedArrivalMs >= call.plannedArrivalMs) return false;
  const { departureMs } = earlier.terminalCalls.at(-1) ?? earlier.terminalCalls[0];
  return departureMs + (earlier.port === call.port ? 2 : 0.5) * dayMs > call.terminalCalls[0].arrivalMs;
}
