import type { Collection, Filter } from 'mongodb';
import type { VersionKey } from '../version-store.ts';
import { duplicatesOf } from './failure.ts';
import { maxPartBytes } from './rows.ts';

/** A stretch of bytes too large, or too seldom read, to stand in a row. Written once, never changed. */
export interface PartRow {
  readonly _id: PartId;
  readonly bytes: Buffer;
}

interface PartId {
  /** Whose bytes, as {@link partKeyOf} says. */
  readonly of: string;
  /** Which part, from 0. */
  readonly n: number;
}

/** Which bytes of a version. */
export type PartRole = 'document' | 'blob' | 'clash';

/**
 * Names bytes of a version. The content's hash is in the name because two contents of one identity may be on their way
 * at once, and the one that loses must not overwrite what belongs to the other.
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

/** Makes parts durable. Those that are there already hold the same bytes, their name being made of the content. */
export async function writeParts(collection: Collection<PartRow>, parts: readonly PartRow[]): Promise<void> {
  if (parts.length === 0) return;
  try {
    await collection.insertMany(parts, { ordered: false });
  } catch (error) {
    duplicatesOf(error);
  }
}

/** The parts of keys from one on and before another, compared as MongoDB compares texts. */
export function partsBetween(from: string, before: string): Filter<PartRow> {
  return { _id: { $gte: { of: from }, $lt: { of: before } } } as unknown as Filter<PartRow>;
}

/**
 * Reads the bytes behind several keys in one question.
 *
 * @param wanted each key with the number of its parts
 * @returns those of which no part is missing. Parts are written before the row that counts them, so where one is, the row
 *   was removed after it was read
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
