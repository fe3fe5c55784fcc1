import { type Db, MongoClient } from 'mongodb';
import { createMongoStore, type MongoStoreOptions } from '#platform/store/mongodb/store.ts';
import type { Store } from '#platform/store/store.ts';
import { openDatabase } from './database.ts';

/** A store over a MongoDB database of its own. */
export interface OpenedMongo extends AsyncDisposable {
  readonly store: Store;
  readonly db: Db;
  reopen(): Promise<Store>;
  /** Another store over the same database, with a client of its own, as another process has it. */
  another(): Promise<Store>;
}

/** @param url of a server, without database name */
export async function openMongo(url: string, options: MongoStoreOptions = {}): Promise<OpenedMongo> {
  const database = openDatabase(url);
  const clients: MongoClient[] = [];
  const connect = (): Db => {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
    clients.push(client);
    return client.db(database.name);
  };
  // Of its own: it is closed before the database is emptied for another test, so that nothing writes into that one any more.
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
