import { parseExactly, stringifyExactly } from '../json/exact-numbers.ts';
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
