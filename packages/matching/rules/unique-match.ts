import type { Assessment } from './assess.ts';
import { matchConfidences } from './match-rules.ts';

/** The properties of a candidate that the decision requires. */
export interface Decidable extends Assessment {
  /** Whether the newest event that states it marks the visit as omitted. */
  readonly isOmitted: boolean;
}

/**
 * Decides whether the best candidate is the unique match. It has to be good enough itself, and no rival may make it
 * doubtful. Each rule is a function of this file, named in its comment and explained in RULES.md.
 *
 * @param haveAllAnswered whether every source that may know another candidate has answered
 */
export function isUniqueMatch(best: Decidable, rivals: readonly Decidable[], haveAllAnswered: boolean): boolean {
  if (best.isOmitted || best.isContradicted || !best.canBeUnique) return false;
  const uncontradicted = rivals.filter(({ isContradicted }) => !isContradicted);
  if (best.isExpectedBefore && !(haveAllAnswered && hasNoVoyage(uncontradicted))) return false;
  if (isOld(best) && !(haveAllAnswered && isAloneOnVoyage(best, rivals))) return false;
  if (isLateWithoutPlan(best) && !haveAllAnswered) return false;
  return !rivals.some((rival) => {
    if (hasUniversalVoyageAlone(rival, best) || sharesNumber(rival, best)) return true;
    if (isContradictedBetter(rival, best) || isEqualRival(rival, best)) return true;
    return isInsideWindow(rival) && mayBeSameVessel(rival) && isSuggestedByDay(rival, best);
  });
}

/**
 * NAME_ON_STATED_DAY: moves a candidate with the voyage on the stated day to the first position if the first one is
 * outside the window or days early. Its confidence may be lower only because its records name the ship without an IMO
 * number. If the first one is also contradicted, a candidate without a voyage may be moved as well, if its rule allows
 * a unique match.
 */
export function withStatedDayFirst<C extends Decidable>(candidates: readonly C[]): readonly C[] {
  const [first] = candidates;
  if (first === undefined || !(isOnOtherDay(first) || isContradictedOutside(first))) return candidates;
  const onDay = candidates.find(
    ({ basis, isContradicted, canBeUnique, isSameShip, dayDistance = Number.NaN }) =>
      (basis === 'VOYAGE' || first.isContradicted) && !isContradicted && canBeUnique && isSameShip && Math.abs(dayDistance) <= sameCallDays,
  );
  return withFirst(candidates, onDay);
}

/**
 * VOYAGE_OF_ONE_CALL: moves a candidate with the voyage to the first position if the first one has the same confidence,
 * but only the ship and the period, and both may be one call: the first one may be from before the ship was replaced.
 */
export function withVoyageFirst<C extends Decidable>(candidates: readonly C[]): readonly C[] {
  const [first] = candidates;
  if (first?.basis !== 'PERIOD' || first.isContradicted) return candidates;
  const onVoyage = candidates.find(
    (candidate) =>
      isVoyageBesidePeriod(candidate, first) &&
      !candidate.isContradicted &&
      candidate.canBeUnique &&
      rankOf(candidate) === rankOf(first) &&
      isOneCall(candidate, first),
  );
  return withFirst(candidates, onVoyage);
}

/** @param first one of the candidates; if undefined, their order remains */
function withFirst<C>(candidates: readonly C[], first: C | undefined): readonly C[] {
  return first === undefined ? candidates : [first, ...candidates.filter((candidate) => candidate !== first)];
}

function isOnOtherDay(candidate: Decidable): boolean {
  return candidate.basis === 'VOYAGE' && !candidate.isContradicted && (isOld(candidate) || candidate.isEarly);
}

/** Returns whether a candidate is contradicted and outside the window, so that it is hardly the call that is meant. */
function isContradictedOutside({ isContradicted, isInWindow }: Decidable): boolean {
  return isContradicted && isInWindow === false;
}

/**
 * OLD_RECORD: returns whether one side must be old if this is the call: it is outside the window, or expected days too
 * early.
 */
function isOld({ isInWindow, isExpectedEarly }: Decidable): boolean {
  return isInWindow === false || isExpectedEarly;
}

/**
 * LATE_WITHOUT_PLAN: returns whether the ship arrives days after the stated day, and no plan shows that it is late. A call
 * of another voyage may be nearer, and schedules leave it out if it is omitted.
 */
