import { LandfallError, StoreDamagedError, StoreUnavailableError } from '../errors.ts';
import type { Logger } from '../logger.ts';

/**
 * Describes to an operator why a store cannot be used: where it is, what failed, and what to do. It is the `cause` of
 * the errors that callers get, and is never shown to callers, because it names paths and hosts.
 */
export class StoreFailure extends Error {
  /**
   * The error code of SQLite, of the operating system or of MongoDB, such as `SQLITE_FULL`, `EROFS`,
   * `NotWritablePrimary`.
   */
  readonly code: string;
  readonly isDamage: boolean;

  constructor(failure: {
    readonly place: string;
    readonly code: string;
    readonly detail: string;
    readonly remedy: string;
    readonly isDamage?: boolean;
  }) {
    super(`${failure.place}: ${failure.code} (${failure.detail}). ${failure.remedy}`);
    this.name = 'StoreFailure';
    this.code = failure.code;
    this.isDamage = failure.isDamage ?? false;
  }
}

/** Creates the error that callers get. */
export function storeErrorOf(failure: StoreFailure): LandfallError {
  return failure.isDamage ? new StoreDamagedError(failure) : new StoreUnavailableError(failure);
}

/**
 * Waits for a step of a server's start that needs the store. A damaged store does not prevent the start: a running
 * server can report why it rejects every call, a process that restarts in a loop cannot.
 *
 * @param otherwise creates the result when the store is damaged
 */
export async function unlessDamaged<T>(step: Promise<T>, otherwise: (error: StoreDamagedError) => T): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof StoreDamagedError)) throw error;
    return otherwise(error);
  }
}

/** Returns whether the store has failed, which it logs itself, once. */
export function isStoreError(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof StoreDamagedError;
}

/** Returns the message of an error for operators; for a store that cannot be used, it describes the failure. */
export function operatorMessageOf(error: unknown): string {
  if (error instanceof LandfallError && error.cause instanceof StoreFailure) return error.cause.message;
  return error instanceof Error ? error.message : 'failed';
}

/** Tracks whether a store can be used. */
export type StoreCondition = ReturnType<typeof createStoreCondition>;

/**
 * Tracks whether a store can be used, and logs each change once. Damage is permanent: no later success clears it.
 *
 * @param logger absent for a command, which fails with the error instead of logging it
 */
export function createStoreCondition(logger: Pick<Logger, 'error' | 'info'> | undefined) {
  let current: StoreFailure | undefined;
  return {
    failed: (failure: StoreFailure): void => {
      if (current?.isDamage) return;
      // A failing server reports several errors in a row. Only the first one is logged, and damage in any case.
      const isNew = current === undefined || failure.isDamage;
      current = failure;
      if (isNew) logger?.error({ code: failure.code }, `the store cannot be used: ${failure.message}`);
    },
    recovered: (): void => {
      if (current === undefined || current.isDamage) return;
      current = undefined;
      logger?.info('the store can be used again');
    },
    /** @throws {StoreDamagedError} after damage was found */
    requireUndamaged: (): void => {
      if (current?.isDamage) throw storeErrorOf(current);
    },
  };
}
