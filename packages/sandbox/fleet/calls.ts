import type { Loop, LoopPartner, Port, Stop, Terminal, Vessel } from './loops.ts';
import { localDayOf, weekMs } from './times.ts';

/** A ship's call at a port, in its state at the time of the request. Instants are in milliseconds since 1970. */
export interface Call {
  /** Identifies the call within the fleet; never sent to clients. */
  readonly id: string;
  readonly loop: Loop;
  /** Number of the weekly departure of the loop. */
  readonly departure: number;
  readonly stop: Stop;
  readonly port: Port;
  readonly vessel: Vessel;
  readonly importVoyage: Voyage;
  readonly exportVoyage: Voyage;
  /** The operator's reference of the call. */
  readonly transportCallReference: string;
  /** The port's reference of the visit. */
  readonly portVisitReference: string;
  /** The arrival in the pro forma schedule, which never changes. */
  readonly plannedArrival: number;
  readonly plannedDeparture: number;
  /** The arrival that all parties expect now; for a time in the past, the actual one. */
  readonly arrival: number;
  readonly departs: number;
  readonly terminal: Terminal;
  readonly isOmitted: boolean;
  /** Whether its carrier no longer publishes the call in schedules, although the ship still comes. */
  readonly isUnlisted: boolean;
}

/** The part of a round with one voyage number: from its start to its turn, or from there to its end. */
interface Voyage {
  readonly departure: number;
  readonly direction: string;
  /** The reference that all partners use; unique within the loop. */
  readonly universalVoyageReference: string;
}

/**
 * Returns the start of a round, in milliseconds since 1970. All rounds are counted from a Monday, so that a sandbox
 * that is started later continues them.
 */
export function startOfRound(departure: number): number {
  return firstDeparture + departure * weekMs;
}

const firstDeparture = Date.UTC(2024, 0, 1);

/**
 * Returns the voyage on which a ship arrives at a stop of its round, and the one on which it leaves. They differ at the
 * end of a half.
 */
export function voyagesAt(
  loop: Loop,
  { departure, place }: { readonly departure: number; readonly place: number },
): { readonly importVoyage: Voyage; readonly exportVoyage: Voyage } {
  const voyage = (ofRound: number, half: 0 | 1): Voyage => {
    const direction = loop.directions[half];
    return { departure: ofRound, direction, universalVoyageReference: `${yearAndWeekOf(startOfRound(ofRound))}${direction}` };
  };
  // The first stop of a round is the end of the ship's previous round.
  const importVoyage = place === 0 ? voyage(departure - loop.ships.length, 1) : voyage(departure, place > loop.turn ? 1 : 0);
  return { importVoyage, exportVoyage: voyage(departure, place >= loop.turn ? 1 : 0) };
}

/** Returns the day of an instant in the time zone of a port, `YYYY-MM-DD`. */
export function dayAt(instant: number, { port }: Pick<Call, 'port'>): string {
  return localDayOf(instant, port.timeZone);
}

/** Returns one partner's number of a voyage. */
export function voyageNumberOf({ numbering }: LoopPartner, { departure, direction, universalVoyageReference }: Voyage): string {
  return numbering === 'WEEK' ? universalVoyageReference.slice(1) : `${1_000 + departure}${direction}`;
}

/**
 * Two digits each. Weeks are counted from the first day of the year, so that departures a week apart never share a
 * number.
 */
function yearAndWeekOf(instant: number): string {
  const year = new Date(instant).getUTCFullYear();
  const week = Math.floor((instant - Date.UTC(year, 0, 1)) / weekMs) + 1;
  return `${year % 100}${String(week).padStart(2, '0')}`;
}