function isLateWithoutPlan({ basis, dayDistance = Number.NaN, daysToPlan }: Decidable): boolean {
  return basis === 'VOYAGE' && daysToPlan === undefined && dayDistance > clearlyNearerDays;
}

/**
 * Returns whether the voyage by itself identifies an old candidate: no rival has the voyage, the terminal does not
 * differ, and a delay may explain the days between.
 */
function isAloneOnVoyage(best: Decidable, rivals: readonly Decidable[]): boolean {
  return best.terminal !== 'OTHER' && !best.isDelayTooLong && !best.isFarBehindEstimate && hasNoVoyage(rivals);
}

function hasNoVoyage(rivals: readonly Decidable[]): boolean {
  return rivals.every(({ basis }) => basis === 'PERIOD');
}

/**
 * UNIVERSAL_VOYAGE_OF_RIVAL: returns whether only the rival has the universal voyage, and the best candidate a
 * carrier's number.
 */
function hasUniversalVoyageAlone(rival: Decidable, best: Decidable): boolean {
  if (!rival.isOnUniversalVoyage || best.isOnUniversalVoyage || best.basis !== 'VOYAGE') return false;
  return !isOneCall(best, rival) && !isOtherCallOnVoyage(best, rival);
}

/**
 * Returns whether a rival is outside the window, and the best candidate on the stated day: one voyage has two calls, and
 * the day decides. If the rival has another ship, which was replaced between the calls, it has to be impossible.
 */
function isOtherCallOnVoyage(best: Decidable, rival: Decidable): boolean {
  if (!best.isSameShip || rival.isInWindow !== false || !isOnStatedDay(best, rival)) return false;
  return rival.isSameShip || rival.isEarly || rival.isDelayTooLong;
}

/**
 * SHARED_VOYAGE_NUMBER: returns whether a rival shows, by another universal voyage, that the carrier uses the number for
 * several calls, and the best candidate has nothing but the number and is not on the stated day.
 */
function sharesNumber(rival: Decidable, best: Decidable): boolean {
  if (!rival.isOnOtherUniversalVoyage || best.isOnUniversalVoyage || best.basis !== 'VOYAGE') return false;
  return Math.abs(best.dayDistance ?? Number.NaN) > sameCallDays && !isOneCall(best, rival);
}

/**
 * CONTRADICTED_RIVAL: returns whether a rival with a better confidence is contradicted: its agreement may be right and
 * the contradiction wrong.
 */
function isContradictedBetter(rival: Decidable, best: Decidable): boolean {
  if (!rival.isContradicted || rankOf(rival) >= rankOf(best)) return false;
  return !(isContradictedOutside(rival) && best.isSameShip && Math.abs(best.dayDistance ?? Number.NaN) <= sameCallDays);
}

/**
 * EQUAL_RIVAL: returns whether an uncontradicted rival with the same confidence is as good: nothing distinguishes the
 * two.
 */
function isEqualRival(rival: Decidable, best: Decidable): boolean {
  if (rival.isContradicted || rankOf(rival) !== rankOf(best) || isOneCall(best, rival)) return false;
  if (isNearer(rival, best) || isPeriodBesideVoyage(best, rival)) return true;
  const distinctions = [isVoyageBesidePeriod, isAtStatedTerminal, isOnStatedDay, isStayOfStatedDay, isLateVessel, isImpossibleDay];
  return !distinctions.some((distinguishes) => distinguishes(best, rival));
}

function rankOf({ confidence }: Decidable): number {
  return matchConfidences.indexOf(confidence);
}

/**
 * ONE_CALL: returns whether two candidates of one ship arrive within a day, so that they are one call whose records
 * were not merged.
 */
function isOneCall(best: Decidable, rival: Decidable): boolean {
  if (!best.isSameShip || !rival.isSameShip || best.dayDistance === undefined || rival.dayDistance === undefined) return false;
  return Math.abs(best.dayDistance - rival.dayDistance) <= sameCallDays;
}

/**
 * VOYAGE_BEFORE_PERIOD: returns whether the best candidate has the voyage, and the rival only the ship and the period.
 */
function isVoyageBesidePeriod(best: Decidable, rival: Decidable): boolean {
  return rival.basis === 'PERIOD' && best.basis !== 'PERIOD';
}

/** Returns whether only the rival has a voyage or a reference, which then may decide against the day. */
function isPeriodBesideVoyage(best: Decidable, rival: Decidable): boolean {
  return best.basis === 'PERIOD' && rival.basis !== 'PERIOD';
}

