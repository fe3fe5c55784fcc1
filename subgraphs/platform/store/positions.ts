import { LandfallError } from '../errors.ts';

/** Number of digits of the largest integer of JavaScript. */
const width = 16;

/**
 * Formats a number in a position, always with the same length: a cursor contains its position, encrypted, and its length
 * would reveal how many rows others have. `Number` and `JSON.parse` ignore the blanks.
 */
export function positionNumber(value: number): string {
  return String(value).padStart(width);
}

/** Splits a position into its parts. @throws {LandfallError} CURSOR_INVALID */
export function partsOf(position: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(position);
    if (Array.isArray(parts)) return parts;
  } catch {
    // Reported below, like every other invalid position.
  }
  throw wrongPosition();
}

/** Formats the position of a version in the history of its entity. */
export function positionOfSortKey(sortKey: string): string {
  return JSON.stringify([sortKey]);
}

/** Parses a position of {@link positionOfSortKey}. @throws {LandfallError} CURSOR_INVALID for any other string */
export function sortKeyIn(position: string): string {
  const [sortKey, ...rest] = partsOf(position);
  if (typeof sortKey !== 'string' || rest.length > 0) throw wrongPosition();
  return sortKey;
}

export function wrongPosition(): LandfallError {
  return new LandfallError('CURSOR_INVALID', 'The cursor belongs to another sort order.');
}
