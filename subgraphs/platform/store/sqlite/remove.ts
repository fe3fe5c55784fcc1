import type { RemovedKind } from '../removal-store.ts';
import type { LogName, VersionKey } from '../version-store.ts';
import type { Statement, Writer } from './connection.ts';
import { integer, json, text } from './rows.ts';
import { prepareLogStatements } from './schema.ts';

/** Removes data inside the store's write transaction and counts it in the record of the removal. */
export interface Remover {
  versions(removal: string, log: LogName, keys: readonly VersionKey[]): number;
  deadLetters(removal: string, ids: readonly number[]): number;
  deliveryDeadLetters(removal: string, ids: readonly string[]): number;
}

/** Opens the remover. The transaction's index entries have to be written before it is used. */
export function createRemover(writer: Writer, logs: readonly LogName[]): Remover {
  const statementsByLog = new Map(logs.map((log) => [log, prepareLogStatements(statements, log, writer)]));
  const sql = {
    count: writer.prepare(
      'INSERT INTO removed (removal, log, partner, kind, count) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    ),
    countRemoval: writer.prepare('UPDATE log_bounds SET removals = removals + 1 WHERE log = ?'),
    findDeadLetter: writer.prepare('SELECT log, partner FROM dead_letters WHERE id = ?'),
    removeDeadLetter: writer.prepare('DELETE FROM dead_letters WHERE id = ?'),
    findDeadLettersOfVersions: writer.prepare(
      'SELECT json_group_array(id) AS ids FROM delivery_dead_letters WHERE log = ? AND sequence IN (SELECT value FROM json_each(?))',
    ),
    findDeliveryDeadLetter: writer.prepare('SELECT log, subscriber AS partner FROM delivery_dead_letters WHERE id = ?'),
    removeDeliveryDeadLetter: writer.prepare('DELETE FROM delivery_dead_letters WHERE id = ?'),
  };
  const receivedDeadLetters = { kind: 'deadLetters', find: sql.findDeadLetter, remove: sql.removeDeadLetter } as const;
  const deliveryDeadLetters = {
    kind: 'deliveryDeadLetters',
    find: sql.findDeliveryDeadLetter,
    remove: sql.removeDeliveryDeadLetter,
  } as const;

  const removeDeadLetters = <Id extends number | string>(
    removal: string,
    ids: readonly Id[],
    { kind, find, remove }: { readonly kind: RemovedKind; readonly find: Statement; readonly remove: Statement },
  ): number => {
    let count = 0;
    for (const id of ids) {
      const row = find.get(id);
      if (row === undefined) continue;
      remove.run(id);
      sql.count.run(removal, text(row, 'log'), text(row, 'partner'), kind, 1);
      count += 1;
    }
    return count;
  };

  return {
    versions: (removal, log, keys) => {
      const statementsOfLog = statementsByLog.get(log);
      if (statementsOfLog === undefined) throw new Error(`there is no log named ${log}`);
      const sequences: number[] = [];
      for (const [entityId, sortKeys] of sortKeysByEntity(keys)) {
        const removed = removeVersionsOf(statementsOfLog, entityId, sortKeys);
        if (removed === undefined) continue;
        const { partner, counts } = removed;
        for (const [kind, count] of Object.entries(counts)) if (count > 0) sql.count.run(removal, log, partner, kind, count);
        sequences.push(...removed.sequences);
      }
      if (sequences.length === 0) return 0;
      const ids = json(sql.findDeadLettersOfVersions.get(log, JSON.stringify(sequences)) ?? {}, 'ids') as string[];
      removeDeadLetters(removal, ids, deliveryDeadLetters);
      sql.countRemoval.run(log);
      return sequences.length;
    },
    deadLetters: (removal, ids) => removeDeadLetters(removal, ids, receivedDeadLetters),
    deliveryDeadLetters: (removal, ids) => removeDeadLetters(removal, ids, deliveryDeadLetters),
  };
}

interface RemovedVersions {
  readonly partner: string;
  readonly sequences: readonly number[];
  readonly counts: Readonly<Record<Exclude<RemovedKind, 'deadLetters' | 'deliveryDeadLetters'>, number>>;
}

function removeVersionsOf(sql: LogStatements, entityId: string, sortKeys: readonly string[]): RemovedVersions | undefined {
  const row = sql.findCurrentRow.get(entityId);
  if (row === undefined) return undefined;
  const [id, current] = [integer(row, 'id'), integer(row, 'sequence')];
  const sequences = new Set(
    sortKeys.flatMap((sortKey) => {
      const version = sql.findVersion.get(id, sortKey);
      return version === undefined ? [] : [integer(version, 'sequence')];
    }),
  );
  // The current version stays as long as another one does.
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
    for (const statement of [sql.removeBlob, sql.removeClashes, sql.removeVersion]) statement.run(sequence);
  }
  return { partner: text(row, 'partner'), sequences: [...sequences], counts };
}

type LogStatements = Record<keyof typeof statements, Statement>;

/** `$` is replaced by the prefix of the log's tables. */
const statements = {
  findCurrentRow:
    'SELECT c.id, c.sequence, c.terms, v.partner FROM $_current_rows c JOIN $_versions v ON v.sequence = c.sequence WHERE c.entity_id = ?',
  findVersion: 'SELECT sequence FROM $_versions WHERE current_row = ? AND sort_key = ?',
  countVersions: 'SELECT count(*) AS count FROM $_versions WHERE current_row = ?',
  countBlobs: 'SELECT count(*) AS count FROM $_blobs WHERE sequence = ?',
  countClashes: 'SELECT count(*) AS count FROM $_clashes WHERE sequence = ?',
  removeVersion: 'DELETE FROM $_versions WHERE sequence = ?',
  removeBlob: 'DELETE FROM $_blobs WHERE sequence = ?',
  removeClashes: 'DELETE FROM $_clashes WHERE sequence = ?',
  removeCurrentRow: 'DELETE FROM $_current_rows WHERE id = ?',
  removeTerms: 'DELETE FROM $_terms WHERE current_row = ? AND term IN (SELECT value FROM json_each(?))',
};

function sortKeysByEntity(keys: readonly VersionKey[]): ReadonlyMap<string, readonly string[]> {
  const sortKeys = new Map<string, string[]>();
  for (const { entityId, sortKey } of keys) sortKeys.set(entityId, [...(sortKeys.get(entityId) ?? []), sortKey]);
  return sortKeys;
}