/**
 * STATED_TERMINAL: returns whether the best candidate is at the stated terminal, and the rival at another one. A call
 * without a ship may be that of another ship, and the stated ship counts more than the terminal, which may change.
 */
function isAtStatedTerminal(best: Decidable, rival: Decidable): boolean {
  return rival.terminal === 'OTHER' && best.terminal === 'SAME' && (best.isSameShip || !rival.isSameShip);
}

/**
 * STATED_DAY: returns whether the best candidate is at most a day off, and the rival at least two days farther, or a
 * ship that would be days early, or planned for another day while the best one was planned for the stated day. Only
 * arrivals count, because a ship may stay for days.
 */
function isOnStatedDay(best: Decidable, rival: Decidable): boolean {
  const { dayDistance = Number.NaN } = best;
  if (Math.abs(dayDistance) > sameCallDays || mayBePlannedForDay(rival, best)) return false;
  if (rival.isEarly || Math.abs(rival.dayDistance ?? Number.NaN) - Math.abs(dayDistance) >= clearlyNearerDays) return true;
  return best.daysToPlan === 0 && isOfOtherDay(rival);
}

/** Returns whether a call was planned for another day than the stated one, and the ship arrives on another one. */
function isOfOtherDay({ daysToPlan = Number.NaN, dayDistance = Number.NaN }: Decidable): boolean {
  return Math.abs(daysToPlan) >= clearlyNearerDays && Math.abs(dayDistance) >= clearlyNearerDays;
}

/**
 * DELAYED_CALLS: returns whether a later rival may have been planned for the stated day because the ship is late: this
 * is known, or the rival's plan is not stated and the ship was as many days late at the best candidate.
 */
function mayBePlannedForDay(rival: Decidable, best: Decidable): boolean {
  if (rival.isLate) return true;
  const { dayDistance, daysToPlan } = best;
  if (dayDistance === undefined || daysToPlan === undefined || rival.daysToPlan !== undefined) return false;
  return rival.dayDistance !== undefined && rival.dayDistance > 0 && dayDistance - daysToPlan >= rival.dayDistance - sameCallDays;
}

/**
 * STAY_OF_STATED_DAY: returns whether the best candidate arrives at most a day off, and the rival of the same ship
 * states a stay or a departure but no arrival. The rival belongs to the same call, or to one that arrived days before
 * or after.
 */
function isStayOfStatedDay(best: Decidable, rival: Decidable): boolean {
  const { dayDistance = Number.NaN, isSameShip } = best;
  const isWithoutArrival = rival.dayDistance === undefined && rival.daysApart !== undefined;
  return Math.abs(dayDistance) <= sameCallDays && isSameShip && rival.isSameShip && isWithoutArrival;
}

/**
 * LATE_VESSEL: returns whether the best candidate was planned for the stated day and is late, and the rival is a later
 * call that was not, or a ship that would be days early.
 */
function isLateVessel({ isLate, dayDistance = Number.NaN }: Decidable, rival: Decidable): boolean {
  if (!isLate || rival.isLate || rival.dayDistance === undefined) return false;
  return rival.isEarly || rival.dayDistance > dayDistance;
}

/**
 * IMPOSSIBLE_DAY: returns whether the best candidate is so near that no other call can be as near, and the rival is
 * outside the window, where the ship would be days early or more than a week late.
 */
function isImpossibleDay({ dayDistance = Number.NaN }: Decidable, rival: Decidable): boolean {
  if (Math.abs(dayDistance) > clearlyNearerDays) return false;
  return rival.isInWindow === false && (rival.isEarly || rival.isDelayTooLong);
}

function isInsideWindow({ isInWindow }: Decidable): boolean {
  return isInWindow === true;
}

/**
 * Returns whether the rival may have the ship that is meant: the same ship, one not yet assigned, or one that replaced
 * it.
 */
function mayBeSameVessel(rival: Decidable): boolean {
  return rival.isSameShip || rival.reasons.includes('SHIP_UNASSIGNED') || isReplacedVessel(rival);
}

/**
 * REPLACED_VESSEL: returns whether only the ship contradicts the stated voyage: ships are replaced, and notices name
 * the old one.
 */
function isReplacedVessel({ basis, isContradictedByShip }: Decidable): boolean {
  return basis === 'VOYAGE' && isContradictedByShip;
}

/**
 * Returns whether the stated day suggests a rival inside the window, so that the best candidate's voyage may be wrong.
 */
