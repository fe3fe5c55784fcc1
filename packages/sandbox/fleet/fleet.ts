import { createRandom } from '../random.ts';
import { type Call, startOfRound, voyagesAt } from './calls.ts';
import {
  antwerp,
  auckland,
  ceylonLoop,
  europeLoop,
  hamburg,
  type Loop,
  loops,
  melbourne,
  oceaniaLoop,
  type Port,
  rotterdam,
  type Stop,
  type Terminal,
} from './loops.ts';
import { dayMs, hourMs, weekMs } from './times.ts';

/** Assignments of calls to notices of the scenario: cases that raise alerts or are difficult to match. */
export type Assignment =
  | 'ARRIVING'
  | 'ARRIVED'
  | 'DOUBLE_CALL'
  | 'LATE_SHIP'
  | 'OMITTED_CALL'
  | 'SHIP_SWAP'
  | 'UNLISTED_CALL'
  | 'VESSEL_SHARING';

/**
 * Range of days until the arrival of a ship in an ordinary notice. A change by a day needs no attention for such a
 * ship, so that the few notices that do are easy to find.
 */
export const [fewestDaysAhead, mostDaysAhead] = [6, 14];

/** The time until the ship with the assignment ARRIVING arrives. */
const arrivingAheadMs = 2 * hourMs;

/**
 * Selects the call of an assignment.
 *
 * @param calls of the fleet from one instant to another
 * @param now milliseconds since 1970
 */
function chooseCall(assignment: Assignment, calls: (from: number, to: number) => readonly Call[], now: number): Call {
  const chosen = candidatesFor(assignment, calls, now).at(0);
  if (chosen === undefined) throw new Error(`no ship is where the scenario needs one: ${assignment}`);
  return chosen;
}

function candidatesFor(assignment: Assignment, calls: (from: number, to: number) => readonly Call[], now: number): readonly Call[] {
  // Ships come weekly, but steps of the scenario move them by days.
  const next = (loop: Loop, port: Port) =>
    calls(now + fewestDaysAhead * dayMs, now + mostDaysAhead * dayMs + weekMs).filter((call) => call.loop === loop && call.port === port);
  switch (assignment) {
    // The ship berths within hours, and the scenario moves it: to a later time, because ships are rarely early. This
    // carrier has a call every day or two.
    case 'ARRIVING':
      return calls(now - 3 * dayMs, now + arrivingAheadMs)
        .filter(({ loop, stop }) => loop !== oceaniaLoop && stop.use === 'DISCHARGE')
        .toSorted((left, right) => right.arrival - left.arrival);
    // Its cargo stays on the quay for some days.
    case 'ARRIVED':
      return calls(now - 9 * dayMs, now - 2 * dayMs)
        .filter(({ loop, stop }) => loop !== oceaniaLoop && stop.use === 'DISCHARGE')
        .toSorted((left, right) => right.arrival - left.arrival);
    // The same ship returns to Rotterdam five days later, on another voyage.
    case 'DOUBLE_CALL':
      return next(europeLoop, rotterdam).filter(({ importVoyage }) => importVoyage.direction === europeLoop.directions[0]);
    // The ship falls days behind its schedule, which the notice does not reflect.
    case 'LATE_SHIP':
      return next(ceylonLoop, rotterdam);
    // The carrier removes the call from its schedules.
    case 'UNLISTED_CALL':
      return next(europeLoop, antwerp);
    case 'SHIP_SWAP':
      return next(europeLoop, hamburg);
    case 'VESSEL_SHARING':
      return next(oceaniaLoop, melbourne);
    case 'OMITTED_CALL':
      return next(oceaniaLoop, auckland);
  }
}

/** The present and future positions of all ships of the sandbox. All parties share one fleet, so that their data are consistent. */
export interface Fleet {
  /** Calls that currently arrive between the two instants, by arrival. */
  calls(from: number, to: number): readonly Call[];
  /** Returns all calls of one round, in the order of its stops. */
  round(loop: Loop, departure: number): readonly Call[];
  /** Returns the current state of the call. */
  current(call: Call): Call;
  /** Returns by how many milliseconds the call has been moved. */
  delayOf(call: Call): number;
  /** Moves the call. All later ones of the same round then have the same delay as this one. */
  delay(call: Call, ms: number): void;
  /** Moves the call to another terminal of its port. */
  moveTo(call: Call, terminal: Terminal): void;
  /** Makes the ship omit the port permanently. */
  omit(call: Call): void;
  /** Removes the call from the schedules of its carrier. */
  unlist(call: Call): void;
  /**
   * Returns the call of an assignment. It is selected at the first request and is then the same for all parties. The
   * call with the assignment ARRIVING is moved to arrive two hours after that time, which is later than planned.
   */
  callFor(assignment: Assignment, now: number): Call;
}

