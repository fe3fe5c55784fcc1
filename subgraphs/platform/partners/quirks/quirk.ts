import type { Shape } from '../../wire/shapes.ts';

/**
 * Corrects a known deviation of partners, which a partner's file enables by name. Maps the JSON of one notice, event or
 * schedule to JSON. The parser validates the result and does not know the partner.
 *
 * @param value as `parseExactly` returns it; never changed
 * @returns `value` itself if nothing has to be corrected
 */
export type Quirk = (value: unknown, shape: Shape) => unknown;
