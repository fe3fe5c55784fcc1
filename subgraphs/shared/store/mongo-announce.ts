import { type Document, Timestamp } from 'mongodb';
import { raiseHeads } from './mongo-heads.ts';
import { committed, inTransaction, type MongoLog } from './mongo-log.ts';
import { headRowOf, headSourceFields, type VersionRow } from './mongo-rows.ts';
import type { VersionStore } from './version-store.ts';

/** Most versions that get their numbers in one transaction. */
const maxAnnounced = 500;

/** How long the head of a durable version may be missing before its writer is taken for dead. */
const headGraceMs = 1_000;

type Waiting = Pick<VersionRow, '_id' | 'receivedAt' | 'richness' | 'terms' | 'groups' | 'date'> & { readonly sequence: Timestamp };

/**
 * Gives numbers to versions that wait, in order of their arrival at the server.
 *
 * A transaction reads the greatest number H and gives H+1 to H+n to n waiting versions. That this is exact, however
 * many announcers run at once and whatever fails:
 * - All n numbers become visible in one moment, directly above H: within a transaction there is no hole.
 * - Two transactions that read the same H both want the number H+1, and the unique index on numbers lets only one of
 *   them commit. So the committed ones form a chain in which each begins where the one before ended: between
 *   transactions there is no hole either, and no number is given twice.
 * - A version is matched by the time of arrival that its number replaces. Once it has a number it is matched no more;
 *   a transaction that matches fewer than n versions is given up.
 * - The commit waits for a majority, and the readers of the log read only what a majority has. So no failover takes
 *   back a number that somebody has seen, and none appears below one that has been seen.
 */
export function createMongoAnnounce(log: MongoLog, now: () => number): VersionStore['announce'] {
  let stuck: { readonly version: string; readonly sinceMs: number } | undefined;

  /** Leaves out what comes behind a version whose writer is still about to write its head. */
  const readyOf = async (waiting: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const behind = await withoutHead(log, waiting);
    const first = waiting.findIndex((version) => behind.has(version));
    const blocking = waiting[first];
    if (blocking === undefined) return waiting;
    const version = blocking.sequence.toString();
    if (stuck?.version !== version) stuck = { version, sinceMs: now() };
    if (now() - stuck.sinceMs < headGraceMs) return waiting.slice(0, first);
    await raiseHeads(log, [...behind].map(headRowOf));
    return waiting;
  };

  return async () => {
    for (;;) {
      const waiting = await log.call(() => findWaiting(log));
      const ready = await log.call(() => readyOf(waiting));
      if (ready.length === 0) return 0;
      if (await log.call(() => giveNumbers(log, ready))) return ready.length;
      // Another announcer was faster with some of them; what is left is looked up anew.
    }
  };
}

async function findWaiting(log: MongoLog): Promise<Waiting[]> {
  const anyArrival = { $gte: new Timestamp({ t: 0, i: 0 }) };
  const find = log.versions.find<Waiting>({ sequence: anyArrival }, { ...committed, projection: headSourceFields });
  return find.sort({ sequence: 1 }).limit(maxAnnounced).toArray();
}

/** @returns the versions that their thing's head, as a majority has it, does not cover yet */
async function withoutHead(log: MongoLog, waiting: readonly Waiting[]): Promise<Set<Waiting>> {
  const things = [...new Set(waiting.map(({ _id }) => _id.t))];
  const fields = { projection: { order: 1, richness: 1 } };
  const rows = await log.heads.find({ _id: { $in: things } }, { ...committed, ...fields }).toArray();
  const heads = new Map(rows.map((row) => [row._id, row]));
  return new Set(
    waiting.filter(({ _id, richness }) => {
      const head = heads.get(_id.t);
      if (head === undefined) return true;
      const compared = compareBytes(head.order, _id.o);
      return compared < 0 || (compared === 0 && head.richness < richness);
    }),
  );
}

/** @returns false, and nothing is changed, when not all of them wait any more */
async function giveNumbers(log: MongoLog, waiting: readonly Waiting[]): Promise<boolean> {
  const arrivals = waiting.map(({ sequence }) => sequence);
  return inTransaction(log.db, async (session) => {
    const head = await findHeadNumber(log, { session });
    const number = { $add: [head + 1, { $indexOfArray: [{ $literal: arrivals }, '$sequence'] }] };
    const { modifiedCount } = await log.versions.updateMany({ sequence: { $in: arrivals } }, [{ $set: { sequence: number } }], { session });
    if (modifiedCount !== waiting.length) await session.abortTransaction();
    return modifiedCount === waiting.length;
  });
}

/** The greatest number given, 0 when there is none. */
export async function findHeadNumber(log: MongoLog, options: Document): Promise<number> {
  const find = log.versions.find<{ sequence: number }>({ sequence: { $gt: 0 } }, { ...options, projection: { _id: 0, sequence: 1 } });
  const [last] = await find.sort({ sequence: -1 }).limit(1).toArray();
  return last?.sequence ?? 0;
}

/** Compares texts as MongoDB does, by the bytes of their UTF-8. */
function compareBytes(left: string, right: string): number {
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
}
