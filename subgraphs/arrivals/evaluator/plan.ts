import { type ArrivalState, shownViews } from '../arrival-state.ts';
import { hourMs } from '../statements/port-time.ts';

const minuteMs = 60_000;
const dailyMs = 24 * hourMs;
/** How often the schedules of an arrival are queried, by the distance of its best known time. */
const plan = [
  { withinMs: dailyMs, everyMs: 15 * minuteMs },
  { withinMs: 7 * dailyMs, everyMs: 2 * hourMs },
] as const;
/**
 * Time until schedules that could not be queried are queried again, unless the plan has a shorter time: a quarter of the time
 * without an answer within these bounds. Otherwise all arrivals of a partner would be queried each minute of its outage.
 */
const [minRetryMs, maxRetryMs, retryRatio] = [minuteMs, 15 * minuteMs, 4] as const;

/** The moment of a query. */
export interface PlannedMoment {
  readonly nowMs: number;
  /** Replaces all intervals of the plan, for trials. Default: the plan */
  readonly scheduleSeconds?: number | undefined;
}

/** Returns the maximum time between two answers. @param bestTimeMs undefined if it is unknown */
export function intervalMsOf(bestTimeMs: number | undefined, { nowMs, scheduleSeconds }: PlannedMoment): number {
  if (scheduleSeconds !== undefined) return scheduleSeconds * 1_000;
  if (bestTimeMs === undefined) return dailyMs;
  return plan.find(({ withinMs }) => Math.abs(bestTimeMs - nowMs) <= withinMs)?.everyMs ?? dailyMs;
}

/**
 * Returns the maximum time between two answers about the schedules of an arrival: the shortest among the views in which
 * it is visible.
 */
export function intervalOf(state: ArrivalState, moment: PlannedMoment): number {
  const bestTimes = shownViews(state).map(({ visit }) => visit.snapshot.bestTimeMs);
  return Math.min(...(bestTimes.length === 0 ? [undefined] : bestTimes).map((bestTimeMs) => intervalMsOf(bestTimeMs, moment)));
}

/**
 * Returns the time until the next query. It takes place after two thirds of the interval and accepts answers younger
 * than the remaining third. Therefore no answer in use is older than the interval, and arrivals of one call share an
 * answer.
 *
 * @param unansweredMs for how long there has been no answer; undefined if there was one now
 */
export function nextQueryMs(intervalMs: number, unansweredMs?: number): number {
  const next = Math.ceil((intervalMs * 2) / 3);
  return unansweredMs === undefined ? next : Math.min(next, maxRetryMs, Math.max(minRetryMs, unansweredMs / retryRatio));
}

/** Returns the maximum age of an answer that a planned query accepts. */
export function plannedMaxAgeSeconds(intervalMs: number): number {
  return Math.floor(intervalMs / 3_000);
}

/** Returns the maximum age of an answer that a query between two planned ones accepts. */
export function sharedMaxAgeSeconds(intervalMs: number): number {
  return Math.ceil(intervalMs / 1_000);
}
