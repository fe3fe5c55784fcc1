import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bytesOfVersion } from '../version-bytes.ts';
import type { StoredVersion } from '../version-store.ts';
import type { Reader } from './connection.ts';
import { integer, storedVersionOf, text, versionColumns } from './rows.ts';

/** A numbered version. Several readers may share the object. */
export type CachedVersion = StoredVersion & { readonly sequence: number };

/** A version with what never changes in the row of its entity. */
export interface CachedRow {
  readonly version: CachedVersion;
  /** Id of the entity's row. */
  readonly id: number;
  readonly firstReceivedAt: string;
}

/** Caches the versions of one log that were read most recently. */
export interface RowCache {
  /**
   * @param completeness the completeness of the version, as read just before
   * @returns undefined when another process has removed the version since then
   */
  find(sequence: number, completeness: number): CachedRow | undefined;
}

/**
 * Opens the cache. A number never belongs to another version, and the content of a version changes only when a more
 * complete view replaces it.
 */
export function createRowCache(reader: Reader, prefix: string): RowCache {
  const rows = sharedCachePool.open<number, CachedRow>();
  const sql = `SELECT ${versionColumns}, c.id, c.first_received_at FROM ${prefix}_versions v
    JOIN ${prefix}_current_rows c ON c.id = v.current_row WHERE v.sequence = ?`;
  return {
    find: (sequence, completeness) => {
      const cached = rows.get(sequence);
      if (cached?.version.completeness === completeness) return cached;
      const found = reader.get(sql, sequence);
      if (found === undefined) return undefined;
      const version = storedVersionOf(found);
      const row = { version, id: integer(found, 'id'), firstReceivedAt: text(found, 'first_received_at') };
      rows.set(sequence, row, bytesOfVersion(version));
      return row;
    },
  };
}
