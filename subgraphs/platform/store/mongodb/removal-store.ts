import { randomUUID } from 'node:crypto';
import type { Filter, FindOptions } from 'mongodb';
import type { Removal, RemovalStore, RemovedCount } from '../removal-store.ts';
import type { LogName, VersionKey } from '../version-store.ts';
import { raiseCurrentRows } from './append.ts';
import { boundsIdOf } from './assign-sequences.ts';
import { type ClashRow, committed, inTransaction, type MongoDatabase, type MongoLog, openCollection } from './collections.ts';
import { type DeadLetterRow, deadLetterCollection } from './dead-letter-store.ts';
import { type DeliveryDeadLetterRow, deliveryDeadLetterCollection } from './delivery-store.ts';
import type { MongoCall } from './failure.ts';
import { countUses, partsBetween } from './parts.ts';
import { historiesOf } from './read-log.ts';
import { currentRowOf, currentSourceFields, type PartRow, type VersionId, type VersionRow, versionIdOf } from './rows.ts';

export const removalCollection = 'removals';
export const stepCollection = 'removals.steps';

export interface RemovalRow extends Omit<Removal, 'id' | 'removed'> {
  readonly _id: string;
}

/** One step of a removal: its counts and, until it is executed, what it removes. */
export interface StepRow {
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
  const countRefused = async (wanted: Filter<DeadLetterRow>): Promise<RemovedCount[]> => {
    const rows = await deadLetters.find(wanted, { ...committed, projection: { log: 1, partner: 1 } }).toArray();
    return rows.map(({ log, partner }) => ({ log, partner, kind: 'deadLetters', count: 1 }));
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
        await removals.insertOne({ _id: id, startedAt, reason, by });
      }),
    removeVersions: (id, log, keys) =>
      call(async () => {
        const selected = await selectPending(logOf(log), keys);
        if (selected === undefined) return 0;
        const deadLetterCounts = await countDeadLetters(deadLettersAbout(log, selected.pending.rows));
        await run(id, [...selected.counts, ...deadLetterCounts], { log, ...selected.pending });
        return selected.pending.rows.length;
      }),
    removeDeadLetters: (id, kind, ids) =>
      call(async () => {
        const named = { _id: { $in: [...ids] } };
        const counts = kind === 'deadLetters' ? await countRefused(named) : await countDeadLetters(named);
        if (counts.length > 0) await run(id, counts, kind === 'deadLetters' ? { deadLetters: ids } : { deliveryDeadLetters: ids });
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

/** Versions that a step removes. */
interface PendingVersions {
  /** With their numbers: a version that is pushed again gets another number and stays. */
  readonly rows: readonly { readonly _id: VersionId; readonly sequence: number }[];
  /** Entities whose last version is removed. */
  readonly ended: readonly string[];
}

type PendingRow = Pick<VersionRow, '_id' | 'partner' | 'blob'> & { readonly sequence: number };

/**
 * Selects the versions that can be removed. Versions without a number stay: the sequencer must find every waiting
 * version, and their writers may be about to write the current rows.
 *
 * @returns undefined when none can be removed
 */
async function selectPending(
  log: MongoLog,
  keys: readonly VersionKey[],
): Promise<{ readonly pending: PendingVersions; readonly counts: readonly RemovedCount[] } | undefined> {
  const named = { _id: { $in: keys.map(versionIdOf) }, sequence: { $gt: 0 } };
  const fields = { _id: 1, partner: 1, blob: 1, sequence: 1 } as const;
  const found = await log.versions.find<PendingRow>(named, { ...committed, projection: fields }).toArray();
  if (found.length === 0) return undefined;
  const entityIds = [...new Set(found.map(({ _id }) => _id.e))];
  const remaining = await log.versions.find<{ _id: VersionId }>(historiesOf(entityIds), { ...committed, projection: { _id: 1 } }).toArray();
  const currentRows = await log.currentRows.find({ _id: { $in: entityIds } }, { ...committed, projection: { sortKey: 1 } }).toArray();
  const currentOf = new Map(currentRows.map(({ _id, sortKey }) => [_id, sortKey]));
  const countOf = (rows: readonly { readonly _id: VersionId }[], entityId: string) => rows.filter(({ _id }) => _id.e === entityId).length;
  const ended = entityIds.filter((entityId) => countOf(remaining, entityId) === countOf(found, entityId));
  const isEnded = new Set(ended);
  const rows = found.filter(({ _id }) => isEnded.has(_id.e) || _id.k !== currentOf.get(_id.e));
  if (rows.length === 0) return undefined;
  const clashes = await log.clashes.find(clashesOf(rows), { ...committed, projection: { _id: 1 } }).toArray();
  const pending = { rows: rows.map(({ _id, sequence }) => ({ _id, sequence })), ended };
  return { pending, counts: countsOf(log, { rows, ended, clashes: clashes.map(({ _id }) => _id.e) }) };
}

/**
 * Removes the versions with their parts and clashes. Every write can be repeated, and no reader sees a state between two
 * writes: current rows are removed first, rows last, because parts are not written again while their row exists.
 */
async function removePending(log: MongoLog, { rows, ended }: PendingVersions): Promise<void> {
  const named = { $or: rows.map(rowIs) } as Filter<VersionRow>;
  const left = await findSharing(log, named, committed);
  const head = Math.max(...rows.map(({ sequence }) => sequence));
  await log.meta.updateOne({ _id: boundsIdOf(log) }, { $max: { head } }, { upsert: true });
  await removeCurrentRows(log, rows, ended);
  if (left.length > 0) {
    await log.parts.deleteMany({ $or: left.map(({ _id }) => partsOf(_id)) });
    await log.clashes.deleteMany(clashesOf(left));
  }
  if (left.every(({ shared }) => shared === undefined)) await log.versions.deleteMany(named);
  else {
    await inTransaction(log.db, async (session) => {
      await countUses(log, await findSharing(log, named, { session }), { change: -1, session });
      await log.versions.deleteMany(named, { session });
    });
  }
  // Meanwhile, a more complete view may have restored a current row, and another version may have been compared with a
  // row that was removed.
  await removeCurrentRows(log, rows, ended);
  if (ended.length > 0) {
    const later = await log.versions.find(historiesOf(ended), { ...committed, projection: currentSourceFields }).toArray();
    await raiseCurrentRows(log, later.map(currentRowOf));
  }
  await log.meta.updateOne({ _id: boundsIdOf(log) }, { $inc: { removals: 1 } });
}

async function findSharing(log: MongoLog, named: Filter<VersionRow>, options: FindOptions): Promise<Pick<VersionRow, '_id' | 'shared'>[]> {
  return log.versions.find(named, { ...options, projection: { shared: 1 } }).toArray();
}

async function removeCurrentRows(log: MongoLog, rows: PendingVersions['rows'], ended: readonly string[]): Promise<void> {
  const isEnded = new Set(ended);
  const currentRows = rows.flatMap(({ _id }) => (isEnded.has(_id.e) ? [{ _id: _id.e, sortKey: _id.k }] : []));
  if (currentRows.length > 0) await log.currentRows.deleteMany({ $or: currentRows });
}

function rowIs({ _id, sequence }: PendingVersions['rows'][number]): object {
  return { _id, sequence };
}

function clashesOf(rows: readonly { readonly _id: VersionId }[]): Filter<ClashRow> {
  return {
    $or: rows.map(({ _id: { e, k } }) => ({ _id: { $gte: { e, k }, $lt: { e, k: `${k}\u0000` } } })),
  } as unknown as Filter<ClashRow>;
}

/** Selects all parts of a version, including those that a crash has left without a row. */
function partsOf({ e, k }: VersionId): ReturnType<typeof partsBetween> {
  const start = JSON.stringify([e, k]).slice(0, -1);
  // In a key, a comma follows the identity; `-` is the next character.
  return partsBetween(`${start},`, `${start}-`);
}

function countsOf(
  { name: log }: MongoLog,
  {
    rows,
    ended,
    clashes,
  }: { readonly rows: readonly PendingRow[]; readonly ended: readonly string[]; readonly clashes: readonly string[] },
): RemovedCount[] {
  const partnerOf = new Map(rows.map(({ _id, partner }) => [_id.e, partner]));
  return [...new Set(partnerOf.values())].flatMap((partner) => {
    const own = rows.filter((row) => row.partner === partner);
    const isOwn = (entityId: string) => partnerOf.get(entityId) === partner;
    const counts: readonly RemovedCount[] = [
      { log, partner, kind: 'versions', count: own.length },
      { log, partner, kind: 'entities', count: ended.filter(isOwn).length },
      { log, partner, kind: 'blobs', count: own.filter(({ blob }) => blob !== undefined).length },
      { log, partner, kind: 'clashes', count: clashes.filter(isOwn).length },
    ];
    return counts.filter(({ count }) => count > 0);
  });
}
