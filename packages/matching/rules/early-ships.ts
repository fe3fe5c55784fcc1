import type { CallClaim } from '../claims/call-claim.ts';
import { bestTimeOf, dayNumberOf, type Windows } from '../claims/days.ts';
import type { Distance } from './time-windows.ts';

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
 * stated, longer before the day that a notice announces than plans deviate.
 *
 * @param days from the announced day to that of the call
 */
export function isDelayTooLong(days: number | undefined, windows: Windows): boolean {
  return days !== undefined && days < -windows.PLN;
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
  const plans = call.flatMap(({ times }) => times.filter(({ kind, classifier }) => kind === 'ARRIVAL' && classifier === 'PLN'));
  if (announced === undefined || plans.length === 0) return undefined;
  return Math.min(...plans.map(({ text }) => dayNumberOf(text))) - dayNumberOf(announced.text);
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
