import { minutesOf } from './times.ts';

/** A time as one source states it, and how certain it is. */
export interface StatedTime {
  /** A calendar day of the port, `YYYY-MM-DD`, or an instant, RFC 3339 with offset. */
  readonly at: string;
  /** `ACT`, `EST`, `REQ` or `PLN`; any other value counts as the least certain. */
  readonly classifier: string | undefined;
}

/** Maximum distance in days of two statements of one arrival, by the classifier of the less certain one: the server's own windows. */
const windowDays: Readonly<Record<string, number>> = { ACT: 1, EST: 3, REQ: 3, PLN: 7 };
const widestDays = 7;
const dayMs = 86_400_000;

/**
 * Returns by how many days two times of one arrival contradict each other.
 *
 * @param portOffset offset of the port, such as `+08:00`, for instants written in UTC
 * @returns undefined within the wider of their windows, or if one of them is not a time
 */
export function daysTooFarApart(left: StatedTime, right: StatedTime, portOffset: string | undefined): number | undefined {
  const [one, other] = [localDayOf(left.at, portOffset), localDayOf(right.at, portOffset)];
  if (one === undefined || other === undefined) return undefined;
  const days = Math.abs(one - other);
  return days > Math.max(windowOf(left), windowOf(right)) ? days : undefined;
}

function windowOf({ classifier = '' }: StatedTime): number {
  return windowDays[classifier] ?? widestDays;
}

/** The day at the port, counted from 1970. */
function localDayOf(text: string, portOffset: string | undefined): number | undefined {
  const isUtc = /[Zz]$/.test(text);
  const ms = isUtc ? Date.parse(text) + minutesOf(portOffset) * 60_000 : Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / dayMs);
}
