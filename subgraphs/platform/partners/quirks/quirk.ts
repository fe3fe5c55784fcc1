import type { Shape } from '../../wire/shapes.ts';

/**
 * Corrects a deviation of partners that their files can only name. Maps the JSON of one notice, event or schedule to JSON;
 * the parser validates the result and knows nothing of partners.
 *
 * @param value as `JSON.parse` returns it; never changed
 * @returns `value` itself where nothing has to be corrected
 */
export type Quirk = (value: unknown, shape: Shape) => unknown;
