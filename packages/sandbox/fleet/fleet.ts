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
} from './loops.ts';
import { dayMs, hourMs, weekMs } from './times.ts';

/**
 * Range of days until the arrival of a ship in an ordinary notice. A change by a day needs no attention for such a
 * ship, so that the few notices that do are easy to find.
 */
export const [fewestDaysAhead, mostDaysAhead] = [6, 14];

/** The time until the ship with the assignment ARRIVING arrives. */
const arrivingAheadMs = 2 * hourMs;

/** A port where a ship is next expected, or a range of days since the latest arrival of a ship of Northern Star. */
type Choice =
  | { readonly loop: Loop; readonly port: Port; readonly direction?: string }
  | { readonly since: readonly [from: number, to: number] };

/** Assignments of calls to notices of the scenario: cases that raise alerts or are difficult to match. */
const assignments = {
  // The ship berths within hours, and the scenario moves it: to a later time, because ships are rarely early.
  ARRIVING: { since: [-3 * dayMs, arrivingAheadMs] },
  // Its cargo stays on the quay for some days.
  ARRIVED: { since: [-9 * dayMs, -2 * dayMs] },
  // The same ship returns to Rotterdam five days later, on another voyage.
  DOUBLE_CALL: { loop: europeLoop, port: rotterdam, direction: 'W' },
  // The ship falls days behind its schedule, which the notice does not reflect.
  LATE_SHIP: { loop: ceylonLoop, port: rotterdam },
  // The carrier removes the call from its schedules.
  UNLISTED_CALL: { loop: europeLoop, port: antwerp },
  SHIP_SWAP: { loop: europeLoop, port: hamburg },
  VESSEL_SHARING: { loop: oceaniaLoop, port: melbourne },
  OMITTED_CALL: { loop: oceaniaLoop, port: auckland },
  // Its port moves the berth by a day and back, again and again.
  UNSTEADY_BERTH: { loop: europeLoop, port: rotterdam, direction: 'E' },
} as const satisfies Readonly<Record<string, Choice>>;

export type Assignment = keyof typeof assignments;

/**
 * Selects the call of an assignment.
 *
 * @param calls of the fleet from one instant to another, by arrival
 * @param now milliseconds since 1970
 */
function chooseCall(assignment: Assignment, calls: (from: number, to: number) => readonly Call[], now: number): Call {
  const choice: Choice = assignments[assignment];
  const chosen =
    'since' in choice
      ? calls(now + choice.since[0], now + choice.since[1]).findLast(({ loop, stop }) => loop !== oceaniaLoop && stop.use === 'DISCHARGE')
      : // Ships come weekly, but steps of the scenario move them by days.
        calls(now + fewestDaysAhead * dayMs, now + mostDaysAhead * dayMs + weekMs).find(
          ({ loop, port, importVoyage }) =>
            loop === choice.loop && port === choice.port && (choice.direction ?? importVoyage.direction) === importVoyage.direction,
        );
  if (chosen === undefined) throw new Error(`no ship is where the scenario needs one: ${assignment}`);
  return chosen;
}

/** Range of a ship's deviation from its pro forma schedule before any delay is added. */
const driftHours = [-4, 6] as const;

/** Several times the calls of all rounds that are under way. */
const maxPlanned = 2_000;

/** The present and future positions of all ships of the sandbox. All parties share one fleet, so that their data are consistent. */
export type Fleet = ReturnType<typeof createFleet>;

