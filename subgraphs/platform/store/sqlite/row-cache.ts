import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bytesOfVersion } from '../version-bytes.ts';
import type { StoredVersion } from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { integer, storedVersionOf, text, versionColumns } from './rows.ts';

/** A numbered version. Several readers may share the object. */
export type CachedVersion = StoredVersion & { readonly sequence: number };

/** Caches the versions of one log that were read most recently. */
export interface RowCache {
  /**
   * @param row with the columns `sequence` and `hash` of a stored version
   * @returns undefined when another process has removed the version since the row was read
   */
  find(row: SqlRow): CachedVersion | undefined;
}

/**
 * Opens the cache. The content of a version changes only together with its hash, when a more complete view replaces it.
 */
export function createRowCache(reader: Reader, prefix: string): RowCache {
  const versions = sharedCachePool.open<number, CachedVersion>();
  const sql = `SELECT ${versionColumns} FROM ${prefix}_versions v WHERE v.sequence = ?`;
  return {
    find: (row) => {
      const sequence = integer(row, 'sequence');
      const cached = versions.get(sequence);
      if (cached?.contentHash === text(row, 'hash')) return cached;
      const found = reader.get(sql, sequence);
      if (found === undefined) return undefined;
      const version = storedVersionOf(found);
      versions.set(sequence, version, bytesOfVersion(version));
      return version;
    },
  };
}
