import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { withDatabase } from './processes.ts';

/** A MongoDB database of a test's own, dropped with it. */
export interface TemporaryDatabase extends AsyncDisposable {
  /** With the name of the database, as `MONGODB_URL` takes it. */
  readonly url: string;
  readonly db: Db;
}

/** @param serverUrl without database name */
export function openDatabase(serverUrl: string): TemporaryDatabase {
  const name = `landfall-${randomUUID()}`;
  const client = new MongoClient(serverUrl);
  const db = client.db(name);
  return {
    url: withDatabase(serverUrl, name),
    db,
    [Symbol.asyncDispose]: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}
