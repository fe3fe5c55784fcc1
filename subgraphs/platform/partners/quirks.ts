import type { Shape } from '../wire/shapes.ts';
import { instantsForDays } from './quirks/instants-for-days.ts';
import { numbersForTexts } from './quirks/numbers-for-texts.ts';
import type { Quirk } from './quirks/quirk.ts';

const quirks = {
  'instants-for-days': instantsForDays,
  'numbers-for-texts': numbersForTexts,
} satisfies Record<string, Quirk>;

/** A quirk as partners' files name it. */
export type QuirkName = keyof typeof quirks;

/** All that there are. */
export const quirkNames = Object.keys(quirks) as [QuirkName, ...QuirkName[]];

/** Mends a value by the quirks of a partner, in the order of its file. */
export function withQuirks(names: readonly QuirkName[] | undefined, value: unknown, shape: Shape): unknown {
  return (names ?? []).reduce((held, name) => quirks[name](held, shape), value);
}

/** The same for an object that is kept: with a quirk that has something to mend, what is kept is what it made. */
export function objectWithQuirks<Kept extends { readonly value: unknown; readonly bytes: Buffer }>(
  names: readonly QuirkName[] | undefined,
  object: Kept,
  shape: Shape,
): Kept {
  const value = withQuirks(names, object.value, shape);
  return value === object.value ? object : { ...object, value, bytes: Buffer.from(JSON.stringify(value)) };
}
