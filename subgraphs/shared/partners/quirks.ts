import type { PushedObject } from '../push/pushed-list.ts';
import type { Shape } from '../wire/shapes.ts';
import { instantsForDays } from './quirks/instants-for-days.ts';
import { numbersForTexts } from './quirks/numbers-for-texts.ts';

/**
 * Mends a habit of partners that their files can only name. JSON in, JSON out, of one notice, event or schedule: the
 * parser stays the judge of what comes out, and knows nothing of partners.
 *
 * @param value as `JSON.parse` gave it; never changed
 * @returns `value` itself where there is nothing to mend
 */
export type Quirk = (value: unknown, shape: Shape) => unknown;

const quirks = {
  'instants-for-days': instantsForDays,
  'numbers-for-texts': numbersForTexts,
} satisfies Record<string, Quirk>;

/** A quirk as partners' files name it. */
export type QuirkName = keyof typeof quirks;

/** All that there are. */
export const quirkNames = Object.keys(quirks) as [QuirkName, ...QuirkName[]];

/** Mends a value by the quirks of a partner, in the order of its file. */
export function mended(names: readonly QuirkName[] | undefined, value: unknown, shape: Shape): unknown {
  return (names ?? []).reduce((held, name) => quirks[name](held, shape), value);
}

/** The same for an object that is kept: with a quirk that has something to mend, what is kept is what it made. */
export function mendedObject(names: readonly QuirkName[] | undefined, object: PushedObject, shape: Shape): PushedObject {
  const value = mended(names, object.value, shape);
  return value === object.value ? object : { ...object, value, bytes: Buffer.from(JSON.stringify(value)) };
}
