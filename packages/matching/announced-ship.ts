import type { CallClaim } from './claims/call-claim.ts';
import type { CallRecord } from './claims/records.ts';
import { type MatchKey, matchKeyOfCall } from './keys/match-key.ts';
import type { Visit } from './visits/visits.ts';

/**
 * SHIP_OF_NOTICE: returns what a notice states about the ship of its unique call, if schedules name the ship without its
 * IMO number and the notice states one with that name: port call events often have nothing else in common with the call.
 * Undefined if the schedules state the IMO number, or no ship.
 */
export function announcedShipOf({ claims }: MatchKey, records: readonly CallRecord[]): CallClaim | undefined {
  const ships = records.flatMap(({ claim }) => (claim.isDummyVessel ? [] : [claim]));
  if (ships.some(({ vesselIMONumber }) => vesselIMONumber !== undefined)) return undefined;
  const notice = claims.find(
    ({ kind, vesselIMONumber, vesselName }) =>
      kind === 'NOTICE' &&
      vesselIMONumber !== undefined &&
      vesselName !== undefined &&
      ships.some((ship) => ship.vesselName === vesselName),
  );
  if (notice === undefined) return undefined;
  const { kind, at, partner, sides, vesselIMONumber, vesselName, UNLocationCode } = notice;
  return { kind, at, partner, sides, isDummyVessel: false, vesselIMONumber, vesselName, UNLocationCode, numbers: [], times: [] };
}

/** Creates the match key by which events of a call are found: if its notice states the ship's IMO number, also by that. */
export function eventMatchKeyOfCall({ records, otherClaims = [], announcedShip }: Visit<CallRecord>): MatchKey {
  return matchKeyOfCall(records, announcedShip === undefined ? otherClaims : [...otherClaims, announcedShip]);
}
