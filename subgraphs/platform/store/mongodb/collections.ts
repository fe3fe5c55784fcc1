import type { ClientSession, Collection, Db, MongoClient, TransactionOptions } from 'mongodb';
import type { LogName, ReceivedBy } from '../version-store.ts';
import type { MongoCall } from './failure.ts';
import type { PartRow } from './parts.ts';
import type { CurrentRowDocument, VersionRow } from './rows.ts';

/** The part of the driver's database that the store uses. */
export type MongoDatabase = Pick<Db, 'collection' | 'command' | 'aggregate'> & { readonly client: Pick<MongoClient, 'startSession'> };

/** Different content that was received for a stored identity. */
export interface ClashRow {
  readonly _id: { readonly e: string; readonly k: string; readonly h: string };
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /** Number of parts in which the document is stored. */
  readonly parts: number;
}

/** A fact about the deployment. */
export interface MetaRow {
  readonly _id: string;
  readonly version?: number;
  readonly trimmedThrough?: number;
  /** The greatest number of a removed row, and the number of removals. */
  readonly head?: number;
  readonly removals?: number;
  readonly bytes?: Buffer;
  /** Up to which number a followed log has been evaluated. */
  readonly position?: number;
}

/** The collections of one log, and the settings for accessing them. */
export interface MongoLog {
  readonly name: LogName;
  readonly db: MongoDatabase;
  readonly call: MongoCall;
  /** The time limit of `call`, for queries that the server itself has to abort. */
  readonly timeoutMs: number;
  /** Maximum number of sequence numbers that one read of the log scans. */
  readonly maxScanned: number;
  readonly versions: Collection<VersionRow>;
  readonly currentRows: Collection<CurrentRowDocument>;
  readonly parts: Collection<PartRow>;
  readonly clashes: Collection<ClashRow>;
  readonly meta: Collection<MetaRow>;
}

/** Maximum duration of a step, because partners and clients wait no longer. */
export const maxStepMs = 4_000;

/**
 * Data written so survives the loss of a minority of the servers, and of all servers if their disks survive. Without a
 * time limit a write that finds no majority would hold its connection forever.
 */
export const durable = { w: 'majority', journal: true, wtimeoutMS: maxStepMs } as const;

/** Reads only data that no failover can roll back. */
export const committed = { readConcern: { level: 'majority' } } as const;

export function openMongoLog(name: LogName, parts: Pick<MongoLog, 'db' | 'call' | 'timeoutMs' | 'maxScanned'>): MongoLog {
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

/** Opens a collection whose writes are durable and whose reads see every finished write, whatever the URL specifies. */
export function openCollection<T extends object>(db: MongoDatabase, name: string): Collection<T> {
  return db.collection<T>(name, { writeConcern: durable, readPreference: 'primary', readConcern: 'local', promoteBuffers: true });
}

/** Runs the steps in a transaction. They may run more than once. */
export async function inTransaction<R>(db: MongoDatabase, steps: (session: ClientSession) => Promise<R>): Promise<R> {
  const options: TransactionOptions = { readConcern: { level: 'snapshot' }, writeConcern: durable, readPreference: 'primary' };
  const session = db.client.startSession();
  try {
    return await session.withTransaction(() => steps(session), options);
  } finally {
    await session.endSession();
  }
}
