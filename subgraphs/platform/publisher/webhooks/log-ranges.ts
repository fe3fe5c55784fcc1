import { sharedCachePool } from '../../cache/memory-bounds.ts';
import type { LogName, VersionStore } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';
import { deliverableFilter } from './deliverable.ts';
import { entryOf, type QueueEntry } from './queue-state.ts';
import type { VersionCache } from './version-cache.ts';

/** An entry with the partner that sent its version. */
export interface RangeEntry extends QueueEntry {
  readonly partner: string;
}

/** The part of a log range that a recipient is sent. */
export interface EntryRange {
  readonly entries: readonly RangeEntry[];
  readonly scannedThrough: number;
}

/**
 * Reads ranges of a log for queues that lag behind. Queues with the same rights and the same selection share them when
 * they read one after the other.
 */
export interface LogRanges {
  read(recipient: Pick<Recipient, 'caller' | 'wantedOf'>, after: number): Promise<EntryRange>;
  /** Drops all ranges, because versions were removed. */
  clear(): void;
}

/** Maximum number of versions in one range. */
export const rangeSize = 200;
/** Estimated size of an entry in memory. */
const entryBytes = 250;

export function createLogRanges(
  log: LogName,
  { versions, versionCache }: { readonly versions: Pick<VersionStore, 'readLog'>; readonly versionCache: Pick<VersionCache, 'put'> },
): LogRanges {
  const ranges = sharedCachePool.open<string, EntryRange>();
  return {
    read: async (recipient, after) => {
      const wanted = recipient.wantedOf?.(log) ?? [];
      const key = `${after} ${recipient.caller.key}${wanted.length === 0 ? '' : JSON.stringify(wanted)}`;
      const cached = ranges.get(key);
      if (cached !== undefined) return cached;
      const filter = deliverableFilter(log, recipient);
      const { entries, scannedThrough } = await versions.readLog({ after, limit: rangeSize, filter });
      versionCache.put(entries);
      const range = { entries: entries.map((version) => ({ ...entryOf(log, version), partner: version.partner })), scannedThrough };
      // A range that is not full may have more entries at the next read.
      if (entries.length === rangeSize) ranges.set(key, range, rangeSize * entryBytes);
      return range;
    },
    clear: ranges.clear,
  };
}
