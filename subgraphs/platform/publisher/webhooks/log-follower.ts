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
  readonly versions: Pick<VersionStore, 'extent' | 'readLog'>;
  readonly shelf: Pick<VersionCache, 'put' | 'clear'>;
  readonly stretches: Pick<LogStretches, 'clear'>;
}): Promise<LogFollower> {
  const { versions, shelf, stretches } = parts;
  let { head: position, removals: known } = await versions.extent();
  // While another process sent, something may have been removed.
  for (const memory of [shelf, stretches]) memory.clear();
  let hasMore = false;
  return {
    get hasMore() {
      return hasMore;
    },
    read: async () => {
      const { floor, head, removals } = await versions.extent();
      if (removals !== known) for (const memory of [shelf, stretches]) memory.clear();
      known = removals;
      if (head <= position) return undefined;
      // Lanes that have not seen what was cut off meanwhile find out by themselves.
      const from = Math.max(position, floor);
      const { entries, through } = await versions.readLog({ after: from, limit: maxEntries });
      shelf.put(entries);
      position = through;
      hasMore = through < head;
      return { from, through, entries };
    },
  };
}
