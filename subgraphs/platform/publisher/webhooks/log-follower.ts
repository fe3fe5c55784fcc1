import type { VersionStore } from '../../store/version-store.ts';
import type { LogStretches } from './log-ranges.ts';
import type { LogGrowth } from './queue-backlog.ts';
import type { VersionCache } from './version-cache.ts';

/** Reads what a log grows by, once for all lanes. */
export interface LogFollower {
  /** The next stretch; undefined: nothing has come. */
  read(): Promise<LogGrowth | undefined>;
  /** Whether the last stretch did not reach the end. */
  readonly hasMore: boolean;
}

/** Versions that are read at a time. */
const maxEntries = 200;

/** Begins at the head: lanes that are behind read by themselves. */
export async function createLogFollower(parts: {
  readonly versions: Pick<VersionStore, 'bounds' | 'readLog'>;
  readonly shelf: Pick<VersionCache, 'put' | 'clear'>;
  readonly stretches: Pick<LogStretches, 'clear'>;
}): Promise<LogFollower> {
  const { versions, shelf, stretches } = parts;
  let { head: position, removals: known } = await versions.bounds();
  // While another process sent, something may have been removed.
  for (const memory of [shelf, stretches]) memory.clear();
  let hasMore = false;
  return {
    get hasMore() {
      return hasMore;
    },
    read: async () => {
      const { trimmedThrough, head, removals } = await versions.bounds();
      if (removals !== known) for (const memory of [shelf, stretches]) memory.clear();
      known = removals;
      if (head <= position) return undefined;
      // Lanes that have not seen what was cut off meanwhile find out by themselves.
      const from = Math.max(position, trimmedThrough);
      const { entries, scannedThrough } = await versions.readLog({ after: from, limit: maxEntries });
      shelf.put(entries);
      position = scannedThrough;
      hasMore = scannedThrough < head;
      return { from, through: scannedThrough, entries };
    },
  };
}
