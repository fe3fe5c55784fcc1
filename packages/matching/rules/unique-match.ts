import type { CallClaim } from '../claims/call-claim.ts';
import { gapMsOf, hourMs, windows } from '../claims/days.ts';
import { foldedNumber } from '../claims/normal-values.ts';
import type { Assessment } from './assess.ts';
import { type DecisionRule, matchBases, matchConfidences } from './match-rules.ts';
import { areCallsOfOnePartner, visitTimesOf } from './visit-rules.ts';

/** The properties of a candidate that the decision requires. */
export interface Decidable extends Assessment {
  /** Whether the newest event that states it marks the visit as omitted. */
  readonly isOmitted: boolean;
  /** The records of the candidate. */
  readonly visit?: { readonly records: readonly { readonly claim: CallClaim }[] };
}

/** A rule by which a rival makes the best candidate doubtful. RULES.md explains each with an example. */
interface TieBreak {
  readonly name: DecisionRule;
  readonly doubts: (best: Decidable, rival: Decidable, rivals: readonly Decidable[]) => boolean;
}

/**
 * Finds the rule that makes the best candidate doubtful; undefined if it is the unique match. It has to be good enough
 * itself, and no rival may make it doubtful.
 *
 * @param haveAllAnswered whether every source that may know another candidate has answered
 */
export function findDoubt(best: Decidable, rivals: readonly Decidable[], haveAllAnswered: boolean): DecisionRule | undefined {
  const uncontradicted = rivals.filter(({ isContradicted }) => !isContradicted);
  if (best.isOmitted) return 'OMITTED_CALL';
  if (best.isContradicted) return 'UNCONTRADICTED';
  if (best.obstacle !== undefined) return best.obstacle;
  // At another terminal than the stated one, the notice may refer to a call that schedules leave out.
  const isAnswered = haveAllAnswered && hasNoVoyage(uncontradicted) && best.terminal !== 'OTHER';
  if (best.isExpectedBefore && !isAnswered) return 'EXPECTED_EARLY_UNANSWERED';
  // A reference counts more than voyage and day.
  const isReferred = best.basis === 'REFERENCE';
  if (isOld(best) && !isReferred && !(haveAllAnswered && isAloneOnVoyage(best, rivals))) return 'OLD_RECORD';
  if (isLateWithoutPlan(best) && !haveAllAnswered) return 'LATE_WITHOUT_PLAN';
  for (const rival of rivals) {
    if (rival.isOfOtherArrival) continue;
    const isSuggested = rival.isInWindow === true && mayBeSameVessel(rival) && !isReferred && !isFollowedBesides(best, rival);
    const applied = isSuggested ? [...tieBreaks, ...tieBreaksByDay] : tieBreaks;
    const doubt = applied.find(({ doubts }) => doubts(best, rival, rivals));
    if (doubt !== undefined) return doubt.name;
  }
  return undefined;
}

