import type { ClientSession, Collection, Filter } from 'mongodb';
import type { DividedVersion, StoredVersion, VersionKey } from '../version-store.ts';
import type { MongoLog } from './collections.ts';
import { duplicatesOf } from './failure.ts';
import { maxInlineBytes, maxPartBytes, type PartId, type PartRow, storedVersionOf, type VersionId, type VersionRow } from './rows.ts';

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
export function partsOfVersion(version: DividedVersion): PartRow[] {
  const { document, blob } = version;
  return [
    ...(document.length > maxInlineBytes ? splitIntoParts(partKeyOf(version, 'document'), document) : []),
    ...(blob === undefined ? [] : splitIntoParts(partKeyOf(version, 'blob'), blob.bytes)),
  ];
}

/** Returns the id of the part with shared lines. @param hash their hash. The keys of other parts begin with a bracket */
export function linesIdOf(hash: string): PartId {
  return { of: hash, n: 0 };
}

/**
 * Counts within a transaction how many more versions share lines. Stores lines that none has shared, and removes those that none
 * shares any more. Each transaction changes the count, so that the first use of lines and the removal of the last one conflict.
 *
 * @param versions those that begin to share lines, with the lines, or those that end it
 */
export async function countUses(
  { parts }: MongoLog,
  versions: readonly { readonly shared?: string | undefined; readonly lines?: Buffer | undefined }[],
  { change, session }: { readonly change: 1 | -1; readonly session: ClientSession },
): Promise<void> {
  const uses = new Map<string, { readonly change: number; readonly lines: Buffer | undefined }>();
  for (const { shared, lines } of versions)
    if (shared !== undefined) uses.set(shared, { change: (uses.get(shared)?.change ?? 0) + change, lines });
  if (uses.size === 0) return;
  const updates = [...uses].map(([hash, { change, lines }]) => {
    const update = { $inc: { uses: change }, ...(lines && { $setOnInsert: { bytes: lines } }) };
    return { updateOne: { filter: { _id: linesIdOf(hash) }, update, upsert: lines !== undefined } };
  });
  const unused = { _id: { $in: [...uses.keys()].map(linesIdOf) }, uses: 0 };
  await parts.bulkWrite(change === 1 ? updates : [...updates, { deleteMany: { filter: unused } }], { session });
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

/**
 * Reads the versions of rows, in their order; undefined for a version that was removed meanwhile. Documents in parts
 * and shared lines are loaded in one query; blobs are not loaded.
 */
export async function versionsOfRows(log: MongoLog, rows: readonly VersionRow[]): Promise<(StoredVersion | undefined)[]> {
  const [wanted, known] = [new Map<string, number>(), new Map<string, Buffer>()];
  for (const { shared, ...row } of rows) {
    if (typeof row.document === 'number') wanted.set(documentKeyOf(row), row.document);
    if (shared === undefined || known.has(shared)) continue;
    const lines = log.lines.get(shared);
    if (lines === undefined) wanted.set(shared, 1);
    else known.set(shared, lines);
  }
  const found = await readParts(log.parts, wanted);
  return rows.map((row) => {
    const own = typeof row.document === 'number' ? found.get(documentKeyOf(row)) : copyOf(row.document);
    if (own === undefined || row.shared === undefined) return own && storedVersionOf(row, own);
    const lines = known.get(row.shared) ?? found.get(row.shared);
    if (lines === undefined) return undefined;
    log.lines.set(row.shared, lines, lines.length);
    return storedVersionOf(row, Buffer.concat([own, lineEnd, lines]));
  });
}

/** Reads the versions of rows except those that were removed meanwhile. */
export async function storedVersionsOf(log: MongoLog, rows: readonly VersionRow[]): Promise<StoredVersion[]> {
  return (await versionsOfRows(log, rows)).filter((version) => version !== undefined);
}

const lineEnd = Buffer.from('\n');

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

/** Number of versions in the first batch of a read with a size limit, when the size of versions is not known yet. */
const firstBatch = 4;

/**
 * Reads the versions of rows until their documents exceed `maxBytes`, but at least two of them.
 *
 * @param read returns the versions of a batch of rows, in their order; undefined for one that was removed meanwhile
 * @returns the versions of the first rows, in their order
 */
export async function readWithin<Row>(
  rows: readonly Row[],
  maxBytes: number | undefined,
  read: (batch: readonly Row[]) => Promise<readonly (StoredVersion | undefined)[]>,
): Promise<(StoredVersion | undefined)[]> {
  if (maxBytes === undefined) return [...(await read(rows))];
  const versions: (StoredVersion | undefined)[] = [];
  let [bytes, found] = [0, 0];
  while (versions.length < rows.length) {
    const count = versions.length;
    // As many as would fit if they were twice as large as the previous ones.
    const fitting = count === 0 ? firstBatch : Math.max(1, Math.floor((maxBytes - bytes) / (2 * (bytes / count) + 1)));
    for (const version of await read(rows.slice(count, count + fitting))) {
      versions.push(version);
      if (version === undefined) continue;
      bytes += version.document.length;
      found += 1;
      if (bytes > maxBytes && found > 1) return versions;
    }
  }
  return versions;
}
