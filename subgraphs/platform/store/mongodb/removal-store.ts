import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { Removal, RemovalStore, RemovedCount } from '../removal-store.ts';
import type { LogName } from '../version-store.ts';
import { committed, type MongoDatabase, type MongoLog, openCollection } from './collections.ts';
import { type DeadLetterRow, deadLetterCollection } from './dead-letter-store.ts';
import { type DeliveryDeadLetterRow, deliveryDeadLetterCollection } from './delivery-store.ts';
import type { MongoCall } from './failure.ts';
import { type PartRow, partsBetween } from './parts.ts';
import { type PendingVersions, removePending, selectPending } from './remove.ts';

export const removalCollection = 'removals';
export const stepCollection = 'removals.steps';

interface RemovalRow extends Omit<Removal, 'id' | 'removed'> {
  readonly _id: string;
}

/** One step of a removal: its counts and, until it is executed, what it removes. */
interface StepRow {
  readonly _id: string;
  readonly removal: string;
  readonly counts: readonly RemovedCount[];
  readonly pending?:
    | ({ readonly log: LogName } & PendingVersions)
    | { readonly deadLetters: readonly string[] }
    | { readonly deliveryDeadLetters: readonly string[] };
}

/**
 * Opens the MongoDB {@link RemovalStore}. Each step is stored before it is executed, and the next removal executes the
 * steps that a dead process has left. A transaction is no alternative: that of a dead process would block pushes until
 * MongoDB aborts it, a minute later. The files and the oplog of the servers keep the removed bytes until they are
 * overwritten.
 */
export function createMongoRemovals(
  { db, call }: { readonly db: MongoDatabase; readonly call: MongoCall },
  logOf: (name: LogName) => MongoLog,
): RemovalStore {
  const removals = openCollection<RemovalRow>(db, removalCollection);
  const steps = openCollection<StepRow>(db, stepCollection);
  const deadLetters = openCollection<DeadLetterRow>(db, deadLetterCollection);
  const deliveryDeadLetters = openCollection<DeliveryDeadLetterRow>(db, deliveryDeadLetterCollection);
  const deadLetterParts = openCollection<PartRow>(db, `${deadLetterCollection}.parts`);

  const execute = async ({ _id, pending }: Pick<StepRow, '_id' | 'pending'>): Promise<void> => {
    if (pending === undefined) return;
    if ('log' in pending) {
      await removePending(logOf(pending.log), pending);
      // After the versions, so that a deliverer that adds a dead letter later finds its versions removed.
      await deliveryDeadLetters.deleteMany(deadLettersAbout(pending.log, pending.rows));
    } else if ('deliveryDeadLetters' in pending) {
      await deliveryDeadLetters.deleteMany({ _id: { $in: [...pending.deliveryDeadLetters] } });
    } else {
      for (const id of pending.deadLetters) await deadLetterParts.deleteMany(partsBetween(id, `${id}\u0000`));
      await deadLetters.deleteMany({ _id: { $in: [...pending.deadLetters] } });
    }
    await steps.updateOne({ _id }, { $unset: { pending: 1 } });
  };
  const run = async (removal: string, counts: readonly RemovedCount[], pending: StepRow['pending'] & object): Promise<void> => {
    const step = { _id: randomUUID(), removal, counts, pending };
    await steps.insertOne(step);
    await execute(step);
  };
  const countDeadLetters = async (wanted: Filter<DeliveryDeadLetterRow>): Promise<RemovedCount[]> => {
    const rows = await deliveryDeadLetters.find(wanted, { ...committed, projection: { log: 1, subscriber: 1 } }).toArray();
    return rows.map(({ log, subscriber: partner }) => ({ log, partner, kind: 'deliveryDeadLetters', count: 1 }));
  };
  const recordOf = async ({ _id: id, ...row }: RemovalRow): Promise<Removal> => {
    const summed = { _id: { log: '$counts.log', partner: '$counts.partner', kind: '$counts.kind' }, count: { $sum: '$counts.count' } };
    const stages = [{ $match: { removal: id } }, { $unwind: '$counts' }, { $group: summed }, { $sort: { _id: 1 } }];
    const removed = await steps.aggregate<{ _id: Omit<RemovedCount, 'count'>; count: number }>(stages).toArray();
    return { id, ...row, removed: removed.map(({ _id, count }) => ({ ..._id, count })) };
  };

  return {
    resume: async () => {
      const unfinished = await call(() => steps.find({ pending: { $exists: true } }, committed).toArray());
      for (const step of unfinished) await call(() => execute(step));
    },
    begin: ({ id, startedAt, reason, by }) =>
      call(async () => {
        await removals.insertOne({ _id: id, startedAt, reason, ...(by === undefined ? {} : { by }) });
      }),
    removeVersions: (id, log, keys) =>
      call(async () => {
        const selected = await selectPending(logOf(log), keys);
        if (selected === undefined) return 0;
        const deadLetterCounts = await countDeadLetters(deadLettersAbout(log, selected.pending.rows));
        await run(id, [...selected.counts, ...deadLetterCounts], { log, ...selected.pending });
        return selected.pending.rows.length;
      }),
    removeDeadLetters: (id, ids) =>
      call(async () => {
        const rows = await deadLetters.find({ _id: { $in: [...ids] } }, committed).toArray();
        const counts = rows.map(({ log, partner }): RemovedCount => ({ log, partner, kind: 'deadLetters', count: 1 }));
        if (rows.length > 0) await run(id, counts, { deadLetters: rows.map(({ _id }) => _id) });
        return rows.length;
      }),
    removeDeliveryDeadLetters: (id, ids) =>
      call(async () => {
        const counts = await countDeadLetters({ _id: { $in: [...ids] } });
        if (counts.length > 0) await run(id, counts, { deliveryDeadLetters: ids });
        return counts.length;
      }),
    finish: (id, finishedAt) =>
      call(async () => {
        const row = await removals.findOneAndUpdate({ _id: id }, { $set: { finishedAt } }, { returnDocument: 'after' });
        if (row === null) throw new Error(`there is no removal ${id}`);
        return recordOf(row);
      }),
    list: (limit) =>
      call(async () => Promise.all((await removals.find().sort({ startedAt: -1, _id: 1 }).limit(limit).toArray()).map(recordOf))),
  };
}

/** Selects the delivery dead letters of these versions. */
function deadLettersAbout(log: LogName, rows: PendingVersions['rows']): Filter<DeliveryDeadLetterRow> {
  return { log, sequence: { $in: rows.map(({ sequence }) => sequence) } };
}
