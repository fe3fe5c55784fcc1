import { LandfallError, StoreDamagedError, StoreUnavailableError } from '../errors.ts';

/**
 * Describes to an operator why a store cannot be used: where it is, what failed, what to do. It is the `cause` of the
 * errors that callers get, and is never shown to them, because it names paths and hosts.
 */
export class StoreFailure extends Error {
  /** Of SQLite, of the operating system or of MongoDB, such as `SQLITE_FULL`, `EROFS`, `NotWritablePrimary`. */
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

/** Makes the error that callers get. */
export function storeErrorOf(failure: StoreFailure): LandfallError {
  return failure.isDamage ? new StoreDamagedError(failure) : new StoreUnavailableError(failure);
}

/**
 * Waits for a step of a server's start that needs the store. A damaged store does not prevent the start: the server refuses
 * every call and reports why, which a process that restarts in a loop does not.
 *
 * @param otherwise makes the result when the store is damaged
 */
export async function unlessDamaged<T>(step: Promise<T>, otherwise: (error: StoreDamagedError) => T): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof StoreDamagedError)) throw error;
    return otherwise(error);
  }
}

/** Whether the store has failed. The store logs that itself, once. */
export function isStoreError(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof StoreDamagedError;
}

/** Describes an error to an operator: for a store that cannot be used, its failure. */
export function operatorMessageOf(error: unknown): string {
  if (error instanceof LandfallError && error.cause instanceof StoreFailure) return error.cause.message;
  return error instanceof Error ? error.message : 'failed';
}
