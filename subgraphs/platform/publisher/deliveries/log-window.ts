import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bytesOfVersion, type LogRange, type VersionStore } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import type { NumberedVersion } from './message.ts';

/** The log of a deliverer. A version for many subscribers is read once, whatever their rights. */
export type LogWindow = ReturnType<typeof createLogWindow>;

/** Maximum number of versions in one range. */
const rangeSize = 200;
/** After this time a version is read again, because a more complete view of it may have been stored. */
const maxAgeMs = 10_000;

/** Opens a log whose bounds are unknown until they are read for the first time. */
export function createLogWindow(versions: Pick<VersionStore, 'bounds' | 'readLog' | 'findNumbered'>, clock: Clock) {
  const cache = sharedCachePool.open<number, { readonly version: NumberedVersion; readonly until: number }>();
  /** Reads in progress by their first number: queues that wait for the same versions share one. */
  const reading = new Map<number, Promise<LogRange>>();
  let bounds = { trimmedThrough: 0, head: 0, removals: Number.NaN };

  const cached = (sequence: number): NumberedVersion | undefined => {
    const entry = cache.get(sequence);
    return entry === undefined || entry.until <= clock.now() ? undefined : entry.version;
  };
  const put = (found: readonly NumberedVersion[]) => {
    const until = clock.now() + maxAgeMs;
    for (const version of found) cache.set(version.sequence, { version, until }, bytesOfVersion(version));
  };
  return {
    /** The numbers through which the log is trimmed, and through which it was written, as last read. */
    get bounds() {
      return bounds;
    },
    /** Reads the bounds. @returns whether versions were appended */
    refresh: async (): Promise<boolean> => {
      const before = bounds;
      bounds = await versions.bounds();
      // Cached versions may have been removed.
      if (bounds.removals !== before.removals) cache.clear();
      return bounds.head > before.head;
    },
    /** Reads the versions that follow a number. */
    read: (after: number): Promise<LogRange> => {
      const known: NumberedVersion[] = [];
      for (let next = cached(after + 1); next !== undefined && known.length < rangeSize; next = cached(next.sequence + 1)) known.push(next);
      const last = known.at(-1);
      if (last !== undefined) return Promise.resolve({ entries: known, scannedThrough: last.sequence });
      const current = reading.get(after);
      if (current !== undefined) return current;
      const read = versions.readLog({ after, limit: rangeSize }).finally(() => reading.delete(after));
      const range = read.then((found) => {
        put(found.entries);
        return found;
      });
      reading.set(after, range);
      return range;
    },
    /** Returns versions in the order of their numbers; removed ones are left out. */
    find: async (sequences: readonly number[]): Promise<readonly NumberedVersion[]> => {
      const found = sequences.map(cached);
      const missing = sequences.filter((_, index) => found[index] === undefined);
      if (missing.length > 0) {
        const read = new Map((await versions.findNumbered(missing)).map((version, index) => [missing[index], version]));
        put([...read.values()].filter((version) => version !== undefined));
        for (const [index, sequence] of sequences.entries()) found[index] ??= read.get(sequence);
      }
      return found.filter((version) => version !== undefined);
    },
  };
}
