import type { StoredVersion, VersionKey } from '../version-store.ts';
import type { MongoLog } from './collections.ts';
import { partKeyOf, readParts } from './parts.ts';
import { storedVersionOf, type VersionId, type VersionRow } from './rows.ts';

/**
 * Turns rows into versions, in their order; undefined stands for one that is removed meanwhile. Documents kept in parts are
 * loaded in one question; blobs never are.
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

/** The same without those that are removed meanwhile. */
export async function storedVersionsOf(log: MongoLog, rows: readonly VersionRow[]): Promise<StoredVersion[]> {
  return (await versionsOfRows(log, rows)).filter((version) => version !== undefined);
}

/** The driver's buffers are parts of whole replies, which a cached version would keep in memory. */
function copyOf(document: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(document.length);
  document.copy(copy);
  return copy;
}

/** Loads versions by identity. @returns those that are there, by {@link stringOfKey} */
export async function findVersionsById(log: MongoLog, ids: readonly VersionId[]): Promise<Map<string, StoredVersion>> {
  if (ids.length === 0) return new Map();
  const versions = await log.call(async () => storedVersionsOf(log, await log.versions.find({ _id: { $in: [...ids] } }).toArray()));
  return new Map(versions.map((version) => [stringOfKey(version), version]));
}

/** One text for one identity. */
export function stringOfKey({ entityId, sortKey }: VersionKey): string {
  return JSON.stringify([entityId, sortKey]);
}

function documentKeyOf({ _id, contentHash }: VersionRow): string {
  return partKeyOf({ entityId: _id.e, sortKey: _id.k, contentHash }, 'document');
}
