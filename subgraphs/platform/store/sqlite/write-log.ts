import { hashOf } from '../content-hash.ts';
import { type Clash, dividedVersion, type LogName, type NewVersion, type VersionKey } from '../version-store.ts';
import type { SqlRow, Writer } from './connection.ts';
import { contentColumnsOf, integer, json, storedVersionOf, text, versionColumnsOf } from './rows.ts';
import { prepareLogStatements } from './schema.ts';

/** Opens the writer of one log inside the store's write transaction. Every call has finished when it returns. */
export function createLogWriter(log: LogName, writer: Writer) {
  const sql = prepareLogStatements(statements, log, writer);

  /** Returns the values of the columns of a version's content, after storing the lines that it shares. */
  const storedContentOf = (version: NewVersion) => {
    const { lines, ...divided } = dividedVersion(log, version);
    const shared = lines === undefined ? null : integer(sql.useLines.get(hashOf(lines), lines), 'id');
    return [...contentColumnsOf(divided), shared];
  };

  const stopSharing = (sequence: number): void => {
    for (const statement of [sql.releaseLines, sql.removeLines]) statement.run(sequence);
  };

  const insertVersion = (version: NewVersion, currentRow: number): number => {
    const { entityId, sortKey, partner, receivedAt, receivedBy, blob } = version;
    const row = sql.insertVersion.get(currentRow, sortKey, entityId, partner, receivedAt, receivedBy, ...storedContentOf(version));
    const sequence = integer(row, 'sequence');
    if (blob !== undefined) sql.putBlob.run(sequence, blob.bytes);
    return sequence;
  };

  const insertEntity = (version: NewVersion) => {
    const { entityId, partner, receivedAt, sortKey, index } = version;
    const id = integer(sql.insertCurrentRow.get(entityId, partner, receivedAt, sortKey, receivedAt, index.date ?? null), 'id');
    sql.addTerms.run(id, JSON.stringify(index.terms));
    return { kind: 'STORED' as const, sequence: insertVersion(version, id), id, firstReceivedAt: receivedAt };
  };

  const updateCurrentRow = (row: SqlRow, { sortKey, receivedAt, index }: NewVersion, sequence: number): void => {
    const id = integer(row, 'id');
    sql.updateCurrentRow.run(sequence, sortKey, receivedAt, index.date ?? null, id);
    const [before, after] = [new Set(json(row, 'terms') as string[]), new Set(index.terms)];
    const added = [...after].filter((term) => !before.has(term));
    const removed = [...before].filter((term) => !after.has(term));
    if (added.length > 0) sql.addTerms.run(id, JSON.stringify(added));
    if (removed.length > 0) sql.removeTerms.run(id, JSON.stringify(removed));
  };

  const findStored = ({ entityId, sortKey }: VersionKey) => {
    const row = sql.findCurrentRow.get(entityId);
    const stored = row && sql.findVersion.get(integer(row, 'id'), sortKey);
    return row && stored && { row, stored, sequence: integer(stored, 'sequence') };
  };

  /** Removes versions of one entity. The current version stays as long as another one does. */
  const removeVersionsOf = (entityId: string, sortKeys: readonly string[]) => {
    const row = sql.findRemovable.get(entityId);
    if (row === undefined) return undefined;
    const [id, current] = [integer(row, 'id'), integer(row, 'sequence')];
    const versions = sortKeys.map((sortKey) => sql.findVersion.get(id, sortKey));
    const sequences = new Set(versions.flatMap((version) => (version === undefined ? [] : [integer(version, 'sequence')])));
    if (sequences.size < integer(sql.countVersions.get(id), 'count')) sequences.delete(current);
    const isLast = sequences.has(current);
    if (isLast) {
      sql.removeCurrentRow.run(id);
      sql.removeTerms.run(id, text(row, 'terms'));
    }
    const counts = { versions: sequences.size, entities: Number(isLast), blobs: 0, clashes: 0 };
    for (const sequence of sequences) {
      counts.blobs += integer(sql.countBlobs.get(sequence), 'count');
      counts.clashes += integer(sql.countClashes.get(sequence), 'count');
      stopSharing(sequence);
      for (const statement of [sql.removeBlob, sql.removeClashes, sql.removeVersion]) statement.run(sequence);
    }
    return { partner: text(row, 'partner'), sequences: [...sequences], counts };
  };

  return {
    /** @returns the outcome; of a stored version, also the row of its entity */
    append: (version: NewVersion) => {
      const row = sql.findCurrentRow.get(version.entityId);
      if (row === undefined) return insertEntity(version);
      const id = integer(row, 'id');
      const isNewest = version.sortKey > text(row, 'sort_key');
      const stored = isNewest ? undefined : sql.findVersion.get(id, version.sortKey);
      if (stored === undefined) {
        const sequence = insertVersion(version, id);
        if (isNewest) updateCurrentRow(row, version, sequence);
        return { kind: 'STORED' as const, sequence, id, firstReceivedAt: text(row, 'first_received_at') };
      }
      if (text(stored, 'hash') === version.contentHash) return { kind: 'REPEATED' as const };
      return { kind: 'CONFLICT' as const, stored: storedVersionOf(stored) };
    },
    complete: (version: NewVersion): void => {
      const found = findStored(version);
      if (found === undefined || integer(found.stored, 'completeness') >= version.completeness) return;
      const { row, sequence } = found;
      const content = storedContentOf(version);
      stopSharing(sequence);
      sql.replaceContent.run(...content, sequence);
      if (version.blob !== undefined) sql.putBlob.run(sequence, version.blob.bytes);
      if (integer(row, 'sequence') === sequence) updateCurrentRow(row, { ...version, receivedAt: text(row, 'received_at') }, sequence);
    },
    addClash: ({ entityId, sortKey, contentHash, receivedAt, receivedBy, document }: Clash): void => {
      const sequence = findStored({ entityId, sortKey })?.sequence;
      if (sequence !== undefined) sql.addClash.run(sequence, contentHash, receivedAt, receivedBy, document);
    },
    /** Trims the log up to the last number received before the instant. */
    trim: (receivedBefore: string): void => sql.trim.run(receivedBefore, log),
    hasVersion: (sequence: number): boolean => sql.hasVersion.get(sequence) !== undefined,
    /** Removes versions. @returns the counts and numbers of each entity */
    remove: (keys: readonly VersionKey[]) => {
      const sortKeys = new Map<string, string[]>();
      for (const { entityId, sortKey } of keys) sortKeys.set(entityId, [...(sortKeys.get(entityId) ?? []), sortKey]);
      const removed = [...sortKeys].flatMap(([entityId, own]) => removeVersionsOf(entityId, own) ?? []);
      if (removed.some(({ sequences }) => sequences.length > 0)) sql.countRemoval.run(log);
      return removed;
    },
  };
}

