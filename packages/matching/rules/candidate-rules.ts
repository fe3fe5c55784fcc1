import type { CallClaim } from '../claims/call-claim.ts';
import { agreementBits, hasAll } from './agreements.ts';
import { isWithinVoyage } from './carrier-numbers.ts';
import type { Comparison } from './comparison.ts';
import { attributeBits } from './comparison-builder.ts';
import type { MatchRule } from './match-rules.ts';
import type { Distance } from './time-windows.ts';

/** Two claims, the match key's first, and their comparison. */
export interface ComparedPair {
  readonly sides: readonly [CallClaim, CallClaim];
  readonly comparison: Comparison;
}

/**
 * OTHER_PORT: returns whether the port differs. Such a candidate is discarded, unless a call reference agrees, which is
 * a conflict.
 */
export function isOtherPort(differing: number): boolean {
  return (differing & attributeBits.UN_LOCATION_CODE) !== 0;
}

/**
 * OTHER_VESSEL: returns whether the ship differs. Such a candidate is discarded, unless a reference or a voyage agrees,
 * because a replaced ship has to be visible. With an equal IMO number, a different name is only another spelling.
 */
export function isOtherVessel(differing: number, isSameIMONumber: boolean): boolean {
  return (differing & attributeBits.VESSEL_IMO_NUMBER) !== 0 || isOtherName(differing, isSameIMONumber);
}

function isOtherName(differing: number, isSameIMONumber: boolean): boolean {
  return (differing & attributeBits.VESSEL_NAME) !== 0 && !isSameIMONumber;
}

/** Returns the bits of the differences that are not contradictions. */
export function forgivenOf({ matching, differing }: Pick<Comparison, 'matching' | 'differing'>, isSameIMONumber: boolean): number {
  return (forgivable & matching) | (isOtherName(differing, isSameIMONumber) ? 0 : attributeBits.VESSEL_NAME);
}

/**
 * ONE_AGREEMENT_IS_ENOUGH: a visit has several terminals, and its reference outweighs a number that a Producer made
 * itself.
 */
const forgivable = attributeBits.FACILITY | attributeBits.PORT_VISIT_REFERENCE;

/**
 * SHIP_OF_VISIT: returns a comparison in the form in which the match rules evaluate it. A record that names no ship
 * refers to the ship that other records of its visit name, and a name without an IMO number is the name of that ship.
 * Only a different ship is another one.
 *
 * @param isSameIMONumber whether any two records of the two sides have the same IMO number
 */
export function withShipOfVisit(comparison: Comparison, isSameIMONumber: boolean): Pick<Comparison, 'agreements' | 'isShipUnassigned'> {
  const isOther = (comparison.differing & (attributeBits.VESSEL_IMO_NUMBER | attributeBits.VESSEL_NAME)) !== 0;
  if (!isSameIMONumber || isOther || hasAll(comparison.agreements, agreementBits.IMO)) return comparison;
  return { agreements: comparison.agreements | agreementBits.IMO, isShipUnassigned: false };
}

/**
 * VOYAGE_NUMBER_SLIP: returns whether a different import voyage number of the ship's call is a slip: on the stated day
 * the universal voyage agrees, or more records of the call state the number of the match key; on the stated day as many
 * are enough, because the match key states it as well. No universal reference may contradict it. The slip is shown, but
 * decides nothing. The export voyage in place of the import voyage is not a slip, unless both are one voyage.
 */
export function hasVoyageNumberSlip(pairs: readonly ComparedPair[], days: number | undefined): boolean {
  if (pairs.some(({ comparison }) => (comparison.differing & attributeBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE) !== 0)) return false;
  const ofShip = pairs.filter(({ comparison }) => hasAll(comparison.agreements, agreementBits.IMO));
  const has = (bits: number) => pairs.some(({ comparison }) => hasAll(comparison.agreements, bits));
  const isOnDay = days !== undefined && Math.abs(days) <= nearDays.NOTICE;
  const isSideMixed = has(agreementBits.SIDES_MIXED) && !pairs.some(({ sides }) => sides.some(isWithinVoyage));
  const isLikely = isOnDay && !isSideMixed;
  if (isLikely && ofShip.length > 0 && has(agreementBits.UVR_IN)) return true;
  const differing = ofShip.filter(({ comparison }) => (comparison.differing & attributeBits.CARRIER_IMPORT_VOYAGE_NUMBER) !== 0).length;
  const agreeing = ofShip.filter(({ comparison }) => hasAll(comparison.agreements, agreementBits.CARRIER_IN)).length;
  return agreeing > differing || (isLikely && agreeing > 0 && agreeing === differing);
}

/**
 * DAY_OF_PROBABLE: returns whether the day allows a match by a voyage to be unique. A PROBABLE match requires a day in
 * the window, or a call that was planned for the stated day. For events, DAY_OF_EVENT applies.
 */
export function isDayPossible(
  { confidence, basis }: MatchRule,
  sides: readonly (readonly CallClaim[])[],
  { distance, daysToPlan = Number.NaN }: { readonly distance: Distance | undefined; readonly daysToPlan: number | undefined },
): boolean {
  const kinds = sides.flatMap(([first]) => first?.kind ?? []);
  if (basis === 'VOYAGE' && kinds.includes('EVENT'))
    return isDayOfEvent(distance, kinds.includes('NOTICE') ? nearDays.NOTICE : nearDays.CALL);
  return confidence !== 'PROBABLE' || distance?.isInWindow !== false || Math.abs(daysToPlan) <= nearDays.NOTICE;
}

/**
 * DAY_WITHOUT_VESSEL: returns whether a call that matches a notice by a voyage, while one of them names no ship, is so
 * near that no other call can be as near: ships may call twice a week, and omitted calls are missing from schedules.
 */
export function isDayWithoutVessel(
  { confidence, basis }: MatchRule,
  pairs: readonly ComparedPair[],
  distance: Distance | undefined,
): boolean {
  if (confidence !== 'PROBABLE' || basis !== 'VOYAGE' || distance?.days === undefined) return true;
  return Math.abs(distance.days) <= nearDays.CALL || pairs.some(({ comparison }) => !comparison.isShipUnassigned);
}

/**
 * DAY_OF_EVENT: returns whether an event that matches only by a voyage is so near that no other call can be as near.
 * Publishers state the calls that they know, but never all calls of a ship, and one voyage may have two calls at a
 * port.
 */
function isDayOfEvent(distance: Distance | undefined, maxDays: number): boolean {
  if (distance === undefined) return false;
  // No ship leaves before it arrives, but days in two zones may differ by one.
  return distance.apart >= (distance.isZoneUnknown ? -1 : 0) && distance.apart <= maxDays;
}

/** Calls of one ship at one port are at least three days apart; a notice states only an estimate made days before. */
const nearDays = { NOTICE: 1, CALL: 2 } as const;
