import { createHash } from 'node:crypto';
import type { CursorCache } from '#platform/cache/cursor-cache.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Answer } from '../model.ts';
import { type Answers, snapshotMs } from './answers.ts';

/** The answers with the rows of a connection. A cursor names a snapshot, so later answers do not move its rows. */
export interface Snapshot {
  /** The same for equal answers, so that equal rows have equal cursors. */
  readonly id: string;
  /** In the order of their rows. */
  readonly answers: readonly Answer[];
}

/** Snapshots, stored for {@link snapshotMs}. */
export interface Snapshots {
  store(answers: readonly Answer[]): Promise<Snapshot>;
  /** Returns a snapshot. @throws {LandfallError} CURSOR_EXPIRED when any of its answers has expired */
  get(id: string): Promise<Snapshot>;
}

/** Creates the snapshots, in the cache that also stores their answers. */
export function createSnapshots(cache: CursorCache, answers: Answers): Snapshots {
  return {
    store: async (kept) => {
      const ids = kept.map(({ id }) => id);
      const id = createHash('sha256').update(ids.join()).digest('base64url').slice(0, 22);
      await cache.put(`schedules-snapshot:${id}`, ids, snapshotMs);
      return { id, answers: kept };
    },
    get: async (id) => {
      const ids = (await cache.find(`schedules-snapshot:${id}`)) as readonly string[] | undefined;
      const found = await Promise.all((ids ?? []).map(answers.find));
      const kept = found.filter((answer) => answer !== undefined);
      if (ids === undefined || kept.length < ids.length) {
        const interruption = cache.interruption?.(snapshotMs);
        const why = interruption === undefined ? '' : ` here: ${interruption}, so only the process that created the page may have them`;
        throw new LandfallError('CURSOR_EXPIRED', `The answers of this cursor are not stored${why}. Start again from the first page.`);
      }
      return { id, answers: kept };
    },
  };
}
