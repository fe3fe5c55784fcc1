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
import { duplicateKey, type MongoCall } from './failure.ts';
import type { VersionRow } from './rows.ts';

export const queueCollection = 'deliveries';
export const deliveryDeadLetterCollection = 'deliveries.letters';

export interface QueueRow {
  readonly _id: QueueId;
  readonly version: number;
  readonly state: DeliveryQueueState;
  /** The number of the last order; no other lane has it. */
  readonly commandNumber?: number;
}

interface QueueId {
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
    listQueues: (of = {}) => call(async () => (await lanes.find(queueFilterOf(of), committed).sort({ _id: 1 }).toArray()).map(queueOf)),
    findQueue: (key) =>
      call(async () => {
        const row = await lanes.findOne({ _id: queueIdOf(key) }, committed);
        return row === null ? undefined : queueOf(row);
      }),
    listCommanded: (after) =>
      call(async () => {
        const rows = await lanes
          .find({ commandNumber: { $gt: after } }, committed)
          .sort({ commandNumber: 1 })
          .toArray();
        return { queues: rows.map(queueOf), scannedThrough: rows.at(-1)?.commandNumber ?? after };
      }),
    async writeQueue(write) {
      const { log, deadLetters: given = [], isCommand = false } = write;
      const writeOnce = async (): Promise<WriteOutcome> => {
        const commandNumber = isCommand ? (await lastCommandNumber(lanes)) + 1 : undefined;
        if (given.length === 0) return writeState(lanes, write, { commandNumber }).catch(conflictOf);
        const steps = async (session: ClientSession): Promise<WriteOutcome> => {
          const outcome = await writeState(lanes, write, { commandNumber, session });
          if (outcome === 'WRITTEN') await keepDeadLetters(letters, given, session);
          return outcome;
        };
        return inTransaction(db, steps).catch(conflictOf);
      };
      for (;;) {
        const outcome = await call(writeOnce);
        if (outcome === 'COMMAND_NUMBER_TAKEN') continue;
        if (outcome === 'WRITTEN' && given.length > 0) await call(() => removeDeadLettersOfGone(letters, openCollection(db, log), given));
        return outcome === 'WRITTEN';
      }
    },
    listDeadLetters: ({ limit, after, ...of }) =>
      call(async () => {
        const wanted = { ...deadLetterFilterOf(of), ...(after === undefined ? {} : { _id: { $gt: after } }) };
        const rows = await letters.find(wanted, committed).sort({ _id: 1 }).limit(limit).toArray();
        return rows.map(({ _id, ...letter }) => ({ id: _id, ...letter }));
      }),
    countDeadLetters: (key) => call(() => letters.countDocuments(deadLetterFilterOf(key), committed)),
    removeDeadLetters: (ids) =>
      call(async () => {
        await letters.deleteMany({ _id: { $in: [...ids] } });
      }),
  };
}

type WriteOutcome = 'WRITTEN' | 'OVERTAKEN' | 'COMMAND_NUMBER_TAKEN';

/**
 * Writes the state if nobody else has since it was read. Orders are numbered without a counter: the next number is one
 * above the greatest that any lane has, and the unique index gives it to one of those who want it. So a number is given
 * only when all smaller ones can be read, and who goes on behind the last one that was read has missed none.
 *
 * @throws what {@link conflictOf} understands, when a key is taken
 */
async function writeState(
  lanes: Collection<QueueRow>,
  { version, state, ...key }: DeliveryQueueWrite,
  { commandNumber, session }: { readonly commandNumber: number | undefined; readonly session?: ClientSession },
): Promise<WriteOutcome> {
  const written = { version: version + 1, state, ...(commandNumber === undefined ? {} : { commandNumber }) };
  const options = { upsert: version === 0, ignoreUndefined: true, ...(session === undefined ? {} : { session }) };
  const { matchedCount, upsertedCount } = await lanes.updateOne({ _id: queueIdOf(key), version }, { $set: written }, options);
  return matchedCount + upsertedCount === 1 ? 'WRITTEN' : 'OVERTAKEN';
}

/** Which of the keys of a lane it was that somebody else has. @throws the error itself when it is any other */
function conflictOf(error: unknown): WriteOutcome {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
  return 'commandNumber' in error['keyPattern'] ? 'COMMAND_NUMBER_TAKEN' : 'OVERTAKEN';
}

/** What was written last, whether a majority has it or not: a number above it becomes durable only behind it. */
async function lastCommandNumber(lanes: Collection<QueueRow>): Promise<number> {
  const find = lanes.find({ commandNumber: { $gt: 0 } }, { projection: { commandNumber: 1 } });
  const [last] = await find.sort({ commandNumber: -1 }).limit(1).toArray();
  return last?.commandNumber ?? 0;
}

/** Those that are there already stay as they are. */
async function keepDeadLetters(
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
async function removeDeadLettersOfGone(
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

function queueIdOf({ log, subscriber }: DeliveryQueueKey): QueueId {
  return { l: log, s: subscriber };
}

function queueFilterOf({ log, subscriber }: Partial<DeliveryQueueKey>): Filter<QueueRow> {
  if (subscriber !== undefined) {
    const logs = log === undefined ? logNames : [log];
    return { _id: { $in: logs.map((name) => queueIdOf({ log: name, subscriber })) } };
  }
  if (log === undefined) return {};
  return { _id: { $gte: { l: log, s: new MinKey() }, $lte: { l: log, s: new MaxKey() } } } as unknown as Filter<QueueRow>;
}

function deadLetterFilterOf({ log, subscriber }: Partial<DeliveryQueueKey>): Filter<DeliveryDeadLetterRow> {
  return { ...(subscriber === undefined ? {} : { subscriber }), ...(log === undefined ? {} : { log }) };
}

function queueOf({ _id, version, state }: QueueRow): StoredDeliveryQueue {
  return { log: _id.l, subscriber: _id.s, version, state };
}
