import { type AttributeNames, eachHidden } from '../../access/visibility.ts';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import type { StoredVersion } from '../../store/version-store.ts';
import { type InvalidRows, type InvalidRowsMode, rowNameOf } from '../invalid-rows.ts';
import { createObjectWriter, type FindInvalid } from '../object-bytes.ts';

/** Writes a version as it is sent: one JSON object in UTF-8; undefined if no valid object can be made of it. */
export type VersionWriter = (version: StoredVersion) => Buffer | undefined;

/**
 * Caches the results of a writer. A version is sent to many subscribers at about the same time, as the same bytes to
 * those with the same rights.
 */
export function createSharedWriter(write: VersionWriter): VersionWriter {
  const cache = sharedCachePool.open<string, { readonly bytes: Buffer | undefined }>();
  return (version) => {
    // The hash is part of the key because a more complete view may replace a version.
    const key = `${version.entityId}\n${version.sortKey}\n${version.contentHash}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached.bytes;
    const bytes = write(version);
    cache.set(key, { bytes }, bytes?.length ?? 0);
    return bytes;
  };
}

export interface DocumentWriterParts {
  readonly findInvalid: FindInvalid;
  readonly invalidRows: Pick<InvalidRows, 'record'>;
}

/** Creates a writer whose result is the same as in responses to GET. */
export function createDocumentWriter(hidden: AttributeNames, mode: InvalidRowsMode, parts: DocumentWriterParts): VersionWriter {
  const { findInvalid, invalidRows } = parts;
  const write = createObjectWriter(hidden, findInvalid, mode);
  return createSharedWriter((version) => {
    const invalid = mode === 'asReceived' ? undefined : findInvalid(version);
    if (invalid !== undefined) {
      const { partner, entityId, violations } = version;
      invalidRows.record({ partner, row: rowNameOf(entityId), outcome: invalid === 'ALL' ? 'WITHHELD' : 'CLEANED', violations });
    }
    return write(version);
  });
}

/** Creates one writer for each set of hidden attributes and each mode of invalid rows. */
export function eachWriter(
  create: (hidden: AttributeNames, mode: InvalidRowsMode) => VersionWriter,
): (hidden: AttributeNames, mode: InvalidRowsMode) => VersionWriter {
  const writers = {
    clean: eachHidden((hidden) => create(hidden, 'clean')),
    asReceived: eachHidden((hidden) => create(hidden, 'asReceived')),
  };
  return (hidden, mode) => writers[mode](hidden);
}
