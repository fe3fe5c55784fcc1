import { replaceLeaves } from '../../wire/shape-check.ts';
import type { Quirk } from './quirk.ts';

/**
 * Cuts an instant to its day where the standard expects a day, such as `"value": "2026-03-02T00:00:00+01:00"`. The day
 * is taken as written, because it is local to the place and another time zone would change it.
 */
export const instantsForDays: Quirk = (value, shape) =>
  replaceLeaves(shape, value, (expected, leaf) =>
    expected.kind === 'text' && expected.format === 'date' && typeof leaf === 'string' && instant.test(leaf) ? leaf.slice(0, 10) : leaf,
  );

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