/** Range of a ship's deviation from its pro forma schedule before any delay is added. */
const driftHours = [-4, 6] as const;

/** Creates the fleet. The same seed generates the same drifts and references. */
export function createFleet(seed: string): Fleet {
  /** Delays by the call from which on they apply, until another one of the round. */
  const delays = new Map<string, number>();
  const terminals = new Map<string, Terminal>();
  const omitted = new Set<string>();
  const unlisted = new Set<string>();
  const parts = new Map<Assignment, Call>();

  const delayAt = (loop: Loop, departure: number, place: number): number => {
    for (let from = place; from >= 0; from -= 1) {
      const delayMs = delays.get(idOf(loop, departure, from));
      if (delayMs !== undefined) return delayMs;
    }
    return 0;
  };
  const callAt = (loop: Loop, departure: number, { stop, place }: { readonly stop: Stop; readonly place: number }): Call => {
    const { port } = stop;
    const id = idOf(loop, departure, place);
    const random = createRandom(`${seed} ${id}`);
    const vessel = loop.ships.at(departure % loop.ships.length) ?? loop.ships[0];
    const plannedArrival = startOfRound(departure) + stop.arrivalDay * dayMs;
    const arrival = plannedArrival + random.integer(...driftHours) * hourMs + delayAt(loop, departure, place);
    const voyages = voyagesAt(loop, { departure, place });
    const year = new Date(plannedArrival).getUTCFullYear() % 100;
    const numbers = [loop.universalServiceReference, vessel.vesselIMONumber, voyages.importVoyage.universalVoyageReference];
    return {
      id,
      loop,
      departure,
      stop,
      port,
      vessel,
      ...voyages,
      transportCallReference: [...numbers, port.UNLocationCode, port.terminals[0].facilityCode, '1', '1'].join('-'),
      portVisitReference: `${port.UNLocationCode}${year}${random.integer(100_000, 999_999)}`,
      plannedArrival,
      plannedDeparture: plannedArrival + stop.stayHours * hourMs,
      arrival,
      departs: arrival + stop.stayHours * hourMs,
      terminal: terminals.get(id) ?? port.terminals[0],
      isOmitted: omitted.has(id),
      isUnlisted: unlisted.has(id),
    };
  };
  const round = (loop: Loop, departure: number) => loop.stops.map((stop, place) => callAt(loop, departure, { stop, place }));
  const calls = (from: number, to: number): Call[] =>
    loops
      .flatMap((loop) => {
        // A ship is late or early by days, never by a whole round.
        const first = Math.floor((from - startOfRound(0)) / weekMs) - loop.ships.length;
        const count = Math.ceil((to - startOfRound(0)) / weekMs) + 1 - first;
        return Array.from({ length: count }, (_, index) => round(loop, first + index)).flat();
      })
      .filter(({ arrival }) => arrival >= from && arrival <= to)
      .sort((left, right) => left.arrival - right.arrival);
  const delayOf = ({ loop, departure, stop }: Call) => delayAt(loop, departure, loop.stops.indexOf(stop));
  const delay = (call: Call, ms: number) => {
    const { loop, departure, stop } = call;
    const delayMs = delayOf(call) + ms;
    // If delays were added up, a ship could be days early or late at the end of a round without any step saying so.
    for (let place = loop.stops.indexOf(stop); place < loop.stops.length; place += 1) delays.delete(idOf(loop, departure, place));
    delays.set(call.id, delayMs);
  };
  const current = (call: Call) => callAt(call.loop, call.departure, { stop: call.stop, place: call.loop.stops.indexOf(call.stop) });
  return {
    calls,
    round,
    current,
    delayOf,
    delay,
    moveTo: ({ id }, terminal) => {
      terminals.set(id, terminal);
    },
    omit: ({ id }) => {
      omitted.add(id);
    },
    unlist: ({ id }) => {
      unlisted.add(id);
    },
    callFor: (assignment, now) => {
      const known = parts.get(assignment);
      if (known !== undefined) return current(known);
      const call = chooseCall(assignment, calls, now);
      parts.set(assignment, call);
      // Arrivals are a day or two apart, so the ship is moved by the difference.
      if (assignment === 'ARRIVING') delay(call, now + arrivingAheadMs - call.arrival);
      return current(call);
    },
  };
}

function idOf(loop: Loop, departure: number, place: number): string {
  return `${loop.universalServiceReference} ${departure} ${place}`;
}
