/** A range of local days `YYYY-MM-DD`, both ends included; an end that is left out is open. */
export interface DayRange {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** Whether both values are there and are not the same. A missing value neither matches nor contradicts. */
export function differs(asked: string | undefined, said: string | undefined): boolean {
  return asked !== undefined && said !== undefined && asked !== said;
}

/** Whether none of the values that are there is the one that was asked for. */
export function noneIs(asked: string | undefined, said: readonly (string | undefined)[]): boolean {
  const present = said.filter((value) => value !== undefined);
  return asked !== undefined && present.length > 0 && !present.includes(asked);
}

/** The day of a date-time at its place: the date as the Producer wrote it, never that of UTC. */
export function localDayOf(dateTime: string): string {
  return dateTime.slice(0, 10);
}

/** Whether a day lies in a range. Days compare as texts. */
export function isWithin(day: string, { start, end }: DayRange): boolean {
  return (start === undefined || day >= start) && (end === undefined || day <= end);
}

/** Leaves elements out; the very same list when all of them stay. */
export function keptOf<T>(list: readonly T[], isKept: (element: T, index: number) => boolean): readonly T[] {
  const kept = list.filter(isKept);
  return kept.length === list.length ? list : kept;
}
