import type { AttributeNames } from '../access/visibility-attributes.ts';
import type { StoredVersion } from '../store/version-store.ts';
import { findInvalidParts, type InvalidParts } from '../wire/invalid-parts.ts';
import type { ObjectShape } from '../wire/shapes.ts';
import type { InvalidRowsMode } from './invalid-rows.ts';
import { memberKeysOf, withoutMembers } from './json-members.ts';

/** What of a version decides about how it is published. */
export type JudgedVersion = Pick<StoredVersion, 'document' | 'violations'>;

/**
 * Writes stored objects as they are published, the same attributes hidden in all of them.
 *
 * @param document the version's, where what is kept beside it was put back in its place
 * @returns undefined where nothing valid can be made of it
 */
export type ObjectWriter = (version: JudgedVersion, document?: Buffer) => Buffer | undefined;

/** Tells what of a version its standard does not allow; undefined: nothing. */
export type FindInvalid = (version: JudgedVersion) => InvalidParts | undefined;

/**
 * Makes what judges the objects of a log. Those that came without faults are valid and cost nothing; of any other one the
 * result is remembered for as long as its document is.
 */
export function createFindInvalid(shape: ObjectShape): FindInvalid {
  const judged = new WeakMap<Buffer, { readonly parts: InvalidParts | undefined }>();
  return ({ document, violations }) => {
    if (violations.length === 0) return undefined;
    const known = judged.get(document);
    if (known !== undefined) return known.parts;
    const parts = findInvalidParts(shape, JSON.parse(document.toString()));
    judged.set(document, { parts });
    return parts;
  };
}

/**
 * Makes a writer. An object is written byte for byte as its partner wrote it, without what is hidden and without `null`,
 * which the standards do not know. Of an object with faults the invalid parts are left out as well: one of them would make
 * a whole page unreadable to a strict reader.
 *
 * @param invalidRows `asReceived` leaves them in
 */
export function createObjectWriter(hidden: AttributeNames, findInvalid: FindInvalid, invalidRows: InvalidRowsMode): ObjectWriter {
  const keys = memberKeysOf(hidden);
  // The store gives what it read lately again, and looking through it costs more than everything else.
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
