import type { StoreCondition } from '../store-condition.ts';
import { storeErrorOf } from '../store-failure.ts';
import { sqliteFailureOf, sqliteStoreFailureOf } from './failure.ts';

/** Guards the methods of the store against errors of SQLite. */
export interface SqliteGuard {
  /** Converts and records errors of SQLite; other errors are returned unchanged. */
  errorOf(error: unknown): unknown;
  /** Wraps asynchronous methods. After damage was found they reject without accessing the file. */
  methodsOf<T extends object>(methods: T): T;
}

/** @param path of the file */
export function createSqliteGuard(path: string, condition: StoreCondition): SqliteGuard {
  const errorOf = (error: unknown): unknown => {
    const failure = sqliteFailureOf(error, path);
    if (failure === undefined) return error;
    const storeFailure = sqliteStoreFailureOf(failure, path);
    condition.failed(storeFailure);
    return storeErrorOf(storeFailure);
  };
  const guarded =
    (method: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      condition.requireUndamaged();
      try {
        return await method(...args);
      } catch (error) {
        throw errorOf(error);
      }
    };
  return {
    errorOf,
    methodsOf: <T extends object>(methods: T) =>
      Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, guarded(method)])) as T,
  };
}
