import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import { normalClassifier, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { offsetMsAt, zoneOf } from '@landfall/matching/claims/zones.ts';
import type { TimeClassifier } from '../generated/schema.ts';

/** An hour in milliseconds. */
export const hourMs = 3_600_000;
/** A day of 24 hours in milliseconds. */
export const dayMs = 24 * hourMs;

/** Returns the time zone of a port by its UN/LOCODE; undefined if the port or its zone is unknown. */
export function portZoneOf(UNLocationCode: string | undefined): string | undefined {
  const code = normalUNLocationCode(UNLocationCode);
  return code === undefined ? undefined : zoneOf(code);
}

/** Returns the milliseconds since 1970 of an RFC 3339 date-time with an offset; undefined for anything else. */
export function millisecondsOf(dateTime: string | undefined): number | undefined {
  return dateTime === undefined ? undefined : parsed(dateTime);
}

/** Memoized, because the times of an arrival are the same at each of its evaluations. */
const parsed = remembered((dateTime: string) => {
  const instant = receivedAtOf(dateTime);
  // A leap second has no timestamp.
  return instant === undefined ? undefined : Date.parse(instant.replace(':60.', ':59.'));
});

/** Returns the local date and time of an instant in a time zone, by default in UTC. */
export function localOf(instantMs: number, zone: string | undefined): { readonly localDate: string; readonly localTime: string } {
  const text = new Date(zone === undefined ? instantMs : instantMs + offsetMsAt(instantMs, zone)).toISOString();
  return { localDate: text.slice(0, 10), localTime: text.slice(11, 16) };
}

/** Returns the instant at which a local day begins in a time zone, by default in UTC. */
export function startOfDayMs(localDate: string, zone: string | undefined): number {
  return zone === undefined ? Date.parse(`${localDate}T00:00:00Z`) : dayStart(`${localDate} ${zone}`);
}

const dayStart = remembered((dayAndZone: string) => {
  const [localDate, zone] = [dayAndZone.slice(0, 10), dayAndZone.slice(11)];
  const utcMs = Date.parse(`${localDate}T00:00:00Z`);
  // The offset has to be the one at the beginning of the day. One correction finds it, or two if the clocks change that
  // night.
  let startMs = utcMs - offsetMsAt(utcMs, zone);
  startMs = utcMs - offsetMsAt(startMs, zone);
  // If a clock change skips midnight, the day begins an hour later.
  return localOf(startMs, zone).localDate < localDate ? startMs + hourMs : startMs;
});

/** Returns the date a number of calendar days after another date. */
export function addDays(localDate: string, days: number): string {
  return new Date(Date.parse(`${localDate}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the number of calendar days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

/**
 * Memoizes a pure function. If there are too many results, all of them are dropped, which costs less than selecting
 * some.
 */
function remembered<R>(compute: (text: string) => R): (text: string) => R {
  const results = new Map<string, R>();
  return (text) => {
    const held = results.get(text);
    if (held !== undefined) return held;
    if (results.size >= maxRemembered) results.clear();
    const result = compute(text);
    // A partner may send strings of any length.
    if (text.length <= maxTextLength) results.set(text, result);
    return result;
  };
}

/** Maximum number of results, each of about 100 bytes. */
const maxRemembered = 5_000;
const maxTextLength = 64;

/** Reads a classifier of any of the standards; undefined for `REQ`, which is a request, and for unknown codes. */
export function classifierOf(written: string | undefined): TimeClassifier | undefined {
  const code = normalClassifier(written);
  return code === 'ACT' || code === 'EST' || code === 'PLN' ? code : undefined;
}

/** Returns the rank of a classifier from actual to planned, for notices and schedules; 0 is the most certain. */
export function certaintyOf(classifier: TimeClassifier | undefined): number {
  return classifier === undefined ? 3 : { ACT: 0, EST: 1, PLN: 2 }[classifier];
}

/**
 * Returns the rank of a port's classifier; 0 is the most certain. For ports, `PLN` is the provider's commitment and
 * takes precedence over an estimate.
 */
export function portCertaintyOf(classifier: TimeClassifier): number {
  return { ACT: 0, PLN: 1, EST: 2 }[classifier];
}
