import { normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { offsetAt, zoneOf } from '@landfall/matching/claims/zones.ts';
import { ExactNumber, parseExactly, stringifyExactly } from '../json/exact-numbers.ts';
import { meantTime } from '../wire/meant-values.ts';
import { replaceLeaves } from '../wire/shape-check.ts';
import type { Shape } from '../wire/shapes.ts';

/**
 * Corrects a known deviation of partners, which a partner's file enables by name. Maps the JSON of one notice, event or
 * schedule to JSON. The parser validates the result and does not know the partner. Takes a value as `parseExactly` returns
 * it, which is never changed; returns the value itself if nothing has to be corrected.
 */
type Quirk = (value: unknown, shape: Shape) => unknown;

const quirks = {
  /**
   * Cuts an instant to its day where the standard expects a day, such as `"value": "2026-03-02T00:00:00+01:00"`. The day
   * is taken as written, because it is local to the place and another time zone would change it.
   */
  'instants-for-days': (value, shape) =>
    replaceLeaves(shape, value, (expected, leaf) =>
      expected.kind === 'text' && expected.format === 'date' ? (meantTime(leaf)?.local.slice(0, 10) ?? leaf) : leaf,
    ),
  /**
   * Converts a number to a string where the standard expects a string, such as `"vesselIMONumber": 9321483`. Leading
   * zeros are already lost.
   */
  'numbers-for-texts': (value, shape) =>
    replaceLeaves(shape, value, (expected, leaf) =>
      expected.kind === 'text' && (typeof leaf === 'number' || leaf instanceof ExactNumber) ? String(leaf) : leaf,
    ),
} satisfies Record<string, Quirk>;

/** A quirk as partners' files name it. */
export type QuirkName = keyof typeof quirks;

/** Names of all quirks. */
export const quirkNames = Object.keys(quirks) as [QuirkName, ...QuirkName[]];

/** How a partner's file says that its times without an offset are meant. */
export type TimesWithoutOffset = 'PORT_LOCAL' | 'UTC';

/** The lines of a partner's file by which its values are corrected before they are parsed. */
export interface Corrections {
  readonly quirks?: readonly QuirkName[] | undefined;
  readonly timesWithoutOffset?: TimesWithoutOffset | undefined;
}

/**
 * Adds the offset to instants that are written without one. A local time of a place whose zone is unknown stays as it is
 * written. An instant in place of a day stays as well.
 */
function withOffsets(rule: TimesWithoutOffset, value: unknown, shape: Shape): unknown {
  return replaceLeaves(shape, value, (expected, leaf, port) => {
    if (expected.kind !== 'text' || expected.format !== 'date-time') return leaf;
    const time = meantTime(leaf);
    if (time === undefined || time.offset !== undefined) return leaf;
    const zone = rule === 'UTC' ? undefined : zoneOf(normalUNLocationCode(port) ?? '');
    if (rule === 'PORT_LOCAL' && zone === undefined) return leaf;
    return `${time.local}${zone === undefined ? 'Z' : offsetAt(time.local, zone)}`;
  });
}

/** Applies the quirks of a partner to a value, in the order of its file, then the offset of its times. */
export function corrected({ quirks: names = [], timesWithoutOffset }: Corrections, value: unknown, shape: Shape): unknown {
  const changed = names.reduce((current, name) => quirks[name](current, shape), value);
  return timesWithoutOffset === undefined ? changed : withOffsets(timesWithoutOffset, changed, shape);
}

/** Applies the corrections of a partner to an object that is stored. Its bytes become those of the changed value. */
export function correctedObject<Stored extends { readonly value: unknown; readonly bytes: Buffer }>(
  corrections: Corrections,
  object: Stored,
  shape: Shape,
): Stored {
  if (!corrections.quirks?.length && corrections.timesWithoutOffset === undefined) return object;
  const exact = parseExactly(object.bytes.toString(), object.value);
  const changed = corrected(corrections, exact, shape);
  if (changed === exact) return object;
  const json = stringifyExactly(changed);
  return { ...object, value: exact === object.value ? changed : JSON.parse(json), bytes: Buffer.from(json) };
}
