import type { Collection, Filter } from 'mongodb';
import type { NewVersion, VersionKey } from '../version-store.ts';
import { duplicatesOf } from './failure.ts';
import { maxInlineBytes, maxPartBytes } from './rows.ts';

/** A piece of bytes that are too large, or too seldom read, for a row. Written once, never changed. */
export interface PartRow {
  readonly _id: PartId;
  readonly bytes: Buffer;
}

interface PartId {
  /** {@link partKeyOf} the bytes. */
  readonly of: string;
  /** Which part, from 0. */
  readonly n: number;
}

/** Which bytes of a version. */
export type PartRole = 'document' | 'blob' | 'clash';

/**
 * Returns the key of bytes of a version. It contains the hash of the content because two contents of one identity may be
 * written at once, and the one that is refused must not overwrite parts of the other.
 */
export function partKeyOf(version: VersionKey & { readonly contentHash: string }, role: PartRole): string {
  return JSON.stringify([version.entityId, version.sortKey, version.contentHash, role]);
}

export function splitIntoParts(key: string, bytes: Buffer): PartRow[] {
  const parts: PartRow[] = [];
  for (let start = 0; start < bytes.length; start += maxPartBytes) {
    parts.push({ _id: { of: key, n: parts.length }, bytes: bytes.subarray(start, start + maxPartBytes) });
  }
  return parts;
}

/** Returns the parts of a version's document, if it is large, and of its blob. */
export function partsOfVersion(version: NewVersion): PartRow[] {
  const { document, blob } = version;
  return [
    ...(document.length > maxInlineBytes ? splitIntoParts(partKeyOf(version, 'document'), document) : []),
    ...(blob === undefined ? [] : splitIntoParts(partKeyOf(version, 'blob'), blob.bytes)),
  ];
}

/** Makes parts durable. Existing parts have the same bytes, because their key contains the hash. */
export async function writeParts(collection: Collection<PartRow>, parts: readonly PartRow[]): Promise<void> {
  if (parts.length === 0) return;
  try {
    await collection.insertMany(parts, { ordered: false });
  } catch (error) {
    duplicatesOf(error);
  }
}

/** Selects the parts with keys from `from` on and before `before`, as MongoDB compares strings. */
export function partsBetween(from: string, before: string): Filter<PartRow> {
  return { _id: { $gte: { of: from }, $lt: { of: before } } } as unknown as Filter<PartRow>;
}

/**
 * Reads the bytes of several keys in one query.
 *
 * @param wanted each key with the number of its parts
 * @returns those without a missing part. Parts are written before the row that counts them, so a part is missing only
 *   when the row was removed after it was read
 */
export async function readParts(collection: Collection<PartRow>, wanted: ReadonlyMap<string, number>): Promise<Map<string, Buffer>> {
  if (wanted.size === 0) return new Map();
  const ids = [...wanted].flatMap(([of, count]) => Array.from({ length: count }, (_, n): PartId => ({ of, n })));
  const found = new Map<string, Buffer>();
  for (const { _id, bytes } of await collection.find({ _id: { $in: ids } }).toArray()) found.set(`${_id.n} ${_id.of}`, bytes);
  const whole = new Map<string, Buffer>();
  for (const [key, count] of wanted) {
    const parts = Array.from({ length: count }, (_, n) => found.get(`${n} ${key}`)).filter((bytes) => bytes !== undefined);
    if (parts.length === count) whole.set(key, Buffer.concat(parts));
  }
  return whole;
}
