import type { StoredVersion } from '../version-store.ts';

/** Versions that are read first where their bytes are bounded: how large they are is not known before. */
const firstStretch = 4;

/**
 * Reads the versions of rows until their documents are larger than `maxBytes`, but two of them at least.
 *
 * @param read gives the versions of a stretch of rows, in their order; undefined for one that was removed meanwhile
 * @returns those of the first rows, in their order
 */
export async function readWithin<Row>(
  rows: readonly Row[],
  maxBytes: number | undefined,
  read: (stretch: readonly Row[]) => Promise<readonly (StoredVersion | undefined)[]>,
): Promise<(StoredVersion | undefined)[]> {
  const versions: (StoredVersion | undefined)[] = [];
  let [bytes, found] = [0, 0];
  while (versions.length < rows.length) {
    const looked = versions.length;
    // As many as there is room for if they are twice as large as those before.
    const fitting = maxBytes && looked > 0 ? Math.max(1, Math.floor((maxBytes - bytes) / (2 * (bytes / looked) + 1))) : firstStretch;
    for (const version of await read(rows.slice(looked, maxBytes === undefined ? rows.length : looked + fitting))) {
      versions.push(version);
      if (version === undefined) continue;
      bytes += version.document.length;
      found += 1;
      if (maxBytes !== undefined && bytes > maxBytes && found > 1) return versions;
    }
  }
  return versions;
}
