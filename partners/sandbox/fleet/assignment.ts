import type { Call } from './call.ts';
import { dayMs } from './durations.ts';
import { europeLoop, type Loop, oceaniaLoop } from './loops.ts';
import { auckland, hamburg, melbourne, type Port, rotterdam } from './places.ts';

/** Assignments of calls to notices of the scenario; all but the first make matching difficult. */
export type Assignment = 'ARRIVING' | 'DOUBLE_CALL' | 'SHIP_SWAP' | 'VESSEL_SHARING' | 'OMITTED_CALL';

/** Days until the arrival of a ship in an ordinary notice. */
export const [fewestDaysAhead, mostDaysAhead] = [3, 14];

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
  const next = (loop: Loop, port: Port) =>
    calls(now + fewestDaysAhead * dayMs, now + mostDaysAhead * dayMs).filter((call) => call.loop === loop && call.port === port);
  switch (assignment) {
    // The ship berths within hours; the scenario moves it. There is a call of this carrier every day or two.
    case 'ARRIVING':
      return calls(now - dayMs, now + dayMs)
        .filter(({ loop, stop }) => loop !== oceaniaLoop && stop.use === 'DISCHARGE')
        .toSorted((left, right) => Math.abs(left.arrival - now) - Math.abs(right.arrival - now));
    // The same ship returns to Rotterdam five days later, on another voyage.
    case 'DOUBLE_CALL':
      return next(europeLoop, rotterdam).filter(({ importVoyage }) => importVoyage.direction === europeLoop.directions[0]);
    case 'SHIP_SWAP':
      return next(europeLoop, hamburg);
    case 'VESSEL_SHARING':
      return next(oceaniaLoop, melbourne);
    case 'OMITTED_CALL':
      return next(oceaniaLoop, auckland);
  }
}
