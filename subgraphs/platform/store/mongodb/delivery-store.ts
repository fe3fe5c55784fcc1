import { type ClientSession, type Collection, type Filter, MaxKey, MinKey, MongoServerError } from 'mongodb';
import type {
  DeliveryDeadLetter,
  DeliveryQueueKey,
  DeliveryQueueState,
  DeliveryQueueWrite,
  DeliveryStore,
  StoredDeliveryQueue,
} from '../delivery-store.ts';
import { type LogName, logNames } from '../version-store.ts';
import { committed, inTransaction, type MongoDatabase, openCollection } from './collections.ts';
import { duplicateKey, type MongoCall } from './fault.ts';
import type { VersionRow } from './rows.ts';

export const queueCollection = 'deliveries';
export const deliveryDeadLetterCollection = 'deliveries.letters';

export interface QueueRow {
  readonly _id: LaneId;
  readonly version: number;
  readonly state: DeliveryQueueState;
  /** The number of the last order; no other lane has it. */
  readonly ordered?: number;
}

interface LaneId {
  /** The log. */
  readonly l: LogName;
  /** The subscriber. */
  readonly s: string;
}

export interface DeliveryDeadLetterRow extends Omit<DeliveryDeadLetter, 'id'> {
  readonly _id: string;
}

/**
 * The MongoDB {@link DeliveryStore}. The version of a lane decides in the write itself who was first, so a write without
 * letters and orders is one round trip; with letters it is a transaction.
 */
export function createMongoDeliveries(db: MongoDatabase, call: MongoCall): DeliveryStore {
  const lanes = openCollection<QueueRow>(db, queueCollection);
  const letters = openCollection<DeliveryDeadLetterRow>(db, deliveryDeadLetterCollection);

  return {
    listLanes: (of = {}) => call(async () => (await lanes.find(lanesOf(of), committed).sort({ _id: 1 }).toArray()).map(laneOf)),
    findLane: (key) =>
      call(async () => {
        const row = await lanes.findOne({ _id: laneIdOf(key) }, committed);
        return row === null ? undefined : laneOf(row);
      }),
    listOrdered: (after) =>
      call(async () => {
        const rows = await lanes
          .find({ ordered: { $gt: after } }, committed)
          .sort({ ordered: 1 })
          .toArray();
        return { lanes: rows.map(laneOf), through: rows.at(-1)?.ordered ?? after };
      }),
    async writeLane(write) {
      const { log, letters: given = [], isOrder = false } = write;
      const writeOnce = async (): Promise<WriteOutcome> => {
        const ordered = isOrder ? (await lastOrder(lanes)) + 1 : undefined;
        if (given.length === 0) return writeState(lanes, write, { ordered }).catch(takenBy);
        const steps = async (session: ClientSession): Promise<WriteOutcome> => {
          const outcome = await writeState(lanes, write, { ordered, session });
          if (outcome === 'WRITTEN') await keepLetters(letters, given, session);
          return outcome;
        };
        return inTransaction(db, steps).catch(takenBy);
      };
      for (;;) {
        const outcome = await call(writeOnce);
        if (outcome === 'ORDER_TAKEN') continue;
        if (outcome === 'WRITTEN' && given.length > 0) await call(() => removeLettersOfGone(letters, openCollection(db, log), given));
        return outcome === 'WRITTEN';
      }
    },
    listLetters: ({ limit, after, ...of }) =>
      call(async () => {
        const wanted = { ...lettersOf(of), ...(after === undefined ? {} : { _id: { $gt: after } }) };
        const rows = await letters.find(wanted, committed).sort({ _id: 1 }).limit(limit).toArray();
        return rows.map(({ _id, ...letter }) => ({ id: _id, ...letter }));
      }),
    countLetters: (key) => call(() => letters.countDocuments(lettersOf(key), committed)),
    removeLetters: (ids) =>
      call(async () => {
        await letters.deleteMany({ _id: { $in: [...ids] } });
      }),
  };
}

