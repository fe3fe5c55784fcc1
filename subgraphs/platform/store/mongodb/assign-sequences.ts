import { type Document, MongoServerError, Timestamp } from 'mongodb';
import type { LogBounds, VersionStore } from '../version-store.ts';
import { committed, durable, type MongoLog } from './collections.ts';
import { currentRowOf, currentSourceFields, type VersionRow } from './rows.ts';
import { raiseCurrentRows } from './write-current-rows.ts';

/** Most versions that get their numbers in one transaction. */
const maxSequenced = 500;

/** How long the head of a durable version may be missing before its writer is taken for dead. */
const headGraceMs = 1_000;

type Waiting = Pick<VersionRow, '_id' | 'receivedAt' | 'completeness' | 'terms' | 'groups' | 'date'> & { readonly sequence: Timestamp };

/**
 * Gives numbers to versions that wait, in order of their arrival at the server.
 *
 * An announcer reads the greatest number H, then who waits, and gives H+1, H+2, ... one by one in one ordered command.
 * That this is exact, however many announcers run at once and whatever fails:
 * - Each number is given by a write of one row, which matches the version by the time of arrival that the number
 *   replaces: a version with a number is matched no more. The unique index lets no number be given twice; a command
 *   that wants one that is taken ends there.
 * - Numbers have no hole: a command comes to number N only when all versions before in its line have numbers, given by
 *   itself or by others, and all of those are above H, because H was read before. So everything up to N-1 is given.
 * - Nothing is held between two writes. A process that dies, or is taken for dead, leaves a shorter line and no lock;
 *   an open transaction would hold up its successor until MongoDB gives it up, a minute later.
 * - Writes become durable in their order, and the readers of the log read only what a majority has. So no failover
 *   takes back a number that somebody has seen, and none appears below one that has been seen.
 * - Rows that wait are never removed. Where the row with the greatest number was, that number is remembered.
 */
export function createMongoSequencing(log: MongoLog, now: () => number): VersionStore['assignSequences'] {
  let stuck: { readonly version: string; readonly sinceMs: number } | undefined;

  /** Leaves out what comes behind a version whose writer is still about to write its head. */
  const readyOf = async (waiting: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const behind = await withoutCurrentRow(log, waiting);
    const first = waiting.findIndex((version) => behind.has(version));
    const blocking = waiting[first];
    if (blocking === undefined) return waiting;
    const version = blocking.sequence.toString();
    if (stuck?.version !== version) stuck = { version, sinceMs: now() };
    if (now() - stuck.sinceMs < headGraceMs) return waiting.slice(0, first);
    await raiseCurrentRows(log, [...behind].map(currentRowOf));
    return waiting;
  };

  return async () => {
    for (;;) {
      const { head } = await log.call(() => findNumbers(log));
      const waiting = await log.call(() => findWaiting(log));
      const ready = await log.call(() => readyOf(waiting));
      if (ready.length === 0) return 0;
      const given = await log.call(() => assignNumbers(log, head, ready));
      if (given > 0) return given;
      // Another announcer was faster; what is left is looked up anew.
    }
  };
}

async function findWaiting(log: MongoLog): Promise<Waiting[]> {
  const anyArrival = { $gte: new Timestamp({ t: 0, i: 0 }) };
  const find = log.versions.find<Waiting>({ sequence: anyArrival }, { ...committed, projection: currentSourceFields });
  return find.sort({ sequence: 1 }).limit(maxSequenced).toArray();
}

/** @returns the versions that their thing's head, as a majority has it, does not cover yet */
async function withoutCurrentRow(log: MongoLog, waiting: readonly Waiting[]): Promise<Set<Waiting>> {
  const entityIds = [...new Set(waiting.map(({ _id }) => _id.e))];
  const fields = { projection: { sortKey: 1, completeness: 1 } };
  const rows = await log.currentRows.find({ _id: { $in: entityIds } }, { ...committed, ...fields }).toArray();
  const heads = new Map(rows.map((row) => [row._id, row]));
  return new Set(
    waiting.filter(({ _id, completeness }) => {
      const head = heads.get(_id.e);
      if (head === undefined) return true;
      const compared = compareBytes(head.sortKey, _id.k);
      return compared < 0 || (compared === 0 && head.completeness < completeness);
    }),
  );
}

/** @returns how many got theirs here: fewer than all when another announcer numbers the same versions */
async function assignNumbers(log: MongoLog, head: number, waiting: readonly Waiting[]): Promise<number> {
  const updates = waiting.map(({ _id, sequence }, index) => ({ q: { _id, sequence }, u: { $set: { sequence: head + 1 + index } } }));
  const writeConcern = { w: durable.w, j: durable.journal, wtimeout: durable.wtimeoutMS };
  // A plain command, because the driver's own retries have MongoDB write a session record for every single update.
  const reply = await log.db.command({ update: log.versions.collectionName, ordered: true, updates, writeConcern });
  const [failure] = (reply['writeErrors'] ?? []) as Document[];
  if (failure !== undefined && failure['code'] !== numberTaken) throw new MongoServerError(failure);
  return Number(reply['nModified']);
}

/** Duplicate key of the unique index on numbers. */
const numberTaken = 11_000;

/** The greatest number given, 0 when there is none, with all that is known of the log's numbers. */
export async function findNumbers(log: MongoLog): Promise<LogBounds> {
  const find = log.versions.find<{ sequence: number }>({ sequence: { $gt: 0 } }, { ...committed, projection: { _id: 0, sequence: 1 } });
  const [last] = await find.sort({ sequence: -1 }).limit(1).toArray();
  // Looked at second: whoever does not see a row that was removed sees its number here.
  const { trimmedThrough = 0, head = 0, removals = 0 } = (await log.meta.findOne({ _id: `bounds:${log.name}` }, committed)) ?? {};
  return { trimmedThrough, head: Math.max(head, last?.sequence ?? 0), removals };
}

/** Compares texts as MongoDB does, by the bytes of their UTF-8. */
function compareBytes(left: string, right: string): number {
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
}
