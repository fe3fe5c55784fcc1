import type { Collection, Filter } from 'mongodb';
import type { NewVersion, VersionKey } from '../version-store.ts';
import { duplicatesOf } from './failure.ts';
import { maxInlineBytes, maxPartBytes } from './rows.ts';

/** A piece of bytes that are too large, or too rarely read, to be kept in a row. Written once, never changed. */
export interface PartRow {
  readonly _id: PartId;
  readonly bytes: Buffer;
}

interface PartId {
  /** The {@link partKeyOf} of the bytes. */
  readonly of: string;
  /** Index of the part, from 0. */
  readonly n: number;
}

/** The kind of a version's bytes. */
export type PartRole = 'document' | 'blob' | 'clash';

/**
 * Returns the key of a version's bytes. It contains the hash of the content, because two contents of one identity may
 * be written at the same time, and the rejected one must not overwrite parts of the other.
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

/** Makes parts durable. Parts that exist have the same bytes, because their key contains the hash. */
export async function writeParts(collection: Collection<PartRow>, parts: readonly PartRow[]): Promise<void> {
  if (parts.length === 0) return;
  try {
    await collection.insertMany(parts, { ordered: false });
  } catch (error) {
    duplicatesOf(error);
  }
}

/** Selects the parts with keys from `from` (inclusive) to `before` (exclusive), in MongoDB's order of strings. */
export function partsBetween(from: string, before: string): Filter<PartRow> {
  return { _id: { $gte: { of: from }, $lt: { of: before } } } as unknown as Filter<PartRow>;
}

/**
 * Reads the bytes of several keys in one query.
 *
 * @param wanted each key with its number of parts
 * @returns the bytes of all complete keys. Parts are written before the row that counts them, so a part is missing only
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