type WriteOutcome = 'WRITTEN' | 'OVERTAKEN' | 'ORDER_TAKEN';

/**
 * Writes the state if nobody else has since it was read. Orders are numbered without a counter: the next number is one
 * above the greatest that any lane has, and the unique index gives it to one of those who want it. So a number is given
 * only when all smaller ones can be read, and who goes on behind the last one that was read has missed none.
 *
 * @throws what {@link takenBy} understands, when a key is taken
 */
async function writeState(
  lanes: Collection<QueueRow>,
  { version, state, ...key }: DeliveryQueueWrite,
  { ordered, session }: { readonly ordered: number | undefined; readonly session?: ClientSession },
): Promise<WriteOutcome> {
  const written = { version: version + 1, state, ...(ordered === undefined ? {} : { ordered }) };
  const options = { upsert: version === 0, ignoreUndefined: true, ...(session === undefined ? {} : { session }) };
  const { matchedCount, upsertedCount } = await lanes.updateOne({ _id: laneIdOf(key), version }, { $set: written }, options);
  return matchedCount + upsertedCount === 1 ? 'WRITTEN' : 'OVERTAKEN';
}

/** Which of the keys of a lane it was that somebody else has. @throws the error itself when it is any other */
function takenBy(error: unknown): WriteOutcome {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
  return 'ordered' in error['keyPattern'] ? 'ORDER_TAKEN' : 'OVERTAKEN';
}

/** What was written last, whether a majority has it or not: a number above it becomes durable only behind it. */
async function lastOrder(lanes: Collection<QueueRow>): Promise<number> {
  const find = lanes.find({ ordered: { $gt: 0 } }, { projection: { ordered: 1 } });
  const [last] = await find.sort({ ordered: -1 }).limit(1).toArray();
  return last?.ordered ?? 0;
}

/** Those that are there already stay as they are. */
async function keepLetters(
  letters: Collection<DeliveryDeadLetterRow>,
  given: readonly DeliveryDeadLetter[],
  session: ClientSession,
): Promise<void> {
  const writes = given.map(({ id, ...letter }) => ({
    updateOne: { filter: { _id: id }, update: { $setOnInsert: letter }, upsert: true },
  }));
  await letters.bulkWrite(writes, { ordered: false, session });
}

/** What was removed while it was on its way leaves no letter: its row went before its letters were looked for, or they are seen here. */
async function removeLettersOfGone(
  letters: Collection<DeliveryDeadLetterRow>,
  versions: Collection<VersionRow>,
  given: readonly DeliveryDeadLetter[],
): Promise<void> {
  const wanted = { sequence: { $in: given.map(({ sequence }) => sequence) } };
  const found = await versions.find<{ sequence: number }>(wanted, { projection: { _id: 0, sequence: 1 } }).toArray();
  const held = new Set(found.map(({ sequence }) => sequence));
  const gone = given.flatMap(({ id, sequence }) => (held.has(sequence) ? [] : [id]));
  if (gone.length > 0) await letters.deleteMany({ _id: { $in: gone } });
}

function laneIdOf({ log, subscriber }: DeliveryQueueKey): LaneId {
  return { l: log, s: subscriber };
}

function lanesOf({ log, subscriber }: Partial<DeliveryQueueKey>): Filter<QueueRow> {
  if (subscriber !== undefined) {
    const logs = log === undefined ? logNames : [log];
    return { _id: { $in: logs.map((name) => laneIdOf({ log: name, subscriber })) } };
  }
  if (log === undefined) return {};
  return { _id: { $gte: { l: log, s: new MinKey() }, $lte: { l: log, s: new MaxKey() } } } as unknown as Filter<QueueRow>;
}

function lettersOf({ log, subscriber }: Partial<DeliveryQueueKey>): Filter<DeliveryDeadLetterRow> {
  return { ...(subscriber === undefined ? {} : { subscriber }), ...(log === undefined ? {} : { log }) };
}

function laneOf({ _id, version, state }: QueueRow): StoredDeliveryQueue {
  return { log: _id.l, subscriber: _id.s, version, state };
}
