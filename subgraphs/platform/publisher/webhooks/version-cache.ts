import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bytesOfVersion } from '../../store/version-bytes.ts';
import type { VersionStore } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import type { NumberedVersion } from './delivery.ts';

/** Caches recently read versions, so that a version for many subscribers is read once. */
export interface VersionCache {
  put(versions: readonly NumberedVersion[]): void;
  /** Returns versions in the order of the sequence numbers; undefined for removed ones. */
  find(sequences: readonly number[]): Promise<readonly (NumberedVersion | undefined)[]>;
  /** Drops everything, because versions were removed. */
  clear(): void;
}

/** After this time a version is read again, because a more complete view of it may have been stored. */
const maxAgeMs = 10_000;

export function createVersionCache(versions: Pick<VersionStore, 'findNumbered'>, clock: Clock): VersionCache {
  const cache = sharedCachePool.open<number, { readonly version: NumberedVersion; readonly until: number }>();
  const put = (found: readonly NumberedVersion[]) => {
    const until = clock.now() + maxAgeMs;
    for (const version of found) cache.set(version.sequence, { version, until }, bytesOfVersion(version));
  };
  return {
    put,
    find: async (sequences) => {
      const now = clock.now();
      const cached = sequences.map((sequence) => {
        const entry = cache.get(sequence);
        return entry === undefined || entry.until <= now ? undefined : entry.version;
      });
      const missing = sequences.filter((_, index) => cached[index] === undefined);
      if (missing.length === 0) return cached;
      const read = new Map((await versions.findNumbered(missing)).flatMap((version) => (version ? [[version.sequence, version]] : [])));
      put([...read.values()]);
      return sequences.map((sequence, index) => cached[index] ?? read.get(sequence));
    },
    clear: cache.clear,
  };
}
