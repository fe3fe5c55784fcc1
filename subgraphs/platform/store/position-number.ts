/** Number of digits of the largest integer of JavaScript. */
const width = 16;

/**
 * Formats a number in a position, always with the same length: a cursor contains its position, encrypted, and its length
 * would reveal how many rows others have. `Number` and `JSON.parse` ignore the blanks.
 */
export function positionNumber(value: number): string {
  return String(value).padStart(width);
}
