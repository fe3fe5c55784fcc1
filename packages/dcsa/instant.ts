const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Converts an RFC 3339 date-time with offset to a string that sorts like the instant: equal instants give equal strings
 * and later ones greater strings, with any number of fraction digits. `Date` would truncate to milliseconds and make
 * different versions equal.
 *
 * @returns `YYYY-MM-DDThh:mm:ss[.fraction without trailing zeros]` in UTC, or undefined for any other string, including
 *   one without offset
 */
export function instantOf(text: string): string | undefined {
  const parts = rfc3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  const offset = offsetMinutesOf(parts);
  if (offset === undefined || hour > 23 || minute > 59 || second > 60 || !isCalendarDay(year, month, day)) return undefined;
  // The seconds remain a string, because a leap second is later than :59 and has no number in UTC milliseconds.
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute - offset);
  if (utc.getUTCFullYear() < 0 || utc.getUTCFullYear() > 9999) return undefined;
  const fraction = (parts[7] ?? '').replace(/0+$/, '');
  return `${utc.toISOString().slice(0, 16)}:${parts[6]}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Converts an RFC 3339 date-time to the format of `receivedAt`: UTC with milliseconds, truncated. */
export function receivedAtOf(text: string): string | undefined {
  const instant = instantOf(text);
  if (instant === undefined) return undefined;
  const [seconds, fraction = ''] = instant.split('.');
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** Returns whether the string is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return parts !== null && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

function offsetMinutesOf(parts: RegExpExecArray): number | undefined {
  const [sign, hours, minutes] = [parts[8], Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  if (hours > 23 || minutes > 59) return undefined;
  const offset = hours * 60 + minutes;
  return sign === '-' ? -offset : offset;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}
