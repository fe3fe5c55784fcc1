/** Durations in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** Returns the calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function localDayOf(instant: number, timeZone: string): string {
  return localTextOf(instant, timeZone).slice(0, 10);
}

/** Formats an instant in a time zone, in RFC 3339 to the minute, with its offset at that time. */
export function localTextOf(instant: number, timeZone: string): string {
  const minute = Math.floor(instant / minuteMs) * minuteMs;
  const local = formatterOf(timeZone).format(minute).replace(' ', 'T');
  const offsetMinutes = (Date.parse(`${local}Z`) - minute) / minuteMs;
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.abs(offsetMinutes) / 60)}:${twoDigits(Math.abs(offsetMinutes) % 60)}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale formats dates as YYYY-MM-DD.
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formatters.set(timeZone, formatter);
  return formatter;
}

function twoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, '0');
}
