import type { Caller } from '../../access/entitlement.ts';
import { visibilityOf } from '../../access/visibility.ts';
import { alwaysReread } from '../../cache/memory-bounds.ts';
import type { LogName, VersionStore } from '../../store/version-store.ts';
import { entryOf, type QueueEntry } from './queue-state.ts';
import type { VersionCache } from './version-cache.ts';

/** A version as lanes keep it until they take it, and whose it is. */
export interface RangeEntry extends QueueEntry {
  readonly partner: string;
}

/** What a caller may see of a stretch of the log. */
export interface EntryRange {
  readonly entries: readonly RangeEntry[];
  /** The last number that was looked at. */
  readonly through: number;
}

/** Reads stretches of a log for lanes that are behind. Those with the same rights that come along one after the other share them. */
export interface LogStretches {
  read(caller: Caller, after: number): Promise<EntryRange>;
  /** Forgets all of it, because some of it was removed. */
  clear(): void;
}

/** Versions of one stretch. */
export const rangeSize = 200;
/** What one entry of a stretch takes. */
const entryBytes = 250;

/** Remembers nothing yet. */
export function createLogStretches(
  log: LogName,
  { versions, shelf }: { readonly versions: Pick<VersionStore, 'readLog'>; readonly shelf: Pick<VersionCache, 'put'> },
): LogStretches {
  const remembered = alwaysReread.open<string, EntryRange>();
  return {
    read: async (caller, after) => {
      const name = `${after} ${caller.key}`;
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const { filter } = visibilityOf(log, caller.entitlement);
      const { entries, scannedThrough } = await versions.readLog({ after, limit: rangeSize, filter });
      shelf.put(entries);
      const stretch = {
        entries: entries.map((version) => ({ ...entryOf(version), partner: version.partner })),
        through: scannedThrough,
      };
      // One that is not full may be longer the next time.
      if (entries.length === rangeSize) remembered.set(name, stretch, rangeSize * entryBytes);
      return stretch;
    },
    clear: remembered.clear,
  };
}
