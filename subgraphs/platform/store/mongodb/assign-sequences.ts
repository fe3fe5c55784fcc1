import { type Document, MongoServerError, Timestamp } from 'mongodb';
import { type LogBounds, maxAssigned, type VersionStore } from '../version-store.ts';
import { raiseCurrentRows } from './append.ts';
import { committed, durable, type MongoLog } from './collections.ts';
import { duplicateKey } from './failure.ts';
import { type CurrentSource, currentRowOf, currentSourceFields, type VersionRow } from './rows.ts';

/** How long the current row of a durable version may be missing before its writer is considered dead. */
const writerGraceMs = 1_000;

type Waiting = Pick<VersionRow, '_id' | 'completeness'> & { readonly sequence: Timestamp };

/**
 * Assigns numbers to waiting versions, in the order in which they arrived at the server.
 *
 * A sequencer reads the greatest number H, then the waiting versions, and assigns H+1, H+2, ... in one ordered command.
 * This is exact, however many sequencers run at once and whatever fails:
 * - Each number is assigned by the update of one row, which matches the version by its time of arrival; the number
 *   replaces that time, so a numbered version is matched no more. The unique index assigns no number twice: a command
 *   that wants an assigned number ends there.
 * - Numbers have no gap: a command comes to number N only when all waiting versions before it have numbers, assigned by
 *   itself or by others, and all of those are above H, because H was read before. So everything up to N-1 is assigned.
 * - No lock is held between two writes. A process that dies leaves fewer waiting versions and no lock; an open
 *   transaction would block its successor until MongoDB ends it, a minute later.
 * - Writes become durable in their order, and readers of the log read only what a majority has. So no failover takes
 *   back a number that was seen, and none appears below one that was seen.
 * - Waiting rows are never removed. When the row with the greatest number is removed, its number is stored.
 */
export function createMongoSequencing(log: MongoLog, now: () => number): VersionStore['assignSequences'] {
  let stuck: { readonly version: string; readonly sinceMs: number } | undefined;

  /** Returns the waiting versions before the first one whose writer has yet to write its current row. */
  const readyOf = async (waiting: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const unfinished = await withoutCurrentRow(log, waiting);
    const first = waiting.findIndex((version) => unfinished.has(version));
    const blocking = waiting[first];
    if (blocking === undefined) return waiting;
    const version = blocking.sequence.toString();
    if (stuck?.version !== version) stuck = { version, sinceMs: now() };
    if (now() - stuck.sinceMs < writerGraceMs) return waiting.slice(0, first);
    await repairCurrentRows(log, [...unfinished]);
    return waiting;
  };

  return async () => {
    for (;;) {
      const { head, waiting } = await log.call(() => findWaiting(log));
      const ready = waiting.length === 0 ? waiting : await log.call(() => readyOf(waiting));
      if (ready.length === 0) return 0;
      const assigned = await log.call(() => assignNumbers(log, head, ready));
      if (assigned > 0) return assigned;
      // Another sequencer was faster. The remaining versions are read again.
    }
  };
}

const anyArrival = { $gte: new Timestamp({ t: 0, i: 0 }) };

/** Reads the greatest number and, after it, the waiting versions with one command. Usually no version waits. */
async function findWaiting(log: MongoLog): Promise<{ head: number; waiting: readonly Waiting[] }> {
  const waitingRows = [
    { $match: { sequence: anyArrival } },
    { $sort: { sequence: 1 } },
    { $limit: maxAssigned },
    { $project: { completeness: 1, sequence: 1 } },
  ];
  const pipeline = [...boundsPipeline(log), { $unionWith: { coll: log.versions.collectionName, pipeline: waitingRows } }];
  const rows = await log.versions.aggregate<Waiting | BoundsRow>(pipeline, { ...committed, batchSize: maxAssigned + 3 }).toArray();
  const waiting = rows.filter((row): row is Waiting => 'sequence' in row);
  return { head: boundsOf(rows.filter((row): row is BoundsRow => !('sequence' in row))).head, waiting };
}

/** @returns the versions that the majority-committed current row of their entity does not cover yet */
async function withoutCurrentRow(log: MongoLog, waiting: readonly Waiting[]): Promise<Set<Waiting>> {
  const entityIds = [...new Set(waiting.map(({ _id }) => _id.e))];
  const fields = { projection: { sortKey: 1, completeness: 1 } };
  const batchSize = entityIds.length + 1;
  const rows = await log.currentRows.find({ _id: { $in: entityIds } }, { ...committed, ...fields, batchSize }).toArray();
  const currentRows = new Map(rows.map((row) => [row._id, row]));
  return new Set(
    waiting.filter(({ _id, completeness }) => {
      const current = currentRows.get(_id.e);
      if (current === undefined) return true;
      const compared = compareBytes(current.sortKey, _id.k);
      return compared < 0 || (compared === 0 && current.completeness < completeness);
    }),
  );
}

/** Writes the current rows that a dead writer has left unwritten. */
async function repairCurrentRows(log: MongoLog, unfinished: readonly Waiting[]): Promise<void> {
  const ids = unfinished.map(({ _id }) => _id);
  const sources = await log.versions
    .find<CurrentSource>({ _id: { $in: ids } }, { ...committed, projection: currentSourceFields })
    .toArray();
  await raiseCurrentRows(log, sources.map(currentRowOf));
}

/**
 * @returns how many numbers this call assigned: fewer than requested when another sequencer numbers the same versions
 */
async function assignNumbers(log: MongoLog, head: number, waiting: readonly Waiting[]): Promise<number> {
  const updates = waiting.map(({ _id, sequence }, index) => ({ q: { _id, sequence }, u: { $set: { sequence: head + 1 + index } } }));
  const writeConcern = { w: durable.w, j: durable.journal, wtimeout: durable.wtimeoutMS };
  // A plain command, because the driver's own retries have MongoDB write a session record for every single update.
  const reply = await log.db.command({ update: log.versions.collectionName, ordered: true, updates, writeConcern });
  const [failure] = (reply['writeErrors'] ?? []) as Document[];
  if (failure !== undefined && failure['code'] !== duplicateKey) throw new MongoServerError(failure);
  return Number(reply['nModified']);
}

/** Reads the bounds of the log with one command, because every query for matches reads them. */
export async function findBounds(log: MongoLog): Promise<LogBounds> {
  return boundsOf(await log.versions.aggregate<BoundsRow>(boundsPipeline(log), committed).toArray());
}

function boundsPipeline(log: MongoLog): Document[] {
  return [
    { $match: { sequence: { $gt: 0 } } },
    { $sort: { sequence: -1 } },
    { $limit: 1 },
    { $project: { _id: 0, last: '$sequence' } },
    // This is read second: if the row with the greatest number was removed in the meantime, its number is found here.
    { $unionWith: { coll: log.meta.collectionName, pipeline: [{ $match: { _id: boundsIdOf(log) } }] } },
  ];
}

/** A row of {@link boundsPipeline}. */
type BoundsRow = Partial<LogBounds> & { readonly last?: number };

function boundsOf(rows: readonly BoundsRow[]): LogBounds {
  const { last = 0, trimmedThrough = 0, head = 0, removals = 0 }: BoundsRow = Object.assign({}, ...rows);
  return { trimmedThrough, head: Math.max(head, last), removals };
}

/** Id of the row with the bounds of a log. */
export function boundsIdOf({ name }: MongoLog): string {
  return `bounds:${name}`;
}

/** Compares strings as MongoDB does, by the bytes of their UTF-8. */
function compareBytes(left: string, right: string): number {
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
}
