import type { RemovedKind } from '../removal-store.ts';
import type { LogName, VersionKey } from '../version-store.ts';
import type { SqlRow, Statement, Writer } from './connection.ts';
import { integer, json, text } from './rows.ts';
import { tablePrefix } from './schema.ts';

/** Removes from the store inside its write transaction, and counts what goes in the trace. */
export interface Remover {
  versions(removal: string, log: LogName, keys: readonly VersionKey[]): number;
  deadLetters(removal: string, ids: readonly number[]): number;
  deliveryDeadLetters(removal: string, ids: readonly string[]): number;
}

/** Opens the removing half of the writing thread. Index entries of the transaction so far have to be written. */
export function createRemover(writer: Writer, logs: readonly LogName[]): Remover {
  const ofLogs = new Map(logs.map((log) => [log, prepareAll(log, writer)]));
  const sql = {
    count: writer.prepare(
      'INSERT INTO removed (removal, log, partner, kind, count) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    ),
    noteRemoval: writer.prepare('UPDATE log_bounds SET removals = removals + 1 WHERE log = ?'),
    findLetter: writer.prepare('SELECT log, partner FROM dead_letters WHERE id = ?'),
    removeLetter: writer.prepare('DELETE FROM dead_letters WHERE id = ?'),
    findLettersOf: writer.prepare(
      'SELECT json_group_array(id) AS ids FROM delivery_dead_letters WHERE log = ? AND sequence IN (SELECT value FROM json_each(?))',
    ),
    findDeliveryLetter: writer.prepare('SELECT log, subscriber AS partner FROM delivery_dead_letters WHERE id = ?'),
    removeDeliveryLetter: writer.prepare('DELETE FROM delivery_dead_letters WHERE id = ?'),
  };

  const removeOfThing = (of: LogStatements, entityId: string, orders: readonly string[]): Removed | undefined => {
    const head = of.findHead.get(entityId);
    if (head === undefined) return undefined;
    const [id, current] = [integer(head, 'id'), integer(head, 'sequence')];
    const named = new Set(orders.flatMap((order) => numberIn(of.findVersion.get(id, order))));
    if (named.size < integer(of.countVersions.get(id), 'count')) named.delete(current);
    else of.removeHead.run(id);
    const counts = { versions: named.size, entities: Number(named.has(current)), blobs: 0, clashes: 0 };
    if (named.has(current)) of.removeTerms.run(id, text(head, 'terms'));
    for (const number of named) {
      counts.blobs += integer(of.countBlobs.get(number), 'count');
      counts.clashes += integer(of.countClashes.get(number), 'count');
      for (const statement of [of.removeBlob, of.removeClashes, of.removeVersion]) statement.run(number);
    }
    return { partner: text(head, 'partner'), numbers: [...named], counts };
  };

  const removeLetters = <Id extends number | string>(
    removal: string,
    ids: readonly Id[],
    of: { readonly kind: RemovedKind; readonly find: Statement; readonly remove: Statement },
  ): number => {
    let count = 0;
    for (const id of ids) {
      const row = of.find.get(id);
      if (row === undefined) continue;
      of.remove.run(id);
      sql.count.run(removal, text(row, 'log'), text(row, 'partner'), of.kind, 1);
      count += 1;
    }
    return count;
  };
  const ofDeliveries = { kind: 'deliveryDeadLetters', find: sql.findDeliveryLetter, remove: sql.removeDeliveryLetter } as const;

  return {
    versions: (removal, log, keys) => {
      const of = ofLogs.get(log);
      if (of === undefined) throw new Error(`there is no log named ${log}`);
      const numbers: number[] = [];
      for (const [entityId, orders] of ordersByThing(keys)) {
        const removed = removeOfThing(of, entityId, orders);
        if (removed === undefined) continue;
        const { partner, counts } = removed;
        for (const [kind, count] of Object.entries(counts)) if (count > 0) sql.count.run(removal, log, partner, kind, count);
        numbers.push(...removed.numbers);
      }
      if (numbers.length === 0) return 0;
      const letters = json(sql.findLettersOf.get(log, JSON.stringify(numbers)) ?? {}, 'ids') as string[];
      removeLetters(removal, letters, ofDeliveries);
      sql.noteRemoval.run(log);
      return numbers.length;
    },
    deadLetters: (removal, ids) => removeLetters(removal, ids, { kind: 'deadLetters', find: sql.findLetter, remove: sql.removeLetter }),
    deliveryDeadLetters: (removal, ids) => removeLetters(removal, ids, ofDeliveries),
  };
}

interface Removed {
  readonly partner: string;
  /** Numbers of the versions. */
  readonly numbers: readonly number[];
  readonly counts: Readonly<Record<Exclude<RemovedKind, 'deadLetters' | 'deliveryDeadLetters'>, number>>;
}

type LogStatements = Record<keyof typeof statements, Statement>;

/** `$` stands for the prefix of the log's tables. */
const statements = {
  findHead:
    'SELECT h.id, h.sequence, h.terms, v.partner FROM $_current_rows h JOIN $_versions v ON v.sequence = h.sequence WHERE h.entity_id = ?',
  findVersion: 'SELECT sequence FROM $_versions WHERE current_row = ? AND sort_key = ?',
  countVersions: 'SELECT count(*) AS count FROM $_versions WHERE current_row = ?',
  countBlobs: 'SELECT count(*) AS count FROM $_blobs WHERE sequence = ?',
  countClashes: 'SELECT count(*) AS count FROM $_clashes WHERE sequence = ?',
  removeVersion: 'DELETE FROM $_versions WHERE sequence = ?',
  removeBlob: 'DELETE FROM $_blobs WHERE sequence = ?',
  removeClashes: 'DELETE FROM $_clashes WHERE sequence = ?',
  removeHead: 'DELETE FROM $_current_rows WHERE id = ?',
  removeTerms: 'DELETE FROM $_terms WHERE current_row = ? AND term IN (SELECT value FROM json_each(?))',
};

function prepareAll(log: LogName, writer: Writer): LogStatements {
  const prepared = Object.entries(statements).map(([name, sql]) => [name, writer.prepare(sql.replaceAll('$', tablePrefix(log)))] as const);
  return Object.fromEntries(prepared) as LogStatements;
}

function numberIn(row: SqlRow | undefined): number[] {
  return row === undefined ? [] : [integer(row, 'sequence')];
}

function ordersByThing(keys: readonly VersionKey[]): ReadonlyMap<string, readonly string[]> {
  const orders = new Map<string, string[]>();
  for (const { entityId, sortKey } of keys) orders.set(entityId, [...(orders.get(entityId) ?? []), sortKey]);
  return orders;
}
