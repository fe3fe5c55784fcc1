import { weekMs } from './durations.ts';
import type { Loop, LoopPartner } from './loops.ts';

/** What carries one voyage number: a round up to its turn, or from there to its end. */
export interface Voyage {
  readonly departure: number;
  readonly direction: string;
  /** What all partners call it; unique within the loop. */
  readonly universalVoyageReference: string;
}

/** When a round begins, in milliseconds since 1970. All count from a Monday, so that a sandbox started later goes on with it. */
export function startOfRound(departure: number): number {
  return firstDeparture + departure * weekMs;
}

const firstDeparture = Date.UTC(2024, 0, 1);

/** On which voyage a ship comes to a stop of its round, and on which it leaves. They differ where a half ends. */
export function voyagesAt(
  loop: Loop,
  { departure, place }: { readonly departure: number; readonly place: number },
): { readonly importVoyage: Voyage; readonly exportVoyage: Voyage } {
  const voyage = (ofRound: number, half: 0 | 1): Voyage => {
    const direction = loop.directions[half];
    return { departure: ofRound, direction, universalVoyageReference: `${yearAndWeekOf(startOfRound(ofRound))}${direction}` };
  };
  // The first stop of a round ends the ship's round before.
  const importVoyage = place === 0 ? voyage(departure - loop.ships.length, 1) : voyage(departure, place > loop.turn ? 1 : 0);
  return { importVoyage, exportVoyage: voyage(departure, place >= loop.turn ? 1 : 0) };
}

/** What one partner of a loop calls a voyage. */
export function voyageNumberOf({ numbering }: LoopPartner, { departure, direction, universalVoyageReference }: Voyage): string {
  return numbering === 'WEEK' ? universalVoyageReference.slice(1) : `${1_000 + departure}${direction}`;
}

/** Two digits each; weeks count from the first day of the year, so that departures a week apart never share one. */
function yearAndWeekOf(instant: number): string {
  const year = new Date(instant).getUTCFullYear();
  const week = Math.floor((instant - Date.UTC(year, 0, 1)) / weekMs) + 1;
  return `${year % 100}${String(week).padStart(2, '0')}`;
}
