import type { CallClaim } from '../claims/call-claim.ts';
import { bestTimeOf, dayNumberOf } from '../claims/days.ts';
import type { Distance } from './time-windows.ts';

/** An estimate is at most a day off once the ship has arrived; a ship that calls twice a week calls again three days later. */
const beforeAnnouncedDays = { ACT: 2, EST: 3 } as const;
/** Plans are kept to the day, and a ship can make up for some hours. */
const beforePlanDays = 2;

/**
 * EARLY_VESSEL: whether the ship would be days early if it were the one that a notice announces. Ships are late, and hardly ever early:
 * one that arrived two days before the day of the notice was on the voyage before, and a notice that announces a ship two
 * days before its call was planned means a call before that one.
 */
export function isTooEarly(distance: Distance | undefined, daysToPlan: number | undefined): boolean {
  return isDaysBefore(distance, 'ACT', beforeAnnouncedDays.ACT) || (daysToPlan !== undefined && daysToPlan >= beforePlanDays);
}

/**
 * Returns whether the call was planned for the day that a notice announces, or for a day before it, and the ship arrives after that
 * day: the notice does not know of the whole delay.
 */
export function isLateSincePlan(distance: Distance | undefined, daysToPlan: number | undefined): boolean {
  return daysToPlan !== undefined && daysToPlan < beforePlanDays && distance?.days !== undefined && distance.days > 0;
}

/** Returns the days from the one that a notice announces to the first one that a schedule of the call plans; undefined without plan. */
export function daysToPlanOf(notice: CallClaim, call: readonly CallClaim[]): number | undefined {
  const announced = bestTimeOf(notice, 'ARRIVAL');
  const plans = call.flatMap(({ times }) => times.filter(({ kind, classifier }) => kind === 'ARRIVAL' && classifier === 'PLN'));
  if (announced === undefined || plans.length === 0) return undefined;
  return Math.min(...plans.map(({ text }) => dayNumberOf(text))) - dayNumberOf(announced.text);
}

/**
 * EXPECTED_EARLY: whether the ship is expected three days before the day of the notice: the schedule is old, or it is the voyage before.
 * A plan is no evidence, because it does not change when the ship is late.
 */
export function isExpectedTooEarly(distance: Distance | undefined): boolean {
  return isDaysBefore(distance, 'EST', beforeAnnouncedDays.EST);
}

/**
 * EXPECTED_EARLY_UNANSWERED: whether the ship is expected two days before the day of the notice, so that a source that has not
 * answered may know a later call, and another call on the voyage may be meant.
 */
export function isExpectedBefore(distance: Distance | undefined): boolean {
  return isDaysBefore(distance, 'EST', beforeAnnouncedDays.ACT);
}

function isDaysBefore(distance: Distance | undefined, classifier: string, days: number): boolean {
  return distance?.right.classifier === classifier && distance.days !== undefined && distance.days <= -days;
}
