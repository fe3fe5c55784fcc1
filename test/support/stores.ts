import { inject } from 'vitest';
import { openDatabase } from './database.ts';

/** A store that a story is told over. */
export interface TestStore {
  readonly name: 'embedded' | 'mongodb';
  /** Gives the settings that name it; what it holds is gone with it. */
  open(): AsyncDisposable & { readonly environment: Readonly<Record<string, string>> };
}

/** The one for stories in which it does not matter what keeps the data. */
export const embedded: TestStore = {
  name: 'embedded',
  open: () => ({ environment: {}, [Symbol.asyncDispose]: async () => {} }),
};

/** All of them; where no MongoDB can be had, the embedded one alone. */
export function storesOfTests(): readonly TestStore[] {
  const serverUrl = inject('mongodbUrl');
  if (serverUrl === undefined) return [embedded];
  const open: TestStore['open'] = () => {
    const database = openDatabase(serverUrl);
    return { environment: { MONGODB_URL: database.url }, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  };
  return [embedded, { name: 'mongodb', open }];
}
