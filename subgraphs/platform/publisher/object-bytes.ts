import type { AttributeNames } from '../access/visibility.ts';
import type { StoredVersion } from '../store/version-store.ts';
import { findInvalidParts, type InvalidParts } from '../wire/shape-check.ts';
import type { ObjectShape } from '../wire/shapes.ts';
import type { InvalidRowsMode } from './invalid-rows.ts';
import { memberKeysOf, withoutMembers } from './json-members.ts';

/** The parts of a version that decide how it is published. */
export type CheckedVersion = Pick<StoredVersion, 'document' | 'violations'>;

/**
 * Writes stored objects as they are published, hiding the same attributes in all of them.
 *
 * @param document the version's document with its blob
 * @returns undefined if no valid part is left
 */
export type ObjectWriter = (version: CheckedVersion, document?: Buffer) => Buffer | undefined;

/** Returns the parts of a version that violate its standard; undefined when there are none. */
export type FindInvalid = (version: CheckedVersion) => InvalidParts | undefined;

/**
 * Creates the function that finds invalid parts. Objects without violations are valid; for others the result is cached
 * with their document.
 */
export function createFindInvalid(shape: ObjectShape): FindInvalid {
  const checked = new WeakMap<Buffer, { readonly parts: InvalidParts | undefined }>();
  return ({ document, violations }) => {
    if (violations.length === 0) return undefined;
    const known = checked.get(document);
    if (known !== undefined) return known.parts;
    const parts = findInvalidParts(shape, JSON.parse(document.toString()));
    checked.set(document, { parts });
    return parts;
  };
}

/**
 * Creates a writer. An object is written as its partner wrote it, without hidden attributes and without `null`, which
 * the standards do not allow. Invalid parts are removed as well, because one of them would make a whole page unreadable
 * to a strict client.
 *
 * @param invalidRows `asReceived` keeps invalid parts
 */
export function createObjectWriter(hidden: AttributeNames, findInvalid: FindInvalid, invalidRows: InvalidRowsMode): ObjectWriter {
  const keys = memberKeysOf(hidden);
  // The store returns recently read documents again, and scanning them is the most expensive step.
  const untouched = new WeakSet<Buffer>();
  return (version, document = version.document) => {
    if (untouched.has(document)) return document;
    const parts = invalidRows === 'asReceived' ? undefined : findInvalid(version);
    if (parts === 'ALL') return undefined;
    const written = withoutMembers(document, keys, parts);
    if (written === document) untouched.add(document);
    return written;
  };
}

/** Returns whether an object is written already. Only those with a blob, or of an operation, have to be waited for. */
export function isFinished(written: Buffer | undefined | Promise<Buffer | undefined>): written is Buffer | undefined {
  return !(written instanceof Promise);
}
