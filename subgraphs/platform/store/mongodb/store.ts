import { randomBytes } from 'node:crypto';
import type { MongoClient } from 'mongodb';
import type { Logger } from '../../logger.ts';
import { type Store, versionStores } from '../store.ts';
import { createStoreCondition } from '../store-failure.ts';
import type { LogName, VersionStore } from '../version-store.ts';
import { createMongoAppend } from './append.ts';
import { createMongoArrivals } from './arrival-store.ts';
import { createMongoSequencing } from './assign-sequences.ts';
import { type MetaRow, type MongoDatabase, maxStepMs, openCollection, openMongoLog } from './collections.ts';
import { createMongoDeadLetters } from './dead-letter-store.ts';
import { createMongoDeliveries } from './delivery-store.ts';
import { createMongoCall, MongoAwayError } from './failure.ts';
import { releaseLease, takeLease } from './leases.ts';
import { migrate, requireWholeStore } from './migrations.ts';
import { createMongoCurrentRows } from './read-current-rows.ts';
import { createMongoLogReader, createMongoVersions } from './read-log.ts';
import { createMongoRemovals } from './removal-store.ts';

export interface MongoStoreOptions {
  /** Timeout of every step. A step that exceeds it fails with STORE_UNAVAILABLE. Default 4,000. */
  readonly timeoutMs?: number;
  /** Logs when the store becomes unusable and when it recovers. */
  readonly logger?: Logger | undefined;
  /** Maximum number of sequence numbers that one read of a log scans. Default 5,000. */
  readonly maxScanned?: number;
  /** Names the servers in messages for operators. Default `MongoDB`. */
  readonly place?: string;
  /**
   * Returns whether the driver knows a server that accepts writes. Default: always true, so that only the write itself
   * finds out.
   */
  readonly hasPrimary?: () => boolean;
  /** A monotonic clock, in milliseconds. Default `performance.now`. */
  readonly clock?: () => number;
}

const secretBytes = 32;

/**
 * Opens the store in MongoDB, a replica set of version 6.0 or later. Any number of processes may use it; they share no
 * other state. Upgrades an older database first.
 *
 * A version is one row, inserted with `w: majority, j: true` before the partner gets its response; while it has no
 * number, the row is also its place in the queue for one. Current rows and numbers are derived from rows and repaired
 * from them.
 *
 * @param db database of a connected client, which the caller closes
 * @throws {LandfallError} CONFIG_INVALID when the database was written by a newer program, or a migration to it is not
 *   finished
 * @throws {StoreUnavailableError} when the server cannot be reached
 */
export async function createMongoStore(db: MongoDatabase, options: MongoStoreOptions = {}): Promise<Store> {
  const {
    timeoutMs = maxStepMs,
    logger,
    maxScanned = 5_000,
    place = 'MongoDB',
    hasPrimary = () => true,
    clock = () => performance.now(),
  } = options;
  const call = createMongoCall({ timeoutMs, place, condition: createStoreCondition(logger) });
  // Building indexes takes long, so only the limits of the connection apply.
  await createMongoCall({ timeoutMs: migrationTimeoutMs, place })(async () => {
    await migrate(db);
    await requireWholeStore(db);
  });
  const parts = { db, call, timeoutMs, maxScanned };
  const meta = openCollection<MetaRow>(db, 'meta');

  return {
    versions: versionStores((log) => createVersionStore(log, parts, clock)),
    arrivals: createMongoArrivals(db, { call, timeoutMs, alerts: openMongoLog('arrival-alerts', parts) }),
    deadLetters: createMongoDeadLetters(db, call),
    deliveries: createMongoDeliveries(db, call),
    removals: createMongoRemovals(parts, (log) => openMongoLog(log, parts)),
    secret: (name) =>
      call(async () => {
        const made = { $setOnInsert: { bytes: randomBytes(secretBytes) } };
        const row = await meta.findOneAndUpdate({ _id: `secret:${name}` }, made, { upsert: true, returnDocument: 'after' });
        if (row?.bytes === undefined) throw new Error(`secret ${name} could neither be found nor created`);
        return row.bytes;
      }),
    takeLease: (name, holder, ttlMs) => call(() => takeLease(db, name, holder, ttlMs)),
    releaseLease: (name, holder) => call(() => releaseLease(db, name, holder)),
    ping: () =>
      call(async () => {
        // Without this check the driver would wait for a server, and a short outage would not be reported.
        if (!hasPrimary()) throw new MongoAwayError('NoPrimary', 'no known server accepts writes');
        await meta.updateOne({ _id: 'ping' }, { $currentDate: { at: true } }, { upsert: true });
      }),
    // The client belongs to the caller.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const migrationTimeoutMs = 3_600_000;

function createVersionStore(name: LogName, parts: Parameters<typeof openMongoLog>[1], clock: () => number): VersionStore {
  const log = openMongoLog(name, parts);
  return {
    ...createMongoAppend(log),
    ...createMongoCurrentRows(log),
    ...createMongoVersions(log),
    ...createMongoLogReader(log),
    assignSequences: createMongoSequencing(log, clock),
  };
}

/** The kinds of servers that accept writes, as the driver names them. */
const writableKinds: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);

/**
 * Tracks the driver's view of the servers.
 *
 * @param client a connected client
 * @returns a function that returns whether one of the servers accepts writes. A server that shuts down is noticed
 *   immediately, one that stops responding is not
 */
export function watchPrimary(client: Pick<MongoClient, 'on'>): () => boolean {
  let hasPrimary = true;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    hasPrimary = [...newDescription.servers.values()].some(({ type }) => writableKinds.has(type));
  });
  return () => hasPrimary;
}
