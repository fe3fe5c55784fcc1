import { replaceLeaves } from '../../wire/leaves.ts';
import type { Quirk } from './quirk.ts';

/** Takes a number for the text that the standard expects, such as `"vesselIMONumber": 9321483`. Leading zeros are lost already. */
export const numbersForTexts: Quirk = (value, shape) =>
  replaceLeaves(shape, value, (expected, leaf) => (expected.kind === 'text' && typeof leaf === 'number' ? String(leaf) : leaf));
