import { alwaysReread } from '../../cache/memory-bounds.ts';
import { bytesOfVersion } from '../version-bytes.ts';
import type { StoredVersion } from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { integer, storedVersionOf, text, versionColumns } from './rows.ts';

/** A version that has its number, as it may be given to several. */
export type CachedVersion = StoredVersion & { readonly sequence: number };

/** Versions of one log that were read lately. */
export interface RowCache {
  /**
   * @param row with the columns `sequence` and `hash` of a version that is there
   * @returns undefined when another process has removed it since the row was read
   */
  find(row: SqlRow): CachedVersion | undefined;
}

/** Opens the cache. A version's content changes only together with its hash, when a fuller view completes it. */
export function createRowCache(reader: Reader, prefix: string): RowCache {
  const versions = alwaysReread.open<number, CachedVersion>();
  const sql = `SELECT ${versionColumns} FROM ${prefix}_versions v WHERE v.sequence = ?`;
  return {
    find: (row) => {
      const sequence = integer(row, 'sequence');
      const held = versions.get(sequence);
      if (held?.contentHash === text(row, 'hash')) return held;
      const found = reader.get(sql, sequence);
      if (found === undefined) return undefined;
      const version = storedVersionOf(found);
      versions.set(sequence, version, bytesOfVersion(version));
      return version;
    },
  };
}
