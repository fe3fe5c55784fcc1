import { inject } from 'vitest';
import { openDatabase } from './database.ts';

/** A store that a story is told over. */
export interface TestStore {
  readonly name: 'sqlite' | 'mongodb';
  /** Gives the settings that name it; what it holds is gone with it. */
  open(): AsyncDisposable & { readonly environment: Readonly<Record<string, string>> };
}

/** The one for stories in which it does not matter what keeps the data. */
export const sqlite: TestStore = {
  name: 'sqlite',
  open: () => ({ environment: {}, [Symbol.asyncDispose]: async () => {} }),
};

/** All of them; where no MongoDB can be had, SQLite alone. */
export function storesOfTests(): readonly TestStore[] {
  const serverUrl = inject('mongodbUrl');
  if (serverUrl === undefined) return [sqlite];
  const open: TestStore['open'] = () => {
    const database = openDatabase(serverUrl);
    return { environment: { MONGODB_URL: database.url }, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  };
  return [sqlite, { name: 'mongodb', open }];
}
