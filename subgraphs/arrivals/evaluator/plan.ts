import { type ArrivalState, shownViews } from '../arrival-state.ts';

/** How often the schedules of an arrival are queried, by the distance of its best known time. */
const plan = [
  { withinHours: 24, everyMinutes: 15 },
  { withinHours: 7 * 24, everyMinutes: 2 * 60 },
] as const;
const [minuteMs, hourMs] = [60_000, 3_600_000];
const dailyMs = 24 * hourMs;
/** Time until schedules that could not be queried are queried again, unless the plan has a shorter time. */
const retryMs = minuteMs;

/** Decides when the schedules of arrivals are queried. */
export interface SchedulePlan {
  /** Returns the maximum time between two answers. @param bestTimeMs undefined if it is unknown */
  intervalMsOf(bestTimeMs: number | undefined, nowMs: number): number;
}

/**
 * Creates the plan.
 *
 * @param scheduleSeconds replaces all intervals of the plan, for trials. Default: the plan
 */
export function createSchedulePlan(scheduleSeconds?: number): SchedulePlan {
  return {
    intervalMsOf: (bestTimeMs, nowMs) => {
      if (scheduleSeconds !== undefined) return scheduleSeconds * 1_000;
      if (bestTimeMs === undefined) return dailyMs;
      const distanceMs = Math.abs(bestTimeMs - nowMs);
      const step = plan.find(({ withinHours }) => distanceMs <= withinHours * hourMs);
      return step === undefined ? dailyMs : step.everyMinutes * minuteMs;
    },
  };
}

/**
 * Returns the time until the next query. It takes place after two thirds of the interval and accepts answers younger
 * than the remaining third. Therefore no answer in use is older than the interval, and arrivals of one call share an
 * answer.
 */
export function nextQueryMs(intervalMs: number, { couldQuery }: { readonly couldQuery: boolean }): number {
  const next = Math.ceil((intervalMs * 2) / 3);
  return couldQuery ? next : Math.min(next, retryMs);
}

/** Returns the maximum age of an answer that a planned query accepts. */
export function plannedMaxAgeSeconds(intervalMs: number): number {
  return Math.floor(intervalMs / 3_000);
}

/** Returns the maximum age of an answer that a query between two planned ones accepts. */
export function sharedMaxAgeSeconds(intervalMs: number): number {
  return Math.ceil(intervalMs / 1_000);
}

/**
 * Returns the maximum time between two answers about the schedules of an arrival: the shortest among the views in which
 * it is visible.
 */
export function intervalOf(state: ArrivalState, plan: SchedulePlan, nowMs: number): number {
  const bestTimes = shownViews(state).map(({ snapshot }) => snapshot.bestTimeMs);
  return Math.min(...(bestTimes.length === 0 ? [undefined] : bestTimes).map((bestTimeMs) => plan.intervalMsOf(bestTimeMs, nowMs)));
}