/** The rules for all rivals. */
const tieBreaks: readonly TieBreak[] = [
  {
    // Only the rival has the universal voyage, and the best candidate a carrier's number.
    name: 'UNIVERSAL_VOYAGE_OF_RIVAL',
    doubts: (best, rival, rivals) =>
      rival.isOnUniversalVoyage &&
      !best.isOnUniversalVoyage &&
      best.basis === 'VOYAGE' &&
      !isOneCall(best, rival) &&
      // A record of the same call that states another voyage shows that the number is a slip, not that of a second call.
      (!isOtherCallOnVoyage(best, rival) || rivals.some((other) => other.isContradictedByVoyage && isOneCall(best, other))),
  },
  {
    // The rival shows, by another universal voyage, that the carrier uses the number for several calls, and the best
    // candidate has nothing but the number and is not on the stated day: ships are rarely early, so one that is
    // only PROBABLE may not even be a day before it.
    name: 'SHARED_VOYAGE_NUMBER',
    doubts: (best, rival) =>
      rival.isOnOtherUniversalVoyage &&
      !best.isOnUniversalVoyage &&
      best.basis === 'VOYAGE' &&
      (Math.abs(best.dayDistance ?? Number.NaN) > sameCallDays || (best.confidence === 'PROBABLE' && (best.dayDistance ?? 0) < 0)) &&
      !isOneCall(best, rival),
  },
  {
    // A rival with a better confidence is contradicted: its agreement may be right and the contradiction wrong.
    name: 'CONTRADICTED_RIVAL',
    doubts: (best, rival) =>
      rival.isContradicted &&
      rankOf(rival) < rankOf(best) &&
      !(isContradictedOutside(rival) && best.isSameShip && isDayOff(best, sameCallDays)),
  },
  {
    // An uncontradicted rival with the same confidence is as good: nothing distinguishes the two. One with a lower
    // confidence is if only it is at the stated terminal, which counts more than the day: the date may be wrong, or that
    // of an earlier call from which the cargo was rolled.
    name: 'EQUAL_RIVAL',
    doubts: (best, rival, rivals) =>
      !rival.isContradicted &&
      (isUntimedBeside(best, rival) ||
        (rival.basis === 'VOYAGE' && best.basis !== 'REFERENCE' && mayBeElsewhere(best, rival) && !isImpossibleBefore(rival)) ||
        (rankOf(rival) === rankOf(best) &&
          !isOneCall(best, rival) &&
          // Only the rival has a voyage or a reference, which then may decide against the day, unless it is out of the question.
          ((isNearer(rival, best) && !isOnlyAtStatedTerminal(best, rival) && !isImpossibleEarly(rival)) ||
            (isVoyageBesidePeriod(rival, best) && rival.isInWindow !== false) ||
            !distinctions.some((distinguishes) => distinguishes(best, rival, rivals))))),
  },
];

/** What distinguishes the best candidate from an equal rival, so that the rival is the doubtful one. */
const distinctions: readonly TieBreak['doubts'][] = [
  // VOYAGE_BEFORE_PERIOD: the best candidate has the voyage, and the rival only the ship and the period.
  isVoyageBesidePeriod,
  // STATED_TERMINAL: the best candidate is at the stated terminal, and the rival at another one.
  isOnlyAtStatedTerminal,
  // ACTUAL_ARRIVAL: the notice and the best candidate state the arrival as actual on one day, and the rival does not.
  (best, rival) => best.isArrived && best.dayDistance === 0 && !(rival.isArrived && isDayOff(rival, sameCallDays)),
  // STATED_DAY: the best candidate is at most a day off, and the rival at least two days farther, or a ship that would be days
  // early, or planned for another day while the best one was planned for the stated day. Only arrivals count, because a ship
  // may stay for days.
  isOnStatedDay,
  // STAY_OF_STATED_DAY: the best candidate arrives at most a day off, and the rival of the same ship states a stay or a
  // departure but no arrival. The rival belongs to the same call, or to one that arrived days before or after.
  (best, rival) =>
    isDayOff(best, sameCallDays) && best.isSameShip && rival.isSameShip && rival.dayDistance === undefined && rival.daysApart !== undefined,
  // LATE_VESSEL: the best candidate was planned for the stated day and is late, and the rival is a later call that was not, or
  // a ship that would be days early.
  (best, rival) =>
    best.isLate &&
    !rival.isLate &&
    rival.dayDistance !== undefined &&
    (rival.isEarly || rival.dayDistance > (best.dayDistance ?? Number.NaN)),
  // PLANNED_BEFORE_DAY: only plans are known, the best candidate was planned for a day in the week before the stated one, and
  // the rival for days after it, or more than a week before it: ships are late by days, and no ship is days early.
  ({ isPlanOnly, daysToPlan = Number.NaN }, rival) =>
    isPlanOnly && daysToPlan <= 0 && daysToPlan >= -daysOfWeek && rival.isPlanOnly && (rival.isEarly || rival.isInWindow === false),
  // IMPOSSIBLE_DAY: the rival is outside the window, where the ship would be days early; or more than a week late, while the
  // best candidate is so near that no other call can be as near.
  (best, rival) =>
    (isDayOfCandidate(best) && isImpossibleEarly(rival)) ||
    (isDayOff(best, clearlyNearerDays) &&
      rival.isInWindow === false &&
      (rival.isEarly || rival.isDelayTooLong || rival.obstacle === 'DAY_OF_EVENT')),
];