function isSuggestedByDay(rival: Decidable, best: Decidable): boolean {
  if (isOld(best) || isDayBetween(best, rival)) return true;
  if (!isNearer(rival, best)) return false;
  if (isOnStatedDayUnderOtherShip(best, rival)) return true;
  return isLeftoverNumber(best, rival) || isNearerOnVoyage(best, rival) || isSideMixed(best, rival) || isNearerAtTerminal(best, rival);
}

/**
 * DAY_BETWEEN_CALLS: returns whether the day is between two calls of one week and not nearer to the best one, and only
 * the voyage contradicts the other: the number may be left over from the earlier call, or be the one on which the ship
 * leaves a call between them that schedules do not state.
 */
function isDayBetween({ dayDistance: own }: Decidable, { dayDistance: other, isContradictedByVoyage }: Decidable): boolean {
  if (!isContradictedByVoyage || own === undefined || other === undefined) return false;
  const isOneWeek = own * other < 0 && Math.abs(own - other) < daysOfWeek;
  return isOneWeek && Math.abs(own) >= daysOfWeek / 2 - 1 && Math.abs(other) <= Math.abs(own);
}

/**
 * LEFTOVER_VOYAGE_NUMBER: returns whether only the voyage contradicts a rival that is two days nearer, or the best
 * candidate is two days early: the number may be left over from the previous call. Ships are hardly ever early.
 */
function isLeftoverNumber(best: Decidable, rival: Decidable): boolean {
  const isEarly = best.dayDistance !== undefined && best.dayDistance <= -clearlyNearerDays;
  return rival.isContradictedByVoyage && (isEarly || isClearlyNearer(rival, best));
}

/**
 * NEARER_RIVAL: returns whether a rival two days nearer has the voyage with another ship or no ship, or a voyage that
 * is not stated.
 */
function isNearerOnVoyage(best: Decidable, rival: Decidable): boolean {
  return (!rival.isContradicted || isReplacedVessel(rival)) && isClearlyNearer(rival, best);
}

/**
 * NUMBER_OF_OTHER_VESSEL: returns whether a rival with another ship has the voyage on the very day, and at the best
 * candidate the ship would be early: ships are rarely early, and a notice may name the wrong one of two ships.
 */
function isOnStatedDayUnderOtherShip({ dayDistance = 0, isOnUniversalVoyage }: Decidable, rival: Decidable): boolean {
  if (isOnUniversalVoyage || dayDistance >= 0) return false;
  return isReplacedVessel(rival) && rival.dayDistance === 0 && rival.terminal !== 'OTHER';
}

/** MIXED_SIDES: returns whether the notice may state the export voyage of a nearer rival, another call, as the import voyage. */
function isSideMixed(best: Decidable, rival: Decidable): boolean {
  return rival.mayMixSides && !isOneCall(best, rival);
}

/**
 * NEARER_AT_STATED_TERMINAL: returns whether a nearer rival is at the stated terminal, or at an unknown one, and the
 * best candidate at another.
 */
function isNearerAtTerminal(best: Decidable, rival: Decidable): boolean {
  return (!rival.isContradicted || isReplacedVessel(rival)) && best.terminal === 'OTHER' && rival.terminal !== 'OTHER';
}

/** Estimates of one call differ by a day; calls of one ship at one port are at least three days apart. */
const sameCallDays = 1;
const clearlyNearerDays = 2;
const daysOfWeek = 7;

function isNearer(rival: Decidable, best: Decidable): boolean {
  return daysFrom(rival) < daysFrom(best);
}

function isClearlyNearer(rival: Decidable, best: Decidable): boolean {
  return daysFrom(best) - daysFrom(rival) >= clearlyNearerDays;
}

/** Returns days; NaN if no time is known, which is neither near nor far. */
function daysFrom({ dayDistance, daysApart }: Decidable): number {
  return Math.abs(dayDistance ?? daysApart ?? Number.NaN);
}

/**
 * NOTICE_OF_CALL: returns whether a notice certainly announces cargo of a call. Other calls of the ship are not known
 * here, and it may call again three days later with the same voyage number, so the day may be off by at most one and
 * the terminal must not differ.
 */
export function isNoticeOfCall({ canBeUnique, isInWindow, daysApart, terminal, reasons }: Assessment): boolean {
  if (!canBeUnique || isInWindow !== true || terminal === 'OTHER' || daysApart === undefined) return false;
  // No ship leaves before it arrives, but days in two zones may differ by one.
  return daysApart >= (reasons.includes('ZONE_UNKNOWN') ? -1 : 0) && daysApart <= sameCallDays;
}
