import type { Caller } from '../../access/entitlement.ts';
import { visibilityOf } from '../../access/visibility.ts';
import { readAgain } from '../../cache/memory-bounds.ts';
import type { LogName, VersionStore } from '../../store/version-store.ts';
import { entryOf, type LaneEntry } from './queue-state.ts';
import type { VersionShelf } from './version-cache.ts';

/** A version as lanes keep it until they take it, and whose it is. */
export interface StretchEntry extends LaneEntry {
  readonly partner: string;
}

/** What a caller may see of a stretch of the log. */
export interface EntryStretch {
  readonly entries: readonly StretchEntry[];
  /** The last number that was looked at. */
  readonly through: number;
}

/** Reads stretches of a log for lanes that are behind. Those with the same rights that come along one after the other share them. */
export interface LogStretches {
  read(caller: Caller, after: number): Promise<EntryStretch>;
  /** Forgets all of it, because some of it was removed. */
  clear(): void;
}

/** Versions of one stretch. */
export const stretchSize = 200;
/** What one entry of a stretch takes. */
const entryBytes = 250;

/** Remembers nothing yet. */
export function createLogStretches(
  log: LogName,
  { versions, shelf }: { readonly versions: Pick<VersionStore, 'readLog'>; readonly shelf: Pick<VersionShelf, 'put'> },
): LogStretches {
  const remembered = readAgain.open<string, EntryStretch>();
  return {
    read: async (caller, after) => {
      const name = `${after} ${caller.key}`;
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const { filter } = visibilityOf(log, caller.entitlement);
      const { entries, through } = await versions.readLog({ after, limit: stretchSize, filter });
      shelf.put(entries);
      const stretch = {
        entries: entries.map((version) => ({ ...entryOf(version), partner: version.partner })),
        through,
      };
      // One that is not full may be longer the next time.
      if (entries.length === stretchSize) remembered.set(name, stretch, stretchSize * entryBytes);
      return stretch;
    },
    clear: remembered.clear,
  };
}
