import type { CallClaim, StatedTime } from '../claims/call-claim.ts';
import { bestTimeOf, isPlan, localDayOf, spanOfClaims, type TimeSpan, windows } from '../claims/days.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';
import { agreementBits, attributeBits, hasAll } from './agreements.ts';
import { isWithinVoyage } from './carrier-numbers.ts';
import type { Comparison } from './comparison.ts';
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
  const ofShip = pairs.filter(({ comparison }) => (comparison.agreements & (agreementBits.IMO | agreementBits.NAME)) !== 0);
  const has = (bits: number) => pairs.some(({ comparison }) => hasAll(comparison.agreements, bits));
  const isOnDay = days !== undefined && Math.abs(days) <= nearDays.NOTICE;
  const isSideMixed = has(agreementBits.SIDES_MIXED) && !pairs.some(statesOneVoyage);
  const isLikely = isOnDay && !isSideMixed;
  if (isLikely && ofShip.length > 0 && has(agreementBits.UVR_IN)) return true;
  if (isOnDay && ofShip.length > 0 && has(agreementBits.CARRIER_OUT)) return true;
  const differing = ofShip.filter(({ comparison }) => (comparison.differing & attributeBits.CARRIER_IMPORT_VOYAGE_NUMBER) !== 0).length;
  const agreeing = ofShip.filter(({ comparison }) => hasAll(comparison.agreements, agreementBits.CARRIER_IN)).length;
  return agreeing > differing || (isLikely && agreeing > 0 && agreeing === differing);
}

/** Returns whether a record states that the ship arrives and leaves on one voyage, or on the number that agrees. */
function statesOneVoyage({ sides, comparison }: ComparedPair): boolean {
  if (sides.some(isWithinVoyage)) return true;
  const numbers = sides.map((claim) => claim.numbers.map(({ carrierImportVoyageNumber: number }) => number));
  return (
    hasAll(comparison.agreements, agreementBits.CARRIER_IN) &&
    sides.some((claim, place) =>
      claim.numbers.some(
        ({ carrierImportVoyageNumber: imported, carrierExportVoyageNumber: exported }) =>
          imported !== undefined && imported === exported && numbers[1 - place]?.includes(imported),
      ),
    )
  );
}

/**
 * DAY_OF_PROBABLE: returns whether the day allows a match by a voyage to be unique. A PROBABLE match requires a day in
 * the window, or a call that was planned for the stated day. For events, DAY_OF_EVENT applies.
 */
export function isDayPossible(
  { name, confidence, basis }: MatchRule,
  sides: readonly (readonly CallClaim[])[],
  { distance, daysToPlan = Number.NaN, isBeforePlan, terminal }: PossibleDay,
): boolean {
  const kinds = sides.flatMap(([first]) => first?.kind ?? []);
  if (basis === 'VOYAGE' && kinds.includes('EVENT')) {
    // Without a schedule, nothing shows that the call of the notice has another terminal now, and not another call.
    if (kinds.includes('NOTICE')) return terminal !== 'OTHER' && !isBeforePlan && isDayOfEvent(distance, nearDays.NOTICE);
    const isNumberAtTerminal = name === 'VESSEL_CARRIER_VOYAGE_AND_PORT' && terminal === 'SAME';
    const isSure = confidence === 'STRONG' || name === 'VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE' || isNumberAtTerminal;
    const isLate = isSure && terminal !== 'OTHER' && isAfterPlan(distance, kinds[0] === 'EVENT');
    return !isBeforePlan && (isLate || isDayOfEvent(distance, nearDays.CALL));
  }
  return confidence !== 'PROBABLE' || distance?.isInWindow !== false || Math.abs(daysToPlan) <= nearDays.NOTICE;
}

interface PossibleDay {
  readonly distance: Distance | undefined;
  readonly daysToPlan: number | undefined;
  readonly isBeforePlan: boolean;
  readonly terminal: 'SAME' | 'OTHER' | undefined;
}

/**
 * DAY_OF_EVENT: returns whether an event is at most a week after the plan of a call of which nothing else is known: ships
 * are late, and a carrier that states only plans does not tell it. A ship that has arrived may be late for an estimate,
 * too: it did not omit the call, so schedules would list another one.
 */