/**
 * The rules for rivals inside the window that may have the ship that is meant: the stated day suggests them, so that the
 * voyage of the best candidate may be wrong.
 */
const tieBreaksByDay: readonly TieBreak[] = [
  { name: 'OLD_RECORD', doubts: (best, rival) => isOld(best) && !isLateAfter(rival, best) },
  {
    // The day is between two calls of one week and not nearer to the best one, and only the voyage contradicts the
    // other: the number may be left over from the earlier call, or be the one on which the ship leaves a call between
    // them that schedules do not state.
    name: 'DAY_BETWEEN_CALLS',
    doubts: (best, rival) => {
      const { dayDistance: own } = best;
      const { dayDistance: other, isContradictedByVoyage } = rival;
      if (!isContradictedByVoyage || own === undefined || other === undefined) return false;
      if (isLateAfter(rival, best) || (best.daysToPlan === 0 && isOfOtherDay(rival))) return false;
      const isOneWeek = own * other < 0 && Math.abs(own - other) < daysOfWeek;
      return isOneWeek && Math.abs(own) >= daysOfWeek / 2 - 1 && Math.abs(other) <= Math.abs(own);
    },
  },
  {
    // A rival with another ship has the voyage on the very day, or was planned for it, and at the best candidate the ship would be early: ships
    // are rarely early, and a notice may name the wrong one of two ships.
    name: 'NUMBER_OF_OTHER_VESSEL',
    doubts: (best, rival) =>
      isNearer(rival, best) &&
      !best.isOnUniversalVoyage &&
      (best.dayDistance ?? 0) < 0 &&
      isReplacedVessel(rival) &&
      (rival.dayDistance === 0 || rival.daysToPlan === 0) &&
      rival.terminal !== 'OTHER',
  },
  {
    // Only the voyage contradicts a rival that is two days nearer, or the best candidate is two days early: the number
    // may be left over from the previous call. Ships are hardly ever early.
    name: 'LEFTOVER_VOYAGE_NUMBER',
    doubts: (best, rival) =>
      isNearer(rival, best) &&
      rival.isContradictedByVoyage &&
      !isLateAfter(rival, best) &&
      ((best.dayDistance ?? 0) <= -clearlyNearerDays || isClearlyNearer(rival, best)),
  },
  {
    // A rival two days nearer has the voyage with another ship or no ship, or a voyage that is not stated. The ship itself
    // need only be nearer than a call without a ship, or than one for which it would be two days early.
    name: 'NEARER_RIVAL',
    doubts: (best, rival) =>
      (isClearlyNearer(rival, best) || isNearerShip(rival, best)) &&
      isOnVoyageOfNotice(rival) &&
      !isOnlyAtStatedTerminal(best, rival) &&
      !(best.daysToPlan === 0 && isOfOtherDay(rival)),
  },
  {
    // The notice may state the export voyage of a nearer rival, another call, as the import voyage.
    name: 'MIXED_SIDES',
    // The ship left the rival before the day for which the late one was planned.
    doubts: (best, rival) => isNearer(rival, best) && rival.mayMixSides && !isOneCall(best, rival) && !(best.isLate && rival.isEarly),
  },
  {
    // A nearer rival is at the stated terminal, or at an unknown one, and the best candidate at another.
    name: 'NEARER_AT_STATED_TERMINAL',
    doubts: (best, rival) => isNearer(rival, best) && isOnVoyageOfNotice(rival) && best.terminal === 'OTHER' && rival.terminal !== 'OTHER',
  },
];

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
    ({ basis, isContradicted, obstacle, isSameShip, isLate, daysToPlan = Number.NaN, dayDistance = Number.NaN }) =>
      (basis === 'VOYAGE' || first.isContradicted) &&
      !isContradicted &&
      obstacle === undefined &&
      isSameShip &&
      (Math.abs(dayDistance) <= sameCallDays || (isImpossibleEarly(first) && isLate && Math.abs(daysToPlan) <= sameCallDays)),
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
      candidate.obstacle === undefined &&
      rankOf(candidate) === rankOf(first) &&
      isOneCall(candidate, first),
  );
  return withFirst(candidates, onVoyage);
}

