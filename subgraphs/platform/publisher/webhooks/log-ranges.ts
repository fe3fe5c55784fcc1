import type { Caller } from '../../access/entitlement.ts';
import { visibilityOf } from '../../access/visibility.ts';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import type { LogName, VersionStore } from '../../store/version-store.ts';
import { entryOf, type QueueEntry } from './queue-state.ts';
import type { VersionCache } from './version-cache.ts';

/** An entry with the partner that it comes from. */
export interface RangeEntry extends QueueEntry {
  readonly partner: string;
}

/** The part of a log range that a caller may see. */
export interface EntryRange {
  readonly entries: readonly RangeEntry[];
  readonly scannedThrough: number;
}

/** Reads ranges of a log for queues that lag. Queues with the same rights that read one after the other share them. */
export interface LogRanges {
  read(caller: Caller, after: number): Promise<EntryRange>;
  /** Drops all ranges, because versions were removed. */
  clear(): void;
}

/** Versions of one range. */
export const rangeSize = 200;
/** Estimated size of an entry in memory. */
const entryBytes = 250;

export function createLogRanges(
  log: LogName,
  { versions, versionCache }: { readonly versions: Pick<VersionStore, 'readLog'>; readonly versionCache: Pick<VersionCache, 'put'> },
): LogRanges {
  const ranges = sharedCachePool.open<string, EntryRange>();
  return {
    read: async (caller, after) => {
      const key = `${after} ${caller.key}`;
      const cached = ranges.get(key);
      if (cached !== undefined) return cached;
      const { filter } = visibilityOf(log, caller.entitlement);
      const { entries, scannedThrough } = await versions.readLog({ after, limit: rangeSize, filter });
      versionCache.put(entries);
      const range = { entries: entries.map((version) => ({ ...entryOf(version), partner: version.partner })), scannedThrough };
      // A range that is not full may have more entries at the next read.
      if (entries.length === rangeSize) ranges.set(key, range, rangeSize * entryBytes);
      return range;
    },
    clear: ranges.clear,
  };
}
