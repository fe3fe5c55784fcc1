import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LandfallError, StoreDamagedError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Store } from '../store.ts';
import { createStoreCondition, type StoreCondition } from '../store-condition.ts';
import type { StoreFailure } from '../store-failure.ts';
import { type AppendOutcome, type LogName, logNames, type NewVersion, type VersionStore } from '../version-store.ts';
import { createSqliteArrivals } from './arrival-store.ts';
import { openReader, type Reader } from './connection.ts';
import { createSqliteDeadLetters } from './dead-letter-store.ts';
import { createSqliteDeliveries } from './delivery-store.ts';
import { createSqliteGuard } from './guard.ts';
import { createSqliteCurrentRows } from './read-current-rows.ts';
import { createSqliteLogReader, type SqliteLog } from './read-log.ts';
import { createSqliteVersions } from './read-versions.ts';
import { createSqliteRemovals } from './removal-store.ts';
import { createRowCache } from './row-cache.ts';
import { tablePrefix } from './schema.ts';
import { startWriteThread, type WriterOptions, type WriteThread } from './thread.ts';

/**
 * Maximum number of versions in one request to the writing thread. A longer list is split into several requests, each
 * durable by itself.
 */
const maxVersions = 500;

/**
 * Number of new current rows of which the index entries are written immediately. Fewer rows wait for more, whose
 * entries share the pages of the index; until then each query by a term reads the terms of all these rows.
 */
const maxUnindexedRows = 1_000;

export interface SqliteStoreOptions {
  /** The file. It is created with its folder when missing. */
  readonly path: string;
  /** Maximum number of sequence numbers that one filtered read of a log scans. Default 5,000. */
  readonly maxScanned?: number;
  /** Number of new current rows whose index entries are written immediately. Default {@link maxUnindexedRows}. */
  readonly maxUnindexed?: number;
  /**
   * Logs when the store becomes unusable and when it recovers. Absent for a command, which fails with the error
   * instead.
   */
  readonly logger?: Logger | undefined;
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
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { path, logger, maxScanned = 5_000, maxUnindexed = maxUnindexedRows } = options;
  const condition = createStoreCondition(logger);
  const guard = createSqliteGuard(path, condition);
  const { thread, reader } = await openFile({ path, maxUnindexed }, condition).catch((error: unknown): OpenedFile => {
    const failure = guard.errorOf(error);
    if (logger === undefined || !(failure instanceof StoreDamagedError)) throw failure;
    condition.failed(failure.cause as StoreFailure);
    return damagedFile;
  });
  const versionStoreOf = (log: LogName) => guard.methodsOf(createVersionStore(log, { thread, reader, maxScanned }));
  const stores = new Map<LogName, VersionStore>(logNames.map((log) => [log, versionStoreOf(log)]));
  return {
    versions: (log) => {
      const store = stores.get(log);
      if (store === undefined) throw new LandfallError('CONFIG_INVALID', `There is no log named ${log}.`);
      return store;
    },
    deadLetters: guard.methodsOf(createSqliteDeadLetters({ thread, reader })),
    deliveries: guard.methodsOf(createSqliteDeliveries({ thread, reader })),
    removals: guard.methodsOf(createSqliteRemovals({ thread, reader, path })),
    arrivals: guard.methodsOf(createSqliteArrivals({ thread, reader })),
    ...guard.methodsOf({
      secret: async (name: string) => Buffer.from(await thread.write('secret', { name })),
      takeLease: (name: string, holder: string, ttlMs: number) => thread.write('takeLease', { name, holder, ttlMs }),
      releaseLease: (name: string, holder: string) => thread.write('releaseLease', { name, holder }),
      ping: () => thread.write('ping', {}),
    }),
    [Symbol.asyncDispose]: async () => {
      // Closed before the writer, which empties the write-ahead log when it closes.
      reader.close();
      await thread[Symbol.asyncDispose]();
    },
  };
}

interface OpenedFile {
  readonly thread: WriteThread;
  readonly reader: Reader;
}

/** Replaces a file that could not be opened. It is never used, because the guard rejects every call before. */
const damagedFile: OpenedFile = {
  thread: { write: refuse, revision: 0, [Symbol.asyncDispose]: async () => {} },
  reader: { get: refuse, all: refuse, close: () => {} },
};

function refuse(): never {
  throw new Error('the file is damaged and was not opened');
}

async function openFile(file: WriterOptions, condition: StoreCondition): Promise<OpenedFile> {
  await mkdir(dirname(file.path), { recursive: true });
  const thread = await startWriteThread(file, condition);
  return { thread, reader: openReader(file.path) };
}

function createVersionStore(
  log: LogName,
  { thread, reader, maxScanned }: { thread: WriteThread; reader: Reader; maxScanned: number },
): VersionStore {
  const prefix = tablePrefix(log);
  const parts: SqliteLog = { name: log, prefix, reader, cache: createRowCache(reader, prefix), thread, maxScanned };
  const logReader = createSqliteLogReader(parts);
  return {
    ...logReader,
    ...createSqliteCurrentRows(parts),
    ...createSqliteVersions(parts),
    append: async (versions) => {
      const outcomes: Promise<AppendOutcome[]>[] = [];
      for (let from = 0; from < versions.length; from += maxVersions) {
        outcomes.push(thread.write('append', { log, versions: versions.slice(from, from + maxVersions) as NewVersion[] }));
      }
      return (await Promise.all(outcomes)).flat().map(withBuffer);
    },
    complete: (version) => thread.write('complete', { log, version }),
    addClash: (clash) => thread.write('addClash', { log, clash }),
    // The transaction that makes a version durable assigns its number.
    assignSequences: async () => 0,
    trimLog: async (receivedBefore) => {
      await thread.write('trim', { log, receivedBefore });
      return logReader.bounds();
    },
  };
}

/** Converts plain byte arrays, which buffers become between threads. */
function withBuffer(outcome: AppendOutcome): AppendOutcome {
  if (outcome.kind !== 'CONFLICT') return outcome;
  const { buffer, byteOffset, byteLength } = outcome.stored.document;
  return { kind: 'CONFLICT', stored: { ...outcome.stored, document: Buffer.from(buffer, byteOffset, byteLength) } };
}
