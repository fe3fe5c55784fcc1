import type { Logger } from '../logger.ts';
import { type StoreFailure, storeErrorOf } from './store-failure.ts';

/** Remembers whether a store can be used, and logs each change of that once. */
export interface StoreCondition {
  /** Why the store could not be used the last time; undefined when it could. */
  readonly failure: StoreFailure | undefined;
  /** Notes a failure. Damage is for good: nothing that happens later makes the store whole. */
  failed(fault: StoreFailure): void;
  /** Notes that the store does again what it failed to do. */
  recovered(): void;
  /** @throws {StoreDamagedError} once damage was seen */
  requireUndamaged(): void;
}

/** @param logger absent: changes are not logged, for a command that ends with the error */
export function createStoreCondition(logger: Pick<Logger, 'error' | 'info'> | undefined): StoreCondition {
  let current: StoreFailure | undefined;
  return {
    get failure() {
      return current;
    },
    failed: (fault) => {
      if (current?.isDamage) return;
      // A server that goes away says so in several ways one after the other; damage is always news.
      const isNews = current === undefined || fault.isDamage;
      current = fault;
      if (isNews) logger?.error({ code: fault.code }, `the store cannot be used: ${fault.message}`);
    },
    recovered: () => {
      if (current === undefined || current.isDamage) return;
      current = undefined;
      logger?.info('the store can be used again');
    },
    requireUndamaged: () => {
      if (current?.isDamage) throw storeErrorOf(current);
    },
  };
}
