import type { StoredVersion, VersionKey } from '../version-store.ts';
import type { MongoLog } from './collections.ts';
import { partKeyOf, readParts } from './parts.ts';
import { storedVersionOf, type VersionId, type VersionRow } from './rows.ts';

/**
 * Reads the versions of rows, in their order; undefined for a version that was removed meanwhile. Documents in parts
 * are loaded in one query; blobs are not loaded.
 */
export async function versionsOfRows(log: MongoLog, rows: readonly VersionRow[]): Promise<(StoredVersion | undefined)[]> {
  const wanted = new Map<string, number>();
  for (const row of rows) if (typeof row.document === 'number') wanted.set(documentKeyOf(row), row.document);
  const documents = await readParts(log.parts, wanted);
  return rows.map((row) => {
    const document = typeof row.document === 'number' ? documents.get(documentKeyOf(row)) : copyOf(row.document);
    return document && storedVersionOf(row, document);
  });
}

/** Reads the versions of rows except those that were removed meanwhile. */
export async function storedVersionsOf(log: MongoLog, rows: readonly VersionRow[]): Promise<StoredVersion[]> {
  return (await versionsOfRows(log, rows)).filter((version) => version !== undefined);
}

/** The driver's buffers are views of whole replies, which a cached view would keep in memory. */
function copyOf(document: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(document.length);
  document.copy(copy);
  return copy;
}

/** Loads versions by identity. @returns those that exist, by {@link stringOfKey} */
export async function findVersionsById(log: MongoLog, ids: readonly VersionId[]): Promise<Map<string, StoredVersion>> {
  if (ids.length === 0) return new Map();
  const versions = await log.call(async () => storedVersionsOf(log, await log.versions.find({ _id: { $in: [...ids] } }).toArray()));
  return new Map(versions.map((version) => [stringOfKey(version), version]));
}

/** Returns the identity of a version as one string. */
export function stringOfKey({ entityId, sortKey }: VersionKey): string {
  return JSON.stringify([entityId, sortKey]);
}

function documentKeyOf({ _id, contentHash }: VersionRow): string {
  return partKeyOf({ entityId: _id.e, sortKey: _id.k, contentHash }, 'document');
}
