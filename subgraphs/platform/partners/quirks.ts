import { ExactNumber, parseExactly, stringifyExactly } from '../json/exact-numbers.ts';
import { replaceLeaves } from '../wire/shape-check.ts';
import type { Shape } from '../wire/shapes.ts';

/**
 * Corrects a known deviation of partners, which a partner's file enables by name. Maps the JSON of one notice, event or
 * schedule to JSON. The parser validates the result and does not know the partner. Takes a value as `parseExactly` returns
 * it, which is never changed; returns the value itself if nothing has to be corrected.
 */
type Quirk = (value: unknown, shape: Shape) => unknown;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const quirks = {
  /**
   * Cuts an instant to its day where the standard expects a day, such as `"value": "2026-03-02T00:00:00+01:00"`. The day
   * is taken as written, because it is local to the place and another time zone would change it.
   */
  'instants-for-days': (value, shape) =>
    replaceLeaves(shape, value, (expected, leaf) =>
      expected.kind === 'text' && expected.format === 'date' && typeof leaf === 'string' && instant.test(leaf) ? leaf.slice(0, 10) : leaf,
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

/** Applies the quirks of a partner to a value, in the order of its file. */
export function withQuirks(names: readonly QuirkName[] | undefined, value: unknown, shape: Shape): unknown {
  return (names ?? []).reduce((current, name) => quirks[name](current, shape), value);
}

/** Applies the quirks of a partner to an object that is stored. Its bytes become those of the changed value. */
export function objectWithQuirks<Stored extends { readonly value: unknown; readonly bytes: Buffer }>(
  names: readonly QuirkName[] | undefined,
  object: Stored,
  shape: Shape,
): Stored {
  if (names === undefined || names.length === 0) return object;
  const exact = parseExactly(object.bytes.toString(), object.value);
  const changed = withQuirks(names, exact, shape);
  if (changed === exact) return object;
  const json = stringifyExactly(changed);
  return { ...object, value: exact === object.value ? changed : JSON.parse(json), bytes: Buffer.from(json) };
}
