import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoParseError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { StoreUnavailableError } from '../errors.ts';

/** Runs one step against MongoDB within a time limit. */
export type MongoCall = <R>(step: () => Promise<R>) => Promise<R>;

/**
 * Makes the wrapper that every step against MongoDB runs in. The driver has no limit of its own over a whole operation
 * and waits for ever on a server that holds the connection open and says nothing; here the caller gets its answer
 * within `timeoutMs`. A write that ends after that is not undone: every write of the store may be made twice.
 */
export function createMongoCall(timeoutMs: number): MongoCall {
  return async (step) => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnavailableError(new Error(`MongoDB gave no answer within ${timeoutMs} ms`))), timeoutMs);
    });
    try {
      return await Promise.race([step(), limit]);
    } catch (error) {
      throw asStoreError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Says which documents of an unordered insert were there already.
 *
 * @returns their places in the list
 * @throws the error itself when it is anything but duplicate keys
 */
export function duplicatesOf(error: unknown): Set<number> {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== duplicateKey)) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Code of the error. */
export const duplicateKey = 11_000;

/** Errors of the server that pass without a change of the program: no primary, shutdown, time limits, full disk. */
const passing: Readonly<Record<string, number>> = {
  HostUnreachable: 6,
  HostNotFound: 7,
  LockTimeout: 24,
  MaxTimeMSExpired: 50,
  WriteConcernFailed: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  UnsatisfiableWriteConcern: 100,
  WriteConflict: 112,
  ReadConcernMajorityNotAvailableYet: 134,
  PrimarySteppedDown: 189,
  NetworkInterfaceExceededTimeLimit: 202,
  SnapshotUnavailable: 246,
  NoSuchTransaction: 251,
  ExceededTimeLimit: 262,
  ConnectionPoolExpired: 317,
  SocketException: 9001,
  NotWritablePrimary: 10_107,
  InterruptedAtShutdown: 11_600,
  InterruptedDueToReplStateChange: 11_602,
  NotPrimaryNoSecondaryOk: 13_435,
  NotPrimaryOrSecondary: 13_436,
  OutOfDiskSpace: 14_031,
};
const passingCodes = new Set(Object.values(passing));

function asStoreError(error: unknown): unknown {
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError || error instanceof MongoParseError) return error;
  if (!(error instanceof MongoServerError) || error instanceof MongoWriteConcernError) return new StoreUnavailableError(error);
  const passes = ['RetryableWriteError', 'TransientTransactionError'].some((label) => error.hasErrorLabel(label));
  return passes || passingCodes.has(Number(error.code)) || isUnconfirmed(error) ? new StoreUnavailableError(error) : error;
}

/** A lost connection ends a bulk write as an error of the server, only that no server gave it a code. */
function isUnconfirmed(error: MongoServerError): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  return typeof error.code !== 'number' || error.result.getWriteConcernError() !== undefined;
}
