import type { Loop, Stop, Vessel } from './loops.ts';
import type { Port, Terminal } from './places.ts';
import type { Voyage } from './voyages.ts';

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