/** Creates the fleet. The same seed generates the same drifts and references. */
export function createFleet(seed: string) {
  /** Calls as no step has changed them, by their identifiers. */
  const planned = new Map<string, Call>();
  /** Delays by the call from which on they apply, until another one of the round. */
  const delays = new Map<string, number>();
  /** What steps have changed of calls, apart from their times. */
  const changes = new Map<string, Partial<Call>>();
  const assigned = new Map<Assignment, Call>();
  /** When the ship of a round was last moved. */
  const movedAt = new Map<string, number>();

  const delayAt = (loop: Loop, departure: number, place: number): number => {
    for (let from = place; from >= 0; from -= 1) {
      const delayMs = delays.get(idOf(loop, departure, from));
      if (delayMs !== undefined) return delayMs;
    }
    return 0;
  };
  const plannedCallAt = (loop: Loop, departure: number, { stop, place }: { readonly stop: Stop; readonly place: number }): Call => {
    const { port } = stop;
    const id = idOf(loop, departure, place);
    const random = createRandom(`${seed} ${id}`);
    const vessel = loop.ships.at(departure % loop.ships.length) ?? loop.ships[0];
    const plannedArrival = startOfRound(departure) + stop.arrivalDay * dayMs;
    const arrival = plannedArrival + random.integer(...driftHours) * hourMs;
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
      terminal: port.terminals[0],
      isOmitted: false,
      isUnlisted: false,
    };
  };
  const callAt = (loop: Loop, departure: number, at: { readonly stop: Stop; readonly place: number }): Call => {
    const id = idOf(loop, departure, at.place);
    const call = planned.get(id) ?? plannedCallAt(loop, departure, at);
    if (planned.size >= maxPlanned) planned.clear();
    planned.set(id, call);
    const delayMs = delayAt(loop, departure, at.place);
    return { ...call, arrival: call.arrival + delayMs, departs: call.departs + delayMs, ...changes.get(id) };
  };
  /** Returns all calls of one round, in the order of its stops. */
  const round = (loop: Loop, departure: number): readonly Call[] =>
    loop.stops.map((stop, place) => callAt(loop, departure, { stop, place }));
  /** Calls that currently arrive between the two instants, by arrival. */
  const calls = (from: number, to: number): readonly Call[] =>
    loops
      .flatMap((loop) => {
        // A ship is late or early by days, never by a whole round.
        const first = Math.floor((from - startOfRound(0)) / weekMs) - loop.ships.length;
        const count = Math.ceil((to - startOfRound(0)) / weekMs) + 1 - first;
        return Array.from({ length: count }, (_, index) => round(loop, first + index)).flat();
      })
      .filter(({ arrival }) => arrival >= from && arrival <= to)
      .sort((left, right) => left.arrival - right.arrival);
  /** Returns by how many milliseconds the call has been moved. */
  const delayOf = ({ loop, departure, stop }: Call): number => delayAt(loop, departure, loop.stops.indexOf(stop));
  /** Moves the call. All later ones of the same round then have the same delay as this one. @param now time of the decision */
  const delay = (call: Call, ms: number, now = 0): undefined => {
    const { loop, departure, stop } = call;
    const delayMs = delayOf(call) + ms;
    // If delays were added up, a ship could be days early or late at the end of a round without any step saying so.
    for (let place = loop.stops.indexOf(stop); place < loop.stops.length; place += 1) delays.delete(idOf(loop, departure, place));
    delays.set(call.id, delayMs);
    movedAt.set(roundOf(call), now);
  };
  /** Returns the current state of the call. */
  const current = ({ loop, departure, stop }: Call): Call => callAt(loop, departure, { stop, place: loop.stops.indexOf(stop) });
  return {
    calls,
    round,
    current,
    delayOf,
    delay,
    /** Returns when the ship was last moved on this round; 0 for never. */
    movedAt: (call: Call): number => movedAt.get(roundOf(call)) ?? 0,
    /** Moves the call to another terminal of its port, makes the ship omit the port, or removes the call from the schedules of its carrier. */
    change: ({ id }: Call, change: Partial<Pick<Call, 'terminal' | 'isOmitted' | 'isUnlisted'>>): undefined =>
      void changes.set(id, { ...changes.get(id), ...change }),
    /**
     * Returns the call of an assignment. It is selected at the first request and is then the same for all parties. The
     * call with the assignment ARRIVING is moved to arrive two hours after that time, which is later than planned.
     */
    callFor: (assignment: Assignment, now: number): Call => {
      const known = assigned.get(assignment);
      if (known !== undefined) return current(known);
      const call = chooseCall(assignment, calls, now);
      assigned.set(assignment, call);
      // Arrivals are a day or two apart, so the ship is moved by the difference.
      if (assignment === 'ARRIVING') delay(call, now + arrivingAheadMs - call.arrival, now);
      return current(call);
    },
  };
}

function roundOf({ loop, departure }: Call): string {
  return `${loop.universalServiceReference} ${departure}`;
}

function idOf(loop: Loop, departure: number, place: number): string {
  return `${loop.universalServiceReference} ${departure} ${place}`;
}
