import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { layoutRow, layoutVersion } from '#platform/store/mongodb/migrations.ts';
import { exceptBoundaryRows } from '#platform/store/mongodb/rows.ts';
import { withDatabase } from './processes.ts';

/** A MongoDB database for one test: empty at first, and used by no other test until it is disposed of. */
export interface TemporaryDatabase extends AsyncDisposable {
  readonly name: string;
  /** The URL with the name of the database, as in `MONGODB_URL`. */
  readonly url: string;
  readonly db: Db;
}

/**
 * Names of emptied databases with their collections and indexes, by server. Creating and dropping those takes half a
 * second of CPU.
 */
const emptied = new Map<string, string[]>();
/** A larger database is dropped, because emptying it takes longer. */
const mostBytes = 4 * 1024 * 1024;
const emptyingMs = 10_000;

/** Client of the server that all tests of this worker share. It ends with the worker. */
let shared: MongoClient | undefined;

/** @param serverUrl URL without database name */
export function openDatabase(serverUrl: string): TemporaryDatabase {
  const name = emptied.get(serverUrl)?.pop() ?? `${inject('databasePrefix')}${randomUUID()}`;
  const isShared = serverUrl === inject('mongodbUrl');
  if (isShared) shared ??= new MongoClient(serverUrl);
  const client = (isShared && shared) || new MongoClient(serverUrl);
  const db = client.db(name);
  return {
    name,
    url: withDatabase(serverUrl, name),
    db,
    [Symbol.asyncDispose]: async () => {
      if (await becomesEmpty(db)) emptied.set(serverUrl, [...(emptied.get(serverUrl) ?? []), name]);
      else await db.dropDatabase();
      if (!isShared) await client.close();
    },
  };
}

/** Empties a database with the layout of this program. @returns whether it can be used again */
async function becomesEmpty(db: Db): Promise<boolean> {
  const meta = db.collection<{ _id: string; version?: number }>('meta');
  if ((await meta.findOne({ _id: layoutRow }))?.version !== layoutVersion) return false;
  if ((await db.stats())['dataSize'] > mostBytes) return false;
  const collections = (await db.collections()).filter(({ collectionName }) => collectionName !== meta.collectionName);
  if (collections.some(({ collectionName }) => collectionName.startsWith('system.'))) return false;
  const options = { maxTimeMS: emptyingMs };
  const emptying = [
    meta.deleteMany({ _id: { $ne: layoutRow } }, options),
    ...collections.map((each) => each.deleteMany(exceptBoundaryRows, options)),
  ];
  // A transaction of a killed process blocks its documents until it expires.
  return (await Promise.allSettled(emptying)).every(({ status }) => status === 'fulfilled');
}
