import type { Difference, SideStatement, StatedArrivalTime } from '../model.ts';
import { addDays, daysBetween, hourMs, startOfDayMs } from '../statements/port-time.ts';

/**
 * Returns the span of a stated time in milliseconds since 1970: an instant, or the whole local day of the port (UTC if
 * the zone is unknown).
 */
export function spanOf({ instant, localDate, zone }: StatedArrivalTime): { readonly firstMs: number; readonly lastMs: number } {
  if (instant !== undefined) return { firstMs: Date.parse(instant), lastMs: Date.parse(instant) };
  return { firstMs: startOfDayMs(localDate, zone), lastMs: startOfDayMs(addDays(localDate, 1), zone) };
}

/**
 * Returns the milliseconds from one time to another, negative if the second one is earlier. Between two instants it is
 * their distance; between a day and an instant 0 inside the day, otherwise the distance from its nearer edge; between
 * two days 24 hours a day.
 */
export function movedMs(from: StatedArrivalTime, to: StatedArrivalTime): number {
  if (from.instant === undefined && to.instant === undefined) return daysBetween(from.localDate, to.localDate) * 24 * hourMs;
  const [left, right] = [spanOf(from), spanOf(to)];
  if (right.firstMs > left.lastMs) return right.firstMs - left.lastMs;
  return right.lastMs < left.firstMs ? right.lastMs - left.firstMs : 0;
}

/** Converts milliseconds to hours with at most two decimals. */
export function hoursOf(milliseconds: number): number {
  return Math.round((milliseconds / hourMs) * 100) / 100;
}

/** Returns the differences between each two sides that state an arrival. */
export function differencesOf(statements: readonly SideStatement[]): Difference[] {
  const stated = statements.flatMap(({ arrival }) => arrival ?? []);
  return stated.flatMap((left, place) => stated.slice(place + 1).map((right) => differenceOf(left, right)));
}

function differenceOf(left: StatedArrivalTime, right: StatedArrivalTime): Difference {
  const moved = movedMs(left, right);
  return {
    between: [left.source, right.source],
    hours: hoursOf(Math.abs(moved)),
    days: Math.abs(daysBetween(left.localDate, right.localDate)),
    ...(moved !== 0 && { later: moved > 0 ? right.source : left.source }),
  };
}
