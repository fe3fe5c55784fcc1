import type { VersionStore } from '../../store/version-store.ts';
import type { LogRanges } from './log-ranges.ts';
import type { AppendedRange } from './queue-backlog.ts';
import type { VersionCache } from './version-cache.ts';

/** Reads new versions of a log, once for all delivery queues. */
export interface LogFollower {
  /** Reads the next range; undefined when nothing was appended. */
  read(): Promise<AppendedRange | undefined>;
  /** Whether the last range ended before the head. */
  readonly hasMore: boolean;
}

const maxEntries = 200;

/** Creates a follower that starts at the head of the log. Queues that lag behind read separate ranges. */
export async function createLogFollower(parts: {
  readonly versions: Pick<VersionStore, 'bounds' | 'readLog'>;
  readonly versionCache: Pick<VersionCache, 'put' | 'clear'>;
  readonly logRanges: Pick<LogRanges, 'clear'>;
}): Promise<LogFollower> {
  const { versions, versionCache, logRanges } = parts;
  const clearCaches = () => {
    versionCache.clear();
    logRanges.clear();
  };
  let { head: position, removals: knownRemovals } = await versions.bounds();
  // Versions may have been removed while another process delivered.
  clearCaches();
  let hasMore = false;
  return {
    get hasMore() {
      return hasMore;
    },
    read: async () => {
      const { trimmedThrough, head, removals } = await versions.bounds();
      if (removals !== knownRemovals) clearCaches();
      knownRemovals = removals;
      if (head <= position) return undefined;
      // Each queue counts the trimmed versions that it has not read.
      const from = Math.max(position, trimmedThrough);
      const { entries, scannedThrough } = await versions.readLog({ after: from, limit: maxEntries });
      versionCache.put(entries);
      position = scannedThrough;
      hasMore = scannedThrough < head;
      return { from, scannedThrough, entries };
    },
  };
}
