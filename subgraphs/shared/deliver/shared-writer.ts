import type { AttributeNames } from '../access/visibility-attributes.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { createObjectWriter } from '../publish/object-bytes.ts';
import type { StoredVersion } from '../store/version-store.ts';
import type { ObjectShape } from '../wire/shapes.ts';

/** Bytes of written objects that one writer keeps. */
const maxKeptBytes = 16 * 1024 * 1024;

/** Writes a version as it is sent: one JSON object in UTF-8. */
export type VersionWriter = (version: StoredVersion) => Buffer;

/**
 * Makes a writer write each version once: a version goes to many subscribers at about the same time, and to those with
 * the same rights as the same bytes.
 */
export function createSharedWriter(write: VersionWriter): VersionWriter {
  const kept = createBoundedCache<string, Buffer>(maxKeptBytes);
  const given = new WeakMap<StoredVersion, Buffer>();
  const written = (version: StoredVersion): Buffer => {
    // The hash is part of the key because a fuller view may complete a version.
    const key = `${version.thing}\n${version.order}\n${version.contentHash}`;
    const held = kept.get(key);
    if (held !== undefined) return held;
    const bytes = write(version);
    // What goes as it came took no work, and is kept by the store.
    if (bytes !== version.document) kept.set(key, bytes, bytes.length);
    return bytes;
  };
  return (version) => {
    const known = given.get(version);
    if (known !== undefined) return known;
    const bytes = written(version);
    given.set(version, bytes);
    return bytes;
  };
}

/** Makes one that writes documents as answers to GET show them. @param shape of the log's objects */
export function createDocumentWriter(hidden: AttributeNames, shape: ObjectShape): VersionWriter {
  const write = createObjectWriter(hidden, shape);
  return createSharedWriter(({ document, faults }) => write(document, faults));
}
