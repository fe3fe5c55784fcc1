import type { StoreCondition } from '../store-condition.ts';
import { storeErrorOf } from '../store-failure.ts';
import { sqliteFailureOf, sqliteStoreFailureOf } from './failure.ts';

/** Stands between the store's methods and whoever calls them. */
export interface SqliteGuard {
  /** Turns errors of SQLite into those that callers know, and notes them. All others stay as they are. */
  errorOf(error: unknown): unknown;
  /** Wraps asynchronous methods: once the store is damaged they refuse, without a look at the file. */
  methodsOf<T extends object>(methods: T): T;
}

/** @param path of the file */
export function createSqliteGuard(path: string, condition: StoreCondition): SqliteGuard {
  const errorOf = (error: unknown): unknown => {
    const failure = sqliteFailureOf(error, path);
    if (failure === undefined) return error;
    const fault = sqliteStoreFailureOf(failure, path);
    condition.failed(fault);
    return storeErrorOf(fault);
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
