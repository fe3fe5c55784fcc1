import { expect } from 'vitest';

/** Compares bytes as bytes: element by element, as of any other list, a document of a megabyte takes seconds. */
expect.addEqualityTesters([
  (one: unknown, other: unknown): boolean | undefined => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
]);