/**
 * DAY_OF_EVENT: moves the candidates of other arrivals behind all others: an event that only the voyage indicates may have a
 * better confidence.
 */
export function withOtherArrivalsLast<C extends Decidable>(candidates: readonly C[]): readonly C[] {
  if (candidates[0]?.isOfOtherArrival !== true) return candidates;
  return candidates.toSorted((left, right) => Number(left.isOfOtherArrival) - Number(right.isOfOtherArrival));
}

/**
 * STATED_TERMINAL: moves a late candidate to the first position if it was planned for the stated day, and only it is at the
 * stated terminal, while the first one was planned for another day: the notice states plan and terminal of the later call.
 */
export function withPlannedDayFirst<C extends Decidable>(candidates: readonly C[]): readonly C[] {
  const [first] = candidates;
  if (first === undefined || first.isContradicted || first.terminal !== 'OTHER') return candidates;
  if (!(Math.abs(first.daysToPlan ?? Number.NaN) >= clearlyNearerDays)) return candidates;
  const planned = candidates.find(
    (candidate) =>
      candidate.basis === 'VOYAGE' &&
      candidate.isLate &&
      candidate.daysToPlan === 0 &&
      !candidate.isContradicted &&
      candidate.obstacle === undefined &&
      rankOf(candidate) <= rankOf(first) &&
      isOnlyAtStatedTerminal(candidate, first),
  );
  return withFirst(candidates, planned);
}

/** @param first one of the candidates; if undefined, their order remains */
function withFirst<C>(candidates: readonly C[], first: C | undefined): readonly C[] {
  return first === undefined ? candidates : [first, ...candidates.filter((candidate) => candidate !== first)];
}

function isOnOtherDay({ basis, isContradicted, isOffDay }: Decidable): boolean {
  return basis === 'VOYAGE' && !isContradicted && isOffDay;
}

/** Returns whether a candidate is contradicted and outside the window, so that it is hardly the call that is meant. */
function isContradictedOutside({ isContradicted, isInWindow }: Decidable): boolean {
  return isContradicted && isInWindow === false;
}

/**
 * OLD_RECORD: returns whether one side must be old if this is the call: it is outside the window, or expected days too
 * early. A late call that was planned for the stated day is not: the notice states the plan.
 */
export function isOld({ isInWindow, isExpectedEarly, isLate, daysToPlan }: Assessment): boolean {
  return (isInWindow === false || isExpectedEarly) && !(isLate && daysToPlan === 0);
}

/**
 * LATE_WITHOUT_PLAN: returns whether the ship arrives days after the stated day, and no plan shows that it is late, or
 * whether no plan shows that its calls at two terminals are one visit. A call of another voyage may be nearer, and
 * schedules leave it out if it is omitted.
 */
export function isLateWithoutPlan(best: Decidable): boolean {
  const { basis, dayDistance = Number.NaN, daysToPlan, earlierDaysApart } = best;
  if (basis !== 'VOYAGE') return false;
  return (daysToPlan === undefined && earlierDaysApart === undefined && dayDistance > clearlyNearerDays) || isUnplannedShift(best);
}

