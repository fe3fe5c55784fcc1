import type { Logger } from '../logger.ts';
import { type StoreFailure, storeErrorOf } from './store-failure.ts';

/** Tracks whether a store can be used, and logs each change once. */
export interface StoreCondition {
  /** The failure since the last success; undefined while the store can be used. */
  readonly failure: StoreFailure | undefined;
  /** Records a failure. Damage is permanent: no later success clears it. */
  failed(failure: StoreFailure): void;
  /** Records that the store works again. */
  recovered(): void;
  /** @throws {StoreDamagedError} after damage was found */
  requireUndamaged(): void;
}

/** @param logger absent for a command, which fails with the error instead of logging it */
export function createStoreCondition(logger: Pick<Logger, 'error' | 'info'> | undefined): StoreCondition {
  let current: StoreFailure | undefined;
  return {
    get failure() {
      return current;
    },
    failed: (failure) => {
      if (current?.isDamage) return;
      // A failing server reports several errors in a row. Only the first one is logged, and damage in any case.
      const isNew = current === undefined || failure.isDamage;
      current = failure;
      if (isNew) logger?.error({ code: failure.code }, `the store cannot be used: ${failure.message}`);
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
