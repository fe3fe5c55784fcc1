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
export const deliveryDeadLetterCollection = 'deliveries.dead-letters';

export interface QueueRow {
  readonly _id: QueueId;
  readonly version: number;
  readonly state: DeliveryQueueState;
  /** The number of the last command, unique among all queues. */
  readonly commandNumber?: number | undefined;
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
 * Opens the MongoDB {@link DeliveryStore}. The write itself compares the version of the queue, which detects concurrent
 * writers. A write without dead letters and commands is therefore one round trip; a write with dead letters is a
 * transaction.
 */
export function createMongoDeliveries(db: MongoDatabase, call: MongoCall): DeliveryStore {
  const queues = openCollection<QueueRow>(db, queueCollection);
  const deadLetters = openCollection<DeliveryDeadLetterRow>(db, deliveryDeadLetterCollection);

  return {
    listQueues: (key = {}) => call(async () => (await queues.find(queueFilterOf(key), committed).sort({ _id: 1 }).toArray()).map(queueOf)),
    findQueue: (key) =>
      call(async () => {
        const row = await queues.findOne({ _id: queueIdOf(key) }, committed);
        return row === null ? undefined : queueOf(row);
      }),
    listCommanded: (after) =>
      call(async () => {
        const rows = await queues
          .find({ commandNumber: { $gt: after } }, committed)
          .sort({ commandNumber: 1 })
          .toArray();
        return { queues: rows.map(queueOf), scannedThrough: rows.at(-1)?.commandNumber ?? after };
      }),
    async writeQueue(write) {
      const { log, deadLetters: added = [], isCommand = false } = write;
      const writeOnce = async (): Promise<WriteOutcome> => {
        const commandNumber = isCommand ? (await lastCommandNumber(queues)) + 1 : undefined;
        if (added.length === 0) return writeState(queues, write, { commandNumber }).catch(conflictOf);
        const steps = async (session: ClientSession): Promise<WriteOutcome> => {
          const outcome = await writeState(queues, write, { commandNumber, session });
          if (outcome === 'WRITTEN') await addDeadLetters(deadLetters, added, session);
          return outcome;
        };
        return inTransaction(db, steps).catch(conflictOf);
      };
      for (;;) {
        const outcome = await call(writeOnce);
        if (outcome === 'COMMAND_NUMBER_TAKEN') continue;
        if (outcome === 'WRITTEN' && added.length > 0) await call(() => removeOrphans(deadLetters, openCollection(db, log), added));
        return outcome === 'WRITTEN';
      }
    },
    listDeadLetters: ({ limit, after, ...key }) =>
      call(async () => {
        const wanted = { ...deadLetterFilterOf(key), ...(after === undefined ? {} : { _id: { $gt: after } }) };
        const rows = await deadLetters.find(wanted, committed).sort({ _id: 1 }).limit(limit).toArray();
        return rows.map(({ _id, ...deadLetter }) => ({ id: _id, ...deadLetter }));
      }),
    countDeadLetters: (key) => call(() => deadLetters.countDocuments(deadLetterFilterOf(key), committed)),
    removeDeadLetters: (ids) =>
      call(async () => {
        await deadLetters.deleteMany({ _id: { $in: [...ids] } });
      }),
  };
}

type WriteOutcome = 'WRITTEN' | 'OVERTAKEN' | 'COMMAND_NUMBER_TAKEN';

/**
 * Writes the state, unless another writer has changed it since it was read. Commands are numbered without a counter:
 * the next number is one above the greatest number of all queues, and the unique index gives it to one writer only. So
 * a number is used only when all smaller ones can be read, and a reader that continues after the last number misses
 * none.
 *
 * @throws the error of the driver when a key exists already; {@link conflictOf} interprets it
 */
async function writeState(
  queues: Collection<QueueRow>,
  { version, state, ...key }: DeliveryQueueWrite,
  { commandNumber, session }: { readonly commandNumber: number | undefined; readonly session?: ClientSession },
): Promise<WriteOutcome> {
  const written = { version: version + 1, state, commandNumber };
  const options = { upsert: version === 0, ...(session === undefined ? {} : { session }) };
  const { matchedCount, upsertedCount } = await queues.updateOne({ _id: queueIdOf(key), version }, { $set: written }, options);
  return matchedCount + upsertedCount === 1 ? 'WRITTEN' : 'OVERTAKEN';
}

/** Returns which key of a queue exists already. @throws the error itself when it is not about such a key */
function conflictOf(error: unknown): WriteOutcome {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
  return 'commandNumber' in error['keyPattern'] ? 'COMMAND_NUMBER_TAKEN' : 'OVERTAKEN';
}

/** Reads the last command number, committed by a majority or not: a greater number becomes durable only after it. */
async function lastCommandNumber(queues: Collection<QueueRow>): Promise<number> {
  const find = queues.find({ commandNumber: { $gt: 0 } }, { projection: { commandNumber: 1 } });
  const [last] = await find.sort({ commandNumber: -1 }).limit(1).toArray();
  return last?.commandNumber ?? 0;
}

/** Adds dead letters; existing ones stay unchanged. */
async function addDeadLetters(
  deadLetters: Collection<DeliveryDeadLetterRow>,
  added: readonly DeliveryDeadLetter[],
  session: ClientSession,
): Promise<void> {
  const writes = added.map(({ id, ...deadLetter }) => ({
    updateOne: { filter: { _id: id }, update: { $setOnInsert: deadLetter }, upsert: true },
  }));
  await deadLetters.bulkWrite(writes, { ordered: false, session });
}

/**
 * Removes the dead letters of versions that were removed while they were delivered. Later removals find such dead
 * letters themselves.
 */
async function removeOrphans(
  deadLetters: Collection<DeliveryDeadLetterRow>,
  versions: Collection<VersionRow>,
  added: readonly DeliveryDeadLetter[],
): Promise<void> {
  const wanted = { sequence: { $in: added.map(({ sequence }) => sequence) } };
  const found = await versions.find<{ sequence: number }>(wanted, { projection: { _id: 0, sequence: 1 } }).toArray();
  const stored = new Set(found.map(({ sequence }) => sequence));
  const orphans = added.flatMap(({ id, sequence }) => (stored.has(sequence) ? [] : [id]));
  if (orphans.length > 0) await deadLetters.deleteMany({ _id: { $in: orphans } });
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
  return { subscriber, log } as Filter<DeliveryDeadLetterRow>;
}

function queueOf({ _id, version, state }: QueueRow): StoredDeliveryQueue {
  return { log: _id.l, subscriber: _id.s, version, state };
}
