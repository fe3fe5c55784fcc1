import type { Call } from './call.ts';
import { dayMs, hourMs, weekMs } from './durations.ts';
import { ceylonLoop, europeLoop, type Loop, oceaniaLoop } from './loops.ts';
import { antwerp, auckland, hamburg, melbourne, type Port, rotterdam } from './places.ts';

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
export const arrivingAheadMs = 2 * hourMs;

/**
 * Selects the call of an assignment.
 *
 * @param calls of the fleet from one instant to another
 * @param now milliseconds since 1970
 */
export function chooseCall(assignment: Assignment, calls: (from: number, to: number) => readonly Call[], now: number): Call {
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
