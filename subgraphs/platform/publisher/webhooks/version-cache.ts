import { alwaysReread } from '../../cache/memory-bounds.ts';
import { bytesOfVersion } from '../../store/version-bytes.ts';
import type { VersionStore } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import type { NumberedVersion } from './delivery.ts';

/** Versions that were read lately, so that what goes to many subscribers is read once. */
export interface VersionCache {
  put(versions: readonly NumberedVersion[]): void;
  /** In the order of the numbers; undefined for those that are gone. */
  find(sequences: readonly number[]): Promise<readonly (NumberedVersion | undefined)[]>;
  /** Forgets all of it, because some of it was removed. */
  clear(): void;
}

/** Then it is read anew: a fuller view may have come. */
const maxAgeMs = 10_000;

/** Puts up an empty shelf. */
export function createVersionCache(versions: Pick<VersionStore, 'findNumbered'>, clock: Clock): VersionCache {
  const shelf = alwaysReread.open<number, { readonly version: NumberedVersion; readonly until: number }>();
  const put = (found: readonly NumberedVersion[]) => {
    const until = clock.now() + maxAgeMs;
    for (const version of found) shelf.set(version.sequence, { version, until }, bytesOfVersion(version));
  };
  return {
    put,
    find: async (sequences) => {
      const now = clock.now();
      const held = sequences.map((sequence) => {
        const entry = shelf.get(sequence);
        return entry === undefined || entry.until <= now ? undefined : entry.version;
      });
      const missing = sequences.filter((_, index) => held[index] === undefined);
      if (missing.length === 0) return held;
      const read = new Map((await versions.findNumbered(missing)).flatMap((version) => (version ? [[version.sequence, version]] : [])));
      put([...read.values()]);
      return sequences.map((sequence, index) => held[index] ?? read.get(sequence));
    },
    clear: shelf.clear,
  };
}
