import { randomInt } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase } from './database.ts';
import { triesAll } from './random-cases.ts';

/** A store over which a test runs. */
export interface TestStore {
  readonly name: 'sqlite' | 'mongodb';
  /** Returns the settings that select it. Its content is deleted when it is disposed of. */
  open(): AsyncDisposable & { readonly environment: Readonly<Record<string, string>> };
}

/** The store for tests that do not depend on the kind of store. */
export const sqlite: TestStore = {
  name: 'sqlite',
  open: () => ({ environment: {}, [Symbol.asyncDispose]: async () => {} }),
};

/** Returns all stores; SQLite only, if no MongoDB is available. */
export function storesOfTests(): readonly TestStore[] {
  const serverUrl = inject('mongodbUrl');
  if (serverUrl === undefined) return [sqlite];
  const open: TestStore['open'] = () => {
    const database = openDatabase(serverUrl);
    return { environment: { MONGODB_URL: database.url }, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  };
  return [sqlite, { name: 'mongodb', open }];
}

/**
 * Returns the stores for tests of what does not depend on the store: one of {@link storesOfTests} at random, and all of them
 * before a release. In every run, the contracts of the stores prove over each of them that they return and keep the same.
 * MongoDB, which takes twice as much CPU, is chosen once in four times.
 */
export function someStoresOfTests(): readonly TestStore[] {
  const all = storesOfTests();
  const place = randomInt(4) === 0 ? all.length - 1 : 0;
  return triesAll ? all : all.slice(place, place + 1);
}
