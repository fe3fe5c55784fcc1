import { type AttributeNames, eachHidden } from '../../access/visibility-attributes.ts';
import { alwaysReread } from '../../cache/memory-bounds.ts';
import type { StoredVersion } from '../../store/version-store.ts';
import { type InvalidRows, type InvalidRowsMode, rowNameOf } from '../invalid-rows.ts';
import { createObjectWriter, type FindInvalid } from '../object-bytes.ts';

/** Writes a version as it is sent: one JSON object in UTF-8; undefined where nothing valid can be made of it. */
export type VersionWriter = (version: StoredVersion) => Buffer | undefined;

/**
 * Makes a writer write each version once: a version goes to many subscribers at about the same time, and to those with
 * the same rights as the same bytes.
 */
export function createSharedWriter(write: VersionWriter): VersionWriter {
  const kept = alwaysReread.open<string, { readonly bytes: Buffer | undefined }>();
  return (version) => {
    // The hash is part of the key because a fuller view may complete a version.
    const key = `${version.entityId}\n${version.sortKey}\n${version.contentHash}`;
    const held = kept.get(key);
    if (held !== undefined) return held.bytes;
    const bytes = write(version);
    kept.set(key, { bytes }, bytes?.length ?? 0);
    return bytes;
  };
}

/** What the writers of a log share. */
export interface DocumentWriterParts {
  readonly findInvalid: FindInvalid;
  readonly invalidRows: Pick<InvalidRows, 'note'>;
}

/** Makes one that writes documents as answers to GET show them. */
export function createDocumentWriter(hidden: AttributeNames, mode: InvalidRowsMode, parts: DocumentWriterParts): VersionWriter {
  const { findInvalid, invalidRows } = parts;
  const write = createObjectWriter(hidden, findInvalid, mode);
  return createSharedWriter((version) => {
    const invalid = mode === 'asReceived' ? undefined : findInvalid(version);
    if (invalid !== undefined) {
      const { partner, entityId, violations } = version;
      invalidRows.note({ partner, row: rowNameOf(entityId), outcome: invalid === 'ALL' ? 'WITHHELD' : 'CLEANED', faults: violations });
    }
    return write(version);
  });
}

/** Keeps one writer for each set of hidden attributes and each way with invalid rows. */
export function eachWriter(
  create: (hidden: AttributeNames, mode: InvalidRowsMode) => VersionWriter,
): (hidden: AttributeNames, mode: InvalidRowsMode) => VersionWriter {
  const writers = {
    clean: eachHidden((hidden) => create(hidden, 'clean')),
    asReceived: eachHidden((hidden) => create(hidden, 'asReceived')),
  };
  return (hidden, mode) => writers[mode](hidden);
}
