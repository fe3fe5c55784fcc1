import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreDamagedError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { DeliveryQueueKey, DeliveryStore } from '../delivery-store.ts';
import type { Removal, RemovalStore } from '../removal-store.ts';
import { type Store, versionStores, withMethods } from '../store.ts';
import { createStoreCondition, type StoreFailure, storeErrorOf } from '../store-failure.ts';
import {
  type AppendOutcome,
  type DeadLetter,
  type DeadLetterStore,
  type LogName,
  storedVersionFrom,
  type VersionStore,
} from '../version-store.ts';
import { createSqliteArrivals } from './arrival-store.ts';
import { openReader, type Reader, type SqlRow, type SqlValue, truncateWriteAheadLog } from './connection.ts';
import { sqliteFailureOf, sqliteStoreFailureOf } from './failure.ts';
import { createSqliteCurrentRows } from './read-current-rows.ts';
import { createSqliteLogReader, openSqliteLog } from './read-log.ts';
import { deadLetterRows, deliveryDeadLetterRows, integer, queueRows, removalRows, removedBy } from './rows.ts';
import { startWriteThread, type WriteThread } from './thread.ts';

export interface SqliteStoreOptions {
  /** The file. It is created with its folder when missing. */
  readonly path: string;
  /** Maximum number of sequence numbers that one filtered read of a log scans. Default 5,000. */
  readonly maxScanned?: number;
  /**
   * Logs when the store becomes unusable and when it recovers. Absent for a command, which fails with the error
   * instead.
   */
  readonly logger?: Logger | undefined;
}

/** The two connections to the file. */
interface OpenedFile {
  readonly thread: WriteThread;
  readonly reader: Reader;
}

/**
 * Opens the store in one SQLite file, for one process without a database server. One thread writes, with one flush to
 * the disk for all waiting requests; the main thread reads.
 *
 * With a logger (in a server), opening a damaged file returns a store that rejects every call.
 *
 * @throws {LandfallError} CONFIG_INVALID when the file was written by a newer program
 * @throws {StoreUnavailableError | StoreDamagedError} whose cause is a {@link StoreFailure}
 */
export async function createSqliteStore({ path, logger, maxScanned = 5_000 }: SqliteStoreOptions): Promise<Store> {
  const condition = createStoreCondition(logger);
  /** Converts and records errors of SQLite; other errors are returned unchanged. */
  const errorOf = (error: unknown): unknown => {
    const failure = sqliteFailureOf(error, path);
    if (failure === undefined) return error;
    const storeFailure = sqliteStoreFailureOf(failure, path);
    condition.failed(storeFailure);
    return storeErrorOf(storeFailure);
  };
  /** Wraps asynchronous methods. After damage was found they reject without accessing the file. */
  const guarded = <T extends object>(methods: T): T =>
    withMethods(methods, async (_, run) => {
      condition.requireUndamaged();
      return run().catch((error: unknown) => {
        throw errorOf(error);
      });
    });
  const openFile = async (): Promise<OpenedFile> => {
    await mkdir(dirname(path), { recursive: true });
    const thread = await startWriteThread(path, condition);
    return { thread, reader: openReader(path) };
  };
  const file = await openFile().catch((error: unknown): OpenedFile => {
    const failure = errorOf(error);
    if (logger === undefined || !(failure instanceof StoreDamagedError)) throw failure;
    condition.failed(failure.cause as StoreFailure);
    return damagedFile;
  });
  const { thread, reader } = file;
  return {
    versions: versionStores((log) => guarded(createVersionStore(log, file, maxScanned))),
    deadLetters: guarded(createDeadLetters(file)),
    deliveries: guarded(createDeliveries(file)),
    removals: guarded(createRemovals(file, path)),
    arrivals: guarded(createSqliteArrivals(file)),
    ...guarded({
      secret: async (name: string) => Buffer.from(await thread.write('secret', name)),
      takeLease: async () => true,
      releaseLease: async () => {},
      ping: () => thread.write('ping'),
    }),
    [Symbol.asyncDispose]: async () => {
      // Closed before the writer, which empties the write-ahead log when it closes.
      reader.close();
      await thread[Symbol.asyncDispose]();
    },
  };
}

/** Replaces a file that could not be opened. It is never used, because the guard rejects every call before. */
const damagedFile: OpenedFile = {
  thread: { write: refuse, revision: 0, [Symbol.asyncDispose]: async () => {} },
  reader: { get: refuse, all: refuse, close: () => {} },
};

function refuse(): never {
  throw new Error('the file is damaged and was not opened');
}

