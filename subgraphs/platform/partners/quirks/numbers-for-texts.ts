import { ExactNumber } from '../../json/exact-numbers.ts';
import { replaceLeaves } from '../../wire/shape-check.ts';
import type { Quirk } from './quirk.ts';

/**
 * Converts a number to a string where the standard expects a string, such as `"vesselIMONumber": 9321483`. Leading
 * zeros are already lost.
 */
export const numbersForTexts: Quirk = (value, shape) =>
  replaceLeaves(shape, value, (expected, leaf) => (expected.kind === 'text' && isNumber(leaf) ? String(leaf) : leaf));

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}
