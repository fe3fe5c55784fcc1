import type { AttributeNames } from '../access/visibility-attributes.ts';
import { memberKeysOf, withoutMembers } from '../json-members.ts';
import type { SchemaFault } from '../store/version-store.ts';
import type { ObjectShape } from '../wire/shapes.ts';

/** Writes stored objects as they are published, the same attributes hidden in all of them. */
export type ObjectWriter = (document: Buffer, faults: readonly SchemaFault[]) => Buffer;

/**
 * Makes a writer. An object is written byte for byte as its partner wrote it, without what is hidden and without `null`,
 * which the standards do not know. Of an object with faults the values of wrong types are left out as well: one of them
 * would make a whole page unreadable to a strict reader. Texts that are too long stay; cut, they would be others.
 *
 * @param shape of the objects
 */
export function createObjectWriter(hidden: AttributeNames, shape: ObjectShape): ObjectWriter {
  const keys = memberKeysOf(hidden);
  // The store gives what it read lately again, and looking through it costs more than everything else.
  const untouched = new WeakSet<Buffer>();
  return (document, faults) => {
    if (untouched.has(document)) return document;
    const written = withoutMembers(document, keys, faults.length === 0 ? undefined : shape);
    if (written === document) untouched.add(document);
    return written;
  };
}