function createVersionStore(name: LogName, { thread, reader }: OpenedFile, maxScanned: number): VersionStore {
  const log = openSqliteLog(name, { thread, reader, maxScanned });
  const logReader = createSqliteLogReader(log);
  return {
    ...logReader,
    ...createSqliteCurrentRows(log),
    append: async (versions) => {
      const outcomes = await thread.write('append', name, versions);
      return outcomes.map((outcome, index): AppendOutcome => {
        const version = versions[index];
        if (outcome.kind === 'STORED' && version !== undefined) {
          const { sequence, id, firstReceivedAt } = outcome;
          // Subscribers read it next.
          log.cache.add({ version: { ...storedVersionFrom(version), sequence }, id, firstReceivedAt });
          return { kind: 'STORED' };
        }
        if (outcome.kind !== 'CONFLICT') return outcome;
        // Buffers become plain byte arrays between threads.
        const { buffer, byteOffset, byteLength } = outcome.stored.document;
        return { kind: 'CONFLICT', stored: { ...outcome.stored, document: Buffer.from(buffer, byteOffset, byteLength) } };
      });
    },
    complete: (version) => thread.write('complete', name, version),
    addClash: (clash) => thread.write('addClash', name, clash),
    // The transaction that makes a version durable assigns its number.
    assignSequences: async () => 0,
    trimLog: async (receivedBefore) => {
      await thread.write('trim', name, receivedBefore);
      return logReader.bounds();
    },
  };
}

function createDeadLetters({ thread, reader }: OpenedFile): DeadLetterStore {
  const deadLetterOf = (row: SqlRow): DeadLetter => {
    const { id, ...deadLetter } = deadLetterRows.read(row);
    return { id: String(id), ...deadLetter };
  };
  /** Returns the row number that an id represents; any other string identifies none. */
  const rowIdOf = (id = '0'): number => (Number.isSafeInteger(Number(id)) ? Number(id) : 0);
  return {
    add: (deadLetters) => thread.write('addDeadLetters', deadLetters),
    list: async ({ limit, after }) =>
      reader.all('SELECT * FROM dead_letters WHERE id > ? ORDER BY id LIMIT ?', rowIdOf(after), limit).map(deadLetterOf),
    find: async (id) => {
      const row = reader.get('SELECT * FROM dead_letters WHERE id = ?', rowIdOf(id));
      return row && deadLetterOf(row);
    },
    remove: (id) => thread.write('removeDeadLetters', 'deadLetters', [rowIdOf(id)]),
  };
}

/** A queue and its dead letters are written in one transaction. */
function createDeliveries({ thread, reader }: OpenedFile): DeliveryStore {
  const select = (table: string, { subscriber, log }: Partial<DeliveryQueueKey>, rest: string, ...values: SqlValue[]): SqlRow[] => {
    const where = `WHERE ${subscriber === undefined ? 'TRUE' : 'subscriber = ?'} AND ${log === undefined ? 'TRUE' : 'log = ?'}`;
    const key = [subscriber, log].filter((value) => value !== undefined);
    return reader.all(`SELECT * FROM ${table} ${where} ${rest}`, ...key, ...values);
  };
  const listQueues = (key: Partial<DeliveryQueueKey>) => select('delivery_queues', key, 'ORDER BY log, subscriber').map(queueRows.read);
  return {
    listQueues: async (key = {}) => listQueues(key),
    findQueue: async (key) => listQueues(key)[0],
    listCommanded: async (after) => {
      const rows = reader.all('SELECT * FROM delivery_queues WHERE command_number > ? ORDER BY command_number', after);
      const last = rows.at(-1);
      return { queues: rows.map(queueRows.read), scannedThrough: last === undefined ? after : integer(last, 'command_number') };
    },
    writeQueue: (write) => thread.write('writeQueue', write),
    listDeadLetters: async ({ limit, after = '', ...key }) =>
      select('delivery_dead_letters', key, 'AND id > ? ORDER BY id LIMIT ?', after, limit).map(deliveryDeadLetterRows.read),
    countDeadLetters: async (key) => {
      const sql = 'SELECT count(*) AS count FROM delivery_dead_letters WHERE subscriber = ? AND log = ?';
      return integer(reader.get(sql, key.subscriber, key.log), 'count');
    },
    removeDeadLetters: (ids) => thread.write('removeDeadLetters', 'deliveryDeadLetters', ids),
  };
}

/** SQLite overwrites deleted bytes with zeros; `finish` removes the copies in the write-ahead log. */
function createRemovals({ thread, reader }: OpenedFile, path: string): RemovalStore {
  const recordOf = (row: SqlRow): Removal => {
    const removal = removalRows.read(row);
    return { ...removal, removed: removedBy(reader, removal.id) };
  };
  return {
    // Each step is a transaction, so none is left unfinished.
    resume: async () => {},
    begin: (removal) => thread.write('beginRemoval', removal),
    removeVersions: (removal, log, keys) => thread.write('eraseVersions', removal, log, keys),
    removeDeadLetters: (removal, kind, ids) =>
      thread.write('eraseDeadLetters', removal, kind, kind === 'deadLetters' ? ids.map(Number) : ids),
    finish: async (removal, finishedAt) => {
      // Only the record is written after this, so no removed bytes get into the write-ahead log again.
      truncateWriteAheadLog(path);
      await thread.write('finishRemoval', removal, finishedAt);
      const row = reader.get('SELECT * FROM removals WHERE id = ?', removal);
      if (row === undefined) throw new Error(`there is no removal ${removal}`);
      return recordOf(row);
    },
    list: async (limit) => reader.all('SELECT * FROM removals ORDER BY started_at DESC, id LIMIT ?', limit).map(recordOf),
  };
}
