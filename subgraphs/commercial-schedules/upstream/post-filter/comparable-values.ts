/** A range of local days `YYYY-MM-DD`, both ends included. An absent end is open. */
export interface DayRange {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** Returns whether both values exist and differ. A missing value neither matches nor contradicts. */
export function differs(wanted: string | undefined, value: string | undefined): boolean {
  return wanted !== undefined && value !== undefined && wanted !== value;
}

/** Returns whether values exist and none of them is the requested one. */
export function noneIs(wanted: string | undefined, values: readonly (string | undefined)[]): boolean {
  const present = values.filter((value) => value !== undefined);
  return wanted !== undefined && present.length > 0 && !present.includes(wanted);
}

/** Returns the local day of a date-time: the date as written, not the one in UTC. */
export function localDayOf(dateTime: string): string {
  return dateTime.slice(0, 10);
}

/** Returns whether a day is in a range. Days are compared as strings. */
export function isWithin(day: string, { start, end }: DayRange): boolean {
  return (start === undefined || day >= start) && (end === undefined || day <= end);
}

/** Filters a list; returns the same object when all elements remain. */
export function keptOf<T>(list: readonly T[], isKept: (element: T, index: number) => boolean): readonly T[] {
  const kept = list.filter(isKept);
  return kept.length === list.length ? list : kept;
}