function isAfterPlan(distance: Distance | undefined, isEventFirst: boolean): boolean {
  if (distance?.days === undefined) return false;
  const [event, expected] = isEventFirst ? [distance.left, distance.right] : [distance.right, distance.left];
  const days = isEventFirst ? -distance.days : distance.days;
  return (isPlan(expected) || (event.classifier === 'ACT' && expected.classifier === 'EST')) && days > 0 && days <= windows.PLN;
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

/**
 * An estimate is off by at most a day once the ship has arrived; a ship that calls twice a week calls again three days
 * later.
 */
const beforeAnnouncedDays = { ACT: 2, EST: 3 } as const;
/** Schedules are days old at most, in which ships seldom lose more time. */
const maxLostDays = 4;
/** Plans are kept to the day, and a ship can make up for some hours. */
const beforePlanDays = 2;

/**
 * EARLY_VESSEL: returns whether the ship would be days early if it were the one that a notice announces. Ships are
 * often late, but hardly ever early: a ship that arrived two days before the day of the notice was on the previous
 * voyage, and a notice that announces a ship two days before its call was planned refers to an earlier call.
 */
export function isTooEarly(distance: Distance | undefined, daysToPlan: number | undefined): boolean {
  return isDaysBefore(distance, 'ACT', beforeAnnouncedDays.ACT) || (daysToPlan !== undefined && daysToPlan >= beforePlanDays);
}

/**
 * Returns whether the call was planned for the day that a notice announces, or for a day before it, and the ship
 * arrives after that day, so that the notice does not include the whole delay.
 */
export function isLateSincePlan(distance: Distance | undefined, daysToPlan: number | undefined): boolean {
  return daysToPlan !== undefined && daysToPlan < beforePlanDays && distance?.days !== undefined && distance.days > 0;
}

/**
 * Returns whether a call would have to be later than any delay explains: it was planned, or is expected if no plan is
 * stated, longer before the day that a notice announces than plans deviate. A ship that has arrived did not omit the call,
 * so that schedules would list another one: it may be late by twice as much.
 *
 * @param days from the announced day to that of the call
 * @param classifier of the announced day
 */
export function isDelayTooLong(days: number | undefined, classifier?: string): boolean {
  return days !== undefined && days < -windows.PLN * (classifier === 'ACT' ? 2 : 1);
}

/**
 * Returns whether the ship was expected so many days before the day that a notice announces that it hardly lost them
 * since: the notice rather refers to a second call on the voyage, which schedules leave out because it is omitted.
 */
export function isFarBehindEstimate(distance: Distance | undefined): boolean {
  return isDaysBefore(distance, 'EST', maxLostDays + 1);
}

/**
 * Returns the days from the day that a notice announces to the first day that a schedule of the call plans; undefined
 * without a plan.
 */
export function daysToPlanOf(notice: CallClaim, call: readonly CallClaim[]): number | undefined {
  const announced = bestTimeOf(notice, 'ARRIVAL');
  const plans = call.flatMap((claim) =>
    claim.times.flatMap((time) => (time.kind === 'ARRIVAL' && time.classifier === 'PLN' ? [localDayOf(time, claim).day] : [])),
  );
  if (announced === undefined || plans.length === 0) return undefined;
  return Math.min(...plans) - localDayOf(announced, notice).day;
}

/** Returns the span of the arrivals that schedules of a call plan; undefined without a plan. */
export function spanOfPlans(call: readonly CallClaim[]): TimeSpan | undefined {
  const isPlannedArrival = ({ kind, classifier }: StatedTime) => kind === 'ARRIVAL' && classifier === 'PLN';
  const schedules = call.filter(({ kind }) => kind !== 'EVENT');
  return spanOfClaims(schedules.map((claim) => ({ ...claim, times: claim.times.filter(isPlannedArrival) })));
}

/**
 * EXPECTED_EARLY: returns whether the ship is expected three days before the day of the notice: the schedule is old, or
 * it describes the previous voyage. A plan is not evidence, because it does not change when the ship is late.
 */
export function isExpectedTooEarly(distance: Distance | undefined): boolean {
  return isDaysBefore(distance, 'EST', beforeAnnouncedDays.EST);
}

/**
 * EXPECTED_EARLY_UNANSWERED: returns whether the ship is expected two days before the day of the notice, so that a
 * source that has not answered may know a later call, and the notice may refer to another call on the voyage.
 */
export function isExpectedBefore(distance: Distance | undefined): boolean {
  return isDaysBefore(distance, 'EST', beforeAnnouncedDays.ACT);
}

function isDaysBefore(distance: Distance | undefined, classifier: string, days: number): boolean {
  return distance?.right.classifier === classifier && distance.days !== undefined && distance.days <= -days;
}

/**
 * OMITTED_CALL: returns whether the newest event that states it marks the visit as omitted. Of equally new events an
 * omission takes precedence: reversing an omission is stated, and other events do not mention it.
 */
export function isVisitOmitted(records: readonly (CallRecord | EventRecord)[]): boolean {
  return newestOf(records, ({ isOmitted }) => isOmitted);
}

/** Returns whether the call at this terminal is omitted, by the same rule. */
export function isTerminalCallOmitted(records: readonly (CallRecord | EventRecord)[]): boolean {
  return newestOf(records, ({ isTerminalCallOmitted: isOmitted }) => isOmitted);
}

function newestOf(records: readonly (CallRecord | EventRecord)[], readIsOmitted: (event: EventRecord) => boolean | undefined): boolean {
  let [newest, isOmitted] = ['', false];
  for (const record of records) {
    const stated = 'updatedAt' in record ? readIsOmitted(record) : undefined;
    if (stated === undefined || !('updatedAt' in record)) continue;
    if (record.updatedAt > newest) [newest, isOmitted] = [record.updatedAt, stated];
    else if (record.updatedAt === newest) isOmitted ||= stated;
  }
  return isOmitted;
}
