import type { CallClaim, StatedTime } from '../claims/call-claim.ts';
import { bestTimeOf, dayMs, gapMsOf, localDayOf, millisecondsOf, type TimeSpan, windows } from '../claims/days.ts';

/** The distance in time between two claims. */
export interface Distance {
  readonly left: StatedTime;
  readonly right: StatedTime;
  /** Days from left to right. Undefined if one side has no arrival, so that only the nearness is known. */
  readonly days?: number | undefined;
  /**
   * Days between them; for times of two kinds, the days from the one that is earlier in a stay to the later one, which
   * may be negative.
   */
  readonly apart: number;
  readonly isInWindow: boolean;
  readonly isTooFar: boolean;
  /** Whether a port's unknown time zone makes a deviation of one day possible. */
  readonly isZoneUnknown: boolean;
}

/**
 * TIME_WINDOW: compares arrivals, or, unless both sides have one, any times of the ship at the port. The window of the
 * less certain side applies. Undefined if a side has no time.
 */
export function distanceOf(left: CallClaim, right: CallClaim): Distance | undefined {
  if (left.times.length === 0 || right.times.length === 0) return undefined;
  const kind = sharedKindOf(left, right);
  const leftTime = kind === undefined ? anyTimeOf(left) : bestTimeOf(left, kind);
  const rightTime = kind === undefined ? anyTimeOf(right) : bestTimeOf(right, kind);
  if (leftTime === undefined || rightTime === undefined) return undefined;
  const leftDay = localDayOf(leftTime, left);
  const rightDay = localDayOf(rightTime, right);
  const days = rightDay.day - leftDay.day;
  const slack = Math.max(leftDay.slack, rightDay.slack);
  const window = Math.max(windowDaysOf(leftTime), windowDaysOf(rightTime)) + slack;
  // Arrival, stay, departure follow one another: the later kind may be later by up to the length of a stay.
  const order = kind === undefined ? kindOrder[rightTime.kind] - kindOrder[leftTime.kind] : 0;
  const isOpen = kind === undefined && order === 0;
  const before = order < 0 || isOpen ? windows.stayDays : 0;
  const after = order > 0 || isOpen ? windows.stayDays : 0;
  const reach = windows.maxDays + slack;
  return {
    left: leftTime,
    right: rightTime,
    days: kind === 'ARRIVAL' ? days : undefined,
    apart: order === 0 ? Math.abs(days) : days * order > 0 ? Math.abs(days) : -Math.abs(days),
    isInWindow: days >= -window - before && days <= window + after,
    isTooFar: days < -reach - before || days > reach + after,
    isZoneUnknown: slack > 0,
  };
}

/**
 * EARLIER_DAYS: returns the smallest distance in the window between the arrivals that two records stated before, or one
 * of them states now; undefined once the ship has arrived, or if the current arrivals are as near. A day between two that
 * a record stated is as near as these, because a delay is stated in parts; they are at most a week away.
 */
export function earlierDistanceOf(left: CallClaim, right: CallClaim, current: Distance | undefined): Distance | undefined {
  if (left.earlierTimes === undefined && right.earlierTimes === undefined) return undefined;
  let [nearest, before, after]: (Distance | undefined)[] = [];
  for (const one of arrivalsOf(left)) {
    for (const other of arrivalsOf(right)) {
      const distance = one === left && other === right ? current : distanceOf(one, other);
      if (distance?.days === undefined) continue;
      if (distance.isInWindow && distance !== current && distance.apart < (nearest?.apart ?? Number.POSITIVE_INFINITY)) nearest = distance;
      if (distance.days <= 0 && distance.apart <= windows.PLN) before = distance;
      if (distance.days >= 0 && distance.apart <= windows.PLN) after = distance;
    }
  }
  if (before !== undefined && after !== undefined) nearest = { ...before, days: 0, apart: 0, isInWindow: true };
  return nearest !== undefined && nearest.apart < (current?.apart ?? Number.POSITIVE_INFINITY) ? nearest : undefined;
}

/** Returns a claim with its own times, and one for each earlier time. */
function arrivalsOf(claim: CallClaim): readonly CallClaim[] {
  return [claim, ...(claim.earlierTimes ?? []).map((time) => ({ ...claim, times: [time] }))];
}

/**
 * EARLIER_DAYS: returns the claims of one call without their earlier times if one of them states the actual arrival. A
 * notice has none either if the other side states it: its cargo may have been rolled to a later call on the voyage.
 */
export function withoutEarlierOnceActual(claims: readonly CallClaim[], others: readonly CallClaim[]): readonly CallClaim[] {
  if (!claims.some(({ earlierTimes }) => earlierTimes !== undefined)) return claims;
  const hasArrived = claims.some(isArrived) || (claims[0]?.kind === 'NOTICE' && others.some(isArrived));
  return hasArrived ? claims.map((claim) => ({ ...claim, earlierTimes: undefined })) : claims;
}

/** Returns whether a record states that the ship has arrived. */
export function isArrived(claim: CallClaim): boolean {
  return bestTimeOf(claim, 'ARRIVAL')?.classifier === 'ACT';
}

/**
 * Returns whether both sides state the arrival, at most a day apart: a ship arrives at a port at most once in three
 * days. Arrivals more than 24 hours apart are one only at one terminal and if the earlier one is not before the plan of
 * the other: ships are rarely early, and a schedule may be that of a ship that was replaced.
 */
export function isOneArrival({ days, left, right }: Distance, isSameTerminal: boolean): boolean {
  if (days === undefined || Math.abs(days) > 1) return false;
  const ms = millisecondsOf(right) - millisecondsOf(left);
  if (Math.abs(ms) <= dayMs) return true;
  const [earlier, later] = ms > 0 ? [left, right] : [right, left];
  return isSameTerminal && !(later.classifier === 'PLN' && earlier.classifier !== 'PLN');
}

/** FAR_APART: returns whether two time spans are so far apart that no two days in them are near, whatever the zones. */
export function areFarApart(left: TimeSpan | undefined, right: TimeSpan | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return gapMsOf(left, right) > (windows.maxDays + windows.stayDays + 2) * dayMs;
}

const kindOrder = { ARRIVAL: 0, STAY: 1, DEPARTURE: 2 } as const;
function sharedKindOf(left: CallClaim, right: CallClaim): 'ARRIVAL' | 'DEPARTURE' | undefined {
  if (states(left, 'ARRIVAL') && states(right, 'ARRIVAL')) return 'ARRIVAL';
  return states(left, 'DEPARTURE') && states(right, 'DEPARTURE') ? 'DEPARTURE' : undefined;
}

function states(claim: CallClaim, kind: StatedTime['kind']): boolean {
  return claim.times.some((time) => time.kind === kind);
}

function anyTimeOf(claim: CallClaim): StatedTime | undefined {
  return bestTimeOf(claim, 'ARRIVAL') ?? bestTimeOf(claim, 'STAY') ?? bestTimeOf(claim, 'DEPARTURE');
}

function windowDaysOf({ classifier }: StatedTime): number {
  if (classifier === 'ACT') return windows.ACT;
  return classifier === 'EST' || classifier === 'REQ' ? windows.EST : windows.PLN;
}
