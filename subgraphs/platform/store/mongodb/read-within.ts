import type { StoredVersion } from '../version-store.ts';

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
