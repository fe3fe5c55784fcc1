import type { ClientSession, Collection, Db, MongoClient, TransactionOptions } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import type { LogName, ReceivedBy } from '../version-store.ts';
import type { MongoCall } from './failure.ts';
import type { CurrentRowDocument, PartRow, VersionRow } from './rows.ts';

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
export type MongoLog = ReturnType<typeof openMongoLog>;

/** Maximum duration of a step, because partners and clients wait no longer. */
export const maxStepMs = 4_000;

/**
 * Data written so survives the loss of a minority of the servers, and of all servers if their disks survive. Without a
 * time limit a write that finds no majority would hold its connection forever.
 */
export const durable = { w: 'majority', journal: true, wtimeoutMS: maxStepMs } as const;

/** Reads only data that no failover can roll back. */
export const committed = { readConcern: { level: 'majority' } } as const;

/**
 * @param parts.timeoutMs the time limit of `call`, for queries that the server itself has to abort
 * @param parts.maxScanned maximum number of sequence numbers that one read of the log scans
 */
export function openMongoLog(
  name: LogName,
  parts: { readonly db: MongoDatabase; readonly call: MongoCall; readonly timeoutMs: number; readonly maxScanned: number },
) {
  const { db } = parts;
  return {
    ...parts,
    name,
    versions: openCollection<VersionRow>(db, name),
    currentRows: openCollection<CurrentRowDocument>(db, `${name}.current-rows`),
    parts: openCollection<PartRow>(db, `${name}.parts`),
    clashes: openCollection<ClashRow>(db, `${name}.clashes`),
    meta: openCollection<MetaRow>(db, 'meta'),
    /** Shared lines by their hash, which never change. */
    lines: sharedCachePool.open<string, Buffer>(),
  };
}

/**
 * Opens a collection whose writes are durable and whose reads see every finished write, whatever the URL specifies. Undefined
 * attributes are left out, also in conditions.
 */
export function openCollection<T extends object>(db: MongoDatabase, name: string): Collection<T> {
  return db.collection<T>(name, {
    writeConcern: durable,
    readPreference: 'primary',
    readConcern: 'local',
    promoteBuffers: true,
    ignoreUndefined: true,
  });
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
