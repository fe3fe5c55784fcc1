import type { Shape } from '../../wire/shapes.ts';

/**
 * Mends a habit of partners that their files can only name. JSON in, JSON out, of one notice, event or schedule: the
 * parser stays the judge of what comes out, and knows nothing of partners.
 *
 * @param value as `JSON.parse` gave it; never changed
 * @returns `value` itself where there is nothing to mend
 */
export type Quirk = (value: unknown, shape: Shape) => unknown;
