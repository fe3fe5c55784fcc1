import { randomBytes, randomUUID } from 'node:crypto';
import { LandfallError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Store } from '../store.ts';
import { createStoreCondition } from '../store-condition.ts';
import { type LogName, logNames, type VersionStore } from '../version-store.ts';
import { createMongoAppend } from './append.ts';
import { createMongoSequencing } from './assign-sequences.ts';
import { type MetaRow, type MongoDatabase, maxStepMs, openCollection, openMongoLog } from './collections.ts';
import { createMongoDeadLetters } from './dead-letter-store.ts';
import { createMongoDeliveries } from './delivery-store.ts';
import { createMongoCall, MongoAwayError } from './failure.ts';
import { createMongoLease } from './leases.ts';
import { migrate } from './migrations.ts';
import { createMongoCurrentRows } from './read-current-rows.ts';
import { createMongoLogReader } from './read-log.ts';
import { createMongoVersions } from './read-versions.ts';
import { createMongoRemovals } from './removal-store.ts';

export interface MongoStoreOptions {
  /** Within this time every step is answered, by success or by STORE_UNAVAILABLE. Default 4,000. */
  readonly timeoutMs?: number;
  /** Is told once when the store cannot be used any more, and once when it can again. */
  readonly logger?: Logger | undefined;
  /** How many numbers one reading of a log looks at before it says how far it got. Default 5,000. */
  readonly numbersLookedAt?: number;
  /** Names the servers to an operator. Default `MongoDB`. */
  readonly place?: string;
  /** Whether the driver knows of a server that takes writes. Absent: nobody watches, and a write finds out. */
  readonly hasPrimary?: () => boolean;
  /** A clock that only goes forward, in milliseconds. Default `performance.now`. */
  readonly clock?: () => number;
}

const secretBytes = 32;

/**
 * Opens the store that lives in MongoDB, a replica set of version 6.0 or later: for any number of processes at once,
 * none of which keeps anything that another one needs. Upgrades the database first when it is older.
 *
 * A version is one row, inserted with `w: majority, j: true` before the partner gets its answer; that row is also its
 * place in the waiting line for a number. Heads and numbers follow from rows and are put right from them.
 *
 * @param db of a connected client; closing it is the caller's
 * @throws {LandfallError} CONFIG_INVALID when the database was written by a newer program
 * @throws {StoreUnavailableError} when the server cannot be reached
 */
export async function createMongoStore(db: MongoDatabase, options: MongoStoreOptions = {}): Promise<Store> {
  const {
    timeoutMs = maxStepMs,
    logger,
    numbersLookedAt = 5_000,
    place = 'MongoDB',
    hasPrimary = () => true,
    clock = () => performance.now(),
  } = options;
  const call = createMongoCall({ timeoutMs, place, condition: createStoreCondition(logger) });
  const holder = randomUUID();
  // Building indexes may take its time; only the connection's own limits apply.
  await createMongoCall({ timeoutMs: migrationTimeoutMs, place })(() => migrate(db, createMongoLease(db, holder)));
  const parts = { db, call, timeoutMs, numbersLookedAt };
  const logs = new Map(logNames.map((log) => [log, createVersionStore(log, parts, clock)]));
  const meta = openCollection<MetaRow>(db, 'meta');

  return {
    versions: (log) => {
      const versions = logs.get(log);
      if (versions === undefined) throw new LandfallError('CONFIG_INVALID', `There is no log named ${log}.`);
      return versions;
    },
    deadLetters: createMongoDeadLetters(db, call),
    deliveries: createMongoDeliveries(db, call),
    removals: createMongoRemovals(parts, (log) => openMongoLog(log, parts)),
    secret: (name) =>
      call(async () => {
        const made = { $setOnInsert: { bytes: randomBytes(secretBytes) } };
        const row = await meta.findOneAndUpdate({ _id: `secret:${name}` }, made, { upsert: true, returnDocument: 'after' });
        if (row?.bytes === undefined) throw new Error(`secret ${name} was neither found nor made`);
        return row.bytes;
      }),
    takeLease: (name, other, ttlMs) => call(() => createMongoLease(db, other).take(name, ttlMs)),
    releaseLease: (name, other) => call(() => createMongoLease(db, other).release(name)),
    ping: () =>
      call(async () => {
        // The driver would wait for a server, and a short absence would go unnoticed.
        if (!hasPrimary()) throw new MongoAwayError('NoPrimary', 'no known server takes writes');
        await meta.updateOne({ _id: 'ping' }, { $currentDate: { at: true } }, { upsert: true });
      }),
    // The client is the caller's, and every promise of a write is held by whoever wants it kept.
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