/**
 * Returns whether a visit consists of several calls in the vessel schedules of one partner, and neither a plan nor a visit
 * reference tells the shift of a ship from a ship that is late for the first of two calls.
 */
function isUnplannedShift({ planned, visit }: Decidable): boolean {
  if (planned !== undefined) return false;
  const calls = (visit?.records ?? []).flatMap(({ claim }) =>
    claim.kind === 'VESSEL_SCHEDULE' && claim.transportCallReference !== undefined ? [claim] : [],
  );
  return calls.some((one) =>
    calls.some(
      (other) =>
        one.partner === other.partner &&
        one.transportCallReference !== other.transportCallReference &&
        (one.portVisitReference === undefined || one.portVisitReference !== other.portVisitReference),
    ),
  );
}

/**
 * Returns whether the voyage by itself identifies an old candidate: no rival has the voyage, the terminal does not
 * differ, and a delay may explain the days between.
 */
function isAloneOnVoyage(best: Decidable, rivals: readonly Decidable[]): boolean {
  // The rival is at another terminal (STATED_TERMINAL), or the ship was there days before, or would be days early: if the best
  // candidate was planned for the stated day or is late, that one is not meant. Without a plan, it has to be the same ship.
  const mayBeMeant = (rival: Decidable) => {
    if (isOnlyAtStatedTerminal(best, rival) || (best.daysToPlan === 0 && isImpossibleBefore(rival))) return false;
    const isKnown = rival.isSameShip || best.daysToPlan !== undefined;
    return !(isKnown && isDayOfCandidate(best) && isImpossibleEarly(rival));
  };
  const others = rivals.filter(mayBeMeant);
  return best.terminal !== 'OTHER' && !best.isDelayTooLong && !best.isFarBehindEstimate && hasNoVoyage(others);
}

/** IMPOSSIBLE_DAY: returns whether the ship would be days early for a candidate outside the window, so that another one is meant. */
function isImpossibleEarly({ isInWindow, isEarly }: Decidable): boolean {
  return isInWindow === false && isEarly;
}

/** Returns whether the stated day may be that of a candidate that is in the window, or late. */
function isDayOfCandidate({ isEarly, isDelayTooLong, isInWindow, dayDistance = Number.NaN }: Decidable): boolean {
  return !isEarly && !isDelayTooLong && (isInWindow === true || dayDistance > 0);
}

function isImpossibleBefore(candidate: Decidable): boolean {
  return isImpossibleEarly(candidate) && (candidate.dayDistance ?? 0) < 0;
}

function hasNoVoyage(rivals: readonly Decidable[]): boolean {
  return rivals.every(({ basis }) => basis === 'PERIOD');
}

/**
 * Returns whether the best candidate is on the stated day, and a rival on an impossible one, which is outside the window
 * unless the ship was there days before: one voyage has two calls, and the day decides, unless the best candidate has a
 * lower confidence.
 */
function isOtherCallOnVoyage(best: Decidable, rival: Decidable): boolean {
  if (!best.isSameShip || rankOf(rival) < rankOf(best) || !isOnStatedDay(best, rival) || (isEarlier(best, rival) && leavesVoyage(best)))
    return false;
  const wasThereBefore = rival.isEarly && (rival.dayDistance ?? 0) < 0;
  return wasThereBefore || (rival.isInWindow === false && (rival.isEarly || rival.isDelayTooLong || best.daysToPlan === 0));
}

function isEarlier(best: Decidable, rival: Decidable): boolean {
  return (best.dayDistance ?? Number.NaN) < (rival.dayDistance ?? Number.NaN);
}

/** Returns whether the ship leaves a call on another voyage than that on which it arrives, as far as both are stated. */
function leavesVoyage({ visit }: Decidable): boolean {
  const both = (visit?.records ?? []).flatMap(({ claim: { numbers } }) =>
    numbers.flatMap(({ carrierImportVoyageNumber: imported, carrierExportVoyageNumber: exported }) =>
      imported === undefined || exported === undefined ? [] : [foldedNumber(imported) === foldedNumber(exported)],
    ),
  );
  return both.length > 0 && !both.includes(true);
}

