import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { Removal, RemovalStore, RemovedCount } from '../removal-store.ts';
import type { LogName } from '../version-store.ts';
import { committed, type MongoDatabase, type MongoLog, openCollection } from './collections.ts';
import { type DeadLetterRow, deadLetterCollection } from './dead-letter-store.ts';
import { type DeliveryDeadLetterRow, deliveryDeadLetterCollection } from './delivery-store.ts';
import type { MongoCall } from './fault.ts';
import { type PartRow, partsBetween } from './parts.ts';
import { decideGoing, type GoingVersions, removeGoing } from './remove.ts';

export const removalCollection = 'removals';
export const stepCollection = 'removals.steps';

interface RemovalRow extends Omit<Removal, 'id' | 'removed'> {
  readonly _id: string;
}

/** One step of a removal: what it counts for and, until it is done, what goes. */
interface StepRow {
  readonly _id: string;
  readonly removal: string;
  readonly counts: readonly RemovedCount[];
  readonly going?:
    | ({ readonly log: LogName } & GoingVersions)
    | { readonly letters: readonly string[] }
    | { readonly deliveryLetters: readonly string[] };
}

/**
 * The MongoDB {@link RemovalStore}. Each step is written down before it is made, and what was written down and not made
 * is made by the next who removes something. A transaction would do the same, but that of a process that has died
 * would keep partners from pushing until MongoDB gives it up, a minute later. The servers' own files and their oplog
 * hold old bytes until they are written over.
 */
export function createMongoRemovals(
  { db, call }: { readonly db: MongoDatabase; readonly call: MongoCall },
  logOf: (name: LogName) => MongoLog,
): RemovalStore {
  const removals = openCollection<RemovalRow>(db, removalCollection);
  const steps = openCollection<StepRow>(db, stepCollection);
  const letters = openCollection<DeadLetterRow>(db, deadLetterCollection);
  const deliveryLetters = openCollection<DeliveryDeadLetterRow>(db, deliveryDeadLetterCollection);
  const letterParts = openCollection<PartRow>(db, `${deadLetterCollection}.parts`);

  const make = async ({ _id, going }: Pick<StepRow, '_id' | 'going'>): Promise<void> => {
    if (going === undefined) return;
    if ('log' in going) {
      await removeGoing(logOf(going.log), going);
      // Behind the versions: whoever writes a letter later sees that they are gone.
      await deliveryLetters.deleteMany(lettersAbout(going.log, going.rows));
    } else if ('deliveryLetters' in going) {
      await deliveryLetters.deleteMany({ _id: { $in: [...going.deliveryLetters] } });
    } else {
      for (const id of going.letters) await letterParts.deleteMany(partsBetween(id, `${id}\u0000`));
      await letters.deleteMany({ _id: { $in: [...going.letters] } });
    }
    await steps.updateOne({ _id }, { $unset: { going: 1 } });
  };
  const take = async (removal: string, counts: readonly RemovedCount[], going: StepRow['going'] & object): Promise<void> => {
    const step = { _id: randomUUID(), removal, counts, going };
    await steps.insertOne(step);
    await make(step);
  };
  const countLetters = async (wanted: Filter<DeliveryDeadLetterRow>): Promise<RemovedCount[]> => {
    const rows = await deliveryLetters.find(wanted, { ...committed, projection: { log: 1, subscriber: 1 } }).toArray();
    return rows.map(({ log, subscriber: partner }) => ({ log, partner, kind: 'deliveryLetters', count: 1 }));
  };
  const traceOf = async ({ _id: id, ...row }: RemovalRow): Promise<Removal> => {
    const summed = { _id: { log: '$counts.log', partner: '$counts.partner', kind: '$counts.kind' }, count: { $sum: '$counts.count' } };
    const stages = [{ $match: { removal: id } }, { $unwind: '$counts' }, { $group: summed }, { $sort: { _id: 1 } }];
    const removed = await steps.aggregate<{ _id: Omit<RemovedCount, 'count'>; count: number }>(stages).toArray();
    return { id, ...row, removed: removed.map(({ _id, count }) => ({ ..._id, count })) };
  };

  return {
    resume: async () => {
      const open = await call(() => steps.find({ going: { $exists: true } }, committed).toArray());
      for (const step of open) await call(() => make(step));
    },
    begin: ({ id, startedAt, reason, by }) =>
      call(async () => {
        await removals.insertOne({ _id: id, startedAt, reason, ...(by === undefined ? {} : { by }) });
      }),
    removeVersions: (id, log, keys) =>
      call(async () => {
        const decided = await decideGoing(logOf(log), keys);
        if (decided === undefined) return 0;
        const letterCounts = await countLetters(lettersAbout(log, decided.going.rows));
        await take(id, [...decided.counts, ...letterCounts], { log, ...decided.going });
        return decided.going.rows.length;
      }),
    removeDeadLetters: (id, ids) =>
      call(async () => {
        const rows = await letters.find({ _id: { $in: [...ids] } }, committed).toArray();
        const counts = rows.map(({ log, partner }): RemovedCount => ({ log, partner, kind: 'deadLetters', count: 1 }));
        if (rows.length > 0) await take(id, counts, { letters: rows.map(({ _id }) => _id) });
        return rows.length;
      }),
    removeDeliveryLetters: (id, ids) =>
      call(async () => {
        const counts = await countLetters({ _id: { $in: [...ids] } });
        if (counts.length > 0) await take(id, counts, { deliveryLetters: ids });
        return counts.length;
      }),
    finish: (id, finishedAt) =>
      call(async () => {
        const row = await removals.findOneAndUpdate({ _id: id }, { $set: { finishedAt } }, { returnDocument: 'after' });
        if (row === null) throw new Error(`removal ${id} was never begun`);
        return traceOf(row);
      }),
    list: (limit) =>
      call(async () => Promise.all((await removals.find().sort({ startedAt: -1, _id: 1 }).limit(limit).toArray()).map(traceOf))),
  };
}

/** Dead letters of deliveries of these versions. */
function lettersAbout(log: LogName, rows: GoingVersions['rows']): Filter<DeliveryDeadLetterRow> {
  return { log, sequence: { $in: rows.map(({ sequence }) => sequence) } };
}
