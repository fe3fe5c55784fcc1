import { LandfallError, StoreDamagedError, StoreUnavailableError } from '../errors.ts';

/**
 * Says to an operator why a store cannot be used: where it is, what went wrong, what to do. It is the `cause` of the
 * errors that callers see, and is never shown to them: it names paths and hosts.
 */
export class StoreFailure extends Error {
  /** Of SQLite, of the operating system or of MongoDB, such as `SQLITE_FULL`, `EROFS`, `NotWritablePrimary`. */
  readonly code: string;
  readonly isDamage: boolean;

  constructor(fault: {
    readonly place: string;
    readonly code: string;
    readonly detail: string;
    readonly remedy: string;
    readonly isDamage?: boolean;
  }) {
    super(`${fault.place}: ${fault.code} (${fault.detail}). ${fault.remedy}`);
    this.name = 'StoreFault';
    this.code = fault.code;
    this.isDamage = fault.isDamage ?? false;
  }
}

/** Makes the error that callers see. */
export function storeErrorOf(fault: StoreFailure): LandfallError {
  return fault.isDamage ? new StoreDamagedError(fault) : new StoreUnavailableError(fault);
}

/**
 * Waits for a step of a server's start that needs the store. A damaged one keeps no server from starting: it refuses
 * everything and says why, which a process that is started again and again does not.
 *
 * @param otherwise what the step comes to when the store is damaged
 */
export async function unlessDamaged<T>(step: Promise<T>, otherwise: (error: StoreDamagedError) => T): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof StoreDamagedError)) throw error;
    return otherwise(error);
  }
}

/** Whether the store has failed; it logs that itself, once, so nobody else has to. */
export function isStoreError(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof StoreDamagedError;
}

/** What an operator should read about an error: of a store that cannot be used, why. */
export function operatorMessageOf(error: unknown): string {
  if (error instanceof LandfallError && error.cause instanceof StoreFailure) return error.cause.message;
  return error instanceof Error ? error.message : 'failed';
}
