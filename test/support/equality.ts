import { expect } from 'vitest';

/**
 * Compares buffers as bytes. Comparing them element by element, like other lists, takes seconds for a document of a
 * megabyte.
 */
expect.addEqualityTesters([
  (one: unknown, other: unknown): boolean | undefined => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
]);