function rankOf({ confidence }: Decidable): number {
  return matchConfidences.indexOf(confidence);
}

/**
 * ONE_CALL: returns whether two candidates of one ship arrive within a day, so that they are one call whose records
 * were not merged.
 */
export function isOneCall(best: Decidable, rival: Decidable, days = sameCallDays): boolean {
  if (!best.isSameShip || !rival.isSameShip || best.dayDistance === undefined || rival.dayDistance === undefined) return false;
  const isNear = Math.abs(best.dayDistance - rival.dayDistance) <= days;
  return isNear && !haveTwoPlans(best, rival) && !areOfOnePartner(best, rival);
}

/** Returns whether one partner states two calls (CALLS_OF_ONE_PARTNER). */
function areOfOnePartner({ visit: one }: Decidable, { visit: other }: Decidable): boolean {
  const timed = (visit: Decidable['visit']) => visit?.records.map(({ claim }) => [claim, visitTimesOf(claim)] as const) ?? [];
  const others = timed(other);
  return timed(one).some((left) => others.some((right) => areCallsOfOnePartner(left, right, windows.mergeHours * hourMs)));
}

/** Returns whether schedules plan the two candidates so far apart that they are two calls (TWO_PLANS). */
function haveTwoPlans({ planned: one }: Decidable, { planned: other }: Decidable): boolean {
  if (one === undefined || other === undefined) return false;
  return gapMsOf(one, other) > windows.mergeHours * hourMs;
}

/**
 * STATED_TERMINAL: returns whether only one candidate is at the stated terminal. A call without a ship may be that of
 * another ship, and the stated ship counts more than the terminal, which may change.
 */
function isOnlyAtStatedTerminal(one: Decidable, other: Decidable): boolean {
  return one.terminal === 'SAME' && other.terminal === 'OTHER' && (one.isSameShip || !other.isSameShip);
}

/**
 * STATED_TERMINAL: returns whether the rival rather than the best candidate is at the stated terminal, as far as the terminals
 * are known.
 */
function mayBeElsewhere(best: Decidable, rival: Decidable): boolean {
  const rankOfTerminal = ({ terminal }: Decidable) => ['OTHER', undefined, 'SAME'].indexOf(terminal);
  if (best.terminal === undefined && isOneCall(best, rival)) return false;
  return rankOfTerminal(rival) > rankOfTerminal(best) && (rival.isSameShip || !best.isSameShip);
}

/** UNTIMED_CALL: returns whether only the best candidate has no time, and the rival is based on as much. */
function isUntimedBeside(best: Decidable, rival: Decidable): boolean {
  const isUntimed = best.daysApart === undefined && rival.daysApart !== undefined;
  return isUntimed && matchBases.indexOf(rival.basis) <= matchBases.indexOf(best.basis);
}

/** Returns whether the best candidate has a voyage or a reference, and the rival only the ship and the period. */
function isVoyageBesidePeriod(best: Decidable, rival: Decidable): boolean {
  return rival.basis === 'PERIOD' && best.basis !== 'PERIOD';
}

/** Returns whether nothing but the ship contradicts the voyage of a rival. */
function isOnVoyageOfNotice(rival: Decidable): boolean {
  return !rival.isContradicted || isReplacedVessel(rival);
}

function isOnStatedDay(best: Decidable, rival: Decidable): boolean {
  const { dayDistance = Number.NaN } = best;
  if (isMovedTo(best, rival)) return true;
  if (!isDayOff(best, sameCallDays) || mayBePlannedForDay(rival, best) || isPlannedBeforeDay(rival, best)) return false;
  if (rival.isEarly || Math.abs(rival.dayDistance ?? Number.NaN) - Math.abs(dayDistance) >= clearlyNearerDays) return true;
  return best.daysToPlan === 0 && isOfOtherDay(rival);
}

