import { type Db, MongoClient } from 'mongodb';
import { createMongoStore, type MongoStoreOptions } from '#platform/store/mongodb/store.ts';
import type { Store } from '#platform/store/store.ts';
import { openDatabase } from './database.ts';

/** A store over a separate MongoDB database. */
export interface OpenedMongo extends AsyncDisposable {
  readonly store: Store;
  readonly db: Db;
  reopen(): Promise<Store>;
  /** Opens another store over the same database with a separate client, as another process would. */
  another(): Promise<Store>;
}

/** @param url URL of a server, without database name */
export async function openMongo(url: string, options: MongoStoreOptions = {}): Promise<OpenedMongo> {
  const database = openDatabase(url);
  const clients: MongoClient[] = [];
  const connect = (): Db => {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
    clients.push(client);
    return client.db(database.name);
  };
  // A separate client, which is closed before the database is emptied for another test, so that nothing is written to
  // it later.
  const db = connect();
  const store = await createMongoStore(db, options);
  return {
    store,
    db,
    another: () => createMongoStore(connect(), options),
    reopen: async () => {
      await store[Symbol.asyncDispose]();
      return createMongoStore(connect(), options);
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) await client.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
