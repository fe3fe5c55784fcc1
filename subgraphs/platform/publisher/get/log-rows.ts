import type { CurrentRow, StoredVersion, VersionKey, VersionStore } from '../../store/version-store.ts';

/** Pages of documents up to this many bytes are made at once; larger ones row by row, as they are read. */
const maxWholeBytes = 512 * 1024;
/** How long a page may take before its documents are given back; what is left of it is then read anew, by key. */
const patienceMs = 250;
/** Bytes of documents, about, that are read anew at a time. */
const stretchBytes = 64 * 1024;

export interface LogRowParts {
  readonly versions: Pick<VersionStore, 'findVersions'>;
  /** Writes a version as it is published; undefined: it is not, after all. */
  readonly bytesOf: (version: StoredVersion) => Buffer | undefined | Promise<Buffer | undefined>;
}

/**
 * The rows of a page of a log. Somebody who reads slowly costs a list of keys and one stretch of documents, however large
 * the page is; a version that is erased meanwhile is left out.
 */
export async function rowsOf(heads: readonly CurrentRow[], parts: LogRowParts): Promise<readonly Buffer[] | AsyncIterable<Buffer>> {
  const total = heads.reduce((sum, { current }) => sum + current.document.length + (current.blob?.byteLength ?? 0), 0);
  if (total <= maxWholeBytes) return (await Promise.all(heads.map(({ current }) => parts.bytesOf(current)))).filter(isWritten);
  const keys = heads.map(({ current }) => ({ entityId: current.entityId, sortKey: current.sortKey, byteLength: current.document.length }));
  return readRows(keys, { held: heads.map(({ current }) => current) }, parts);
}

interface RowKey extends VersionKey {
  readonly byteLength: number;
}

/** @param page an object of its own, so that nothing else keeps the documents when they are given back */
async function* readRows(
  keys: readonly RowKey[],
  page: { held: readonly StoredVersion[] | undefined },
  { versions, bytesOf }: LogRowParts,
): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => {
    page.held = undefined;
  }, patienceMs);
  try {
    for (let at = 0; at < keys.length; ) {
      const current = page.held?.[at];
      if (current !== undefined) {
        const bytes = await bytesOf(current);
        if (isWritten(bytes)) yield bytes;
        at += 1;
        continue;
      }
      const stretch = stretchFrom(keys, at);
      for (const version of await versions.findVersions(stretch)) {
        const bytes = version && (await bytesOf(version));
        if (isWritten(bytes)) yield bytes;
      }
      at += stretch.length;
    }
  } finally {
    clearTimeout(timer);
  }
}

function isWritten(bytes: Buffer | undefined): bytes is Buffer {
  return bytes !== undefined;
}

function stretchFrom(keys: readonly RowKey[], at: number): readonly RowKey[] {
  let [end, bytes] = [at, 0];
  while (end < keys.length && bytes < stretchBytes) {
    bytes += keys[end]?.byteLength ?? 0;
    end += 1;
  }
  return keys.slice(at, end);
}
