import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { ExactNumber, parseExactly } from '../json/exact-numbers.ts';
import type { LeafShape, StringShape } from './shapes.ts';

/**
 * Returns the value that a partner certainly meant by one of another type or notation; undefined if it may mean several
 * values, or none.
 *
 * @param value not of the shape
 */
export function meantValue(shape: LeafShape, value: unknown): unknown {
  switch (shape.kind) {
    case 'text':
      return meantText(shape, value);
    case 'boolean':
      // An object may have a member `toString`.
      return typeof value === 'object' ? undefined : booleans.get(String(value).trim().toLowerCase());
    default:
      return typeof value === 'string' ? meantNumber(value.trim()) : undefined;
  }
}

/**
 * Returns the code of the standard that is spelled like this, ignoring case, blanks and dashes: `BERTH` for `berth`. Any
 * other text is returned unchanged.
 */
export function codeOf({ codes }: StringShape, text: string): string {
  if (codes === undefined || codes.has(text)) return text;
  const code = text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  return codes.has(code) ? code : text;
}

/** Returns a list of codes that is written as one text, such as `DEM, DET`; undefined for any other text. */
export function codesIn(shape: StringShape, text: string): readonly string[] | undefined {
  const found = text
    .trim()
    .split(/[\s,;|/+]+/)
    .map((part) => codeOf(shape, part));
  return found.length > 1 && found.every((code) => shape.codes?.has(code)) ? found : undefined;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);

function meantNumber(text: string): unknown {
  const [, sign = '', digits] = /^([+-]?)0*(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return digits === undefined ? undefined : (parseExactly(`[${sign === '-' ? '-' : ''}${digits}]`) as unknown[])[0];
}

function meantText({ format }: StringShape, value: unknown): string | undefined {
  switch (format) {
    case 'date':
      return meantDay(value);
    case 'date-time':
      return meantInstant(value);
    default:
      // Its leading zeros are lost, and digits beyond those that a number holds.
      return Number.isSafeInteger(value) || value instanceof ExactNumber || (typeof value === 'number' && !Number.isInteger(value))
        ? String(value)
        : undefined;
  }
}

/** Returns the instant that a time with an offset states, RFC 3339; undefined for any other value. */
export function meantInstant(value: unknown): string | undefined {
  const time = meantTime(value);
  return time?.offset === undefined ? undefined : `${time.local}${time.offset}`;
}

/** A time as a partner wrote it, in the notation of RFC 3339. */
export interface MeantTime {
  /** `YYYY-MM-DDThh:mm:ss` with the fraction of the second, if it is stated. */
  readonly local: string;
  /** `Z` or `+hh:mm`; undefined if none is stated. */
  readonly offset: string | undefined;
}

const day = String.raw`(\d{4})([-/.]?)(\d\d)\2(\d\d)`;
const timePattern = new RegExp(
  String.raw`^${day}(?:[Tt]| +|)(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)? *(?:(Z|UTC|GMT)|(?:UTC|GMT)?([+-]\d\d)(?::?(\d\d))?)?(?:\[[\w/+:-]+\])?$`,
  'i',
);
/** A day, or its midnight, which stands for a day as .NET and JavaScript write it. */
const dayPattern = new RegExp(String.raw`^${day}(?:(?:T| +)00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$`, 'i');

/**
 * Reads a time in the notations of ISO 8601, of programming languages and of databases: without seconds, with a blank
 * between day and time, `+0100`, a name of the zone behind the offset; as a list of numbers (Java), or as seconds or
 * milliseconds since 1970. Undefined for anything else, such as a time before which the day or the month may stand.
 */
export function meantTime(value: unknown): MeantTime | undefined {
  if (Array.isArray(value)) return meantTime(textOfNumbers(value));
  const milliseconds = millisecondsIn(value);
  if (milliseconds !== undefined) return { local: new Date(milliseconds).toISOString().slice(0, -5), offset: 'Z' };
  const parts = typeof value === 'string' ? timePattern.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [, year, , month, date, hour, minute, second = '00', fraction, utc, hours, minutes = '00'] = parts;
  const local = `${year}-${month}-${date}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}`;
  const offset = utc !== undefined ? 'Z' : hours === undefined ? undefined : `${hours}:${minutes}`;
  // The end of a day is the beginning of the next one.
  const ended = /T24:00:00(\.0+)?$/.test(local) ? `${nextDay(local.slice(0, 10))}T00:00:00` : local;
  return instantOf(`${ended}${offset ?? 'Z'}`) === undefined ? undefined : { local: ended, offset };
}

function meantDay(value: unknown): string | undefined {
  const text = Array.isArray(value) && value.length === 3 ? textOfNumbers(value)?.slice(0, 10) : value;
  const [, year, , month, date] = typeof text === 'string' ? (dayPattern.exec(text.trim()) ?? []) : [];
  const found = `${year}-${month}-${date}`;
  return isDay(found) ? found : undefined;
}

/** Formats the numbers of a local day and time: `[2026, 12, 9, 4, 0]`. */
function textOfNumbers(numbers: readonly unknown[]): string | undefined {
  if (numbers.length < 3 || numbers.length > 7 || !numbers.every(Number.isSafeInteger)) return undefined;
  const [year, month, date, hour = '00', minute = '00', second = '00', nanosecond = '0'] = numbers.map((number) =>
    String(number).padStart(2, '0'),
  );
  return `${year}-${month}-${date}T${hour}:${minute}:${second}${Number(nanosecond) === 0 ? '' : `.${nanosecond.padStart(9, '0')}`}`;
}

/** The seconds since 1970 of the years 2001 to 2103; a thousand times as many are milliseconds. */
const [minSeconds, maxSeconds] = [1e9, 4.2e9];

function millisecondsIn(value: unknown): number | undefined {
  const written = typeof value === 'string' ? /^(?:\/Date\()?(\d{10}|\d{13})(?:[+-]\d{4})?(?:\)\/)?$/.exec(value.trim())?.[1] : value;
  if (typeof written !== 'number' && typeof written !== 'string' && !(written instanceof ExactNumber)) return undefined;
  const number = Number(written);
  if (number >= minSeconds && number <= maxSeconds) return Math.round(number * 1_000);
  return number >= minSeconds * 1_000 && number <= maxSeconds * 1_000 ? Math.round(number) : undefined;
}

function nextDay(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? date : new Date(ms + 86_400_000).toISOString().slice(0, 10);
}
