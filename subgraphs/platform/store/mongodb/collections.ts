import type { ClientSession, Collection, Db, MongoClient, TransactionOptions } from 'mongodb';
import type { LogName, ReceivedBy } from '../version-store.ts';
import type { MongoCall } from './failure.ts';
import type { PartRow } from './parts.ts';
import type { CurrentRowDocument, VersionRow } from './rows.ts';

/** What the store uses of the driver's database. */
export type MongoDatabase = Pick<Db, 'collection' | 'command' | 'aggregate'> & { readonly client: Pick<MongoClient, 'startSession'> };

/** Another content under a held identity. */
export interface ClashRow {
  readonly _id: { readonly e: string; readonly k: string; readonly h: string };
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /** In how many parts the document is kept. */
  readonly parts: number;
}

/** One fact about the deployment. */
export interface MetaRow {
  readonly _id: string;
  readonly version?: number;
  readonly trimmedThrough?: number;
  /** The greatest number of a row that was removed, and how often rows were. */
  readonly head?: number;
  readonly removals?: number;
  readonly bytes?: Buffer;
}

/** The collections of one log and how to reach them. */
export interface MongoLog {
  readonly name: LogName;
  readonly db: MongoDatabase;
  readonly call: MongoCall;
  /** The limit of `call`, for questions that the server itself should stop working on. */
  readonly timeoutMs: number;
  /** How many numbers one reading of the log looks at before it says how far it got. */
  readonly numbersLookedAt: number;
  readonly versions: Collection<VersionRow>;
  readonly currentRows: Collection<CurrentRowDocument>;
  readonly parts: Collection<PartRow>;
  readonly clashes: Collection<ClashRow>;
  readonly meta: Collection<MetaRow>;
}

/** Within this time a step is answered, by success or by an error; beyond it a partner or a client has long given up. */
export const maxStepMs = 4_000;

/**
 * Survives the loss of a minority of the servers, and of all of them once their disks come back. Without a limit a
 * write that finds no majority would hold its connection for ever.
 */
export const durable = { w: 'majority', journal: true, wtimeoutMS: maxStepMs } as const;

/** Sees only what no failover can take back. */
export const committed = { readConcern: { level: 'majority' } } as const;

export function openMongoLog(name: LogName, parts: Pick<MongoLog, 'db' | 'call' | 'timeoutMs' | 'numbersLookedAt'>): MongoLog {
  const { db } = parts;
  return {
    ...parts,
    name,
    versions: openCollection(db, name),
    currentRows: openCollection(db, `${name}.current-rows`),
    parts: openCollection(db, `${name}.parts`),
    clashes: openCollection(db, `${name}.clashes`),
    meta: openCollection(db, 'meta'),
  };
}

/** Opens a collection whose writes are durable and whose reads see every finished write, whatever the URL says. */
export function openCollection<T extends object>(db: MongoDatabase, name: string): Collection<T> {
  return db.collection<T>(name, { writeConcern: durable, readPreference: 'primary', readConcern: 'local', promoteBuffers: true });
}

/** Runs the steps as one: all of them become visible and durable together, or none. They may run more than once. */
export async function inTransaction<R>(db: MongoDatabase, steps: (session: ClientSession) => Promise<R>): Promise<R> {
  const options: TransactionOptions = { readConcern: { level: 'snapshot' }, writeConcern: durable, readPreference: 'primary' };
  const session = db.client.startSession();
  try {
    return await session.withTransaction(() => steps(session), options);
  } finally {
    await session.endSession();
  }
}
