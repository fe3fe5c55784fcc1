import { createHash } from 'node:crypto';
import type { CursorCache } from '#platform/cache/cursor-cache.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Answer } from '../model.ts';
import { type Answers, snapshotMs } from './answers.ts';

/** The answers that the rows of a connection come from. A cursor names one, so what is learnt later moves no row. */
export interface Snapshot {
  /** The same for the same answers, so the same rows have the same cursors. */
  readonly id: string;
  /** In the order of their rows. */
  readonly answers: readonly Answer[];
}

/** Snapshots, kept for {@link snapshotMs}. */
export interface Snapshots {
  keep(answers: readonly Answer[]): Promise<Snapshot>;
  /** @throws {LandfallError} CURSOR_EXPIRED when any part of it is gone: never a part of the rows */
  get(id: string): Promise<Snapshot>;
}

/** Opens the snapshots over the cache that also keeps their answers. */
export function createSnapshots(cache: CursorCache, answers: Answers): Snapshots {
  return {
    keep: async (held) => {
      const ids = held.map(({ id }) => id);
      const id = createHash('sha256').update(ids.join()).digest('base64url').slice(0, 22);
      await cache.put(`schedules-snapshot:${id}`, ids, snapshotMs);
      return { id, answers: held };
    },
    get: async (id) => {
      const ids = (await cache.find(`schedules-snapshot:${id}`)) as readonly string[] | undefined;
      const found = await Promise.all((ids ?? []).map(answers.find));
      const held = found.filter((answer) => answer !== undefined);
      if (ids === undefined || held.length < ids.length) {
        throw new LandfallError('CURSOR_EXPIRED', 'The answers of this cursor are no longer stored.');
      }
      return { id, answers: held };
    },
  };
}