/**
 * EARLIER_DAYS: returns whether the nearer and later of two calls is the one that an earlier day indicates: cargo is rolled to a later
 * call, never to an earlier one.
 */
function isMovedTo(best: Decidable, rival: Decidable): boolean {
  const { dayDistance: days = Number.NaN, earlierDaysApart: earlier = Number.NaN } = best;
  const { dayDistance: rivalDays = Number.NaN, earlierDaysApart: other = Number.POSITIVE_INFINITY } = rival;
  return earlier <= sameCallDays && days < 0 && days - rivalDays >= clearlyNearerDays && other - earlier >= clearlyNearerDays;
}

/**
 * EARLIER_DAYS: returns whether the notice stated the very day of the best candidate before, and the rival neither has its
 * voyage nor is on the very day that it states now: the notice follows the ship, while schedules may be old.
 */
function isFollowedBesides({ earlierDaysApart, terminal }: Decidable, rival: Decidable): boolean {
  const isMeant = rival.dayDistance === 0 || (rival.basis === 'VOYAGE' && !rival.isContradicted);
  return earlierDaysApart === 0 && terminal !== 'OTHER' && !isMeant;
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
 * Returns whether the ship is late for the best candidate, and only the voyage contradicts the rival, an earlier call that
 * it does not leave on the stated one and that was not planned for the stated day: a number may be left over from an earlier voyage, but is hardly that of a later one.
 */
function isLateAfter(rival: Decidable, best: Decidable): boolean {
  const { isContradictedByVoyage, mayMixSides, daysToPlan = Number.NaN, dayDistance = Number.NaN } = rival;
  const isEarlier = dayDistance < (best.dayDistance ?? Number.NaN) && !(Math.abs(daysToPlan) <= sameCallDays);
  return best.isLate && isEarlier && isContradictedByVoyage && !mayMixSides;
}

/**
 * PLANNED_BEFORE_DAY: returns whether only plans are known, and the rival is planned at most a week before the stated day
 * and the best candidate after it: ships are late and rarely early, so the nearer plan is not the more likely one.
 */
function isPlannedBeforeDay(rival: Decidable, best: Decidable): boolean {
  const { dayDistance: days = Number.NaN } = rival;
  return best.isPlanOnly && rival.isPlanOnly && (best.dayDistance ?? 0) > 0 && days < 0 && days >= -daysOfWeek;
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

/** Estimates of one call differ by a day; calls of one ship at one port are at least three days apart. */
const sameCallDays = 1;
const clearlyNearerDays = 2;
const daysOfWeek = 7;

function isNearer(rival: Decidable, best: Decidable): boolean {
  return daysFrom(rival) < daysFrom(best);
}

/** Returns whether the arrival is known, and at most so many days from the stated one. */
function isDayOff({ dayDistance = Number.NaN }: Decidable, days: number): boolean {
  return Math.abs(dayDistance) <= days;
}

/** Returns whether the ship that is meant is on a nearer day, and the best candidate names no ship or is two days early. */
function isNearerShip(rival: Decidable, best: Decidable): boolean {
  const isUnlikely = best.reasons.includes('SHIP_UNASSIGNED') || (best.dayDistance ?? 0) <= -clearlyNearerDays;
  return rival.isSameShip && isNearer(rival, best) && isUnlikely;
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
export function isNoticeOfCall({ obstacle, isInWindow, daysApart: current, earlierDaysApart, terminal, reasons }: Assessment): boolean {
  const daysApart = earlierDaysApart ?? current;
  if (obstacle !== undefined || isInWindow !== true || terminal === 'OTHER' || daysApart === undefined) return false;
  // No ship leaves before it arrives, but days in two zones may differ by one.
  return daysApart >= (reasons.includes('ZONE_UNKNOWN') ? -1 : 0) && daysApart <= sameCallDays;
}
