/** The time zone in which times are shown: the viewer's, or that of the place of the event. */
export type Zone = 'viewer' | 'port';

/** How times are formatted. */
export interface TimeStyle {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly zone: Zone;
  /** Whether seconds are shown. @default false */
  readonly hasSeconds?: boolean;
}

/**
 * Formats a calendar day, `YYYY-MM-DD`, which is local to its place and never shifted; other strings are returned
 * unchanged.
 */
export function formatDay(day: string, lang: string, style: Intl.DateTimeFormatOptions = { weekday: 'short' }): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : formatter(lang, { ...style, day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at);
}

/** Formats a day as {@link formatDay} does, but without the weekday, for narrow columns. */
export function formatShortDay(day: string, lang: string): string {
  return formatDay(day, lang, {});
}

/**
 * Formats an instant, RFC 3339 with offset; other strings are returned unchanged. In the port's zone the offset follows
 * the time: the API has no time zones of ports, but senders write local times with their offset. UTC identifies no place.
 */
export function formatInstant(instant: string, { lang, zone, hasSeconds = false }: TimeStyle): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const style: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds ? { second: '2-digit' } : {}),
  };
  if (zone === 'viewer') return formatter(lang, style).format(at);
  const offset = /T.*([+-]\d\d:\d\d)$/.exec(instant)?.[1];
  return `${formatter(lang, { ...style, timeZone: 'UTC' }).format(at + minutesOf(offset) * 60_000)} ${offset ?? 'UTC'}`;
}

/** Returns the minutes of an offset such as `-03:30`; 0 without an offset. */
export function minutesOf(offset: string | undefined): number {
  if (offset === undefined) return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Formats an age, such as `3 min ago`, and `now` for less than a minute. @param at milliseconds since 1970, as is `now` */
export function formatAge(at: number, now: number, lang: string): string {
  const seconds = Math.min(0, Math.round((at - now) / 1_000));
  const [unit, length] = ageUnits.find(([, each]) => -seconds >= each) ?? ['second', Number.POSITIVE_INFINITY];
  return relativeFormatter(lang).format(Math.ceil(seconds / length), unit);
}

/**
 * Returns the short name of an IANA zone at a time, such as `CET` or `GMT+8`; undefined for a zone that the browser
 * does not know.
 */
export function formatZone(zone: string, at: number, lang: string, timeZoneName: 'short' | 'longOffset' = 'short'): string | undefined {
  try {
    const parts = formatter(lang, { timeZone: zone, timeZoneName }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    return undefined;
  }
}

/** Returns the calendar day of the viewer, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** Returns the calendar day at a port, in which deadlines are counted; that of the viewer if the zone of the port is unknown. */
export function dayAt(place: { readonly zone: string | null } | null, at: number): string {
  try {
    // Sweden writes days as ISO 8601 does.
    const style = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    return formatter('sv', place?.zone ? { ...style, timeZone: place.zone } : style).format(at);
  } catch {
    return dayOf(new Date(at));
  }
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Returns the days from one calendar day to another, negative if the other one is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** Returns the first instant of a day in a zone, in milliseconds since 1970; in UTC if the zone is unknown. */
export function startOfDayMs(day: string, zone: string | null): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const offset = zone === null ? undefined : zoneOffsetOf(zone, utc);
  return utc - minutesOf(offset) * 60_000;
}

/** Returns the offset of a zone at an instant, such as `+11:00`; undefined for UTC and unknown zones. */
export function zoneOffsetOf(zone: string, at: number): string | undefined {
  return formatZone(zone, at, 'en', 'longOffset')?.replace(/^GMT/, '') || undefined;
}

/** Returns the first instant of the viewer's day, RFC 3339. */
export function startOfToday(now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}

const dayMs = 86_400_000;

const ageUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

// Creating a formatter costs a thousand times as much as using it.
const formatters = new Map<string, Intl.DateTimeFormat>();
const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

function formatter(lang: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang} ${JSON.stringify(style)}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(lang, { hourCycle: 'h23', ...style });
  formatters.set(key, formatter);
  return formatter;
}

function relativeFormatter(lang: string): Intl.RelativeTimeFormat {
  const formatter = relativeFormatters.get(lang) ?? new Intl.RelativeTimeFormat(lang, { style: 'short', numeric: 'auto' });
  relativeFormatters.set(lang, formatter);
  return formatter;
}
