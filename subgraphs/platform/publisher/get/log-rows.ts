import type { CurrentRow, StoredVersion, VersionKey, VersionStore } from '../../store/version-store.ts';
import { isFinished } from '../object-bytes.ts';

/** Pages up to this size are written as a whole; larger ones row by row, as the client reads. */
const maxWholeBytes = 512 * 1024;
/** How long the documents of a page are kept in memory. After that the rest of the page is read again by key. */
const holdMs = 250;
/** Approximate size of the documents that are read again at a time. */
const batchBytes = 64 * 1024;

export interface LogRowParts {
  readonly versions: Pick<VersionStore, 'findVersions'>;
  /** Writes a version as it is published; returns undefined to withhold it. */
  readonly bytesOf: (version: StoredVersion) => Buffer | undefined | Promise<Buffer | undefined>;
}

/**
 * Returns the rows of a page of a log. For a slow client, only a list of keys and one batch of documents are in memory,
 * however large the page is. A version that is erased meanwhile is omitted.
 */
export async function rowsOf(heads: readonly CurrentRow[], parts: LogRowParts): Promise<readonly Buffer[] | AsyncIterable<Buffer>> {
  const total = heads.reduce((sum, { current }) => sum + current.document.length + (current.blob?.byteLength ?? 0), 0);
  if (total <= maxWholeBytes) {
    const rows = heads.map(({ current }) => parts.bytesOf(current));
    // Only rows with blobs have to wait, and a promise for each row costs more than writing it.
    return (rows.every(isFinished) ? rows : await Promise.all(rows)).filter(isWritten);
  }
  const keys = heads.map(({ current }) => ({ entityId: current.entityId, sortKey: current.sortKey, byteLength: current.document.length }));
  return readRows(keys, { documents: heads.map(({ current }) => current) }, parts);
}

interface RowKey extends VersionKey {
  readonly byteLength: number;
}

/** @param page the only reference to the documents, so that they can be released */
async function* readRows(
  keys: readonly RowKey[],
  page: { documents: readonly StoredVersion[] | undefined },
  { versions, bytesOf }: LogRowParts,
): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => {
    page.documents = undefined;
  }, holdMs);
  try {
    for (let at = 0; at < keys.length; ) {
      const current = page.documents?.[at];
      if (current !== undefined) {
        const bytes = await bytesOf(current);
        if (isWritten(bytes)) yield bytes;
        at += 1;
        continue;
      }
      const batch = batchFrom(keys, at);
      for (const version of await versions.findVersions(batch)) {
        const bytes = version && (await bytesOf(version));
        if (isWritten(bytes)) yield bytes;
      }
      at += batch.length;
    }
  } finally {
    clearTimeout(timer);
  }
}

function isWritten(bytes: Buffer | undefined): bytes is Buffer {
  return bytes !== undefined;
}

function batchFrom(keys: readonly RowKey[], at: number): readonly RowKey[] {
  let [end, bytes] = [at, 0];
  while (end < keys.length && bytes < batchBytes) {
    bytes += keys[end]?.byteLength ?? 0;
    end += 1;
  }
  return keys.slice(at, end);
}