/** `$` is replaced by the prefix of the log's tables. */
const statements = {
  findCurrentRow: `SELECT c.id, c.sequence, c.sort_key, c.received_at, c.first_received_at, v.search_index -> 'terms' AS terms
    FROM $_current_rows c JOIN $_versions v ON v.sequence = c.sequence WHERE c.entity_id = ?`,
  // The version that is inserted next gets the next number.
  insertCurrentRow: `INSERT INTO $_current_rows (entity_id, partner, first_received_at, sequence, sort_key, received_at, day)
    VALUES (?, ?, ?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = '$_versions'), 0) + 1, ?, ?, ?) RETURNING id`,
  updateCurrentRow: 'UPDATE $_current_rows SET sequence = ?, sort_key = ?, received_at = ?, day = ? WHERE id = ?',
  findVersion: `SELECT ${versionColumnsOf('$')} FROM $_versions v WHERE v.current_row = ? AND v.sort_key = ?`,
  hasVersion: 'SELECT 1 AS found FROM $_versions WHERE sequence = ?',
  insertVersion: `INSERT INTO $_versions (current_row, sort_key, entity_id, partner, received_at, received_by, hash, completeness, search_index, violations, blob, document, shared)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING sequence`,
  replaceContent:
    'UPDATE $_versions SET hash = ?, completeness = ?, search_index = ?, violations = ?, blob = ?, document = ?, shared = ? WHERE sequence = ?',
  useLines: 'INSERT INTO $_lines (uses, hash, lines) VALUES (1, ?, ?) ON CONFLICT (hash) DO UPDATE SET uses = uses + 1 RETURNING id',
  releaseLines: 'UPDATE $_lines SET uses = uses - 1 WHERE id = (SELECT shared FROM $_versions WHERE sequence = ?)',
  removeLines: 'DELETE FROM $_lines WHERE uses = 0 AND id = (SELECT shared FROM $_versions WHERE sequence = ?)',
  putBlob: 'INSERT INTO $_blobs (sequence, bytes) VALUES (?, ?) ON CONFLICT (sequence) DO UPDATE SET bytes = excluded.bytes',
  addTerms: 'INSERT OR IGNORE INTO $_terms (term, current_row) SELECT t.value, ?1 FROM json_each(?2) t',
  removeTerms: 'DELETE FROM $_terms WHERE current_row = ? AND term IN (SELECT value FROM json_each(?))',
  trim: 'UPDATE log_bounds SET trimmed_through = max(trimmed_through, coalesce((SELECT sequence FROM $_versions WHERE sequence > trimmed_through AND received_at < ? ORDER BY sequence DESC LIMIT 1), 0)) WHERE log = ?',
  addClash: 'INSERT OR IGNORE INTO $_clashes (sequence, hash, received_at, received_by, document) VALUES (?, ?, ?, ?, ?)',
  findRemovable: `SELECT c.id, c.sequence, c.partner, v.search_index -> 'terms' AS terms
    FROM $_current_rows c JOIN $_versions v ON v.sequence = c.sequence WHERE c.entity_id = ?`,
  countVersions: 'SELECT count(*) AS count FROM $_versions WHERE current_row = ?',
  countBlobs: 'SELECT count(*) AS count FROM $_blobs WHERE sequence = ?',
  countClashes: 'SELECT count(*) AS count FROM $_clashes WHERE sequence = ?',
  countRemoval: 'UPDATE log_bounds SET removals = removals + 1 WHERE log = ?',
  removeVersion: 'DELETE FROM $_versions WHERE sequence = ?',
  removeBlob: 'DELETE FROM $_blobs WHERE sequence = ?',
  removeClashes: 'DELETE FROM $_clashes WHERE sequence = ?',
  removeCurrentRow: 'DELETE FROM $_current_rows WHERE id = ?',
};
